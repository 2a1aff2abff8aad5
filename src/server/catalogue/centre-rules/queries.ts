import type { CentreRule, CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { centreRules, initialRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { type CentreRulesWire, centreRulesWire } from '#domain/catalogue/centre-rules/contract.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type { Db } from '#server/platform/database/connect.ts'

const rulesFrom = (rows: readonly { key: string; value: unknown }[]): CentreRules =>
  centreRulesWire.shape.rules.parse({
    ...initialRules,
    ...Object.fromEntries(rows.map(({ key, value }) => [key, value])),
  })

/** The centre's rules of now: those that it has set, and the initial value of every other. */
export async function centreRulesOf(db: Db): Promise<CentreRules> {
  return rulesFrom(await db.selectFrom('centre_rule').select(['key', 'value']).execute())
}

/** The rules with the version of the whole set, and the last change of each. */
export async function centreRulesWireOf(db: Db): Promise<CentreRulesWire> {
  const rows = await db
    .selectFrom('centre_rule as r')
    .innerJoin('portal_user as u', 'u.id', 'r.changed_by')
    .select(['r.key', 'r.value', 'r.version', 'r.changed_at as at', 'u.name', 'u.surnames', 'u.email'])
    .orderBy('r.key')
    .execute()
  const known = rows.filter(({ key }) => centreRules.includes(key as CentreRule))
  return {
    rules: rulesFrom(rows),
    changes: known.map(({ key, at, ...user }) => ({ rule: key as CentreRule, by: calledBy(user), at })),
    version: Math.max(0, ...rows.map(({ version }) => version)),
  }
}
