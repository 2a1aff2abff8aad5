import { sql } from 'kysely'
import type { Transaction } from '#server/kernel/transaction.ts'

/**
 * Gives a bank a company of its own as a shared one is, or finds the one that it has, and lets its contracts, its chains and
 * its companies name that one (decision 051).
 * @returns the company's id
 */
export async function ownCopy(tx: Transaction, bank: string, id: string): Promise<string> {
  const { rows: own } = await sql<{ id: string }>`
    select k.id from company k join company c on c.id = ${id} and k.id <> c.id
    where k.owner_id = ${bank} and (k.lei = c.lei or k.euid = c.euid) limit 1`.execute(tx.db)
  const copy = own[0]?.id ?? tx.newId()
  if (!own[0]) {
    await sql`insert into company
        (id, owner_id, name, latin_name, lei, euid, other_code, other_code_type, country, person_type, parent_company_id, created_at)
      select ${copy}, ${bank}, name, latin_name, lei, euid, other_code, other_code_type, country, person_type, parent_company_id, ${tx.now}
      from company where id = ${id} and owner_id is null`.execute(tx.db)
  }
  await sql`update arrangement set company_id = ${copy} where company_id = ${id} and entity_id = ${bank}`.execute(tx.db)
  await sql`update arrangement_subcontract n set company_id = ${copy} from arrangement a
    where n.company_id = ${id} and a.id = n.arrangement_id and a.entity_id = ${bank}`.execute(tx.db)
  await sql`update company set parent_company_id = ${copy}
    where parent_company_id = ${id} and owner_id = ${bank} and id <> ${copy}`.execute(tx.db)
  return copy
}
