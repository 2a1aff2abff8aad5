import { TextInput } from '@mantine/core'
import { IconArrowBackUp, IconRowRemove } from '@tabler/icons-react'
import { memo } from 'react'
import { preloadColumnsOf } from '#domain/invitation/preload.ts'
import type { ShownPreload } from '#web/invitation/preload/kinds.ts'
import type { PreloadRow, RowFaults } from '#web/invitation/preload/rows.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import classes from './PreloadModal.module.css'

export const preloadCellId = (line: number, column: string) => `precarga-${line}-${column}`

type PreloadTableProps<Column extends string, Unique extends Column> = {
  kind: ShownPreload<Column, Unique>
  rows: readonly PreloadRow<Column>[]
  faults: ReadonlyMap<number, RowFaults<Column>>
  onCell: (line: number, column: string, value: string) => void
  onOut: (line: number, out: boolean) => void
}

/** Rows of the sheet, corrected in place; a wrong cell says why below it. */
export function PreloadTable<Name extends string, Unique extends Name>({
  kind,
  rows,
  faults,
  onCell,
  onOut,
}: PreloadTableProps<Name, Unique>) {
  const { columns: headings } = kind.preload
  const columns: Column<PreloadRow<Name>>[] = [
    { key: 'line', header: 'Fila', cell: row => row.line, width: 64 },
    ...preloadColumnsOf({ columns: headings }).map(column => ({
      key: column,
      header: headings[column].heading,
      width: kind.widths[column],
      prose: true,
      cell: (row: PreloadRow<Name>) =>
        row.out ? (
          <s className="dim">{row[column] || '-'}</s>
        ) : (
          <Cell
            line={row.line}
            column={column}
            heading={headings[column].heading}
            value={row[column]}
            error={faults.get(row.line)?.[column]}
            onCell={onCell}
          />
        ),
    })),
    {
      key: 'out',
      header: 'Acciones',
      actions: true,
      cell: row => (
        <IconButton
          label={row.out ? `Incluir la fila ${row.line}` : `Dejar fuera la fila ${row.line}`}
          icon={row.out ? <IconArrowBackUp /> : <IconRowRemove />}
          size={40}
          onClick={() => onOut(row.line, !row.out)}
        />
      ),
    },
  ]
  return (
    <div className={classes.table}>
      <DataTable
        label={kind.rowsLabel}
        columns={columns}
        rows={rows}
        rowKey={row => String(row.line)}
        empty={{ title: 'No hay filas aquí.' }}
        dense
      />
    </div>
  )
}

type CellProps = {
  line: number
  column: string
  heading: string
  value: string
  error: string | undefined
  onCell: (line: number, column: string, value: string) => void
}

const Cell = memo(function Cell({ line, column, heading, value, error, onCell }: CellProps) {
  return (
    <TextInput
      id={preloadCellId(line, column)}
      size="xs"
      aria-label={`${heading}, fila ${line}`}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onCell(line, column, event.currentTarget.value)}
    />
  )
})
