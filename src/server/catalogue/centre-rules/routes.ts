import { sql } from 'kysely'
import type { CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import {
  centreRulesSchema,
  changedRules,
  protectionsDropped,
  ruleFacts,
  ruleLabels,
  ruleWords,
} from '#domain/catalogue/centre-rules/centre-rules.ts'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { wireSentence } from '#domain/contract/wire-sentence.ts'
import { centreRulesWireOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { assertTwoPeople, requireSecondPerson } from '#server/session/approval-requests.ts'

const object = { kind: 'centre-rules', id: 'centre' }

export const centreRuleRoutes: Route[] = [
  read(readCentreRules, ({ db }) => centreRulesWireOf(db)),

  write(saveCentreRules, async ({ db, tx, actor, body: { rules, version } }) => {
    const sent = admitted(rules)
    // One writer at a time; the rules can still be read.
    await sql`lock table centre_rule in share row exclusive mode`.execute(db)
    const before = await centreRulesWireOf(db)
    await refuseStale(db, actor, version, {
      version: before.version,
      now: ruleFacts(before.rules),
      yours: ruleFacts(sent),
      labels: ruleLabels,
      object,
    })
    const changed = changedRules(before.rules, sent)
    if (Object.keys(changed).length === 0) return before
    if (changed.separateVerifier) await assertTwoPeople(db)
    const dropped = protectionsDropped(changed)
    const content = { rules: changed }
    const facts = { rules: dropped.map(rule => ruleWords[rule].name) }
    const seconded =
      dropped.length > 0
        ? await requireSecondPerson(tx, actor, { act: 'centre-rules.loosen', object, content, facts })
        : {}
    await store(tx, actor.userId, changed, before.version + 1)
    const was = Object.fromEntries(Object.keys(changed).map(rule => [rule, before.rules[rule as keyof CentreRules]]))
    tx.record({ event: 'centre-rules.saved', object, data: { before: was, after: changed, ...seconded } })
    return centreRulesWireOf(db)
  }),
]

/** The rules sent, in their normal form. @throws DomainError ruleOutOfRange that names each rule out of range */
function admitted(rules: Partial<CentreRules>): Partial<CentreRules> {
  const parsed = centreRulesSchema.partial().safeParse(rules, { error: wireSentence })
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => [['rules', ...path].join('.'), message])
  throw new DomainError('ruleOutOfRange', { fields: Object.fromEntries(fields) })
}

async function store({ db, now }: Transaction, userId: string, changed: Partial<CentreRules>, version: number) {
  const rows = Object.entries(changed).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    version,
    changed_by: userId,
    changed_at: now,
  }))
  await db
    .insertInto('centre_rule')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet(eb => ({
        value: eb.ref('excluded.value'),
        version: eb.ref('excluded.version'),
        changed_by: eb.ref('excluded.changed_by'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}
