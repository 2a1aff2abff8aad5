import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { declareSubcontract as declareContract } from '#domain/participant/chain/contract.ts'
import { subcontractFields } from '#domain/participant/chain/facts.ts'
import { materialChange } from '#domain/participant/chain/material.ts'
import { normaliseCountries } from '#domain/record/field.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { LinkCompany } from '#server/participant/chain/queries.ts'
import { linksOf } from '#server/participant/chain/queries.ts'
import type { LockedChain } from '#server/participant/chain/write.ts'
import {
  factsOfChain,
  lockedChain,
  newlyUnsupported,
  noteMaterial,
  refuseChain,
  refuseTooSoon,
  subcontractErrors,
  supportFault,
  writtenProvider,
} from '#server/participant/chain/write.ts'
import { companyFor } from '#server/participant/company/name.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { storedColumnsOf } from '#server/record/stored.ts'

type Body = BodyOf<typeof declareContract>

/** The provider of the portal with a CIF, or undefined. */
export async function participantBy(db: Db, cif: string): Promise<LinkCompany | undefined> {
  const { rows } = await sql<Omit<LinkCompany, 'isParticipant'>>`
    select p.id, p.display_name as name, p.cif, i.lei, i.euid, i.country
    from participant p left join company_identity i on i.participant_id = p.id
    where p.kind = 'PROVIDER' and p.cif = ${normaliseCif(cif)} and p.onboarded_at is not null
      and p.deleted_at is null`.execute(db)
  return rows[0] && { ...rows[0], isParticipant: true }
}

/**
 * The company that a subcontract names: exactly one of a CIF, a known company and a new one.
 * @throws DomainError invalid with fields
 */
async function companyOf(tx: Transaction, actor: Actor, providerId: string, body: Body): Promise<LinkCompany> {
  const { cif, companyId, company } = body
  if ([cif, companyId, company].filter(each => each !== undefined).length !== 1) {
    throw new DomainError('invalid', { fields: { company: t('Indique quién trabaja: su CIF o una empresa externa.') } })
  }
  if (cif !== undefined) {
    const found = await participantBy(tx.db, cif)
    if (found) return found
    const message = t('No es el CIF de ningún proveedor del portal. Nómbrela como empresa externa.')
    throw new DomainError('invalid', { fields: { cif: message } })
  }
  const found = await companyFor(tx, actor, providerId, company ?? { id: companyId! }, 'company')
  const { id, name, lei, euid, country } = found
  return { id, name, isParticipant: false, cif: '', lei, euid, country }
}

/** A subcontract as it is written. */
export type NewSubcontract = Omit<Body, 'providerId' | 'serviceId' | 'cif' | 'companyId' | 'company'> & {
  id: string
  company: LinkCompany
}

/**
 * Declares who works for a service (CHAIN-01).
 * @returns the id of the subcontract
 * @throws DomainError notFound, invalid with fields, chainCircular, chainTooLong, chainTooLarge, changeTooSoon
 */
export async function declareSubcontract(
  tx: Transaction,
  actor: Actor,
  { providerId: asked, serviceId, ...body }: Body,
): Promise<{ chain: LockedChain; id: string }> {
  const chain = await lockedChain(tx, actor, writtenProvider(actor, asked), serviceId)
  const company = await companyOf(tx, actor, chain.providerId, { ...body, serviceId })
  const given = { ...body, id: tx.newId(), company, countries: normaliseCountries(body.countries) }
  const fields = subcontractErrors(given, chain.links, tx.today)
  const after = [...chain.links, given]
  const [alone] = newlyUnsupported(chain.links, after, tx.today)
  if (alone) fields.underpins = supportFault(alone, given.id, after)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  refuseChain(chain, after)
  await insertSubcontract(tx, chain, given)
  return { chain: { ...chain, links: await linksOf(tx.db, chain.providerId, serviceId) }, id: given.id }
}

/**
 * Writes a subcontract that was checked, and notes a material change.
 * @throws DomainError changeTooSoon
 */
export async function insertSubcontract(tx: Transaction, chain: LockedChain, given: NewSubcontract): Promise<void> {
  const change = materialChange(null, given, tx.today)
  refuseTooSoon(chain, change, given.urgentReason)
  const { id, company } = given
  await tx.db
    .insertInto('subcontract')
    .values({
      id,
      provider_id: chain.providerId,
      service_id: chain.serviceId,
      participant_id: company.isParticipant ? company.id : null,
      company_id: company.isParticipant ? null : company.id,
      ...storedColumnsOf(subcontractFields, given),
      urgent_reason: given.urgentReason,
      created_at: tx.now,
    })
    .execute()
  await noteMaterial(tx.db, chain, id, change)
  tx.record({
    event: 'subcontract.declared',
    object: { kind: 'subcontract', id },
    participantId: chain.providerId,
    facts: factsOfChain(chain),
  })
}
