import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import type { LinkInput, LinkWire, OutsideInput } from '#domain/supervision/register/entry/chain.ts'
import { chainErrors } from '#domain/supervision/register/entry/chain.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { companiesWhere, companyWireOf } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { invalid } from '#server/supervision/register/entry/lock.ts'
import { dropUnnamed, isSaid, outsideCompany, withParent } from '#server/supervision/register/entry/party.ts'

/** Companies outside by id, each with its parent. */
export type Outside = ReadonlyMap<string, { company: CompanyWire; parent: CompanyWire | null }>

export async function outsideOf(db: Db, ids: readonly string[]): Promise<Outside> {
  if (ids.length === 0) return new Map()
  const companies = await companiesWhere(db, sql<boolean>`c.id = any(${[...new Set(ids)]})`)
  const above = companies.flatMap(({ parentId }) => parentId ?? [])
  const parents = new Map(
    above.length === 0
      ? []
      : (await companiesWhere(db, sql<boolean>`c.id = any(${above})`)).map(each => [each.id, companyWireOf(each)]),
  )
  return new Map(
    companies.map(company => [
      company.id,
      { company: companyWireOf(company), parent: parents.get(company.parentId ?? '') ?? null },
    ]),
  )
}

type Row = { id: string; arrangementId: string; ictType: string; companyId: string; recipientId: string | null }

/** Who works for companies outside in the contracts `a` for which a condition holds, as the bank wrote it. */
export async function ownLinksWhere(db: Db, entityId: string, condition: RawBuilder<SqlBool>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select n.id, n.arrangement_id as "arrangementId", n.ict_type as "ictType", n.company_id as "companyId",
      n.recipient_id as "recipientId"
    from arrangement_subcontract n join arrangement a on a.id = n.arrangement_id
    where a.entity_id = ${entityId} and ${condition} order by n.place, n.id`.execute(db)
  return rows
}

export const linkWireOf = ({ id, ictType, companyId, recipientId }: Row, outside: Outside): LinkWire => ({
  id,
  ictType,
  recipientId,
  ...valueIn(outside, companyId),
})

/** What a bank writes of a company, where its parent is left out as it stands. */
function isSame({ parent, ...input }: OutsideInput, now: Pick<LinkWire, 'company' | 'parent'>): boolean {
  if (!isSaid(now.company, normaliseCodes(input))) return false
  if (parent === undefined) return true
  return parent === null ? now.parent === null : now.parent !== null && isSaid(now.parent, normaliseCodes(parent))
}

/** Whether a chain is the one that is stored. */
export const isSameChain = (given: readonly LinkInput[], now: readonly LinkWire[]): boolean =>
  given.length === now.length &&
  given.every(({ id, ictType, company, recipient }, at) => {
    const stands = now[at]!
    const above = recipient === null ? null : now[recipient]?.id
    return id === stands.id && ictType === stands.ictType && above === stands.recipientId && isSame(company, stands)
  })

/**
 * Writes who works for the company of a contract (REG-11): all that there are. A company that stands there and is written as
 * it was stays, whatever else the same call says of it.
 * @throws DomainError invalid with fields
 */
export async function saveChain(
  tx: Transaction,
  actor: Actor,
  { arrangementId, direct }: { arrangementId: string; direct: CompanyWire | null },
  given: readonly LinkInput[],
  now: readonly LinkWire[],
): Promise<void> {
  const links = given.map(link => ({ ...link, company: normaliseCodes(link.company) }))
  const errors = direct ? chainErrors(direct, links) : {}
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const standing = new Map<string | undefined, LinkWire>(now.map(link => [link.id, link]))
  const rows: { id: string; stands: LinkWire | undefined; companyId: string; link: LinkInput }[] = []
  for (const [at, link] of links.entries()) {
    const { id, company } = link
    const stands = standing.get(id)
    // One that is named twice keeps its place once.
    standing.delete(id)
    const { parent: _parent, ...words } = company
    const companyId =
      stands && isSame(words, stands)
        ? stands.company.id
        : await outsideCompany(tx, actor, words, stands?.company.id ?? null, `chain.${at}.company`)
    rows.push({ id: stands?.id ?? tx.newId(), stands, companyId, link })
  }
  await sql`delete from arrangement_subcontract where arrangement_id = ${arrangementId}`.execute(tx.db)
  for (const [at, { id, companyId, link }] of rows.entries()) {
    await tx.db
      .insertInto('arrangement_subcontract')
      .values({
        id,
        arrangement_id: arrangementId,
        place: at,
        ict_type: link.ictType,
        company_id: companyId,
        created_at: tx.now,
      })
      .execute()
  }
  for (const { id, link } of rows) {
    if (link.recipient === null) continue
    await tx.db
      .updateTable('arrangement_subcontract')
      .set({ recipient_id: rows[link.recipient]!.id })
      .where('id', '=', id)
      .execute()
  }
  for (const [at, { id, stands, link }] of rows.entries()) {
    const { company } = link
    if (stands && isSame(company, stands)) continue
    // A parent before may have made the company the bank's own.
    const { company_id: companyId } = await tx.db
      .selectFrom('arrangement_subcontract')
      .select('company_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const kept = await withParent(tx, actor, companyId, company.parent, `chain.${at}.company.parent`)
    if (kept !== companyId) {
      await tx.db.updateTable('arrangement_subcontract').set({ company_id: kept }).where('id', '=', id).execute()
    }
  }
  await dropCompanies(tx.db, actor, now)
}

/** Removes the companies of a chain that nothing of the bank names any more. */
export async function dropCompanies(db: Db, actor: Actor, chain: readonly LinkWire[]): Promise<void> {
  for (const id of new Set(chain.map(({ company }) => company.id))) await dropUnnamed(db, actor, id)
}
