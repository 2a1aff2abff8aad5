import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, instant, text } from '#domain/contract/wire.ts'
import { packageWire } from '#domain/supervision/register/contract.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { feedbackColumns } from '#domain/supervision/register/feedback/feedback.ts'

const who = 'register.manage'
const count = z.number().int()
const heading = text(200)
const files = {
  file: { description: 'El fichero .csv, .xlsx u .ods con lo que contestó la autoridad', required: true, keep: false },
} as const

const feedbackFaultWire = z.object({
  line: count,
  /** Rule, table and row as the authority wrote them. */
  rule: z.string(),
  tableText: z.string(),
  row: z.string(),
  text: z.string(),
  table: z.enum(tableCodes).nullable(),
  column: z.string().nullable(),
  /** The key of the row in the file; null: it is not known which. */
  key: z.string().nullable(),
  isResolved: z.boolean(),
  /** Whether our check of that file found it too. */
  isOurs: z.boolean(),
  /** Where it can be mended in the register as it is now. */
  step: z.enum(['entity', 'functions', 'arrangements', 'lines', 'uses']).nullable(),
  id: identifier.nullable(),
  field: z.string().nullable(),
})
export type FeedbackFaultWire = z.output<typeof feedbackFaultWire>

const feedbackAnswer = z.object({
  /** The file that the authority answered; null when no answer was read yet. */
  package: packageWire.nullable(),
  name: z.string(),
  readBy: z.string(),
  readAt: instant.nullable(),
  counts: z.object({
    open: count,
    resolved: count,
    /** Found by the authority and not by our check. */ notOurs: count,
  }),
  faults: z.array(feedbackFaultWire),
  /** The files with an answer, the newest first. */
  answered: z.array(z.object({ id: identifier, name: z.string() })),
})
export type FeedbackWire = z.output<typeof feedbackAnswer>

export const readFeedback = contract({
  name: 'register-feedback.read',
  method: 'GET',
  path: '/register/feedback',
  summary: 'Lo que contestó la autoridad a un fichero del registro, cada falta en su fila; sin él, al último',
  who,
  scope: 'read:register',
  query: z.strictObject({ packageId: identifier.optional() }),
  answer: feedbackAnswer,
  refusals: ['notFound'],
})

export const feedbackHeadings = contract({
  name: 'register-feedback.headings',
  method: 'POST',
  path: '/register/feedback/headings',
  summary: 'Las columnas de ese fichero, para decir cuál es cuál, sin guardar nada',
  who,
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files,
  body: z.strictObject({}),
  answer: z.object({
    headings: z.array(z.string()),
    /** The first rows below them. */
    sample: z.array(z.array(z.string())),
    /** As they were matched the last time, or by their words. */
    matched: z.object(
      Object.fromEntries(feedbackColumns.map(each => [each, z.string().nullable()])) as Record<
        (typeof feedbackColumns)[number],
        z.ZodNullable<z.ZodString>
      >,
    ),
  }),
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const saveFeedback = contract({
  name: 'register-feedback.save',
  method: 'POST',
  path: '/register/feedback',
  summary: 'Guarda lo que contestó la autoridad a un fichero; lo que había de ese fichero se sustituye',
  who,
  encoding: 'multipart',
  files,
  body: z.strictObject({
    packageId: identifier,
    rule: heading,
    text: heading,
    table: heading.optional(),
    row: heading.optional(),
  }),
  answer: feedbackAnswer,
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong', 'invalid'],
})
