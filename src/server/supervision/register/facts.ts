import { sql } from 'kysely'
import { termColumns } from '#domain/supervision/register/entry/terms.ts'
import type { CompanyFacts, RegisterFacts, UseFacts } from '#domain/supervision/register/facts.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { withProposedOf } from '#domain/supervision/register/provider-facts.ts'
import type { Day } from '#domain/values/day.ts'
import { identitiesOf } from '#server/participant/company/identity.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { chainsOf } from '#server/supervision/register/chains.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/arrangements.ts'
import { entityOf } from '#server/supervision/register/entry/entity.ts'
import { functionsWhere } from '#server/supervision/register/entry/functions.ts'
import { linesWhere } from '#server/supervision/register/entry/lines.ts'

/** Everything that the register of a bank is made of today. */
export async function registerFacts(db: Db, entityId: string, today: Day): Promise<RegisterFacts> {
  const [entity, functions, arrangements, lines, uses] = await Promise.all([
    entityOf(db, entityId),
    functionsWhere(db, entityId),
    arrangementsWhere(db, entityId),
    linesWhere(db, entityId, today),
    ictUses(db, entityId),
  ])
  const pairs = lines.flatMap(({ providerId, serviceId }) =>
    providerId && serviceId ? [{ providerId, serviceId }] : [],
  )
  const chains = await chainsOf(db, today, pairs)
  const providers = [
    ...arrangements.flatMap(({ providerId }) => providerId ?? []),
    ...chains.flatMap(({ participants }) => participants),
  ]
  const outside = [
    ...arrangements.flatMap(({ company }) => company?.id ?? []),
    ...chains.flatMap(({ companies }) => companies),
  ]
  return {
    entity: { ...entity, id: entityId, enteredOn: entity.createdOn },
    functions,
    arrangements: arrangements.map(({ providerId, company, ...contract }) => ({
      ...contract,
      companyId: (providerId ?? company?.id)!,
    })),
    lines: lines.map(withProposedOf),
    companies: await companiesOf(db, entityId, providers, outside),
    chains: chains.map(({ chain }) => chain),
    uses,
    terms: termColumns.map(column => entity.terms[column] ?? ''),
  }
}

/** The live uses of services that their providers call ICT services. */
async function ictUses(db: Db, entityId: string): Promise<UseFacts[]> {
  const { rows } = await sql<UseFacts>`
    select u.id, u.provider_id as "companyId", p.display_name as provider, u.service_id as "serviceId",
      s.description as service
    from service_use u
      join participant p on p.id = u.provider_id and p.deleted_at is null
      join service s on s.id = u.service_id
      join service_facts f on f.participant_id = u.provider_id and f.service_id = u.service_id
        and f.ict_type <> 'NONE'
    where u.entity_id = ${entityId} and u.until is null order by u.id`.execute(db)
  return rows
}

/** Providers and companies outside, with the parents of all of them. */
async function companiesOf(
  db: Db,
  entityId: string,
  providers: readonly string[],
  outside: readonly string[],
): Promise<CompanyFacts[]> {
  const participants = await participantsOf(db, [...new Set(providers)])
  const found = new Map<string, CompanyFacts>()
  let wanted = [...outside, ...participants.flatMap(({ parentId }) => parentId ?? [])]
  while (wanted.length > 0) {
    const companies = await companiesWhere(db, sql<boolean>`c.id = any(${[...new Set(wanted)]})`)
    for (const company of companies) found.set(company.id, companyFacts(company, entityId))
    wanted = companies.flatMap(({ parentId }) => (parentId && !found.has(parentId) ? parentId : []))
  }
  return [...participants, ...(await withShared(db, [...found.values()]))]
}

/** The companies, those of the bank with what the shared one under the same LEI or EUID says. */
async function withShared(db: Db, companies: CompanyFacts[]): Promise<CompanyFacts[]> {
  const own = companies.filter(({ keptBy }) => keptBy === 'BANK')
  const [leis, euids] = [own.flatMap(({ lei }) => lei ?? []), own.flatMap(({ euid }) => euid ?? [])]
  if (leis.length + euids.length === 0) return companies
  const shared = await companiesWhere(
    db,
    sql<boolean>`c.owner_id is null and (c.lei = any(${leis}) or c.euid = any(${euids}))`,
  )
  return companies.map(company => {
    if (company.keptBy !== 'BANK') return company
    const { lei, euid } = company
    const same = (each: Company) => (lei !== null && each.lei === lei) || (euid !== null && each.euid === euid)
    return { ...company, shared: shared.find(same) }
  })
}

async function participantsOf(db: Db, ids: readonly string[]): Promise<CompanyFacts[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('participant')
    .select(['id', 'display_name as name', 'cif', 'deleted_at as deletedAt'])
    .where('id', 'in', ids)
    .execute()
  const identities = await identitiesOf(
    db,
    rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id),
  )
  return rows.map(({ id, name, cif, deletedAt }): CompanyFacts => {
    const identity = identities.get(id)
    if (deletedAt !== null || !identity) return { ...unknown, id, keptBy: 'BANK', isGone: true, name: GONE_PROVIDER }
    const { parent, version: _version, ...given } = identity
    const number = given.otherCode === null && cif ? { otherCode: cif, otherCodeType: 'NIN' as const } : {}
    return {
      ...given,
      ...number,
      id,
      keptBy: 'PROVIDER',
      isGone: false,
      name: name ?? '',
      parentId: parent?.id ?? null,
    }
  })
}

/** Of a provider that was deleted nothing is known (D44). */
const unknown = {
  latinName: '',
  lei: null,
  leiRenewalOn: null,
  euid: null,
  otherCode: null,
  otherCodeType: null,
  personType: null,
  country: null,
  parentId: null,
}

function companyFacts({ ownerId, ...company }: Company, entityId: string): CompanyFacts {
  const keptBy = ownerId === entityId ? 'BANK' : ownerId === null ? 'CCI' : 'PROVIDER'
  return { ...unknown, ...company, keptBy, isGone: false }
}
