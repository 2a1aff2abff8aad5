import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { breachSeverities, owners } from '#domain/supervision/register/lint/rule.ts'
import { packageColumns, packagesList } from '#domain/supervision/register/package/columns.ts'
import { packageFormats } from '#domain/supervision/register/package/format.ts'

const who = 'register.manage'
const one = z.strictObject({ id: identifier })
const table = z.enum(tableCodes)

const counts = z.object(
  Object.fromEntries(breachSeverities.map(each => [each, z.number().int()])) as Record<
    (typeof breachSeverities)[number],
    z.ZodNumber
  >,
)

const faultWire = z.object({
  rule: z.string(),
  /** The authority's own number of that rule, where it has one. */
  authority: z.string().nullable(),
  severity: z.enum(breachSeverities),
  table,
  column: z.string(),
  row: z.string(),
  sentence: z.string(),
  /** Who can put it right. */
  owner: z.enum(owners),
  /** Where: the step, the thing in it, and its field. */
  step: z.enum(['entity', 'functions', 'arrangements', 'lines', 'uses']).nullable(),
  id: identifier.nullable(),
  field: z.string().nullable(),
  /** The provider to ask, where it is the provider's. */
  providerId: identifier.nullable(),
})
export type FaultWire = z.output<typeof faultWire>

export const lintWire = z.object({
  edition: z.string(),
  /** How many other entities of the bank's group it is of; none: it is of the bank alone. */
  groupSize: z.number().int(),
  /** When its lists were compared with those of the authority; null: not all were. */
  comparedOn: day.nullable(),
  /** When GLEIF published what LEIs were checked with, and whether that was all; null: CCI has loaded nothing (REG-23). */
  gleif: z.object({ on: day, isWhole: z.boolean() }).nullable(),
  counts,
  /** The faults of each table that has any, the gravest first; at most `FAULTS_SHOWN` in all. */
  tables: z.array(z.object({ table, name: z.string(), faults: z.array(faultWire) })),
  /** The providers that faults wait for, and when they were last asked, by whichever bank. */
  providers: z.array(
    z.object({ id: identifier, name: z.string(), /** In the last 30 days, by whichever bank. */ asked: z.boolean() }),
  ),
  /** The lists of the edition that were not compared yet with the authority's. */
  uncompared: z.array(z.string()),
  /** The references of the contracts that begin after the reference date. */
  leftOut: z.array(z.string()),
})
export type LintWire = z.output<typeof lintWire>

export const lintRegister = contract({
  name: 'register.lint',
  method: 'GET',
  path: '/register/lint',
  summary: 'Lo que falta o sobra en el registro a una fecha de referencia, quién puede arreglarlo y dónde',
  who,
  scope: 'read:register',
  query: z.strictObject({
    /** Without it, of all contracts that the register holds. */
    referenceDate: day.optional(),
  }),
  answer: lintWire,
  refusals: ['notFound', 'invalid'],
})

export const askProvider = contract({
  name: 'register.ask-provider',
  method: 'POST',
  path: '/register/ask-provider',
  summary: 'Pide a un proveedor sus datos para los registros de sus clientes, sin decir quién los pide',
  who,
  sendsMail: true,
  body: z.strictObject({ providerId: identifier }),
  answer: z.object({ askedAt: instant }),
  refusals: ['notFound', 'askedAlready'],
})

