import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { standings, URGENT_REASON_MAX } from '#domain/participant/chain/chain.ts'
import { chainColumns } from '#domain/participant/chain/columns.ts'
import { subcontractFields } from '#domain/participant/chain/facts.ts'
import { companyInput } from '#domain/participant/company/contract.ts'
import { ictTypes } from '#domain/participant/company/ict-type.ts'
import { COUNTRIES_MAX } from '#domain/record/field.ts'
import { fieldInput, fieldOutput, newInput } from '#domain/record/wire.ts'

/** A company in a chain: a participant, or one outside. */
export const chainCompany = z.object({
  id: identifier,
  isParticipant: z.boolean(),
  name: z.string(),
  cif: z.string(),
  lei: z.string().nullable(),
  euid: z.string().nullable(),
  country: z.string().nullable(),
})

export const subcontractWire = z.object({
  id: identifier,
  providerId: identifier,
  provider: z.string(),
  serviceId: identifier,
  service: z.string(),
  rank: z.number().int(),
  company: chainCompany,
  recipient: z.string(),
  /** Its type and description in words. */
  does: z.string(),
  ...fieldOutput(subcontractFields),
  /** The subcontract of the company that takes the work; null: the provider. */
  recipientId: identifier.nullable(),
  ictType: z.enum(ictTypes).nullable(),
  since: day,
  until: day.nullable(),
  standing: z.enum(standings),
  urgentReason: z.string(),
  version: z.number().int(),
})
export type SubcontractWire = z.output<typeof subcontractWire>

export const subcontractSorts = ['chain', 'company', 'rank', 'since'] as const

export const listSubcontracts = contract({
  name: 'subcontract.list',
  method: 'GET',
  path: '/subcontracts',
  summary: 'Quién trabaja para los servicios de los proveedores; `chain`: en el orden de cada cadena',
  who: 'chain.read',
  query: z.strictObject({
    ...paging(subcontractSorts, 'chain'),
    idProvider: identifier.optional(),
    service: identifier.optional(),
    standing: z.enum(standings).optional(),
    company: text(200).optional(),
  }),
  answer: pageOf(subcontractWire),
})

export const exportSubcontracts = exportOf(listSubcontracts, {
  name: 'subcontract.export',
  summary: 'Las cadenas de subcontratación en CSV o XLSX',
  file: 'subcontratacion',
  columns: chainColumns,
})

const countries = z.array(text(2).transform(value => value.toUpperCase())).max(COUNTRIES_MAX)
const urgentReason = text(URGENT_REASON_MAX)

export const declareSubcontract = contract({
  name: 'subcontract.declare',
  method: 'POST',
  path: '/subcontracts',
  summary: 'Declara quién trabaja para un servicio: un participante por su CIF, o una empresa externa',
  who: 'chain.manage',
  body: z.strictObject({
    /** The provider, when CCI declares for it. */
    providerId: identifier.optional(),
    serviceId: identifier,
    cif: text(20).optional(),
    companyId: identifier.optional(),
    company: companyInput.optional(),
    ...newInput(subcontractFields),
    recipientId: identifier.nullable().default(null),
    countries: countries.default([]),
    underpins: z.boolean(),
    handlesData: z.boolean(),
    since: day,
    urgentReason: urgentReason.default(''),
  }),
  answer: subcontractWire,
  status: 201,
  refusals: ['notFound', 'invalid', 'chainCircular', 'chainTooLong', 'chainTooLarge', 'changeTooSoon'],
})

export const changeSubcontract = contract({
  name: 'subcontract.change',
  method: 'PATCH',
  path: '/subcontracts/{id}',
  summary: 'Cambia una subcontratación; con `until` termina, y con ella las que dependen de ella',
  who: 'chain.manage',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    ...fieldInput(subcontractFields),
    recipientId: identifier.nullable().optional(),
    countries: countries.optional(),
    since: day.optional(),
    urgentReason: urgentReason.optional(),
    version: editVersion,
  }),
  answer: subcontractWire,
  refusals: [
    'notFound',
    'invalid',
    'changedMeanwhile',
    'chainCircular',
    'chainTooLong',
    'chainTooLarge',
    'changeTooSoon',
  ],
})

export const confirmationWire = z.object({
  confirmedAt: instant.nullable(),
  /** 'Confirmada el 21/11/2026' or 'Sin confirmar desde 21/11/2025'. */
  words: z.string(),
  isConfirmed: z.boolean(),
})

export const confirmChain = contract({
  name: 'chain.confirm',
  method: 'POST',
  path: '/chain-confirmations',
  summary: 'Confirma que la cadena de un servicio está al día; vale doce meses',
  who: 'chain.manage',
  body: z.strictObject({ providerId: identifier.optional(), serviceId: identifier }),
  answer: confirmationWire,
  status: 201,
  refusals: ['notFound', 'invalid'],
})

export const readChain = contract({
  name: 'chain.read',
  method: 'GET',
  path: '/chains/{providerId}/{serviceId}',
  summary: 'La cadena de un servicio, vigente y prevista, en orden y con su rango',
  who: 'chain.read',
  params: z.strictObject({ providerId: identifier, serviceId: identifier }),
  answer: z.object({
    providerId: identifier,
    provider: z.string(),
    serviceId: identifier,
    service: z.string(),
    confirmation: confirmationWire,
    subcontracts: z.array(subcontractWire),
  }),
  refusals: ['notFound'],
})

const sheetFile = {
  file: {
    description: 'Hoja con servicio, empresa, para quién trabaja, qué hace y desde cuándo',
    required: true,
    keep: false,
  },
} as const
const ofWhom = z.strictObject({ providerId: identifier.optional() })
const counts = { added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }

export const importChain = contract({
  name: 'subcontract.import',
  method: 'POST',
  path: '/subcontracts/import',
  summary: 'Declara o cambia las subcontrataciones de una hoja .xlsx, .ods o .csv: todas o ninguna',
  who: 'chain.manage',
  encoding: 'multipart',
  files: sheetFile,
  body: ofWhom,
  answer: z.object(counts),
  refusals: ['notFound', 'invalid', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const previewChain = contract({
  name: 'subcontract.preview',
  method: 'POST',
  path: '/subcontracts/preview',
  summary: 'Dice lo que añadiría y cambiaría la importación de una hoja, sin guardar nada',
  who: 'chain.manage',
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files: sheetFile,
  body: ofWhom,
  answer: z.object({
    ...counts,
    /** The rows that add or change something, in the order of the file. */
    rows: z.array(
      z.object({
        line: z.number().int(),
        isNew: z.boolean(),
        service: z.string(),
        company: z.string(),
        changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
  }),
  refusals: ['notFound', 'invalid', 'fileMissing', 'importExtension', 'rowsWrong'],
})

export const chainTemplate = contract({
  name: 'subcontract.template',
  method: 'GET',
  path: '/subcontracts/template',
  summary: 'La plantilla de la importación de una cadena',
  who: 'chain.manage',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answer: 'file',
})
