import { Checkbox } from '@mantine/core'
import type { DocumentLine } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { LinesTable, lineCellId } from '#web/catalogue/LinesTable.tsx'
import type { Keyed } from '#web/catalogue/lines.ts'
import { TextCell } from '#web/catalogue/TextCell.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import classes from './catalogue.module.css'

export const DOCUMENTS_TABLE = 'documentos'

export interface DocumentLinesProps {
  lines: readonly Keyed<DocumentLine>[]
  onChange: (lines: Keyed<DocumentLine>[]) => void
  /** By 'key.field'. */
  errors: FieldErrors
}

/** The table of required documents: name, description, whether it is required (CONF-02, FORM-48). */
export function DocumentLines({ lines, onChange, errors }: DocumentLinesProps) {
  const set = (line: Keyed<DocumentLine>, change: Partial<DocumentLine>) =>
    onChange(lines.map(each => (each === line ? { ...each, ...change } : each)))
  const text = (field: 'documentCatalogName' | 'description', words: string) => (line: Keyed<DocumentLine>) => (
    <TextCell
      id={lineCellId(DOCUMENTS_TABLE, line.key, field)}
      label={`${words}, línea ${lines.indexOf(line) + 1}`}
      value={line[field]}
      error={errors[`${line.key}.${field}`]}
      onChange={value => set(line, { [field]: value })}
    />
  )
  const columns: Column<Keyed<DocumentLine>>[] = [
    {
      key: 'documentCatalogName',
      header: 'DOCUMENTO',
      width: '42%',
      cell: text('documentCatalogName', 'Nombre del documento'),
    },
    { key: 'description', header: 'DESCRIPCIÓN', width: '42%', cell: text('description', 'Descripción') },
    {
      key: 'required',
      header: 'OBLIGATORIO',
      width: 120,
      cell: line => (
        <span className={classes.check}>
          <Checkbox
            aria-label={`Obligatorio, línea ${lines.indexOf(line) + 1}`}
            checked={line.required}
            onChange={event => set(line, { required: event.currentTarget.checked })}
          />
        </span>
      ),
    },
  ]
  return (
    <LinesTable
      id={DOCUMENTS_TABLE}
      label="Documentación requerida"
      columns={columns}
      lines={lines}
      onChange={onChange}
      nameOf={line => line.documentCatalogName}
      blank={{ documentCatalogName: '', description: '', required: true }}
      addLabel="Añadir documento"
      firstField="documentCatalogName"
      empty={{ title: 'No se pide ningún documento', text: 'Añada el primero.' }}
    />
  )
}
