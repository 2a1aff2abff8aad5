import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { requiredLevelsList, usesColumns } from '#domain/supervision/use/columns.ts'
import { situations } from '#domain/supervision/use/situation.ts'
import { criticalities, USE_NOTE_MAX } from '#domain/supervision/use/use.ts'
import { isRating } from '#domain/values/rating.ts'

/** A required level on the wire: 'A/B/A+', or null for none. */
const requiredScore = z
  .string()
  .refine(text => isRating(text), msg('Elija un nivel en cada dimensión'))
  .nullable()

export const acceptanceWire = z.object({
  id: identifier,
  status: z.enum(acceptanceMachine.states),
  reason: z.string(),
  /** The rating that was accepted; null when there was none in force. */
  acceptedScore: z.string().nullable(),
  requiredScore: z.string(),
  until: day,
  decidedBy: z.string(),
  decidedAt: instant,
  endedAt: instant.nullable(),
  endReason: z.string(),
})
export type AcceptanceWire = z.output<typeof acceptanceWire>

/** Where a use stands today (LEVEL-08). */
const standing = {
  situation: z.enum(situations),
  /** The situation in words: 'Por debajo en Disponibilidad'. */
  words: z.string(),
  requiredScore: z.string().nullable(),
  /** The rating obtained, its expiry and its request; null without one in force. */
  obtainedScore: z.string().nullable(),
  expiredAt: day.nullable(),
  validationId: identifier.nullable(),
  /** The rating obtained is under extraordinary review since this day (AFFECT-15). */
  reviewSince: day.nullable(),
  gaps: z.array(
    z.object({
      dimension: z.string(),
      required: z.string(),
      obtained: z.string().nullable(),
      steps: z.number().int(),
      /** 'Disponibilidad: exigido A, obtenido B'. */
      sentence: z.string(),
    }),
  ),
  /** Steps missing in all dimensions. */
  missing: z.number().int(),
}

/** A service that the caller's bank uses. */
export const useWire = z.object({
  id: identifier,
  providerId: identifier,
  provider: z.string(),
  cif: z.string(),
  serviceId: identifier,
  service: z.string(),
  serviceKey: z.string(),
  critical: z.enum(criticalities),
  since: day.nullable(),
  until: day.nullable(),
  note: z.string(),
  ...standing,
  /** The newest first. */
  acceptances: z.array(acceptanceWire),
  version: z.number().int(),
})
export type UseWire = z.output<typeof useWire>

/** A use in the list, with what else its bank has about it. */
export const listedUse = useWire.extend({
  related: z.object({
    /** The newest reliance file. */
    fileId: identifier.nullable(),
    /** The first contract of the register that provides it. */
    contract: z.object({ id: identifier, reference: z.string() }).nullable(),
    /** Open findings of the service. */
    findings: z.number().int(),
    /** Open incidents that affect it, with a bulletin to the bank. */
    incidents: z.number().int(),
  }),
})
export type ListedUse = z.output<typeof listedUse>

/** The situation of a use beside its request in a bank's search (LEVEL-11). */
export const useMark = z.object({
  id: identifier,
  situation: z.enum(situations),
  words: z.string(),
  requiredScore: z.string().nullable(),
  gaps: z.array(z.string()),
})
export type UseMark = z.output<typeof useMark>

export const useSorts = ['situation', 'missing', 'provider', 'service', 'critical', 'expiredAt'] as const

export const listUses = contract({
  name: 'use.list',
  method: 'GET',
  path: '/service-uses',
  summary:
    'Los servicios que utiliza la entidad, con el nivel que exige y el obtenido; `situation`: primero lo que peor está',
  who: 'use.manage',
  scope: 'read:uses',
  query: z.strictObject({
    ...paging(useSorts, 'situation'),
    situation: z.enum(situations).optional(),
    critical: z.enum(criticalities).optional(),
    service: identifier.optional(),
    provider: text(200).optional(),
    idProvider: identifier.optional(),
    /** The uses that have ended, instead of the live ones. */
    ended: flag.optional(),
    /** Only those whose rating lapses within the days of its first notice. */
    ending: flag.optional(),
  }),
  answer: pageOf(listedUse).extend({
    /** How many there are in each situation, whatever the filter of situations, and how many are about to lapse. */
    counts: z.object({
      ...(Object.fromEntries(situations.map(each => [each, z.number().int()])) as Record<
        (typeof situations)[number],
        z.ZodNumber
      >),
      ending: z.number().int(),
    }),
  }),
  refusals: ['notFound'],
})

