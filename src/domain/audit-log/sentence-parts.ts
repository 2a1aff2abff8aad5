import { type CentreRules, ruleFacts, ruleLabels } from '#domain/catalogue/centre-rules/centre-rules.ts'
import type { FourEyesAct } from '#domain/identity/four-eyes/four-eyes.ts'
import { phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import { profileFieldLabel } from '#domain/participant/participant.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'
import { formatRecordedDay } from '#domain/values/day.ts'

/* The parts that sentences of the audit log share: what an entry is about, quoted or named. */

/**
 * The input of a sentence: the entry's data, and the current name of its object, or null when the reader may not see
 * it.
 */
export type EntryFacts = { data: Readonly<Record<string, unknown>>; subject: string | null }

/** The sentence of an event. */
export type Sentence = {
  /** The text after the actor's name, or after the time for an impersonal event. */
  says: (entry: EntryFacts) => string
  /** The event has no known actor: time passed, or an outsider acted. */
  impersonal?: true
}

export const quoted = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value ? `«${value}»` : otherwise
export const enumerationOf = (value: unknown, before = '') =>
  Array.isArray(value) && value.length > 0 ? before + value.map(each => `«${each}»`).join(', ') : ''
export const because = (value: unknown) => (typeof value === 'string' && value ? `: «${value}»` : '')
export const until = (value: unknown) => (typeof value === 'string' && value ? ` el ${formatRecordedDay(value)}` : '')
export const document = ({ data }: EntryFacts) => quoted(data.document ?? data.documentName, 'que ya no tiene nombre')
export const portion = ({ data: { bytes, of, cut } }: EntryFacts) => {
  if (cut === true) return ' (hasta donde llegó antes de que el portal se interrumpiera)'
  return typeof bytes === 'number' && typeof of === 'number' ? ` (hasta el ${Math.floor((100 * bytes) / of)} %)` : ''
}
export const service = ({ data }: EntryFacts) => quoted(data.serviceName, 'un servicio')
export const user = ({ subject }: EntryFacts) => subject ?? 'un usuario que ya no está'
export const participant = ({ subject }: EntryFacts) => subject ?? 'un participante que ya no está'
export const invited = ({ subject }: EntryFacts) => (subject ? ` a ${subject}` : '')
export const ofCatalogue = ({ data }: EntryFacts) =>
  ({
    PROVIDER: 'el catálogo de los proveedores',
    AUDIT: 'el catálogo de los evaluadores',
    ENTITY: 'el catálogo de las entidades',
    ISSUE: 'el catálogo de las incidencias',
  })[String(data.type ?? data.kind)] ?? 'un catálogo'
export const readFile = (entry: EntryFacts) =>
  entry.data.document
    ? `el documento ${document(entry)}`
    : entry.data.file
      ? 'el dictamen de calificación'
      : 'un archivo'
/** The changes of a company's name or CIF, each with its old and new value. */
export const renamed = ({ data }: EntryFacts) => {
  const [before, after] = [data.before, data.after] as (Record<string, unknown> | undefined)[]
  const changes = Object.entries(after ?? {}).map(
    ([field, value]) => `${profileFieldLabel(field)}, de ${quoted(before?.[field], 'nada')} a ${quoted(value, 'nada')}`,
  )
  return changes.length > 0 ? `: ${changes.join('; ')}` : ''
}
/** The centre's rules that changed, each with its old and new value. A rule of another version of the portal has no name. */
export const rulesChanged = ({ data }: EntryFacts) => {
  const factsOf = (values: unknown) => ruleFacts((values ?? {}) as Partial<CentreRules>)
  const [before, after] = [factsOf(data.before), factsOf(data.after)]
  const changes = Object.entries(after).map(
    ([rule, value]) => `${ruleLabels(rule)}, de ${quoted(before[rule], 'nada')} a «${value}»`,
  )
  return changes.length > 0 ? `: ${changes.join('; ')}` : ''
}
/** What waits for CCI: a request has a service, an incident a title, and a documentation neither. */
export const ofTask = (entry: EntryFacts) => {
  if (entry.data.incidentTitle !== undefined) return `de la incidencia ${incident(entry)}`
  return entry.data.serviceName === undefined ? 'de la documentación' : `del informe de ${service(entry)}`
}
export const rating = ({ data }: EntryFacts) => (typeof data.rating === 'string' ? ` con ${data.rating}` : '')
export const framework = ({ data }: EntryFacts) =>
  `${`el marco de controles ${quoted(data.framework, '')}`.trim()}${typeof data.edition === 'string' ? `, edición ${data.edition}` : ''}`
export const thread = ({ data }: EntryFacts) => quoted(data.subject, 'sin asunto')
export const finding = ({ data }: EntryFacts) => quoted(data.finding, 'sin título')
export const incident = ({ data, subject }: EntryFacts) => quoted(data.incidentTitle ?? subject, 'sin título')
/** ' 2 (actualización) sobre la incidencia «Corte»'. */
export const bulletin = (entry: EntryFacts) => {
  const { number, phase } = entry.data
  const label = phaseLabels[phase as BulletinPhase]
  return `${typeof number === 'number' ? ` ${number}` : ''}${label ? ` (${label.toLowerCase()})` : ''} sobre la incidencia ${incident(entry)}`
}

/** With four-eyes approval, the first person is the actor of the proposal's entry. */
export const seconded = ({ data }: EntryFacts) =>
  data.proposedBy === undefined ? '' : ', a propuesta de otra persona del CCI'
export const proposed: Readonly<Record<FourEyesAct, (entry: EntryFacts) => string>> = {
  'participant.delete': entry => `eliminar el participante ${participant(entry)}`,
  'participant.rename': entry => `cambiar el nombre o el CIF de ${participant(entry)}`,
  'service.rename': entry => `cambiar el servicio ${quoted(entry.data.serviceName, '')}`.trim(),
  'score.publish': entry => `calificar el informe de ${service(entry)}${rating(entry)}`,
  'score.correct': entry => `corregir la calificación de ${service(entry)}${rating(entry)}`,
  'two-people.off': () => 'que dejen de hacer falta dos personas del CCI',
  'centre-rules.loosen': ({ data }) =>
    `desactivar ${enumerationOf(data.rules) || 'una exigencia'} en las reglas del centro`,
}
