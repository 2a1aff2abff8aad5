import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart } from '#domain/list/shown.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import {
  clarificationKindLabels,
  clarificationStatusLabels,
  outcomeLabels,
} from '#domain/validation/clarification/clarification.ts'
import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

export const partyLabels: Readonly<Record<Party, string>> = texts({
  CCI: 'CCI',
  PROVIDER: 'Proveedor',
  AUDIT: 'Evaluador',
})

/** The status of a thread, or how an appeal was decided. */
export const statusText = ({ status, outcome }: Pick<ClarificationWire, 'status' | 'outcome'>): string =>
  outcome === null ? clarificationStatusLabels[status] : outcomeLabels[outcome]

export const clarificationColumns: readonly ListColumn<ClarificationWire>[] = [
  { key: 'subject', label: msg('Asunto'), text: row => row.subject },
  { key: 'kind', label: msg('Tipo'), text: row => clarificationKindLabels[row.kind], under: 'subject' },
  { key: 'participant', label: msg('Participante'), text: row => row.participantName },
  { key: 'about', label: msg('Sobre'), text: row => row.service ?? t('Documentación') },
  { key: 'document', label: msg('Documento'), text: row => row.document?.name ?? '', under: 'about' },
  { key: 'askedBy', label: msg('Pregunta'), text: row => partyLabels[row.askedBy] },
  { key: 'askedOf', label: msg('Contesta'), text: row => partyLabels[row.askedOf] },
  { key: 'status', label: msg('Estado'), text: row => statusText(row) },
  { key: 'dueOn', label: msg('Plazo'), text: row => formatDay(row.dueOn) },
  { key: 'createdAt', label: msg('Fecha'), text: row => formatInstant(row.createdAt) },
]

/** What is shown instead of all, by the value in the address. */
export const [MINE, OPEN] = ['MINE', 'OPEN']

export const clarificationsList: ListShown = {
  label: msg('Aclaraciones'),
  // What waits first, then what was answered.
  sort: 'status,asc',
  size: 10,
  filters: apart('which'),
  asked: ({ which }) => (which === MINE ? { mine: 'true' } : which === OPEN ? { open: 'true' } : {}),
}
