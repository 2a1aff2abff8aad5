import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { BulkDialog } from '#web/list/bulk/BulkDialog.tsx'
import type { Selected } from '#web/list/bulk/useSelected.ts'
import classes from './bulk.module.css'

/** An act on every selected row. */
export type BulkAct<Row> = {
  key: string
  /** 'Retirar': the button, and the title of its window. */
  label: string
  icon: ReactNode
  consequence: string
  danger?: boolean
  /** What has to be filled in first, and whether it is. */
  form?: ReactNode
  isReady?: () => boolean
  /** Why a row cannot take part; null when it can. */
  refusal?: (row: Row) => string | null
  /** The call of one row. */
  act: (row: Row) => Promise<unknown>
}
/** An act that has a window of its own for all of them. */
export type BulkWindow<Row> = Pick<BulkAct<Row>, 'key' | 'label' | 'icon' | 'danger'> & {
  open: (rows: readonly Row[]) => void
}
type Props<Row> = {
  selected: Selected<Row>
  acts: readonly (BulkAct<Row> | BulkWindow<Row>)[]
  /** Reads the list again after an act. */
  onDone: () => unknown
}

/** What can be done with the selected rows, at the foot of the window; hidden while none is selected. */
export function BulkBar<Row>({ selected, acts, onDone }: Props<Row>) {
  const { rows, nameOf } = selected
  const [asked, setAsked] = useState<{ key: string; rows: readonly Row[] } | null>(null)
  // As it is now: its form changes while it is filled in.
  const act = asked && acts.find((each): each is BulkAct<Row> => 'act' in each && each.key === asked.key)
  const frame = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  return (
    <div ref={frame} tabIndex={-1} className={classes.frame}>
      {rows.length > 0 ? (
        <section className={classes.bar} aria-label={t('Filas seleccionadas')}>
          <span role="status">{rows.length === 1 ? t('1 seleccionada') : t`${rows.length} seleccionadas`}</span>
          <Button variant="subtle" size="xs" onClick={() => selected.keep([])}>
            {t('Quitar la selección')}
          </Button>
          <span className="grow" />
          {acts.map(act => (
            <Button
              key={act.key}
              size="xs"
              color={act.danger ? 'red' : undefined}
              leftSection={act.icon}
              onClick={event => {
                if ('open' in act) return act.open(rows)
                opener.current = event.currentTarget
                setAsked({ key: act.key, rows })
              }}
            >
              {act.label}
            </Button>
          ))}
        </section>
      ) : null}
      {asked && act ? (
        <BulkDialog
          act={act}
          rows={asked.rows}
          nameOf={nameOf}
          onDone={left => {
            selected.keep(left)
            return onDone()
          }}
          onClose={() => {
            setAsked(null)
            // The bar goes with the last selected row.
            setTimeout(() => (opener.current?.isConnected ? opener.current : frame.current)?.focus(), 50)
          }}
        />
      ) : null}
    </div>
  )
}