const providerChangeWire = z.object({
  providerId: identifier,
  /** Its name in the register. */
  provider: z.string(),
  /** The service that it says something else of; null: the provider itself. */
  serviceId: identifier.nullable(),
  service: z.string(),
  hasLeft: z.boolean(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** To decide about this very change. */
  seen: z.string(),
})
export type ProviderChangeWire = z.output<typeof providerChangeWire>
const providerChanges = z.object({ changes: z.array(providerChangeWire) })

export const listProviderChanges = contract({
  name: 'register.provider-changes',
  method: 'GET',
  path: '/register/provider-changes',
  summary: 'Lo que los proveedores de sus contratos han cambiado desde que consta en el registro',
  who,
  scope: 'read:register',
  answer: providerChanges,
  refusals: ['notFound'],
})

export const decideProviderChange = contract({
  name: 'register.decide-change',
  method: 'POST',
  path: '/register/provider-changes',
  summary: 'Acepta en el registro lo que un proveedor ha cambiado, o conserva lo que consta',
  who,
  body: z.strictObject({
    providerId: identifier,
    serviceId: identifier.nullable(),
    take: z.boolean(),
    seen: text(64),
  }),
  answer: providerChanges,
  refusals: ['notFound', 'invalid'],
})

const sheet = {
  file: {
    description:
      'Libro .xlsx u .ods con las hojas Funciones, Contratos, Servicios y Subcontratistas, o con una hoja por tabla; o el .zip de un registro presentado',
    required: true,
    keep: false,
  },
} as const

export const importRegister = contract({
  name: 'register.import',
  method: 'POST',
  path: '/register/import',
  summary: 'Añade o cambia lo que dice un libro o un registro presentado: todo o nada',
  who,
  encoding: 'multipart',
  files: sheet,
  body: z.strictObject({}),
  answer: z.object({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const previewRegister = contract({
  name: 'register.preview',
  method: 'POST',
  path: '/register/preview',
  summary: 'Dice lo que añadiría y cambiaría esa importación, sin guardar nada',
  who,
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files: sheet,
  body: z.strictObject({}),
  answer: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    /** The rows that add or change something, in the order of the workbook; at most `PREVIEW_SHOWN`. */
    rows: z.array(
      z.object({
        sheet: z.string(),
        line: z.number().int(),
        name: z.string(),
        isNew: z.boolean(),
        changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    /** What is not taken of a package, and why; at most `PREVIEW_SHOWN`. */
    notes: z.array(z.string()),
    noteCount: z.number().int(),
  }),
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const registerTemplate = contract({
  name: 'register.template',
  method: 'GET',
  path: '/register/template',
  summary: 'El libro para rellenar, con sus tres hojas',
  who,
  answer: 'file',
  refusals: ['notFound'],
})

export const packageWire = z.object({
  id: identifier,
  format: z.enum(packageFormats),
  edition: z.string(),
  referenceDate: day,
  name: z.string(),
  madeBy: z.string(),
  madeAt: instant,
  sha256: z.string(),
  size: z.number().int(),
  /** The faults that it was made with. */
  counts,
})
export type PackageWire = z.output<typeof packageWire>

export const listPackages = contract({
  name: 'register-package.list',
  method: 'GET',
  path: '/register/packages',
  summary: 'Los ficheros que se han hecho del registro',
  who,
  scope: 'read:register',
  query: z.strictObject({
    ...paging(['madeAt', 'referenceDate', 'format'], 'madeAt,desc'),
    madeAs: z.enum(packageFormats).optional(),
  }),
  answer: pageOf(packageWire),
  refusals: ['notFound'],
})

export const exportPackages = exportOf(listPackages, {
  name: 'register-package.export',
  summary: 'La lista de esos ficheros en CSV o XLSX',
  file: 'registro-ficheros',
  columns: packageColumns,
  shown: packagesList,
})

export const makePackage = contract({
  name: 'register-package.make',
  method: 'POST',
  path: '/register/packages',
  summary: 'Hace un fichero del registro: xBRL-CSV si nada lo impide, CSV o XLSX con los errores que tenga',
  who,
  body: z.strictObject({
    format: z.enum(packageFormats),
    /** The last day of the year before, if not given. */
    referenceDate: day.optional(),
  }),
  answer: packageWire,
  status: 201,
  refusals: ['notFound', 'registerBlocked', 'invalid'],
})

export const packageContent = contract({
  name: 'register-package.content',
  method: 'GET',
  path: '/register/packages/{id}/content',
  summary: 'Uno de esos ficheros, byte a byte como se hizo',
  who,
  scope: 'read:register',
  params: one,
  answer: 'file',
  refusals: ['notFound'],
})

export const changesWire = z.object({
  /** The package that it is compared with; null when there is no earlier one. */
  with: packageWire.nullable(),
  counts: z.object({ NEW: z.number().int(), GONE: z.number().int(), CHANGED: z.number().int() }),
  /** At most `CHANGES_SHOWN`. */
  changes: z.array(
    z.object({
      table,
      key: z.string(),
      kind: z.enum(['NEW', 'GONE', 'CHANGED']),
      columns: z.array(z.object({ column: z.string(), name: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type ChangesWire = z.output<typeof changesWire>

export const packageChangesCall = contract({
  name: 'register-package.changes',
  method: 'GET',
  path: '/register/packages/{id}/changes',
  summary: 'Las filas nuevas, quitadas y cambiadas desde otro fichero; sin él, desde el anterior',
  who,
  scope: 'read:register',
  params: one,
  query: z.strictObject({ with: identifier.optional() }),
  answer: changesWire,
  refusals: ['notFound'],
})
