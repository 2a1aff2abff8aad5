import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { codeErrors, isSameCompany, normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { refuseUnseen } from '#server/participant/company/provider.ts'
import { companiesWhere } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { invalid } from '#server/supervision/register/entry/stored.ts'

/** Who a contract is with: a provider of the portal or a company outside. */
export type Party = { providerId: string | null; companyId: string | null }
type Given = { providerId?: string | undefined; companyId?: string | undefined; company?: CompanyInput | undefined }

/**
 * The party that a body names; undefined when it names none. A company outside that only this bank names, and that the
 * contract already has, is changed where it stands.
 * @throws DomainError notFound, invalid with fields
 */
export async function partyOf(
  tx: Transaction,
  actor: Actor,
  { providerId, companyId, company }: Given,
  now: Party | null,
): Promise<Party | undefined> {
  const given = [providerId, companyId, company].filter(each => each !== undefined)
  if (given.length === 0) return undefined
  if (given.length > 1) throw invalid({ providerId: 'Elija un proveedor o una empresa externa, no ambos' })
  if (providerId !== undefined) {
    if (providerId !== now?.providerId) await refuseUnseen(tx.db, actor, providerId)
    return { providerId, companyId: null }
  }
  const bank = actor.participantId
  if (companyId !== undefined) {
    return { providerId: null, companyId: (await companyFor(tx, actor, bank, { id: companyId }, 'company')).id }
  }
  const kept = now?.companyId ? await changedCompany(tx, actor, now.companyId, company!) : null
  const id = kept ?? (await companyFor(tx, actor, bank, company!, 'company')).id
  return { providerId: null, companyId: id }
}

/** The company that the contract has, changed; null when it is not the bank's own, or becomes one that is there. */
async function changedCompany(tx: Transaction, actor: Actor, id: string, input: CompanyInput): Promise<string | null> {
  const [company] = await companiesWhere(tx.db, sql<boolean>`c.id = ${id}`)
  if (company?.ownerId !== actor.participantId) return null
  const wanted = normaliseCodes(input)
  const errors = codeErrors(wanted)
  if (Object.keys(errors).length > 0) {
    throw invalid(Object.fromEntries(Object.entries(errors).map(([field, message]) => [`company.${field}`, message])))
  }
  if (await isThere(tx.db, actor, id, wanted)) return null
  const { name, latinName, lei, euid, country, personType } = wanted
  await tx.db
    .updateTable('company')
    .set(eb => ({
      name,
      latin_name: latinName,
      lei,
      euid,
      country,
      person_type: personType,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  return id
}

/** Whether another company that the bank may name has the same LEI or EUID. */
async function isThere(db: Db, { participantId }: Actor, id: string, wanted: CompanyInput): Promise<boolean> {
  if (!wanted.lei && !wanted.euid) return false
  const others = await companiesWhere(
    db,
    sql<boolean>`c.id <> ${id} and (c.owner_id is null or c.owner_id = ${participantId})
      and (c.lei = ${wanted.lei} or c.euid = ${wanted.euid})`,
  )
  return others.some(each => isSameCompany(each, wanted))
}

/** Removes a company of the bank's own that no contract names any more. */
export async function dropUnnamed(db: Db, { participantId }: Actor, companyId: string | null): Promise<void> {
  if (companyId === null) return
  await sql`delete from company c where c.id = ${companyId} and c.owner_id = ${participantId}
    and not exists (select from arrangement a where a.company_id = c.id)
    and not exists (select from company k where k.parent_company_id = c.id)`.execute(db)
}

/** @throws DomainError notFound for a contract of another bank */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new DomainError('notFound')
  return thing
}