export const exportUses = exportOf(listUses, {
  name: 'use.export',
  summary: 'Los servicios utilizados en CSV o XLSX',
  file: 'niveles-exigidos',
  columns: usesColumns,
  shown: requiredLevelsList,
})

const critical = z.enum(criticalities)
const note = text(USE_NOTE_MAX)

export const declareUse = contract({
  name: 'use.declare',
  method: 'POST',
  path: '/service-uses',
  summary: 'Declara que la entidad utiliza un servicio; sin nivel exigido, toma el de la política',
  who: 'use.manage',
  scope: 'write:uses',
  body: z.strictObject({
    providerId: identifier,
    serviceId: identifier,
    critical: critical.default('NOT_ASSESSED'),
    requiredScore: requiredScore.optional(),
    since: day.nullable().optional(),
    note: note.default(''),
  }),
  answer: useWire,
  status: 201,
  refusals: ['notFound', 'useExists', 'invalid'],
})

export const changeUse = contract({
  name: 'use.change',
  method: 'PATCH',
  path: '/service-uses/{id}',
  summary: 'Cambia un servicio utilizado; con `until` termina su uso, y sin él vuelve',
  who: 'use.manage',
  scope: 'write:uses',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    critical: critical.optional(),
    requiredScore: requiredScore.optional(),
    since: day.nullable().optional(),
    until: day.nullable().optional(),
    note: note.optional(),
    version: editVersion,
  }),
  answer: useWire,
  refusals: ['notFound', 'useExists', 'invalid', 'changedMeanwhile'],
})

const policy = z.object({
  criticalScore: z.string().nullable(),
  otherScore: z.string().nullable(),
  version: z.number().int(),
})

export const readLevelPolicy = contract({
  name: 'level-policy.read',
  method: 'GET',
  path: '/level-policy',
  summary: 'Los niveles que la entidad exige a lo que declare sin nivel',
  who: 'use.manage',
  scope: 'read:uses',
  answer: policy,
  refusals: ['notFound'],
})

export const saveLevelPolicy = contract({
  name: 'level-policy.save',
  method: 'PUT',
  path: '/level-policy',
  summary: 'Guarda esos niveles; no cambia ningún servicio ya declarado',
  who: 'use.manage',
  scope: 'write:uses',
  body: z.strictObject({ criticalScore: requiredScore, otherScore: requiredScore, version: editVersion }),
  answer: policy,
  refusals: ['notFound', 'changedMeanwhile'],
})

const sheetFile = {
  file: {
    description: 'Hoja con CIF, servicio, función esencial o importante, nivel exigido, desde y nota',
    required: true,
    keep: false,
  },
} as const

export const importUses = contract({
  name: 'use.import',
  method: 'POST',
  path: '/service-uses/import',
  summary: 'Declara o cambia los servicios de una hoja .xlsx, .ods o .csv: todos o ninguno',
  who: 'use.manage',
  scope: 'write:uses',
  encoding: 'multipart',
  files: sheetFile,
  body: z.strictObject({}),
  answer: z.object({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const previewUses = contract({
  name: 'use.preview',
  method: 'POST',
  path: '/service-uses/preview',
  summary: 'Dice lo que añadiría y cambiaría la importación de una hoja, sin guardar nada',
  who: 'use.manage',
  scope: 'write:uses',
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files: sheetFile,
  body: z.strictObject({}),
  answer: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    /** The rows that add or change something, in the order of the file. */
    rows: z.array(
      z.object({
        line: z.number().int(),
        isNew: z.boolean(),
        provider: z.string(),
        service: z.string(),
        /** The values that it sets, with the present one where there is one. */
        changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
  }),
  refusals: ['notFound', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const useTemplate = contract({
  name: 'use.template',
  method: 'GET',
  path: '/service-uses/template',
  summary: 'La plantilla de la importación, con las claves de los servicios',
  who: 'use.manage',
  scope: 'read:uses',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answer: 'file',
  refusals: ['notFound'],
})
