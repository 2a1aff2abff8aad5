import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { concentratedWire, concentrationQuery } from '#domain/participant/chain/sector.ts'
import { concentrationColumns, concentrationList } from '#domain/supervision/chain/columns.ts'
import { STANCE_TEXT_MAX, stances } from '#domain/supervision/chain/stance.ts'
import { criticalities } from '#domain/supervision/use/use.ts'

const stanceWire = z.object({
  subcontractId: identifier,
  stance: z.enum(stances),
  text: z.string(),
  notedBy: z.string(),
  at: instant,
  version: z.number().int(),
})
export type StanceWire = z.output<typeof stanceWire>

export const listStances = contract({
  name: 'use.stances',
  method: 'GET',
  path: '/service-uses/{id}/stances',
  summary: 'Lo que la entidad ha anotado sobre los subcontratistas de un servicio que utiliza',
  who: 'use.manage',
  params: z.strictObject({ id: identifier }),
  answer: z.object({ stances: z.array(stanceWire) }),
  refusals: ['notFound'],
})

export const noteStance = contract({
  name: 'use.note-stance',
  method: 'PUT',
  path: '/service-uses/{id}/stances/{subcontractId}',
  summary: 'Anota «Sin objeción» u «Objeción» sobre un subcontratista; solo la entidad lo lee',
  who: 'use.manage',
  params: z.strictObject({ id: identifier, subcontractId: identifier }),
  body: z.strictObject({
    stance: z.enum(stances),
    text: text(STANCE_TEXT_MAX).default(''),
    version: editVersion,
  }),
  answer: stanceWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

const concentrationRow = z.object({
  ...concentratedWire,
  /** How many uses of the bank stand on it, how many of them are critical, and how many of them it underpins. */
  services: z.number().int(),
  critical: z.number().int(),
  underpinned: z.number().int(),
  uses: z.array(
    z.object({
      id: identifier,
      providerId: identifier,
      provider: z.string(),
      serviceId: identifier,
      service: z.string(),
      critical: z.enum(criticalities),
      rank: z.number().int(),
      underpins: z.boolean(),
    }),
  ),
})
export type ConcentrationRow = z.output<typeof concentrationRow>

export const concentrationSorts = ['services', 'critical', 'underpins', 'company'] as const

export const listConcentration = contract({
  name: 'concentration.list',
  method: 'GET',
  path: '/concentration',
  summary: 'Las empresas sobre las que se apoyan dos o más servicios que utiliza la entidad',
  who: 'use.manage',
  query: z.strictObject({
    ...paging(concentrationSorts, 'services,desc'),
    ...concentrationQuery,
    /** Only companies under a critical use. */
    critical: flag.optional(),
  }),
  answer: pageOf(concentrationRow),
  refusals: ['notFound'],
})

export const exportConcentration = exportOf(listConcentration, {
  name: 'concentration.export',
  summary: 'La concentración de la entidad en CSV o XLSX',
  file: 'concentracion',
  columns: concentrationColumns,
  shown: concentrationList,
})
