import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CentreRules, initialRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

let portal: TestPortal
let cci: Caller
let cci2: Caller
beforeAll(async () => {
  const acting = await startActing()
  portal = acting.portal
  cci = acting.cci
  cci2 = acting.cci2
})
afterAll(() => portal.stop())

const save = (caller: Caller, rules: object, version?: number) =>
  caller.call(saveCentreRules, { body: { rules: rules as Partial<CentreRules>, version } })
const answer = () => ok(cci.call(readCentreRules))

test('BASE-05 BASE-06: every rule is answered, at first with its initial value, and some are changed', async () => {
  expect(await answer()).toEqual({ rules: initialRules, changes: [], version: 0 })
  const saved = await ok(save(cci, { earlyRenewalDays: 60, noticeDays: [7, 30, 7] }, 0))
  const rules = { ...initialRules, earlyRenewalDays: 60, noticeDays: [30, 7] }
  const by = { by: 'Marta Olmedo Rivas', at: portal.clock.now() }
  expect(saved).toEqual({
    rules,
    changes: [
      { rule: 'earlyRenewalDays', ...by },
      { rule: 'noticeDays', ...by },
    ],
    version: 1,
  })
  expect(await answer()).toEqual(saved)
  expect(await centreRulesOf(portal.app.db)).toEqual(rules)
})

test.each([
  ['ruleOutOfRange', { earlyRenewalDays: 181, acceptanceMonths: 6 }, 'rules.earlyRenewalDays'],
  ['ruleOutOfRange', { noticeDays: [30, 366] }, 'rules.noticeDays.1'],
  ['ruleOutOfRange', { noticeDays: [9, 8, 7, 6, 5, 4, 3, 2, 1] }, 'rules.noticeDays'],
  ['invalid', { requireAssessment: 'si' }, 'rules.requireAssessment'],
  ['unknownField', { secondOpinion: true }, 'rules.secondOpinion'],
])(
  'BASE-06: a value that the rule does not admit is refused with %s, named, and nothing is changed',
  async (code, rules, field) => {
    const rows = await hashOfRows(portal.app.db)
    const refused = await save(cci, rules)
    expect([refused.status, refused.problem.code, Object.keys(refused.problem.fields ?? {})]).toEqual([
      400,
      code,
      [field],
    ])
    expect(await hashOfRows(portal.app.db)).toBe(rows)
  },
)

test('BASE-04 BASE-08: values before and after are in the audit log; a stale version is refused; the same again is no change', async () => {
  const before = await newestEntry(portal)
  const { version } = await answer()
  const { version: after } = await ok(save(cci, { acceptanceMonths: 6 }, version))
  await ok(save(cci2, { acceptanceMonths: 6 }, after))
  const stale = await save(cci2, { acceptanceMonths: 3 }, version)
  expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(stale.problem.conflict).toMatchObject({
    version: after,
    differences: [{ field: 'acceptanceMonths', label: 'Aceptación del riesgo', now: '6 meses', yours: '3 meses' }],
  })
  const entries = (await entriesAfter(portal, before)).filter(({ event }) => event === 'centre-rules.saved')
  expect(entries.map(({ data }) => data)).toEqual([
    { before: { acceptanceMonths: 12 }, after: { acceptanceMonths: 6 } },
  ])
})

test('BASE-08: a change asks for a recent sign-in', async () => {
  portal.clock.move(20 * MINUTE)
  const refused = await save(cci, { earlyRenewalDays: 30 })
  expect([refused.status, refused.problem.code]).toEqual([403, 'signInAgain'])
  cci = await portal.signIn(address('cci'))
  cci2 = await portal.signIn(address('cci2'))
  expect((await ok(save(cci, { earlyRenewalDays: 30 }))).rules.earlyRenewalDays).toBe(30)
})

test('BASE-08: where CCI wants two people, turning a protection off needs both, with the same values', async () => {
  await ok(save(cci, { requireAssessment: true }))
  await ok(cci.call(saveFourEyes, { body: { enabled: true } }))
  // What protects no less needs one person.
  await ok(save(cci, { earlyRenewalDays: 45 }))
  const { version } = await answer()
  const off = { requireAssessment: false }
  for (const caller of [cci, cci]) {
    const noted = await save(caller, off, version)
    expect([noted.status, noted.problem.code]).toEqual([409, 'needsAnother'])
  }
  const [notice] = (await ok(cci2.call(listNotifications, { query: { size: 1 } }))).content
  expect(notice).toMatchObject({ type: 'PROPOSAL_PENDING', info: { place: 'centre-rules' } })
  const other = await save(cci2, { ...off, acceptanceMonths: 1 }, version)
  expect(other.problem.code).toBe('needsAnother')
  expect((await answer()).rules.requireAssessment).toBe(true)
  const before = await newestEntry(portal)
  expect((await ok(save(cci, { ...off, acceptanceMonths: 1 }, version))).rules).toMatchObject(off)
  const [entry] = await entriesAfter(portal, before)
  expect(entry).toMatchObject({
    event: 'centre-rules.saved',
    data: { before: { requireAssessment: true }, after: off, proposedBy: cci2.me.userId },
  })
})
