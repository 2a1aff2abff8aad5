import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { codeErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { changeCompany as changeContract } from '#domain/participant/company/contract.ts'
import { companyFields, companyLabels } from '#domain/participant/company/facts.ts'
import { fieldWords } from '#domain/record/words.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepBelow } from '#server/participant/company/kept.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { ownCopy } from '#server/participant/company/own-copy.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere, isFound, isNamedBy } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { onTopOf, storedColumnsOf } from '#server/record/stored.ts'

type Given = Omit<BodyOf<typeof changeContract>, 'version'>

/**
 * Changes a company outside. A provider changes one that it alone names; CCI also those that all share. With the LEI or
 * EUID of one that is there, the two become one. The contracts of banks keep what they said (decision 051).
 * @throws DomainError notFound, companyShared, changedMeanwhile, invalid with fields
 */
export async function changeCompany(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
): Promise<Company> {
  await tx.db.selectFrom('company').select('id').where('id', '=', id).forUpdate().execute()
  const [company] = await companiesWhere(tx.db, sql<boolean>`c.id = ${id} and ${isFound(actor)}`)
  if (!company) throw new DomainError('notFound')
  if (actor.role !== 'CCI' && (await isNamedByOthers(tx.db, company, actor))) throw new DomainError('companyShared')
  await refuseStale(tx.db, actor, version, {
    version: company.version,
    now: fieldWords(companyFields, company),
    yours: fieldWords(companyFields, given),
    labels: companyLabels,
    object: { kind: 'company', id },
  })
  const wanted = await wantedOf(tx, actor, company, given)
  await detachBanks(tx, id)
  await keepBelow(tx, id)
  const same = await sameAs(tx.db, wanted)
  if (same) await merge(tx.db, id, same.id)
  else await write(tx.db, wanted)
  const kept = same?.id ?? id
  tx.record({
    event: 'company.changed',
    object: { kind: 'company', id: kept },
    participantId: company.ownerId ?? (actor.role === 'CCI' ? null : actor.participantId),
  })
  const [changed] = await companiesWhere(tx.db, sql<boolean>`c.id = ${kept}`)
  return changed!
}

async function wantedOf(tx: Transaction, actor: Actor, company: Company, given: Given): Promise<Company> {
  const { parent, parentId, ...fields } = given
  const wanted: Company = normaliseCodes(onTopOf(company, fields))
  const errors = codeErrors(wanted)
  if (company.ownerId === null && !wanted.lei && !wanted.euid) {
    errors.lei = t('Otros la encuentran por su LEI o su EUID: deje al menos uno.')
  }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', { fields: errors })
  const choice = parent ?? (typeof parentId === 'string' ? { id: parentId } : parentId)
  if (choice !== undefined) {
    const owner = company.ownerId ?? actor.participantId
    wanted.parentId = choice && (await companyFor(tx, actor, owner, choice, 'parent')).id
  }
  if (wanted.parentId === company.id) wanted.parentId = null
  if (wanted.lei || wanted.euid) wanted.ownerId = null
  return wanted
}

/** Whether another provider names a company. That a bank does is its secret (LEVEL-19). */
async function isNamedByOthers(db: Db, { id }: Company, { participantId }: Actor): Promise<boolean> {
  const { rows } = await sql`
    select from company c
      join participant o on o.id <> ${participantId} and o.kind not in ('CCI', 'ENTITY') and o.deleted_at is null
    where c.id = ${id} and ${isNamedBy(sql`o.id`)} limit 1`.execute(db)
  return rows.length > 0
}

/** Another shared company with the same LEI or EUID. */
async function sameAs(db: Db, { id, lei, euid }: Company): Promise<Company | undefined> {
  const found = await companiesWhere(
    db,
    sql<boolean>`c.owner_id is null and c.id <> ${id} and (c.lei = ${lei} or c.euid = ${euid})`,
  )
  if (found.length > 1) {
    throw new DomainError('invalid', {
      fields: { euid: t('El LEI y el EUID son de dos empresas distintas del portal. Escriba solo uno.') },
    })
  }
  return found[0]
}

/** Lets all that name a company name another one instead; the contracts of banks name it no more. */
async function merge(db: Db, from: string, to: string): Promise<void> {
  await sql`update subcontract set company_id = ${to} where company_id = ${from}`.execute(db)
  await sql`update company_identity set parent_company_id = ${to} where parent_company_id = ${from}`.execute(db)
  await sql`update company set parent_company_id = case when id = ${to} then null else ${to} end
    where parent_company_id = ${from}`.execute(db)
  await db.deleteFrom('company').where('id', '=', from).execute()
}

/**
 * Gives each bank whose contracts, or whose companies as their parent, name a shared company a company of its own as it
 * is now, and has them name that one: what others change of the shared one changes no register of a bank (decision 051).
 */
async function detachBanks(tx: Transaction, id: string, seen: ReadonlySet<string> = new Set()): Promise<void> {
  if (seen.has(id)) return
  const children = await companiesWhere(tx.db, sql<boolean>`c.parent_company_id = ${id} and c.owner_id is null`)
  // A contract with a subsidiary says its parent too.
  for (const child of children) await detachBanks(tx, child.id, new Set([...seen, id]))
  const { rows: banks } = await sql<{ id: string }>`
    select p.id from participant p where p.kind = 'ENTITY' and (
      exists (select from arrangement a where a.company_id = ${id} and a.entity_id = p.id)
      or exists (select from arrangement_subcontract n join arrangement a on a.id = n.arrangement_id
        where n.company_id = ${id} and a.entity_id = p.id)
      or exists (select from company k where k.parent_company_id = ${id} and k.owner_id = p.id))
    order by p.id`.execute(tx.db)
  for (const { id: bank } of banks) await ownCopy(tx, bank, id)
}

async function write(db: Db, company: Company): Promise<void> {
  await db
    .updateTable('company')
    .set(eb => ({
      owner_id: company.ownerId,
      ...storedColumnsOf(companyFields, company),
      parent_company_id: company.parentId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', company.id)
    .execute()
}
