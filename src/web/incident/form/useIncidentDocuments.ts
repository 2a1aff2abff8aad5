import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDocumentCatalogues } from '#domain/catalogue/contract.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { isDocumented } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { queryOptions } from '#web/api/api.ts'
import { useIncidentFiles } from '#web/incident/form/useIncidentFiles.ts'
import { refreshIncidents } from '#web/incident/refresh.ts'
import { useMe } from '#web/session/useMe.ts'

/** The documents that the catalogue requires of an incident (D53), those it has, and the files under way. */
export function useIncidentDocuments(incident: IncidentWire | null) {
  const { maxFileBytes } = useMe().settings
  const client = useQueryClient()
  const [told, setTold] = useState('')
  const files = useIncidentFiles({
    incidentId: incident?.id ?? null,
    maxFileBytes,
    onChanged: () => refreshIncidents(client),
    onArrived: name => setTold(t`Subido: ${name}`),
  })
  const { data, error, refetch } = useQuery(queryOptions(listDocumentCatalogues, { query: { type: 'ISSUE' } }))
  const entries = data?.content.flatMap(({ docList }) => docList) ?? []
  const attached = incident?.documents ?? []
  return {
    files,
    maxFileBytes,
    /** What a screen reader hears of the uploads. */
    told,
    known: data !== undefined,
    error,
    retry: () => void refetch(),
    entries,
    attached,
    documented: isDocumented(
      entries.map(entry => entry.documentCatalogName),
      [...files.held.keys(), ...files.arrived, ...attached.map(document => document.documentCatalogName)],
    ),
  }
}

export type IncidentDocuments = ReturnType<typeof useIncidentDocuments>
