import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, flag, identifier, instant, noAnswer, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { relianceColumns, relianceFilesList } from '#domain/supervision/reliance/columns.ts'
import { type Condition, conditions, laws, parts } from '#domain/supervision/reliance/conditions.ts'
import { dueCauses } from '#domain/supervision/reliance/due.ts'
import { factWire, subjectWire } from '#domain/supervision/reliance/facts.ts'
import {
  ANSWER_TEXT,
  CLAUSE_MAX,
  conclusions,
  MEASURES,
  PLAN_REASON,
  verdicts,
} from '#domain/supervision/reliance/file.ts'
import { relianceSorts, relianceStandings } from '#domain/supervision/reliance/standing.ts'
import { criticalities } from '#domain/supervision/use/use.ts'

const byId = z.strictObject({ id: identifier })
const status = z.enum(relianceMachine.states)

const causeWire = z.object({ cause: z.enum(dueCauses), key: z.string(), on: day, sentence: z.string() })

/** A file in the list and in the history of its use. */
const fileWire = z.object({
  id: identifier,
  number: z.number().int(),
  status,
  conclusion: z.enum(conclusions).nullable(),
  reviewOn: day.nullable(),
  signedAt: instant.nullable(),
  signedBy: z.string().nullable(),
  causes: z.array(causeWire),
})
export type RelianceFileWire = z.output<typeof fileWire>

/** A use with its reliance file (RELY-15). */
export const relianceRowWire = z.object({
  /** Null where the use was erased with its provider. */
  useId: identifier.nullable(),
  provider: z.string(),
  cif: z.string(),
  service: z.string(),
  serviceKey: z.string(),
  critical: z.enum(criticalities).nullable(),
  standing: z.enum(relianceStandings),
  /** The standing in words: 'Firmado hasta el 30/06/2027'. */
  words: z.string(),
  reviewOn: day.nullable(),
  /** The signed file that stands. */
  signed: fileWire.nullable(),
  draft: fileWire.nullable(),
  /** The file to open: the draft, or the signed one; null where there is none. */
  fileId: identifier.nullable(),
})
export type RelianceRow = z.output<typeof relianceRowWire>

const answerOut = z.object({ verdict: z.enum(verdicts).nullable(), text: z.string(), clause: z.string() })
const answersOut = z.object(
  Object.fromEntries(conditions.map(each => [each, answerOut])) as Record<Condition, typeof answerOut>,
)
const planOut = z.object({ nextAuditOn: day.nullable(), reason: z.string() })

/** A reliance file as its bank reads it. */
export const relianceWire = fileWire.extend({
  useId: identifier.nullable(),
  providerId: identifier.nullable(),
  subject: subjectWire,
  law: z.enum(laws),
  facts: z.array(factWire),
  /** When the facts were read: now for a draft, at the signature otherwise. */
  factsAt: instant,
  answers: answersOut,
  plan: planOut,
  measures: z.string(),
  contentHash: z.string().nullable(),
  /** The number of the signature's entry in the audit log. */
  entry: z.number().int().nullable(),
  /** The signed file before it, and what differs from it (RELY-11). */
  previous: z.object({ id: identifier, number: z.number().int(), signedAt: instant }).nullable(),
  changes: z.array(
    z.object({
      part: z.enum([...parts, 'conclusion']),
      kind: z.enum(['FACT', 'ANSWER']),
      label: z.string(),
      before: z.string(),
      now: z.string(),
    }),
  ),
  /** All files of the use, the newest first. */
  history: z.array(fileWire.omit({ causes: true })),
  /** Why no new file can be begun, or null when it can. */
  blocked: z.string().nullable(),
  version: z.number().int(),
})
export type RelianceWire = z.output<typeof relianceWire>

export const listReliance = contract({
  name: 'reliance.list',
  method: 'GET',
  path: '/reliance-files',
  summary:
    'Los servicios de funciones esenciales o importantes que utiliza la entidad, y los demás que lo tienen, con su expediente de confianza; `standing`: primero lo que hay que hacer',
  who: 'reliance.write',
  query: z.strictObject({
    ...paging(relianceSorts, 'standing'),
    standing: z.enum(relianceStandings).optional(),
    provider: text(200).optional(),
    /** The files of uses that have ended, or whose provider is gone, instead of the live ones. */
    ended: flag.optional(),
  }),
  answer: pageOf(relianceRowWire).extend({
    counts: z.object(
      Object.fromEntries(relianceStandings.map(each => [each, z.number().int()])) as Record<
        (typeof relianceStandings)[number],
        z.ZodNumber
      >,
    ),
  }),
  refusals: ['notFound'],
})

