import { z } from 'zod'
import { dimensions, levels } from '#domain/assessment/assessment.ts'
import { frameworkColumns, frameworksList } from '#domain/assessment/framework/columns.ts'
import { controlLimits } from '#domain/assessment/framework/framework.ts'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { isRating } from '#domain/values/rating.ts'

/** A level aimed at in each dimension: 'A/B/A+'. */
export const ratingText = z.string().refine(value => isRating(value), 'Elija un nivel en cada dimensión')

const ofEachDimension = z.object({ C: z.number().int(), I: z.number().int(), D: z.number().int() })

/** An edition of the list of controls. Only CCI sees a DRAFT. */
export const frameworkWire = z.object({
  id: identifier,
  name: z.string(),
  edition: z.string(),
  /** The list that comes with the product: 'Marco ilustrativo, no oficial'. */
  illustrative: z.boolean(),
  status: z.enum(frameworkMachine.states),
  controls: z.number().int(),
  createdAt: instant,
  publishedAt: instant.nullable(),
  version: z.number().int(),
})
export type FrameworkWire = z.output<typeof frameworkWire>

export const controlWire = z.object({
  key: z.string(),
  domain: z.string(),
  position: z.number().int(),
  statement: z.string(),
  dimensions: z.array(z.enum(dimensions)),
  level: z.enum(levels),
})
export type ControlWire = z.output<typeof controlWire>

const domainWire = z.object({
  domain: z.string(),
  controls: z.number().int(),
  /** The number of controls by level and dimension; a control of two dimensions counts in both. */
  counts: z.object({
    D: ofEachDimension,
    C: ofEachDimension,
    B: ofEachDimension,
    A: ofEachDimension,
    'A+': ofEachDimension,
  }),
})

/** One edition with its controls in order. */
export const frameworkDetail = frameworkWire.extend({
  domains: z.array(domainWire),
  controlList: z.array(controlWire),
})
export type FrameworkDetail = z.output<typeof frameworkDetail>

/** What an import changes against the published edition, by control key; null where none is published. */
export const frameworkChangesWire = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  same: z.number().int(),
})

const byId = z.strictObject({ id: identifier })

export const listFrameworks = contract({
  name: 'framework.list',
  method: 'GET',
  path: '/control-frameworks',
  summary: 'Las ediciones del marco de controles, la más reciente primero',
  who: 'framework.read',
  scope: 'read:evaluations',
  query: z.strictObject({
    ...paging(['createdAt', 'publishedAt', 'name', 'edition', 'status'], 'createdAt,desc'),
    status: z.enum(frameworkMachine.states).optional(),
  }),
  answer: pageOf(frameworkWire),
})

export const exportFrameworks = exportOf(listFrameworks, {
  name: 'framework.export',
  summary: 'Las ediciones del marco de controles en CSV o XLSX',
  file: 'marcos-de-controles',
  columns: frameworkColumns,
  shown: frameworksList,
})

export const readFramework = contract({
  name: 'framework.read',
  method: 'GET',
  path: '/control-frameworks/{id}',
  summary: 'Una edición del marco con sus controles, y cuántos tiene cada dominio de cada nivel y dimensión',
  who: 'framework.read',
  scope: 'read:evaluations',
  params: byId,
  answer: frameworkDetail,
  refusals: ['notFound'],
})

export const importFramework = contract({
  name: 'framework.import',
  method: 'POST',
  path: '/control-frameworks/import',
  summary:
    'Importa una edición en borrador desde .xlsx, .ods o .csv: entera o nada, y dice fila por fila qué está mal. Con `preview` solo la compara con la publicada',
  who: 'framework.manage',
  encoding: 'multipart',
  files: {
    file: {
      description: 'Hoja con Control, Dominio, Enunciado, Dimensión y Nivel; sin ella, `illustrative`',
      required: false,
      keep: false,
    },
  },
  body: z.strictObject({
    name: text(controlLimits.name).default(''),
    edition: text(controlLimits.edition).default(''),
    /** Compares and saves nothing. */
    preview: flag.default(false),
    /** Takes the list that comes with the product instead of a file. */
    illustrative: flag.default(false),
  }),
  answer: z.object({
    /** The draft; null for a preview. */
    framework: frameworkWire.nullable(),
    controls: z.number().int(),
    domains: z.array(domainWire),
    changes: frameworkChangesWire.nullable(),
  }),
  status: 201,
  refusals: ['fileMissing', 'importExtension', 'rowsWrong', 'frameworkClosed'],
})

export const frameworkExample = contract({
  name: 'framework.example',
  method: 'GET',
  path: '/control-frameworks/template',
  summary: 'La plantilla de la importación, rellena con el marco ilustrativo que trae el producto',
  who: 'framework.manage',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answer: 'file',
})

export const changeFramework = contract({
  name: 'framework.change',
  method: 'PATCH',
  path: '/control-frameworks/{id}',
  summary: 'Publica una edición en borrador; la publicada hasta ahora queda retirada',
  who: 'framework.manage',
  params: byId,
  body: z.strictObject({ status: z.literal('PUBLISHED'), version: editVersion }),
  answer: frameworkWire,
  refusals: ['notFound', 'frameworkClosed', 'frameworkIncomplete', 'changedMeanwhile'],
})

export const frameworkTemplate = contract({
  name: 'framework.template',
  method: 'GET',
  path: '/control-frameworks/{id}/template',
  summary: 'La hoja que se rellena para una solicitud: una fila por control que pide el nivel objetivo',
  who: 'framework.read',
  params: byId,
  /** Without `validationId`, for a request that is still to be sent. */
  query: z.strictObject({ validationId: identifier.optional(), target: ratingText }),
  answer: 'file',
  refusals: ['notFound'],
})
