import { saveRegisterIdentity, saveServiceFacts } from '#domain/participant/company/contract.ts'
import type { PackageWire, ProviderChangeWire } from '#domain/supervision/register/contract.ts'
import { decideProviderChange, listProviderChanges, makePackage } from '#domain/supervision/register/contract.ts'
import {
  addArrangement,
  addFunction,
  addLine,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { addMember } from '#domain/supervision/register/group/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { bareService, declared } from '#test/support/uses.ts'

/* A bank's register through the API. Each call makes new things. */

let serial = 0
const next = () => ++serial

export const entityBody = (more: object = {}) => ({
  lei: newLei(),
  leiRenewalOn: '2027-12-31',
  country: 'ES',
  type: 'x12',
  authority: 'Banco de España',
  hierarchy: 'x21',
  currency: 'EUR',
  totalAssets: 1_500_000_000.5,
  ...more,
})
export const saveEntity = (bank: Caller, more: object = {}) =>
  ok(bank.call(saveRegisterEntity, { body: entityBody(more) as never }))

/** An entity of the bank's group. */
export const newMember = (bank: Caller, more: object = {}) =>
  ok(
    bank.call(addMember, {
      body: {
        kind: 'MEMBER',
        name: `Filial ${next()}`,
        lei: newLei(),
        country: 'PT',
        type: 'x12',
        hierarchy: 'x56',
        ...more,
      } as never,
    }),
  )

export const newFunction = (bank: Caller, more: object = {}) =>
  ok(
    bank.call(addFunction, {
      body: {
        name: `Función ${next()}`,
        activity: 'x162',
        critical: 'x28',
        reason: 'Atiende a los clientes',
        assessedOn: '2026-01-15',
        rtoHours: 4,
        rpoHours: 1,
        impact: 'x793',
        ...more,
      },
    }),
  )

export const contractBody = (more: object = {}) => ({
  reference: `CT-${String(next()).padStart(4, '0')}`,
  type: 'x1',
  currency: 'EUR',
  annualCost: 1200.5,
  startsOn: '2024-01-01',
  noticeEntityDays: 90,
  noticeProviderDays: 180,
  lawCountry: 'ES',
  ...more,
})
export const newContract = (bank: Caller, more: object) =>
  ok(bank.call(addArrangement, { body: contractBody(more) as never }))

/** The values of a line that depend on the bank alone. */
export const lineBody = {
  sensitivity: 'x793',
  reliance: 'x797',
  substitutability: 'x960',
  noSubstituteReason: 'x964',
  ownAuditOn: '2025-10-31',
  exitPlan: true,
  reintegration: 'x966',
  impact: 'x793',
  alternatives: 'x29',
} as const
export const newLine = (bank: Caller, more: object) =>
  ok(bank.call(addLine, { body: { ...lineBody, ...more } as never }))

/** What the provider says of itself and of a service, so that no rule asks it for more. */
export async function describeProvider({ provider }: Acting, serviceId: string): Promise<void> {
  const id = provider.me.idGenericEntity
  const identity = { lei: newLei(), leiRenewalOn: '2027-12-31', personType: 'LEGAL' as const, country: 'ES' }
  await ok(provider.call(saveRegisterIdentity, { params: { id }, body: identity }))
  const facts = {
    ictType: 'S17' as const,
    provisionCountries: ['ES'],
    holdsData: true,
    storageCountries: ['IE'],
    processingCountries: ['IE'],
  }
  await ok(provider.call(saveServiceFacts, { params: { id, serviceId }, body: facts }))
}

/** A use of a new service of the provider, with a function, a contract and a line of it. */
export async function newRegister(acting: Acting, bank: Caller = acting.bank) {
  const { providerId, serviceId } = await bareService(acting)
  const use = await declared(bank, { providerId, serviceId })
  const businessFunction = await newFunction(bank)
  const contract = await newContract(bank, { providerId })
  const line = await newLine(bank, { arrangementId: contract.id, functionId: businessFunction.id, useId: use.id })
  return { providerId, serviceId, use, businessFunction, contract, line }
}

/** What the provider changed of its service in a new contract of the bank, as the bank decides about it. */
export async function changedByProvider(acting: Acting) {
  const { providerId, serviceId } = await newRegister(acting)
  const body = { ictType: 'S17' as const }
  await ok(acting.provider.call(saveServiceFacts, { params: { id: providerId, serviceId }, body }))
  const { changes } = await ok(acting.bank.call(listProviderChanges))
  const { seen } = changes.find((each: ProviderChangeWire) => each.serviceId === serviceId)!
  return { providerId, serviceId, seen }
}

/** Takes all that providers changed into the register of a bank. */
export async function takeChanges(bank: Caller): Promise<void> {
  for (const { providerId, serviceId, seen } of (await ok(bank.call(listProviderChanges))).changes) {
    await ok(bank.call(decideProviderChange, { body: { providerId, serviceId, seen, take: true } }))
  }
}

/** A file for the authority of a register that it would take. */
export async function filedRegister(acting: Acting): Promise<PackageWire> {
  const { serviceId } = await newRegister(acting)
  await describeProvider(acting, serviceId)
  await takeChanges(acting.bank)
  await saveEntity(acting.bank)
  return ok(acting.bank.call(makePackage, { body: { format: 'XBRL_CSV' } }))
}