export const exportReliance = exportOf(listReliance, {
  name: 'reliance.export',
  summary: 'La lista de expedientes de confianza en CSV o XLSX',
  file: 'expedientes-de-confianza',
  columns: relianceColumns,
  shown: relianceFilesList,
})

export const beginReliance = contract({
  name: 'reliance.begin',
  method: 'POST',
  path: '/reliance-files',
  summary: 'Empieza el expediente de un servicio que se utiliza, con las respuestas del último firmado',
  who: 'reliance.write',
  body: z.strictObject({ useId: identifier }),
  answer: relianceWire,
  status: 201,
  refusals: ['notFound', 'relianceUseOver', 'relianceDraftExists'],
})

export const readReliance = contract({
  name: 'reliance.read',
  method: 'GET',
  path: '/reliance-files/{id}',
  summary: 'Un expediente: lo que pone el portal, lo que responde la entidad y lo que ha cambiado desde el anterior',
  who: 'reliance.write',
  params: byId,
  answer: relianceWire,
  refusals: ['notFound'],
})

const answerIn = z.strictObject({
  verdict: z.enum(verdicts).nullable(),
  text: text(ANSWER_TEXT.max).default(''),
  clause: text(CLAUSE_MAX).default(''),
})

export const writeReliance = contract({
  name: 'reliance.write',
  method: 'PATCH',
  path: '/reliance-files/{id}',
  summary: 'Cambia un borrador: las condiciones que se envían, el plan, la conclusión o la fecha de revisión',
  who: 'reliance.write',
  params: byId,
  body: z.strictObject({
    answers: z
      .strictObject(
        Object.fromEntries(conditions.map(each => [each, answerIn.optional()])) as Record<
          Condition,
          z.ZodOptional<typeof answerIn>
        >,
      )
      .optional(),
    plan: z.strictObject({ nextAuditOn: day.nullable(), reason: text(PLAN_REASON.max).default('') }).optional(),
    conclusion: z.enum(conclusions).nullable().optional(),
    measures: text(MEASURES.max).optional(),
    reviewOn: day.nullable().optional(),
    version: editVersion,
  }),
  answer: relianceWire,
  refusals: ['notFound', 'relianceSigned', 'changedMeanwhile'],
})

export const discardReliance = contract({
  name: 'reliance.discard',
  method: 'DELETE',
  path: '/reliance-files/{id}',
  summary: 'Descarta un borrador con sus respuestas',
  who: 'reliance.write',
  params: byId,
  answer: noAnswer,
  status: 204,
  refusals: ['notFound', 'relianceSigned'],
})

export const signReliance = contract({
  name: 'reliance.sign',
  method: 'POST',
  path: '/reliance-files/{id}/signature',
  summary: 'El usuario principal firma un borrador: queda fijado con su huella, y sustituye al firmado antes',
  who: 'reliance.sign',
  params: byId,
  body: z.strictObject({ reviewOn: day.optional(), version: editVersion }),
  answer: relianceWire,
  refusals: [
    'notFound',
    'relianceSigned',
    'relianceIncomplete',
    'conclusionNotAllowed',
    'invalid',
    'changedMeanwhile',
    'principalOnly',
  ],
})

export const reliancePdf = contract({
  name: 'reliance.pdf',
  method: 'GET',
  path: '/reliance-files/{id}/pdf',
  summary: 'Un expediente en PDF; el de un borrador dice que no está firmado',
  who: 'reliance.write',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'unavailable'],
})

export const relianceZip = contract({
  name: 'reliance.zip',
  method: 'GET',
  path: '/reliance-files/{id}/zip',
  summary: 'Un expediente firmado en PDF y JSON, con el dictamen y el informe que la entidad puede leer, y sus huellas',
  who: 'reliance.write',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'relianceUnsigned', 'unavailable'],
})
