import { sql } from 'kysely'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import type { IdentityWire } from '#domain/participant/company/contract.ts'
import { registerIdentityFields } from '#domain/participant/company/facts.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere, companyWireOf } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { storedFieldsOf } from '#server/record/stored.ts'

/** An identity with its ultimate parent; null when the provider is its own. */
export type StoredIdentity = RegisterIdentity & { parent: Company | null; version: number }

const nothing: StoredIdentity = { ...emptyValues(registerIdentityFields), parent: null, version: 0 }

/** The identities of some providers by their id; one that gave nothing has an empty one. */
export async function identitiesOf(db: Db, ids: readonly string[]): Promise<Map<string, StoredIdentity>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RegisterIdentity & { id: string; parentId: string | null; version: number }>`
    select i.participant_id as id, ${storedFieldsOf('i', registerIdentityFields)}, i.parent_company_id as "parentId", i.version
    from company_identity i where i.participant_id = any(${[...ids]})`.execute(db)
  const parents = rows.flatMap(({ parentId }) => parentId ?? [])
  const companies = new Map(
    (await companiesWhere(db, sql<boolean>`c.id = any(${parents})`)).map(company => [company.id, company]),
  )
  const given = new Map(
    rows.map(({ id, parentId, ...identity }) => [
      id,
      { ...identity, parent: parentId ? valueIn(companies, parentId) : null },
    ]),
  )
  return new Map(ids.map(id => [id, given.get(id) ?? nothing]))
}

export const companyIdentityOf = async (db: Db, id: string): Promise<StoredIdentity> =>
  valueIn(await identitiesOf(db, [id]), id)

export const identityWireOf = ({ parent, ...identity }: StoredIdentity): IdentityWire => ({
  ...identity,
  parent: parent && companyWireOf(parent),
})
