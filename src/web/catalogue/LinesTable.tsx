import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Keyed } from '#web/catalogue/lines.ts'
import { added, moved } from '#web/catalogue/lines.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/EmptyState.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import classes from './catalogue.module.css'

export interface LinesTableProps<Line extends object> {
  /** Prefix of the control ids. */
  id: string
  label: string
  columns: readonly Column<Keyed<Line>>[]
  lines: readonly Keyed<Line>[]
  onChange: (lines: Keyed<Line>[]) => void
  /** The accessible name of a line; empty while it has no name. */
  nameOf: (line: Line) => string
  blank: Line
  addLabel: string
  /** The field that takes the focus in a new line. */
  firstField: string
  empty: EmptyStateProps
}

/** The id of a control of a line. */
export const lineCellId = (table: string, key: string, field: string) => `${table}-${key}-${field}`

/** An editable table: lines are added, removed and reordered. */
export function LinesTable<Line extends object>(props: LinesTableProps<Line>) {
  const { id, lines, onChange } = props
  const [said, setSaid] = useState('')
  const focusNext = useRef<string | null>(null)
  useEffect(() => {
    if (focusNext.current === null) return
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = null
  })
  const words = (line: Keyed<Line>) => {
    const name = props.nameOf(line).trim()
    return name ? `«${name}»` : `la línea ${lines.indexOf(line) + 1}`
  }
  const add = () => {
    const next = added(lines, props.blank)
    focusNext.current = lineCellId(id, next.at(-1)!.key, props.firstField)
    onChange(next)
  }
  const move = (line: Keyed<Line>, by: -1 | 1) => {
    focusNext.current = lineCellId(id, line.key, by < 0 ? 'up' : 'down')
    setSaid(`${words(line)} pasa a la línea ${lines.indexOf(line) + 1 + by} de ${lines.length}`)
    onChange(moved(lines, line.key, by))
  }
  const remove = (line: Keyed<Line>) => {
    const at = lines.indexOf(line)
    const neighbour = lines[at + 1] ?? lines[at - 1]
    focusNext.current = neighbour ? lineCellId(id, neighbour.key, 'remove') : `${id}-add`
    setSaid(`Se ha quitado ${words(line)}`)
    onChange(lines.filter(each => each !== line))
  }
  const actions: Column<Keyed<Line>> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    width: 140,
    cell: line => (
      <>
        <IconButton
          id={lineCellId(id, line.key, 'up')}
          size={40}
          label={`Subir ${words(line)}`}
          icon={<IconArrowUp />}
          blocked={line === lines[0] ? 'Ya es la primera' : null}
          onClick={() => move(line, -1)}
        />
        <IconButton
          id={lineCellId(id, line.key, 'down')}
          size={40}
          label={`Bajar ${words(line)}`}
          icon={<IconArrowDown />}
          blocked={line === lines.at(-1) ? 'Ya es la última' : null}
          onClick={() => move(line, 1)}
        />
        <IconButton
          id={lineCellId(id, line.key, 'remove')}
          size={40}
          label={`Quitar ${words(line)}`}
          icon={<IconTrash />}
          onClick={() => remove(line)}
        />
      </>
    ),
  }
  return (
    <div className={classes.lines}>
      {/* A table without lines is not a table to a screen reader once a phone hides its head. */}
      {lines.length === 0 ? (
        <EmptyState {...props.empty} />
      ) : (
        <DataTable
          label={props.label}
          columns={[...props.columns, actions]}
          rows={lines}
          rowKey={line => line.key}
          empty={props.empty}
        />
      )}
      <div className={classes.add}>
        <Button id={`${id}-add`} leftSection={<IconPlus />} onClick={add}>
          {props.addLabel}
        </Button>
      </div>
      <span className="vh" role="status">
        {said}
      </span>
    </div>
  )
}
