import type { DocumentWire } from '#domain/document/contract.ts'
import { DocumentBadge } from '#web/validation/decision/DocumentBadge.tsx'
import classes from './ReportDocuments.module.css'

type Props = {
  documents: readonly DocumentWire[]
  service: string
  current: string | null
  onSelect: (name: string) => void
}

/** The documents of a report, for selection (SCO-01). */
export function ReportDocuments({ documents, service, current, onSelect }: Props) {
  return (
    // Explicit roles, because the grid layout removes the table's.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table role="table" className={classes.table} aria-label="Documentos del informe">
      <thead role="rowgroup">
        <tr role="row" className={classes.head}>
          <th role="columnheader" scope="col" className="label">
            DOCUMENTO
          </th>
          <th role="columnheader" scope="col" className="label">
            SERVICIO
          </th>
          <th role="columnheader" scope="col" className="label">
            ESTADO
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {documents.map(document => {
          const { documentCatalogName: title, name } = document
          return (
            <tr key={title} role="row" className={classes.row} data-current={title === current || undefined}>
              <td role="cell">
                <button
                  type="button"
                  className={classes.choose}
                  aria-current={title === current ? 'true' : undefined}
                  onClick={() => onSelect(title)}
                >
                  <b>{title}</b>
                  <span className={`small dim ${classes.file}`}>{name ?? 'Sin archivo'}</span>
                </button>
              </td>
              <td role="cell" className="small">
                {service}
              </td>
              <td role="cell">
                <DocumentBadge small document={document} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
