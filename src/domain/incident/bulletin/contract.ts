import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import {
  day,
  editVersion,
  filterInstant,
  flag,
  identifier,
  instant,
  pageOf,
  paging,
  text,
} from '#domain/contract/wire.ts'
import { audiences, BULLETIN_NOTE_MAX, BULLETIN_TEXT_MAX, impacts } from '#domain/incident/bulletin/bulletin.ts'
import { bulletinColumns, bulletinsList } from '#domain/incident/bulletin/columns.ts'
import { SERVICES_MAX, severities } from '#domain/incident/particulars.ts'
import { exportOf } from '#domain/list/export.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'

const count = z.number().int()

/** What the caller's bank answered. The impact reaches CCI only if it is shared, the note never (AFFECT-08). */
const acknowledgementWire = z.object({
  impact: z.enum(impacts),
  shared: z.boolean(),
  note: z.string(),
  by: z.string(),
  at: instant,
  version: count,
})
export type AcknowledgementWire = z.output<typeof acknowledgementWire>

/** The moments that the caller's bank wrote, and the deadlines that follow (AFFECT-11). */
const clockWire = z.object({
  awareAt: instant.nullable(),
  classifiedAt: instant.nullable(),
  initialSentAt: instant.nullable(),
  intermediateSentAt: instant.nullable(),
  deadlines: z.object({ initial: instant.nullable(), intermediate: instant.nullable(), final: instant.nullable() }),
  version: count,
})
export type ClockWire = z.output<typeof clockWire>

/** A bulletin: CCI's own words about an incident, without the incident's (AFFECT-06). */
export const bulletinWire = z.object({
  id: identifier,
  issueId: identifier,
  /** Counts the bulletins of its incident. */
  number: count,
  phase: z.enum(bulletinMachine.states),
  severity: z.enum(severities),
  providerId: identifier,
  providerName: z.string(),
  /** The services affected; none: any of the provider. */
  services: z.array(z.object({ id: identifier, name: z.string() })),
  text: z.string(),
  startedAt: instant.nullable(),
  detectedAt: instant.nullable(),
  endedAt: instant.nullable(),
  publishedAt: instant,
  /** How many banks it reached and how many acknowledged, for CCI and the provider: 'menos de 5', or the number (D105). */
  told: z.string().optional(),
  acknowledged: z.string().optional(),
  /** For CCI: who acknowledged, with the impact where the bank shares it. */
  acknowledgements: z
    .array(z.object({ entityId: identifier, entity: z.string(), at: instant, impact: z.enum(impacts).nullable() }))
    .optional(),
  /** For CCI: the banks that it was meant for. */
  audience: z.enum(audiences).optional(),
  /** For CCI and the provider: it followed a proposal of the provider. */
  proposed: z.boolean().optional(),
  /** For a bank: its own acknowledgement and clock; null: none yet. */
  acknowledgement: acknowledgementWire.nullable().optional(),
  clock: clockWire.nullable().optional(),
  /** For a bank: the centre's holidays, which move the last of its deadlines. */
  holidays: z.array(day).optional(),
})
export type BulletinWire = z.output<typeof bulletinWire>

/** The text that a provider proposes; null: none waits. */
const proposalWire = z.object({ text: z.string(), proposedAt: instant, version: count })
export type ProposalWire = z.output<typeof proposalWire>

const byId = z.strictObject({ id: identifier })

const bulletinSorts = ['incident', 'publishedAt', 'provider', 'severity'] as const

export const listBulletins = contract({
  name: 'bulletin.list',
  method: 'GET',
  path: '/bulletins',
  summary:
    'Comunicados de incidencias: una entidad los que recibió, un proveedor los suyos, el CCI todos; `incident`: los de cada incidencia en orden, primero lo que espera un acuse',
  who: 'incident.read',
  scope: 'read:bulletins',
  query: z.strictObject({
    ...paging(bulletinSorts, 'incident'),
    issueId: identifier.optional(),
    /** Part of the provider's name or CIF. */
    provider: text(200).optional(),
    phase: z.enum(bulletinMachine.states).optional(),
    severity: z.enum(severities).optional(),
    /** For a bank: only those that it has not acknowledged. */
    waiting: flag.optional(),
    from: filterInstant.optional(),
    to: filterInstant.optional(),
  }),
  answer: pageOf(bulletinWire).extend({
    /** For a bank: how many wait for its acknowledgement, whatever the filters. */
    waiting: count.optional(),
    /** With `issueId`, for CCI and the provider: the text that the provider proposes. */
    proposal: proposalWire.nullable().optional(),
  }),
})

