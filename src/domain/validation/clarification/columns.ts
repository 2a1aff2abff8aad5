import type { ListColumn } from '#domain/list/columns.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { clarificationStatusLabels, kindLabels, outcomeLabels } from '#domain/validation/clarification/clarification.ts'
import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

export const partyLabels: Readonly<Record<Party, string>> = { CCI: 'CCI', PROVIDER: 'Proveedor', AUDIT: 'Evaluador' }

/** The status of a thread, or how an appeal was decided. */
export const statusText = ({ status, outcome }: Pick<ClarificationWire, 'status' | 'outcome'>): string =>
  outcome === null ? clarificationStatusLabels[status] : outcomeLabels[outcome]

export const clarificationColumns: readonly ListColumn<ClarificationWire>[] = [
  { key: 'subject', label: 'Asunto', text: row => row.subject },
  { key: 'kind', label: 'Tipo', text: row => kindLabels[row.kind], under: 'subject' },
  { key: 'participant', label: 'Participante', text: row => row.participantName },
  { key: 'about', label: 'Sobre', text: row => row.service ?? 'Documentación' },
  { key: 'document', label: 'Documento', text: row => row.document?.name ?? '', under: 'about' },
  { key: 'askedBy', label: 'Pregunta', text: row => partyLabels[row.askedBy] },
  { key: 'askedOf', label: 'Contesta', text: row => partyLabels[row.askedOf] },
  { key: 'status', label: 'Estado', text: row => statusText(row) },
  { key: 'dueOn', label: 'Plazo', text: row => formatDay(row.dueOn) },
  { key: 'createdAt', label: 'Fecha', text: row => formatInstant(row.createdAt) },
]
