import { z } from 'zod'
import { eventNames } from '#domain/audit-log/events.ts'
import { eventGroups } from '#domain/audit-log/groups.ts'
import { contract } from '#domain/contract/contract.ts'
import { identifier, instant, pageOf, paging } from '#domain/contract/wire.ts'

/** The kinds of object that have a timeline, as URLs name them. */
export const tracedKinds = ['participant', 'documentation', 'request', 'document', 'incident', 'user'] as const
export type TracedKind = (typeof tracedKinds)[number]

const traced = z.strictObject({ kind: z.enum(tracedKinds), id: identifier })

/** One entry of the audit log, as CCI reads it. */
export const timelineEntryWire = z.object({
  /** Position in this list, from 1 for the oldest: the number of the chain would count hidden entries (decision 050). */
  number: z.number().int(),
  at: instant,
  event: z.enum(eventNames),
  sentence: z.string(),
  /** The sentence without its time and without `who`. */
  says: z.string(),
  group: z.enum(eventGroups),
  /** The user who caused the event, or null when there was no signed-in user. */
  who: z.string().nullable(),
  organisation: z.string().nullable(),
  hash: z.string(),
})
export type TimelineEntryWire = z.output<typeof timelineEntryWire>

export const readTimeline = contract({
  name: 'trail.timeline',
  method: 'GET',
  path: '/timeline/{kind}/{id}',
  summary:
    'Qué ha pasado con un participante, una documentación, una solicitud, un documento, una incidencia o un usuario',
  who: 'trail.read',
  params: traced,
  query: z.strictObject({
    ...paging(['at'], 'at,desc'),
    group: z.enum(eventGroups).optional(),
    /** The user who caused the events. */
    person: identifier.optional(),
  }),
  answer: pageOf(timelineEntryWire).extend({
    /** Everyone who caused an event, whatever the filters. */
    people: z.array(z.object({ id: identifier, name: z.string() })),
  }),
  refusals: ['notFound'],
})

export const caseFile = contract({
  name: 'trail.case-file',
  method: 'GET',
  path: '/case-file/{kind}/{id}',
  summary:
    'El expediente en un ZIP: datos, archivos y apuntes del registro, con lo preciso para comprobarlos sin el portal',
  who: 'trail.read',
  params: traced,
  answer: 'file',
  lengthUnknown: true,
  refusals: ['notFound', 'fileDamaged', 'httpTooOld'],
})

/** One complete or partial file access. */
export const fileAccessWire = z.object({
  /** The document's name, for instance 'Póliza' or 'Dictamen de calificación'. */
  document: z.string(),
  fileName: z.string(),
  readAt: instant,
  organisation: z.string(),
  /** Only for CCI: a participant sees the organisation, not the person (RGPD, art. 5.1.c). */
  person: z.string().nullable(),
  /** The download stopped before the end of the file. */
  partly: z.boolean(),
})
export type FileAccessWire = z.output<typeof fileAccessWire>

export const listFileAccesses = contract({
  name: 'trail.readings',
  method: 'GET',
  path: '/validations/{id}/readings',
  summary:
    'Quién ha leído, entero o en parte, cada archivo de una documentación o de una solicitud, para su participante y el CCI',
  who: 'reading.read',
  params: z.strictObject({ id: identifier }),
  query: z.strictObject(paging(['readAt'], 'readAt,desc')),
  answer: pageOf(fileAccessWire),
  refusals: ['notFound'],
})
