import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import { identityErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { IdentityWire, saveRegisterIdentity as saveContract } from '#domain/participant/company/contract.ts'
import { factsOfIdentity, identityLabels } from '#domain/participant/company/facts.ts'
import { refuseStale } from '#server/app/conflict.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere, companyWireOf } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** An identity with its ultimate parent; null when the provider is its own. */
export type StoredIdentity = RegisterIdentity & { parent: Company | null; version: number }

const nothing: StoredIdentity = {
  lei: null,
  leiRenewalOn: null,
  euid: null,
  otherCode: null,
  otherCodeType: null,
  personType: null,
  country: null,
  latinName: '',
  parent: null,
  version: 0,
}

/** The identities of some providers by their id; one that gave nothing has an empty one. */
export async function identitiesOf(db: Db, ids: readonly string[]): Promise<Map<string, StoredIdentity>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RegisterIdentity & { id: string; parentId: string | null; version: number }>`
    select participant_id as id, lei, lei_renewal_on as "leiRenewalOn", euid, other_code as "otherCode",
      other_code_type as "otherCodeType", person_type as "personType", country, latin_name as "latinName",
      parent_company_id as "parentId", version
    from company_identity where participant_id = any(${[...ids]})`.execute(db)
  const parents = rows.flatMap(({ parentId }) => parentId ?? [])
  const companies = new Map(
    (await companiesWhere(db, sql<boolean>`c.id = any(${parents})`)).map(company => [company.id, company]),
  )
  const given = new Map(
    rows.map(({ id, parentId, ...identity }) => [
      id,
      { ...identity, parent: parentId ? companies.get(parentId)! : null },
    ]),
  )
  return new Map(ids.map(id => [id, given.get(id) ?? nothing]))
}

export const identityOf = async (db: Db, id: string): Promise<StoredIdentity> => (await identitiesOf(db, [id])).get(id)!

export const identityWireOf = ({ parent, ...identity }: StoredIdentity): IdentityWire => ({
  ...identity,
  parent: parent && companyWireOf(parent),
})

const shown = ({ parent, version: _version, ...identity }: StoredIdentity) =>
  factsOfIdentity({ ...identity, parent: parent?.name ?? '' })

/**
 * Saves the identity of a provider (DORA-01). What is not given stays.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function saveIdentity(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, parent, parentId, ...given }: BodyOf<typeof saveContract>,
): Promise<StoredIdentity> {
  const provider = await lockedProvider(tx, actor, id)
  const now = await identityOf(tx.db, id)
  const { parent: _parent, ...stands } = now
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const wanted = normaliseCodes({ ...stands, ...defined })
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: shown(now),
    yours: {
      ...factsOfIdentity(given),
      ...(parent ? { parent: parent.name } : {}),
    },
    labels: identityLabels,
    object: { kind: 'company-identity', id },
  })
  const errors = identityErrors(wanted)
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', { fields: errors })
  const choice = parent ?? (typeof parentId === 'string' ? { id: parentId } : parentId)
  const chosen = choice ? await companyFor(tx, actor, id, choice, 'parent') : choice
  const parentNow = now.parent?.id ?? null
  const parentWanted = chosen === undefined ? parentNow : (chosen?.id ?? null)
  const isSame = Object.entries(wanted).every(([key, value]) => value === now[key as keyof StoredIdentity])
  if (isSame && parentWanted === parentNow) return now
  await write(tx.db, id, wanted, parentWanted)
  tx.record({
    event: 'company-identity.saved',
    object: { kind: 'company-identity', id },
    participantId: id,
    facts: { participantId: id, participantName: provider.display_name ?? '' },
    told: { extended: wanted.lei !== now.lei || wanted.leiRenewalOn !== now.leiRenewalOn },
  })
  return identityOf(tx.db, id)
}

async function write(db: Db, id: string, identity: RegisterIdentity, parentId: string | null): Promise<void> {
  const values = {
    lei: identity.lei,
    lei_renewal_on: identity.leiRenewalOn,
    euid: identity.euid,
    other_code: identity.otherCode,
    other_code_type: identity.otherCodeType,
    person_type: identity.personType,
    country: identity.country,
    latin_name: identity.latinName,
    parent_company_id: parentId,
  }
  await db
    .insertInto('company_identity')
    .values({ participant_id: id, ...values, version: 1 })
    .onConflict(conflict =>
      conflict
        .column('participant_id')
        .doUpdateSet(eb => ({ ...values, version: eb('company_identity.version', '+', 1) })),
    )
    .execute()
}
