import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, flag, identifier, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { companyWire } from '#domain/participant/company/contract.ts'
import { fieldInput, fieldOutput } from '#domain/record/wire.ts'
import { CHAIN_MAX, linkInput, linkWire, outsideInput } from '#domain/supervision/register/entry/chain.ts'
import { entryLists } from '#domain/supervision/register/entry/columns.ts'
import {
  arrangementFields,
  entityFields,
  functionFields,
  lineFields,
} from '#domain/supervision/register/entry/fields.ts'
import { lineWire } from '#domain/supervision/register/entry/line-wire.ts'
import { rateInput, rateWire } from '#domain/supervision/register/entry/rates.ts'
import { TERM_MAX, termColumns } from '#domain/supervision/register/entry/terms.ts'
import { contractKinds, thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { groupInput, groupOutput, ownerOutput } from '#domain/supervision/register/group/wire.ts'

const one = z.strictObject({ id: identifier })
/** Some by a text, or the one that a link leads to. */
const searched = { text: text(200).optional(), id: identifier.optional() }
const who = 'register.manage'

const terms = z.strictObject(Object.fromEntries(termColumns.map(column => [column, text(TERM_MAX).optional()])))

export const entityWire = z.object({
  name: z.string(),
  ...fieldOutput(entityFields),
  /** The definitions of B_99.01, by their column. */
  terms: z.record(z.string(), z.string()),
  /** What other currencies are in the bank's own, by reference date. */
  rates: z.array(rateWire),
  version: z.number().int(),
})
export type EntityWire = z.output<typeof entityWire>

export const readRegisterEntity = contract({
  name: 'register-entity.read',
  method: 'GET',
  path: '/register/entity',
  summary: 'La entidad que mantiene el registro de información, y sus definiciones',
  who,
  scope: 'read:register',
  answer: entityWire,
  refusals: ['notFound'],
})

export const saveRegisterEntity = contract({
  name: 'register-entity.save',
  method: 'PUT',
  path: '/register/entity',
  summary: 'Guarda esos datos; lo que no se envía queda como está',
  who,
  body: z.strictObject({
    ...fieldInput(entityFields),
    terms: terms.optional(),
    rates: z.array(rateInput).max(1000).optional(),
    version: editVersion,
  }),
  answer: entityWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const functionWire = z.object({
  id: identifier,
  ...fieldOutput(functionFields),
  ...ownerOutput,
  /** How many lines support it. */
  lines: z.number().int(),
  version: z.number().int(),
})
export type FunctionWire = z.output<typeof functionWire>

export const listFunctions = contract({
  name: 'business-function.list',
  method: 'GET',
  path: '/register/functions',
  summary: 'Las funciones de la entidad',
  who,
  scope: 'read:register',
  query: z.strictObject({
    ...paging(['code', 'name', 'critical', 'assessedOn'], 'code'),
    ...searched,
    critical: fieldInput(functionFields).critical,
  }),
  answer: pageOf(functionWire),
  refusals: ['notFound'],
})

export const exportFunctions = exportOf(listFunctions, {
  name: 'business-function.export',
  summary: 'Las funciones en CSV o XLSX',
  file: 'registro-funciones',
  ...entryLists.functions,
})

const functionBody = { ...fieldInput(functionFields), memberId: identifier.nullable().optional() }

export const addFunction = contract({
  name: 'business-function.add',
  method: 'POST',
  path: '/register/functions',
  summary: 'Añade una función; sin identificador, toma el siguiente',
  who,
  body: z.strictObject(functionBody),
  answer: functionWire,
  status: 201,
  refusals: ['notFound', 'invalid'],
})

export const changeFunction = contract({
  name: 'business-function.change',
  method: 'PATCH',
  path: '/register/functions/{id}',
  summary: 'Cambia una función',
  who,
  params: one,
  body: z.strictObject({ ...functionBody, version: editVersion }),
  answer: functionWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const removeFunction = contract({
  name: 'business-function.remove',
  method: 'DELETE',
  path: '/register/functions/{id}',
  summary: 'Quita una función que ninguna línea usa',
  who,
  params: one,
  status: 204,
  refusals: ['notFound', 'functionUsed'],
})

export const arrangementWire = z.object({
  id: identifier,
  kind: z.enum(contractKinds),
  ...fieldOutput(arrangementFields),
  /** Empty in a contract of ICT services. */
  ...fieldOutput(thirdPartyFields),
  overarchingId: identifier.nullable(),
  /** The reference of the overarching contract. */
  overarching: z.string(),
  ...groupOutput,
  providerId: identifier.nullable(),
  /** The name of the provider or of the company outside. */
  provider: z.string(),
  company: companyWire.nullable(),
  /** The ultimate parent of the company outside; null when it is its own. */
  parent: companyWire.nullable(),
  /** Who works for the company outside, as the bank wrote it (REG-11). */
  chain: z.array(linkWire),
  lines: z.number().int(),
  version: z.number().int(),
})
export type ArrangementWire = z.output<typeof arrangementWire>

export const listArrangements = contract({
  name: 'arrangement.list',
  method: 'GET',
  path: '/register/arrangements',
  summary: 'Los contratos de la entidad, con servicios de TIC y sin ellos',
  who,
  scope: 'read:register',
  query: z.strictObject({
    ...paging(['reference', 'provider', 'startsOn', 'endsOn', 'annualCost'], 'reference'),
    ...searched,
    kind: z.enum(contractKinds).optional(),
    type: fieldInput(arrangementFields).type,
    /** Only those that have ended. */
    ended: flag.optional(),
  }),
  answer: pageOf(arrangementWire),
  refusals: ['notFound'],
})

export const exportArrangements = exportOf(listArrangements, {
  name: 'arrangement.export',
  summary: 'Los contratos en CSV o XLSX',
  file: 'registro-contratos',
  ...entryLists.arrangements,
})

const arrangementBody = {
  /** Of ICT services, if not given. */
  kind: z.enum(contractKinds).optional(),
  ...fieldInput(arrangementFields),
  ...fieldInput(thirdPartyFields),
  overarchingId: identifier.nullable().optional(),
  ...groupInput,
  /** A provider of the portal; or a company outside, known (`companyId`) or new (`company`). */
  providerId: identifier.optional(),
  companyId: identifier.optional(),
  company: outsideInput.optional(),
  /** Who works for the company outside: all of them. */
  chain: z.array(linkInput).max(CHAIN_MAX).optional(),
}

export const addArrangement = contract({
  name: 'arrangement.add',
  method: 'POST',
  path: '/register/arrangements',
  summary: 'Añade un contrato con un proveedor del portal o con una empresa externa',
  who,
  body: z.strictObject(arrangementBody),
  answer: arrangementWire,
  status: 201,
  refusals: ['notFound', 'invalid'],
})

export const changeArrangement = contract({
  name: 'arrangement.change',
  method: 'PATCH',
  path: '/register/arrangements/{id}',
  summary: 'Cambia un contrato',
  who,
  params: one,
  body: z.strictObject({ ...arrangementBody, version: editVersion }),
  answer: arrangementWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const removeArrangement = contract({
  name: 'arrangement.remove',
  method: 'DELETE',
  path: '/register/arrangements/{id}',
  summary: 'Quita un contrato sin líneas',
  who,
  params: one,
  status: 204,
  refusals: ['notFound', 'arrangementUsed'],
})

export type LineWire = z.output<typeof lineWire>

export const listLines = contract({
  name: 'arrangement-line.list',
  method: 'GET',
  path: '/register/lines',
  summary: 'Qué servicio presta cada contrato a qué función',
  who,
  scope: 'read:register',
  query: z.strictObject({
    ...paging(['reference', 'functionCode', 'service', 'provider'], 'reference'),
    ...searched,
    arrangementId: identifier.optional(),
    functionId: identifier.optional(),
    /** Only those of critical or important functions. */
    critical: flag.optional(),
  }),
  answer: pageOf(lineWire),
  refusals: ['notFound'],
})

export const exportLines = exportOf(listLines, {
  name: 'arrangement-line.export',
  summary: 'Las líneas de los contratos en CSV o XLSX',
  file: 'registro-servicios',
  ...entryLists.lines,
})

const lineBody = { ...fieldInput(lineFields), useId: identifier.nullable().optional() }

export const addLine = contract({
  name: 'arrangement-line.add',
  method: 'POST',
  path: '/register/lines',
  summary: 'Añade una línea: un servicio utilizado, o de una empresa externa, para una función',
  who,
  body: z.strictObject({ ...lineBody, arrangementId: identifier, functionId: identifier }),
  answer: lineWire,
  status: 201,
  refusals: ['notFound', 'invalid'],
})

export const changeLine = contract({
  name: 'arrangement-line.change',
  method: 'PATCH',
  path: '/register/lines/{id}',
  summary: 'Cambia una línea',
  who,
  params: one,
  body: z.strictObject({ ...lineBody, functionId: identifier.optional(), version: editVersion }),
  answer: lineWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const removeLine = contract({
  name: 'arrangement-line.remove',
  method: 'DELETE',
  path: '/register/lines/{id}',
  summary: 'Quita una línea',
  who,
  params: one,
  status: 204,
  refusals: ['notFound'],
})
