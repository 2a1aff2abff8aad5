import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { flag, identifier, pageOf, paging, text } from '#domain/contract/wire.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { exportOf } from '#domain/list/export.ts'
import { sectorList } from '#domain/participant/chain/concentration.ts'
import { ictTypeLabels, ictTypes } from '#domain/participant/company/ict-type.ts'
import { countryNames } from '#domain/values/countries.ts'

/** The filters of both concentrations (CHAIN-16). */
export const concentrationQuery = {
  company: text(200).optional(),
  country: text(2).optional(),
  ictType: z.enum(ictTypes).optional(),
}

/** A company as both concentrations show it. */
export const concentratedWire = {
  id: identifier,
  name: z.string(),
  isParticipant: z.boolean(),
  lei: z.string().nullable(),
  euid: z.string().nullable(),
  countries: z.array(z.string()),
  ictTypes: z.array(z.enum(ictTypes)),
}

export const typesText = (types: readonly (keyof typeof ictTypeLabels)[]): string =>
  types.map(type => ictTypeLabels[type]).join(', ')

/** The most services that a row names; the numbers count all. */
export const SERVICES_SHOWN = 200

const sectorRow = z.object({
  ...concentratedWire,
  /** How many providers and rated services stand on it, and how many of these services it underpins. */
  providers: z.number().int(),
  services: z.number().int(),
  underpinned: z.number().int(),
  on: z.array(
    z.object({
      providerId: identifier,
      provider: z.string(),
      serviceId: identifier,
      service: z.string(),
      rank: z.number().int(),
      underpins: z.boolean(),
      isRated: z.boolean(),
      /** '–', '3 a 10', '11 a 50' or 'más de 50'. */
      banks: z.string(),
    }),
  ),
})
export type SectorRow = z.output<typeof sectorRow>

const columns: readonly ListColumn<SectorRow>[] = [
  { key: 'company', label: 'Empresa', text: row => row.name },
  { key: 'lei', label: 'LEI', text: row => row.lei ?? '', under: 'company' },
  { key: 'euid', label: 'EUID', text: row => row.euid ?? '', under: 'company' },
  { key: 'providers', label: 'Proveedores', text: row => String(row.providers) },
  { key: 'services', label: 'Servicios calificados', text: row => String(row.services) },
  { key: 'underpins', label: 'Los sustenta', text: row => String(row.underpinned) },
  { key: 'countries', label: 'Países', text: row => countryNames(row.countries) },
  { key: 'ictTypes', label: 'Qué hace', text: row => typesText(row.ictTypes) },
  {
    key: 'on',
    label: 'De quién',
    text: row =>
      row.on.map(({ provider, service, banks }) => `${provider}: ${service} (entidades: ${banks})`).join('; '),
    under: 'ictTypes',
  },
]

export { columns as sectorColumns }

export const sectorSorts = ['providers', 'services', 'underpins', 'company'] as const

export const listSectorConcentration = contract({
  name: 'concentration.sector',
  method: 'GET',
  path: '/concentration/sector',
  summary: 'Las empresas sobre las que se apoyan los servicios calificados, según las cadenas vigentes',
  who: 'concentration.sector',
  query: z.strictObject({
    ...paging(sectorSorts, 'services,desc'),
    ...concentrationQuery,
    /** Only companies that underpin a rated service. */
    underpins: flag.optional(),
  }),
  answer: pageOf(sectorRow),
})

export const exportSectorConcentration = exportOf(listSectorConcentration, {
  name: 'concentration.export-sector',
  summary: 'La concentración del sector en CSV o XLSX',
  file: 'concentracion-del-sector',
  columns,
  shown: sectorList,
})
