import { TextInput } from '@mantine/core'
import { IconArrowBackUp, IconRowRemove } from '@tabler/icons-react'
import { memo } from 'react'
import { type EntityColumn, entityColumnNames, entityColumns } from '#domain/invitation/entity-columns.ts'
import type { PreloadRow, RowFaults } from '#web/invitation/preload/rows.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import classes from './PreloadModal.module.css'

export const preloadCellId = (line: number, column: EntityColumn) => `precarga-${line}-${column}`

const widths: Record<EntityColumn, string> = { name: '32%', codNRBE: '18%', contactPerson: '21%', email: '29%' }

type PreloadTableProps = {
  rows: readonly PreloadRow[]
  faults: ReadonlyMap<number, RowFaults>
  onCell: (line: number, column: EntityColumn, value: string) => void
  onOut: (line: number, out: boolean) => void
}

/** Rows of the sheet, corrected in place; a wrong cell says why below it. */
export function PreloadTable({ rows, faults, onCell, onOut }: PreloadTableProps) {
  const columns: Column<PreloadRow>[] = [
    { key: 'line', header: 'Fila', cell: row => row.line, width: 64 },
    ...entityColumnNames.map(column => ({
      key: column,
      header: entityColumns[column].heading,
      width: widths[column],
      prose: true,
      cell: (row: PreloadRow) =>
        row.out ? (
          <s className="dim">{row[column] || '-'}</s>
        ) : (
          <Cell
            line={row.line}
            column={column}
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
        label="Entidades de la hoja"
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
  column: EntityColumn
  value: string
  error: string | undefined
  onCell: PreloadTableProps['onCell']
}

const Cell = memo(function Cell({ line, column, value, error, onCell }: CellProps) {
  return (
    <TextInput
      id={preloadCellId(line, column)}
      size="xs"
      aria-label={`${entityColumns[column].heading}, fila ${line}`}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onCell(line, column, event.currentTarget.value)}
    />
  )
})
