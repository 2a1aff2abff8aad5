import { Checkbox } from '@mantine/core'
import type { DatumLine } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { LinesTable, lineCellId } from '#web/catalogue/LinesTable.tsx'
import type { Keyed } from '#web/catalogue/lines.ts'
import { TextCell } from '#web/catalogue/TextCell.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import classes from './catalogue.module.css'

export const DATA_TABLE = 'datos'

export interface DatumLinesProps {
  lines: readonly Keyed<DatumLine>[]
  onChange: (lines: Keyed<DatumLine>[]) => void
  /** By 'key.field'. */
  errors: FieldErrors
}

/** The table of additional participant data: name and whether it is required (CONF-03, FORM-49). */
export function DatumLines({ lines, onChange, errors }: DatumLinesProps) {
  const set = (line: Keyed<DatumLine>, change: Partial<DatumLine>) =>
    onChange(lines.map(each => (each === line ? { ...each, ...change } : each)))
  const columns: Column<Keyed<DatumLine>>[] = [
    {
      key: 'field',
      header: 'DATO',
      cell: line => (
        <TextCell
          id={lineCellId(DATA_TABLE, line.key, 'field')}
          label={`Nombre del dato, línea ${lines.indexOf(line) + 1}`}
          value={line.field}
          error={errors[`${line.key}.field`]}
          onChange={value => set(line, { field: value })}
        />
      ),
    },
    {
      key: 'required',
      header: 'OBLIGATORIO',
      width: 120,
      cell: line => (
        <span className={classes.check}>
          <Checkbox
            aria-label={`Dato obligatorio, línea ${lines.indexOf(line) + 1}`}
            checked={line.required}
            onChange={event => set(line, { required: event.currentTarget.checked })}
          />
        </span>
      ),
    },
  ]
  return (
    <LinesTable
      id={DATA_TABLE}
      label="Datos del participante"
      columns={columns}
      lines={lines}
      onChange={onChange}
      nameOf={line => line.field}
      blank={{ field: '', required: false }}
      addLabel="Añadir dato"
      firstField="field"
      empty={{ title: 'No se pide ningún dato adicional', text: 'Los datos de la ficha se piden siempre.' }}
    />
  )
}
