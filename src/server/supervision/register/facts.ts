import { sql } from 'kysely'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { termColumns } from '#domain/supervision/register/entry/terms.ts'
import type { CompanyFacts, RegisterFacts, UseFacts, WrittenChain } from '#domain/supervision/register/facts.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { withProposedOf } from '#domain/supervision/register/provider-facts.ts'
import type { Day } from '#domain/values/day.ts'
import { providerWordsOf } from '#server/participant/company/kept.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { chainsOf } from '#server/supervision/register/chains.ts'
import { ofIct } from '#server/supervision/register/entry/contract-columns.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/contract-rows.ts'
import { entityOf } from '#server/supervision/register/entry/entity.ts'
import { functionsWhere } from '#server/supervision/register/entry/functions.ts'
import { linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { membersWhere } from '#server/supervision/register/entry/members.ts'
import { gleifOf } from '#server/supervision/register/gleif/queries.ts'
import { keptBy } from '#server/supervision/register/kept.ts'

/** Everything that the file of a bank's register is made of today, with its rates of a reference date. */
export async function registerFacts(
  db: Db,
  entityId: string,
  { today, referenceDate }: { today: Day; referenceDate: Day },
): Promise<RegisterFacts> {
  const [entity, members, functions, arrangements, lines, uses] = await Promise.all([
    entityOf(db, entityId),
    membersWhere(db, entityId),
    functionsWhere(db, entityId),
    arrangementsWhere(db, entityId, ofIct),
    linesWhere(db, entityId, today, ofIct),
    ictUses(db, entityId),
  ])
  const pairs = lines.flatMap(({ counterpartyId, serviceId }) =>
    counterpartyId && serviceId ? [{ providerId: counterpartyId, serviceId }] : [],
  )
  const chains = await chainsOf(db, today, pairs)
  const providers = [
    ...arrangements.flatMap(({ providerId }) => providerId ?? []),
    ...chains.flatMap(({ participants }) => participants),
  ]
  const outside = [
    ...arrangements.flatMap(({ company, chain }) => [
      ...(company ? [company.id] : []),
      ...chain.map(link => link.company.id),
    ]),
    ...chains.flatMap(({ companies }) => companies),
  ]
  const companies = await registerCompanies(db, entityId, providers, outside)
  const gleif = await gleifOf(
    db,
    [entity.lei, entity.parentLei, ...[...members, ...companies].map(({ lei }) => lei)].flatMap(lei => lei ?? []),
  )
  return {
    entity: { ...entity, id: entityId, enteredOn: entity.createdOn },
    members,
    functions,
    arrangements: arrangements.map(({ providerId, company, parent: _parent, chain: _chain, ...contract }) => ({
      ...contract,
      companyId: (providerId ?? company?.id)!,
    })),
    lines: lines.map(withProposedOf),
    companies,
    chains: chains.map(({ chain }) => chain),
    written: arrangements.flatMap(writtenChains),
    uses,
    gleif,
    rates: Object.fromEntries(
      entity.rates.filter(each => each.referenceDate === referenceDate).map(({ currency, rate }) => [currency, rate]),
    ),
    terms: termColumns.map(column => entity.terms[column] ?? ''),
  }
}

/** What the bank wrote of who works for the company of a contract, by type: all of it underpins (REG-11). */
const writtenChains = ({ id: arrangementId, chain }: ArrangementWire): WrittenChain[] =>
  [...Map.groupBy(chain, ({ ictType }) => ictType)].map(([ictType, links]) => ({
    arrangementId,
    ictType,
    subcontracts: links.map(({ id, company, recipientId }) => ({
      id,
      companyId: company.id,
      recipientId,
      underpins: true,
      countries: [],
    })),
  }))

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
export async function registerCompanies(
  db: Db,
  entityId: string,
  providers: readonly string[],
  outside: readonly string[],
): Promise<CompanyFacts[]> {
  const participants = await participantsOf(db, entityId, [...new Set(providers)])
  const isKept = new Set(participants.map(({ id }) => id))
  const found = new Map<string, CompanyFacts>()
  let wanted = [
    ...outside,
    ...participants.flatMap(({ parentId }) => (parentId && !isKept.has(parentId) ? parentId : [])),
  ]
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

/** Providers as the bank's register says them, with the companies above those that have changed since (REG-10). */
async function participantsOf(db: Db, entityId: string, ids: readonly string[]): Promise<CompanyFacts[]> {
  const [now, kept] = await Promise.all([providerWordsOf(db, ids), keptBy(db, entityId)])
  return ids.flatMap((id): CompanyFacts[] => {
    const [today, then] = [now.get(id), kept.providers.get(id)]
    const isGone = !today
    const keptBy = isGone ? 'BANK' : 'PROVIDER'
    if (!then) {
      if (!today) return [{ ...unknown, id, keptBy, isGone, name: GONE_PROVIDER }]
      const { parents, ...words } = today
      return [{ ...words, id, keptBy, isGone, parentId: parents[0]?.id ?? null }]
    }
    const { parents, ...words } = then
    const leiRenewalOn = today && today.lei === then.lei ? today.leiRenewalOn : then.leiRenewalOn
    const idAt = (at: number) => (at < parents.length ? `${id} ${parents[at]!.id}` : null)
    const above = parents.map(
      (parent, at): CompanyFacts => ({
        ...unknown,
        ...parent,
        id: idAt(at)!,
        keptBy: isGone ? 'BANK' : 'CCI',
        isGone: false,
        parentId: idAt(at + 1),
      }),
    )
    return [{ ...words, leiRenewalOn, id, keptBy, isGone, parentId: idAt(0) }, ...above]
  })
}

/** What is known of a provider that was deleted before its words were kept. */
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
