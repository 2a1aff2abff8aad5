import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { type DocumentHelpWire, readHelp } from '#domain/catalogue/help/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { HelpModal } from '#web/catalogue/help/HelpModal.tsx'
import { TemplateLink } from '#web/catalogue/help/TemplateLink.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'

/** What CCI says of each document that it asks for, with its template; only of what is saved (EASE-08). */
export function DocumentHelp({ type }: { type: CatalogueType }) {
  const { data, error, refetch } = useQuery(queryOptions(readHelp, { query: { type } }))
  const [edited, setEdited] = useState<DocumentHelpWire | null>(null)
  // Participants upload none of the documents of incidents.
  if (type === 'ISSUE') return null
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!data || data.help.length === 0) return null
  return (
    <Section title="AYUDA Y PLANTILLAS">
      <DataTable
        label="Ayuda y plantillas"
        columns={[
          {
            key: 'document',
            header: 'DOCUMENTO',
            prose: true,
            cell: row => row.documentCatalogName,
            sub: row => row.helpText || 'Sin ayuda',
          },
          {
            key: 'template',
            header: 'PLANTILLA',
            cell: row =>
              row.template ? (
                <TemplateLink catalogueId={data.catalogueId} name={row.template} document={row.documentCatalogName} />
              ) : (
                'Sin plantilla'
              ),
          },
          {
            key: 'actions',
            header: 'Acciones',
            actions: true,
            cell: row => (
              <ActionButton size="xs" onClick={() => setEdited(row)}>
                Editar<span className="vh"> la ayuda de {row.documentCatalogName}</span>
              </ActionButton>
            ),
          },
        ]}
        rows={data.help}
        rowKey={row => row.documentCatalogName}
        empty={{ title: 'No se pide ningún documento' }}
      />
      {edited ? <HelpModal catalogueId={data.catalogueId} help={edited} onClose={() => setEdited(null)} /> : null}
    </Section>
  )
}
