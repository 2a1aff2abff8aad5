import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, flag, identifier, instant, text } from '#domain/contract/wire.ts'
import { byList, listNames, tableCodes } from '#domain/supervision/register/edition/edition.ts'

const who = 'centre-rule.manage'

const editionWire = z.object({
  number: z.string(),
  /** The first reference date that it is for. */
  from: day,
  comparedOn: day.nullable(),
  /** The load that brought it; null: the program did. */
  load: identifier.nullable(),
  /** Whether the program brings one of this number as well, or alone. */
  isShipped: z.boolean(),
})
export type EditionWire = z.output<typeof editionWire>

const loadWire = z.object({
  id: identifier,
  number: z.string(),
  name: z.string(),
  by: z.string(),
  at: instant,
  isInForce: z.boolean(),
})
export type LoadWire = z.output<typeof loadWire>

const editionsWire = z.object({
  /** The earliest first. */
  inForce: z.array(editionWire),
  /** What was loaded, the newest first. */
  loads: z.array(loadWire),
})

const texts = z.array(z.string())
const words = z.array(z.object({ label: z.string(), from: z.string(), to: z.string() }))
const values = z.array(z.object({ code: z.string(), label: z.string() }))
const rules = z.object({ added: texts, removed: texts })

export const editionChangesWire = z.object({
  facts: words,
  lists: z.array(
    z.object({
      list: z.enum(listNames),
      name: z.string(),
      added: values,
      removed: values,
      relabelled: z.array(z.object({ code: z.string(), from: z.string(), to: z.string() })),
      facts: words,
    }),
  ),
  tables: z.array(
    z.object({
      table: z.enum(tableCodes),
      name: z.string(),
      added: texts,
      removed: texts,
      changed: words,
      key: z.object({ from: texts, to: texts }).nullable(),
    }),
  ),
  relations: rules,
  mustBeFilled: rules,
})

const files = {
  file: { description: 'La edición en JSON, como la descarga esta página', required: true, keep: false },
} as const

export const readEditions = contract({
  name: 'register-edition.read',
  method: 'GET',
  path: '/register-editions',
  summary: 'Las ediciones del registro de información en vigor, y las que se han cargado',
  who,
  answer: editionsWire,
})

export const editionContent = contract({
  name: 'register-edition.content',
  method: 'GET',
  path: '/register-editions/{number}/content',
  summary: 'Una edición en JSON, para corregirla y cargarla: la que está en vigor, otra que se cargó o la del programa',
  who,
  params: z.strictObject({ number: text(20) }),
  query: z.strictObject({ load: identifier.optional(), shipped: flag.default(false) }),
  answer: 'file',
  refusals: ['notFound'],
})

export const previewEdition = contract({
  name: 'register-edition.preview',
  method: 'POST',
  path: '/register-editions/preview',
  summary: 'Dice qué cambia una edición en JSON frente a la que está en vigor, sin guardar nada',
  who,
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files,
  body: z.strictObject({}),
  answer: z.object({
    number: z.string(),
    from: day,
    /** What it is compared with: that of its number, or else that of its first reference date. */
    against: editionWire,
    /** It is already in force, letter by letter. */
    isSame: z.boolean(),
    changes: editionChangesWire,
  }),
  refusals: ['fileMissing', 'importExtension', 'rowsWrong'],
})

export const loadEdition = contract({
  name: 'register-edition.load',
  method: 'POST',
  path: '/register-editions',
  summary: 'Pone en vigor una edición en JSON, entera o nada; la misma otra vez no cambia nada',
  who,
  requiresRecentAuth: true,
  encoding: 'multipart',
  files,
  body: z.strictObject({
    /** The load that it was compared with, '' for the program's; without it, the one in force. */
    against: text(26).optional(),
  }),
  answer: editionsWire,
  refusals: ['fileMissing', 'importExtension', 'rowsWrong', 'editionChanged'],
})

const listWire = z.object({
  name: z.string(),
  prefix: z.string(),
  values,
  /** Of records from before: they are read, and cannot be chosen. */
  past: values.optional(),
  source: z.string(),
  comparedOn: day.nullable(),
})

export const readLists = contract({
  name: 'register.lists',
  method: 'GET',
  path: '/register/lists',
  summary: 'Las listas de valores que se pueden elegir en el registro',
  who: 'register.manage',
  scope: 'read:register',
  answer: z.object(byList(() => listWire)),
  refusals: ['notFound'],
})
