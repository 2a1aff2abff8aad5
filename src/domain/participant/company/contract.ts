import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier, pageOf, paging, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { COMPANY_NAME_MAX, OTHER_CODE_MAX, otherCodeTypes, personTypes } from '#domain/participant/company/company.ts'
import { ictTypes } from '#domain/participant/company/ict-type.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import { COUNTRIES_MAX } from '#domain/record/field.ts'

/** A code on the way in: spaces and small letters are welcome, '' is none. */
const code = text(100)
  .transform(value => value || null)
  .nullable()
const otherCode = text(OTHER_CODE_MAX)
  .transform(value => value || null)
  .nullable()
const country = text(2)
  .transform(value => value.toUpperCase())
  .nullable()
const countryList = z.array(text(2).transform(value => value.toUpperCase())).max(COUNTRIES_MAX)
const name = text(COMPANY_NAME_MAX)

/** A company outside the portal. */
export const companyWire = z.object({
  id: identifier,
  name: z.string(),
  latinName: z.string(),
  lei: z.string().nullable(),
  euid: z.string().nullable(),
  otherCode: z.string().nullable(),
  otherCodeType: z.enum(otherCodeTypes).nullable(),
  country: z.string(),
  personType: z.enum(personTypes),
  /** Its ultimate parent; null when it is its own. */
  parent: z.object({ id: identifier, name: z.string() }).nullable(),
  version: z.number().int(),
})
export type CompanyWire = z.output<typeof companyWire>

/** A company outside, as a participant names it. One with the same LEI or EUID is the same, and keeps the name that it has. */
export const companyInput = z.strictObject({
  name: name.refine(value => value !== '', msg('No puede estar vacío')),
  latinName: name.default(''),
  lei: code.default(null),
  euid: code.default(null),
  /** The national number of one without LEI and EUID, and its kind. */
  otherCode: otherCode.default(null),
  otherCodeType: z.enum(otherCodeTypes).nullable().default(null),
  country: text(2).transform(value => value.toUpperCase()),
  personType: z.enum(personTypes).default('LEGAL'),
})
export type CompanyInput = z.output<typeof companyInput>

const identityWire = z.object({
  lei: z.string().nullable(),
  leiRenewalOn: day.nullable(),
  euid: z.string().nullable(),
  otherCode: z.string().nullable(),
  otherCodeType: z.enum(otherCodeTypes).nullable(),
  personType: z.enum(personTypes).nullable(),
  country: z.string().nullable(),
  latinName: z.string(),
  /** The ultimate parent; null when it is its own. */
  parent: companyWire.nullable(),
  version: z.number().int(),
})
export type IdentityWire = z.output<typeof identityWire>

const ofProvider = z.strictObject({ id: identifier })

export const readRegisterIdentity = contract({
  name: 'register-identity.read',
  method: 'GET',
  path: '/entity-provider/{id}/register-identity',
  summary: 'Cómo se identifica un proveedor en los registros de información de sus clientes',
  who: 'participant.read',
  params: ofProvider,
  answer: identityWire,
  refusals: ['notFound'],
})

export const saveRegisterIdentity = contract({
  name: 'register-identity.save',
  method: 'PUT',
  path: '/entity-provider/{id}/register-identity',
  summary: 'Guarda esa identidad; lo que no se envía queda como está',
  who: 'identity.manage',
  params: ofProvider,
  body: z.strictObject({
    lei: code.optional(),
    leiRenewalOn: day.nullable().optional(),
    euid: code.optional(),
    otherCode: otherCode.optional(),
    otherCodeType: z.enum(otherCodeTypes).nullable().optional(),
    personType: z.enum(personTypes).nullable().optional(),
    country: country.optional(),
    latinName: name.optional(),
    /** A company that the caller knows, or null for none; `parent` names another. */
    parentId: identifier.nullable().optional(),
    parent: companyInput.optional(),
    version: editVersion,
  }),
  answer: identityWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

const factsWire = z.object({
  serviceId: identifier,
  service: z.string(),
  serviceKey: z.string(),
  ictType: z.enum([...ictTypes, NO_ICT]).nullable(),
  provisionCountries: z.array(z.string()),
  holdsData: z.boolean().nullable(),
  storageCountries: z.array(z.string()),
  processingCountries: z.array(z.string()),
  version: z.number().int(),
})
export type ServiceFactsWire = z.output<typeof factsWire>

const ofService = z.strictObject({ id: identifier, serviceId: identifier })

export const listServiceFacts = contract({
  name: 'service-facts.list',
  method: 'GET',
  path: '/entity-provider/{id}/service-facts',
  summary: 'Los servicios de un proveedor, con lo que dice de ellos para los registros de sus clientes',
  who: 'participant.read',
  params: ofProvider,
  answer: z.object({ services: z.array(factsWire) }),
  refusals: ['notFound'],
})

export const readServiceFacts = contract({
  name: 'service-facts.read',
  method: 'GET',
  path: '/entity-provider/{id}/service-facts/{serviceId}',
  summary: 'Lo que un proveedor dice de un servicio para los registros de sus clientes',
  who: 'participant.read',
  params: ofService,
  answer: factsWire,
  refusals: ['notFound'],
})

export const saveServiceFacts = contract({
  name: 'service-facts.save',
  method: 'PUT',
  path: '/entity-provider/{id}/service-facts/{serviceId}',
  summary: 'Guarda lo que se dice de un servicio; lo que no se envía queda como está',
  who: 'identity.manage',
  params: ofService,
  body: z.strictObject({
    ictType: z
      .enum([...ictTypes, NO_ICT])
      .nullable()
      .optional(),
    provisionCountries: countryList.optional(),
    holdsData: z.boolean().nullable().optional(),
    storageCountries: countryList.optional(),
    processingCountries: countryList.optional(),
    version: editVersion,
  }),
  answer: factsWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const listCompanies = contract({
  name: 'company.list',
  method: 'GET',
  path: '/companies',
  summary: 'Las empresas externas que quien llama ha nombrado, y la que tenga el LEI o EUID que se busca',
  who: 'chain.read',
  query: z.strictObject({ ...paging(['name', 'country'], 'name'), q: text(200).optional() }),
  answer: pageOf(companyWire),
})

export const changeCompany = contract({
  name: 'company.change',
  method: 'PATCH',
  path: '/companies/{id}',
  summary: 'Cambia una empresa externa que solo nombra quien llama; el CCI, cualquiera de las comunes',
  who: 'identity.manage',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    name: name.refine(value => value !== '', msg('No puede estar vacío')).optional(),
    latinName: name.optional(),
    lei: code.optional(),
    euid: code.optional(),
    otherCode: otherCode.optional(),
    otherCodeType: z.enum(otherCodeTypes).nullable().optional(),
    country: text(2)
      .transform(value => value.toUpperCase())
      .optional(),
    personType: z.enum(personTypes).optional(),
    /** A company that the caller knows, or null for none; `parent` names another. */
    parentId: identifier.nullable().optional(),
    parent: companyInput.optional(),
    version: editVersion,
  }),
  answer: companyWire,
  refusals: ['notFound', 'companyShared', 'invalid', 'changedMeanwhile'],
})
