import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import type { Country } from '#domain/values/countries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A company outside the portal. */
export type Company = {
  id: string
  /** The participant that alone names it; null for one that all share. */
  ownerId: string | null
  name: string
  latinName: string
  lei: string | null
  euid: string | null
  otherCode: string | null
  otherCodeType: OtherCodeType | null
  country: Country
  personType: PersonType
  parentId: string | null
  parentName: string | null
  version: number
}

/** The companies `c` for which a condition holds, by name. */
export async function companiesWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<Company[]> {
  const { rows } = await sql<Company>`
    select c.id, c.owner_id as "ownerId", c.name, c.latin_name as "latinName", c.lei, c.euid,
      c.other_code as "otherCode", c.other_code_type as "otherCodeType", c.country, c.person_type as "personType", c.parent_company_id as "parentId", m.name as "parentName", c.version
    from company c left join company m on m.id = c.parent_company_id
    where ${condition} order by c.name collate "es-x-icu", c.id`.execute(db)
  return rows
}

export const companyWireOf = ({ ownerId: _owner, parentId, parentName, ...company }: Company): CompanyWire => ({
  ...company,
  parent: parentId ? { id: parentId, name: parentName! } : null,
})

/** Whether a participant names the company `c`: as its parent, in a chain, or in a contract of its register or the chain of one. */
export const isNamedBy = (participantId: string | RawBuilder<unknown>): RawBuilder<SqlBool> => sql`(
  c.owner_id = ${participantId}
  or exists (select from company_identity i where i.parent_company_id = c.id and i.participant_id = ${participantId})
  or exists (select from subcontract l where l.company_id = c.id and l.provider_id = ${participantId})
  or exists (select from arrangement a where a.company_id = c.id and a.entity_id = ${participantId})
  or exists (select from arrangement_subcontract n join arrangement a on a.id = n.arrangement_id
    where n.company_id = c.id and a.entity_id = ${participantId}))`

/** The companies `c` that the actor finds by name: CCI those that providers name, others their own. */
export function isFound(actor: Actor): RawBuilder<SqlBool> {
  if (actor.role !== 'CCI') return isNamedBy(actor.participantId)
  return sql`(c.owner_id is null or exists (
    select from participant o where o.id = c.owner_id and o.kind <> 'ENTITY' and o.deleted_at is null))`
}