export const exportBulletins = exportOf(listBulletins, {
  name: 'bulletin.export',
  summary: 'Los comunicados en CSV o XLSX; los de una entidad, con sus acuses',
  file: 'comunicados',
  columns: ({ role }) => bulletinColumns(role),
  ownOf: 'ENTITY',
  shown: bulletinsList,
})

export const readBulletin = contract({
  name: 'bulletin.read',
  method: 'GET',
  path: '/bulletins/{id}',
  summary: 'Un comunicado',
  who: 'incident.read',
  scope: 'read:bulletins',
  params: byId,
  answer: bulletinWire,
  refusals: ['notFound'],
})

const words = text(BULLETIN_TEXT_MAX)
const example = 'El servicio de transferencias responde con retrasos de hasta dos horas. Se recuperará hoy.'

export const publishBulletin = contract({
  name: 'bulletin.publish',
  method: 'POST',
  path: '/issues/{id}/bulletins',
  summary:
    'Publica un comunicado sobre una incidencia abierta, o el inicial de una pendiente, y avisa a las entidades a las que afecta; ya no cambia',
  who: 'bulletin.publish',
  params: byId,
  body: z.strictObject({
    phase: z.enum(bulletinMachine.states),
    severity: z.enum(severities),
    text: words,
    /** Those of the incident unless it says others. */
    services: z.array(identifier).max(SERVICES_MAX).optional(),
    audience: z.enum(audiences).default('USERS'),
  }),
  answer: bulletinWire,
  status: 201,
  sendsMail: true,
  refusals: ['notFound', 'bulletinNotOpen', 'bulletinOrder', 'invalid'],
  example: { body: { phase: 'INITIAL', severity: 'HIGH', text: example } },
})

export const readReach = contract({
  name: 'bulletin.reach',
  method: 'GET',
  path: '/issues/{id}/bulletins/reach',
  summary: 'A cuántas entidades llegaría un comunicado: «menos de 5», o el número',
  who: 'bulletin.publish',
  params: byId,
  query: z.strictObject({
    /** Identifiers, between commas; none: any service of the provider. */
    services: text(27 * SERVICES_MAX)
      .default('')
      .transform(ids => ids.split(',').filter(Boolean)),
    audience: z.enum(audiences).default('USERS'),
  }),
  answer: z.object({ told: z.string() }),
  refusals: ['notFound'],
})

export const proposeBulletin = contract({
  name: 'bulletin.propose',
  method: 'POST',
  path: '/issues/{id}/bulletins/proposal',
  summary: 'El proveedor propone el texto de un comunicado sobre él, en lugar del que esperara; lo publica el CCI',
  who: 'bulletin.propose',
  params: byId,
  body: z.strictObject({ text: words, version: editVersion }),
  answer: proposalWire,
  status: 201,
  sendsMail: true,
  refusals: ['notFound', 'bulletinNotOpen', 'bulletinOrder', 'invalid', 'changedMeanwhile'],
  example: { body: { text: example } },
})

export const acknowledgeBulletin = contract({
  name: 'bulletin.acknowledge',
  method: 'PUT',
  path: '/bulletins/{id}/acknowledgement',
  summary:
    'Acusa recibo de un comunicado. El CCI ve quién lo hizo; el impacto, solo si se comparte; la nota, nadie fuera de la entidad',
  who: 'bulletin.acknowledge',
  params: byId,
  body: z.strictObject({
    impact: z.enum(impacts),
    shared: z.boolean().default(false),
    note: text(BULLETIN_NOTE_MAX).default(''),
    version: editVersion,
  }),
  answer: bulletinWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
  example: { body: { impact: 'MINOR', note: 'Afecta a los pagos de la tarde.' } },
})

export const setImpactClock = contract({
  name: 'bulletin.set-clock',
  method: 'PUT',
  path: '/bulletins/{id}/clock',
  summary: 'Los momentos de los que cuentan los plazos de la entidad para notificar; solo ella los lee',
  who: 'bulletin.acknowledge',
  params: byId,
  body: z.strictObject({
    awareAt: instant.nullable().optional(),
    classifiedAt: instant.nullable().optional(),
    initialSentAt: instant.nullable().optional(),
    intermediateSentAt: instant.nullable().optional(),
    version: editVersion,
  }),
  answer: bulletinWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})
