import type { IncidentWire } from '#domain/incident/contract.ts'
import {
  attachIncidentDocument,
  listIncidents,
  raiseIncident,
  readIncident,
  saveIncident,
} from '#domain/incident/contract.ts'
import { pdf } from '#test/support/documents.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

/** The only document required for an incident. */
export const REPORT = 'Informe de la incidencia'

let serial = 0
export const idOf = (caller: Caller) => caller.me.idGenericEntity
/** A unique title, and a detail. */
export const words = () => ({ title: `Retraso ${++serial}`, detail: 'Llegó con tres horas de retraso.' })
export const raise = (caller: Caller, body: Record<string, unknown>): Promise<Answer<IncidentWire>> =>
  caller.call(raiseIncident, { body })
export const raised = async (caller: Caller, providerId?: string): Promise<IncidentWire> =>
  (await raise(caller, { ...words(), providerId })).body
export const save = (caller: Caller, id: string, body: Record<string, unknown> = {}): Promise<Answer<IncidentWire>> =>
  caller.call(saveIncident, { params: { id }, body })
export const attach = (
  caller: Caller,
  issueId: string,
  file: { name: string; content: Uint8Array | string } = pdf(`informe ${++serial}`),
  documentCatalogName = REPORT,
) => caller.call(attachIncidentDocument, { body: { issueDocument: { issueId, documentCatalogName } }, files: { file } })
export const seen = (caller: Caller, id: string): Promise<Answer<IncidentWire>> =>
  caller.call(readIncident, { params: { id } })
export const list = async (caller: Caller, query: Record<string, unknown> = {}): Promise<IncidentWire[]> =>
  (await caller.call(listIncidents, { query })).body.content
/** An incident that was raised, documented and opened. */
export const opened = async (cci: Caller, caller: Caller, providerId?: string): Promise<IncidentWire> => {
  const { id } = await raised(caller, providerId)
  await attach(cci, id)
  return (await save(cci, id)).body
}
