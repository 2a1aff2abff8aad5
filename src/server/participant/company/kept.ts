import { sql } from 'kysely'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { noFacts } from '#domain/participant/company/service-facts.ts'
import type { ProviderWords } from '#domain/participant/company/words.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { identitiesOf } from '#server/participant/company/identity.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere } from '#server/participant/company/queries.ts'
import { serviceFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** What the portal knows of some living providers today, by id. Its CIF is the code of one that gave no other. */
export async function providerWordsOf(db: Db, ids: readonly string[]): Promise<Map<string, ProviderWords>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('participant')
    .select(['id', 'display_name as name', 'cif'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const identities = await identitiesOf(
    db,
    rows.map(({ id }) => id),
  )
  const above = await withParents(
    db,
    [...identities.values()].flatMap(({ parent }) => parent?.id ?? []),
  )
  return new Map(
    rows.map(({ id, name, cif }) => {
      const { parent, version: _version, ...identity } = valueIn(identities, id)
      const number = identity.otherCode === null && cif ? { otherCode: cif, otherCodeType: 'NIN' as const } : {}
      return [id, { ...identity, ...number, name: name ?? '', parents: parent ? chainFrom(parent.id, above) : [] }]
    }),
  )
}

/** Some companies and all above them, by id. */
async function withParents(db: Db, ids: readonly string[]): Promise<Map<string, Company>> {
  const found = new Map<string, Company>()
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const companies = await companiesWhere(db, sql<boolean>`c.id = any(${wanted})`)
    for (const company of companies) found.set(company.id, company)
    wanted = companies.flatMap(({ parentId }) => (parentId && !found.has(parentId) ? parentId : []))
  }
  return found
}

/** A company and those above it. A circle ends where it closes. */
function chainFrom(first: string, companies: ReadonlyMap<string, Company>): ProviderWords['parents'] {
  const chain = new Map<string, Company>()
  for (let at = companies.get(first); at && !chain.has(at.id); at = companies.get(at.parentId ?? ''))
    chain.set(at.id, at)
  return [...chain.values()].map(
    ({ ownerId: _owner, parentId: _parent, parentName: _name, version: _version, ...words }) => words,
  )
}

/**
 * Keeps what a provider is to the registers of the banks that have a contract with it, before that changes (REG-10). What a
 * bank keeps already stays: it is what its register says.
 */
export async function keepProvider(tx: Transaction, providerId: string): Promise<void> {
  const banks = sql`select distinct a.entity_id as id from arrangement a where a.provider_id = ${providerId}`
  await keep(tx, banks, { providerId, serviceId: null }, async () =>
    (await providerWordsOf(tx.db, [providerId])).get(providerId),
  )
}

/** Keeps likewise what a provider says of a service, for the banks with that service in a contract. */
export async function keepService(tx: Transaction, providerId: string, serviceId: string): Promise<void> {
  const banks = sql`select distinct a.entity_id as id from arrangement a
    join arrangement_line l on l.arrangement_id = a.id join service_use u on u.id = l.use_id
    where a.provider_id = ${providerId} and u.service_id = ${serviceId}`
  await keep(tx, banks, { providerId, serviceId }, async () => {
    const [facts] = await serviceFactsOf(tx.db, [{ providerId, serviceId }])
    return Object.fromEntries(Object.keys(noFacts).map(name => [name, facts![name as keyof ServiceFacts]]))
  })
}

/** Keeps all that a provider says, before it leaves the portal. */
export async function keepLeaving(tx: Transaction, providerId: string): Promise<void> {
  await keepProvider(tx, providerId)
  const { rows } = await sql<{ id: string }>`
    select distinct u.service_id as id from arrangement a
      join arrangement_line l on l.arrangement_id = a.id join service_use u on u.id = l.use_id
    where a.provider_id = ${providerId} order by 1`.execute(tx.db)
  for (const { id } of rows) await keepService(tx, providerId, id)
}

/** Keeps the providers that have a company above them, before that company changes. */
export async function keepBelow(tx: Transaction, companyId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select ${companyId}::text as id union
      select c.id from company c join below b on c.parent_company_id = b.id)
    select i.participant_id as id from company_identity i join below b on i.parent_company_id = b.id
    order by 1`.execute(tx.db)
  for (const { id } of rows) await keepProvider(tx, id)
}

async function keep(
  tx: Transaction,
  banks: ReturnType<typeof sql>,
  { providerId, serviceId }: { providerId: string; serviceId: string | null },
  read: () => Promise<object | undefined>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`${banks} order by 1`.execute(tx.db)
  const facts = rows.length === 0 ? undefined : await read()
  if (!facts) return
  for (const { id } of rows) {
    await tx.db
      .insertInto('kept_fact')
      .values({
        id: tx.newId(),
        entity_id: id,
        provider_id: providerId,
        service_id: serviceId,
        facts: JSON.stringify(facts),
        kept_at: tx.now,
      })
      // Locks the row that is there: a bank that decides about it now waits, and then sees this change too.
      .onConflict(conflict =>
        conflict
          .columns(['entity_id', 'provider_id', 'service_id'])
          .doUpdateSet(eb => ({ kept_at: eb.ref('kept_fact.kept_at') })),
      )
      .execute()
  }
}
