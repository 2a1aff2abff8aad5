import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { codeErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { isCountry } from '#domain/values/countries.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere, isFound } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A company that the actor knows, or one that it names. */
export type Chosen = { id: string } | CompanyInput

/** The company's faults with the path of its fields: `parent.lei`. */
const at = (path: string, errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${path}.${field}`, message]))

/**
 * The company that an actor chooses, or names for a participant. One that is there with the same LEI or EUID is taken
 * as it is (CHAIN-02, DORA-08); a bank's own companies are the bank's alone.
 * @param path the name of the field, for its faults
 * @throws DomainError invalid with fields
 */
export async function companyFor(
  tx: Transaction,
  actor: Actor,
  participantId: string,
  choice: Chosen,
  path: string,
): Promise<Company> {
  if ('id' in choice) {
    const [found] = await companiesWhere(tx.db, sql<boolean>`c.id = ${choice.id} and ${isFound(actor)}`)
    if (!found) throw new DomainError('invalid', { fields: { [`${path}Id`]: t('Elija una empresa de la lista.') } })
    return found
  }
  const input = normaliseCodes(choice)
  const errors = { ...codeErrors(input), ...(isCountry(input.country) ? {} : { country: MESSAGES.country }) }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', { fields: at(path, errors) })
  // Two that name a company at once get the same one.
  for (const code of [input.lei, input.euid].filter(each => each !== null).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`company ${code}`}, 0))`.execute(tx.db)
  }
  const found = await findCompany(tx.db, actor, participantId, input)
  if (found === 'two') {
    throw new DomainError('invalid', {
      fields: at(path, { euid: t('El LEI y el EUID son de dos empresas distintas del portal. Escriba solo uno.') }),
    })
  }
  return found ?? insert(tx, actor, participantId, input)
}

/**
 * The same company where it is there: by its codes, or one of the participant's own by its national number, or by name and country. 'two' when the
 * codes are of different companies.
 */
export async function findCompany(
  db: Db,
  actor: Actor,
  participantId: string,
  { lei, euid, otherCode, name, country }: CompanyInput,
): Promise<Company | 'two' | undefined> {
  if (!lei && !euid) {
    const own = await companiesWhere(db, sql<boolean>`c.owner_id = ${participantId} and c.country = ${country}`)
    const isNamed = (company: Company) => foldForSearch(company.name) === foldForSearch(name)
    const numbered = otherCode === null ? undefined : own.find(company => company.otherCode === otherCode)
    return numbered ?? own.find(company => isNamed(company) && (otherCode ?? company.otherCode) === company.otherCode)
  }
  const isBank = actor.role === 'ENTITY'
  const hasCode = sql<boolean>`(c.lei = ${lei} or c.euid = ${euid})`
  const own = isBank ? await companiesWhere(db, sql<boolean>`c.owner_id = ${participantId} and ${hasCode}`) : []
  const shared = await companiesWhere(db, sql<boolean>`c.owner_id is null and ${hasCode}`)
  const found = own.length > 0 ? own : shared
  const [first] = found
  if (!first) return undefined
  const isOther = (code: string | null, its: string | null) => code !== null && its !== null && code !== its
  if (found.length > 1 || isOther(lei, first.lei) || isOther(euid, first.euid)) return 'two'
  // A bank's first contract with a company says what the bank wrote, whatever others call it (decision 051).
  const saysSame = first.country === country && foldForSearch(first.name) === foldForSearch(name)
  if (!isBank || own.length > 0 || saysSame) return first
  const [named] = await companiesWhere(db, sql<boolean>`c.id = ${first.id} and ${isFound(actor)}`)
  return named
}

async function insert(tx: Transaction, actor: Actor, participantId: string, input: CompanyInput): Promise<Company> {
  const { name, latinName, lei, euid, otherCode, otherCodeType, country, personType } = input
  const shared = actor.role !== 'ENTITY' && (lei !== null || euid !== null)
  const id = tx.newId()
  await tx.db
    .insertInto('company')
    .values({
      id,
      owner_id: shared ? null : participantId,
      name,
      latin_name: latinName,
      lei,
      euid,
      other_code: otherCode,
      other_code_type: otherCodeType,
      country,
      person_type: personType,
      created_at: tx.now,
    })
    .execute()
  const [made] = await companiesWhere(tx.db, sql<boolean>`c.id = ${id}`)
  return made!
}
