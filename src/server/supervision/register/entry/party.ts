import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { codeErrors, isSameCompany, normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { OutsideInput } from '#domain/supervision/register/entry/chain.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { ownCopy } from '#server/participant/company/own-copy.ts'
import { refuseUnseen } from '#server/participant/company/provider.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { invalid } from '#server/supervision/register/entry/lock.ts'

/** Who a contract is with: a provider of the portal or a company outside. */
export type Party = { providerId: string | null; companyId: string | null }
type Given = { providerId?: string | undefined; companyId?: string | undefined; company?: OutsideInput | undefined }

/**
 * The party that a body names; undefined when it names none.
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
  if (companyId !== undefined) {
    const found = await companyFor(tx, actor, actor.participantId, { id: companyId }, 'company')
    return { providerId: null, companyId: found.id }
  }
  const { parent, ...words } = company!
  const id = await outsideCompany(tx, actor, words, now?.companyId ?? null, 'company')
  return { providerId: null, companyId: await withParent(tx, actor, id, parent, 'company.parent') }
}

/**
 * The company outside that a bank writes. One of its own that stands there already is changed where it stands, unless others
 * of its contracts name it too and it becomes another company.
 * @param path the name of the field, for its faults
 * @throws DomainError invalid with fields
 */
export async function outsideCompany(
  tx: Transaction,
  actor: Actor,
  company: CompanyInput,
  stands: string | null,
  path: string,
): Promise<string> {
  const kept = stands === null ? null : await changedCompany(tx, actor, stands, company, path)
  return kept ?? (await companyFor(tx, actor, actor.participantId, company, path)).id
}

/**
 * The company with the ultimate parent that the bank writes: one of the bank's own, if it was shared and had another parent
 * (decision 060). Without a parent that is given it stays.
 * @throws DomainError invalid with fields
 */
export async function withParent(
  tx: Transaction,
  actor: Actor,
  id: string,
  parent: CompanyInput | null | undefined,
  path: string,
): Promise<string> {
  if (parent === undefined) return id
  const [company] = await companiesWhere(tx.db, sql<boolean>`c.id = ${id}`)
  const { ownerId, parentId: now } = company!
  const wanted = parent && (await outsideCompany(tx, actor, parent, now, path))
  // A company that is its own parent has none.
  const parentId = wanted === id ? null : wanted
  if (parentId === now) return id
  const own = ownerId === actor.participantId ? id : await ownCopy(tx, actor.participantId, id)
  await tx.db
    .updateTable('company')
    .set(eb => ({ parent_company_id: parentId, version: eb('version', '+', 1) }))
    .where('id', '=', own)
    .execute()
  await dropUnnamed(tx.db, actor, now)
  return own
}

/** The company that stands there, changed; null when it is not the bank's own, or becomes one that is there. */
async function changedCompany(
  tx: Transaction,
  actor: Actor,
  id: string,
  input: CompanyInput,
  path: string,
): Promise<string | null> {
  const [company] = await companiesWhere(tx.db, sql<boolean>`c.id = ${id}`)
  if (company?.ownerId !== actor.participantId) return null
  const wanted = normaliseCodes(input)
  const errors = codeErrors(wanted)
  if (Object.keys(errors).length > 0) {
    throw invalid(Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${path}.${field}`, message])))
  }
  if (isSaid(company, wanted)) return id
  if (!isStill(company, wanted) && (await timesNamed(tx.db, id)) > 1) return null
  if (await isThere(tx.db, actor, id, wanted)) return null
  const { name, latinName, lei, euid, otherCode, otherCodeType, country, personType } = wanted
  await tx.db
    .updateTable('company')
    .set(eb => ({
      name,
      latin_name: latinName,
      lei,
      euid,
      other_code: otherCode,
      other_code_type: otherCodeType,
      country,
      person_type: personType,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  return id
}

const words = ['name', 'latinName', 'lei', 'euid', 'otherCode', 'otherCodeType', 'country', 'personType'] as const
/** Whether a company is stored with the very words that a bank writes of it. */
export const isSaid = (company: Pick<Company, (typeof words)[number]>, input: CompanyInput): boolean =>
  words.every(word => company[word] === input[word])

/** Whether a company, as it is now written, is the one that it was. */
const isStill = (company: Company, wanted: CompanyInput): boolean =>
  isSameCompany(company, wanted) ||
  (foldForSearch(company.name) === foldForSearch(wanted.name) && company.country === wanted.country)

/** In how many places a bank's own company is named. */
async function timesNamed(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ times: number }>`select (
    (select count(*) from arrangement where company_id = ${id})
    + (select count(*) from arrangement_subcontract where company_id = ${id})
    + (select count(*) from company where parent_company_id = ${id}))::int as times`.execute(db)
  return onlyOf(rows).times
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

/** Removes a company of the bank's own that no contract names any more, and likewise its parents. */
export async function dropUnnamed(db: Db, actor: Actor, companyId: string | null): Promise<void> {
  if (companyId === null) return
  const { rows } = await sql<{ parentId: string | null }>`
    delete from company c where c.id = ${companyId} and c.owner_id = ${actor.participantId}
      and not exists (select from arrangement a where a.company_id = c.id)
      and not exists (select from arrangement_subcontract n where n.company_id = c.id)
      and not exists (select from company k where k.parent_company_id = c.id)
    returning c.parent_company_id as "parentId"`.execute(db)
  for (const { parentId } of rows) await dropUnnamed(db, actor, parentId)
}

/** @throws DomainError notFound for a contract of another bank */
export function foundOrRefused<T>(thing: T | undefined): T {
  if (thing === undefined) throw new DomainError('notFound')
  return thing
}
