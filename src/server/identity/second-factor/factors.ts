import { sql } from 'kysely'
import { type Role, roles } from '#domain/identity/roles.ts'
import type {
  SecondFactorRules,
  SecondFactorRulesAnswer,
  SecondFactorWire,
} from '#domain/identity/second-factor/contract.ts'
import type { Factors } from '#domain/identity/second-factor/second-factor.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

const countFactors = statement((db, { userId }: { userId: string }) =>
  sql<Factors>`
    select exists (select from totp_factor where user_id = ${userId}) as totp,
      (select count(*) from passkey where user_id = ${userId}) as passkeys`.compile(db),
)

/** A user's second factors. */
export async function factorsOf(db: Db, userId: string): Promise<Factors> {
  const [factors] = await countFactors(db, { userId })
  return factors!
}

/** A user's factors, as that user sees them. */
export async function describeFactors(db: Db, userId: string): Promise<Omit<SecondFactorWire, 'required'>> {
  const totp = await db.selectFrom('totp_factor').select('created_at').where('user_id', '=', userId).executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { left } = await db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { totp: totp?.created_at ?? null, passkeys, recoveryCodesLeft: left }
}

/** Deletes all second factors of a user. */
export async function dropFactors(db: Db, userId: string): Promise<void> {
  for (const table of ['totp_factor', 'totp_enrolment', 'passkey', 'recovery_code', 'passkey_challenge'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** The roles for which CCI requires a second factor. */
export async function rulesOf(db: Db): Promise<SecondFactorRules> {
  const rows = await db.selectFrom('second_factor_rule').select('role').where('required', '=', true).execute()
  const required = new Set(rows.map(row => row.role))
  return Object.fromEntries(roles.map(role => [role, required.has(role)])) as SecondFactorRules
}

/** The same rules with their version, which is 0 until the first save. */
export async function versionedRules(db: Db): Promise<SecondFactorRulesAnswer> {
  const { version } = await db
    .selectFrom('second_factor_rule')
    .select(eb => eb.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return { secondFactor: await rulesOf(db), version: version ?? 0 }
}

export const isRequired = async (db: Db, role: Role): Promise<boolean> => (await rulesOf(db))[role]
