import { expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { acceptGap } from '#domain/supervision/acceptance/contract.ts'
import { discardReliance, readReliance } from '#domain/supervision/reliance/contract.ts'
import { changeUse, listUses } from '#domain/supervision/use/contract.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { signedFile, signing, writing } from '#test/support/reliance.ts'
import { differences, live, measures, reason } from '#test/support/two-worlds.ts'
import { declared, rated } from '#test/support/uses.ts'

/* What belongs to a bank alone, no other principal reads or infers from what it reads. */

test('LEVEL-19 BASE-10: a bank’s uses, levels, acceptances and register change nothing that others can read', async () => {
  const [plain, declaring] = [await live(false), await live(true)]
  expect(differences(plain, declaring)).toEqual([])
  // BASE-11: CCI's copy counts, and the bank's own has all of it.
  expect([plain.counts, declaring.counts]).toEqual([
    {
      uses: 0,
      acceptances: 0,
      relianceFiles: 0,
      functions: 0,
      arrangements: 0,
      packages: 0,
      stances: 0,
      acknowledgements: 1,
    },
    {
      uses: 5,
      acceptances: 1,
      relianceFiles: 3,
      functions: 1,
      arrangements: 2,
      packages: 1,
      stances: 0,
      acknowledgements: 1,
    },
  ])
  const owned = ['Cobros del banco', reason, measures, 'A+/A+/A+', 'acceptance.made', 'reliance.due', 'CT-SECRETO']
  for (const word of owned) {
    expect(declaring.own).toContain(word)
    expect(plain.own).not.toContain(word)
  }
  for (const word of ['Cobros', reason, measures, 'RELY', 'A+/A+/A+', 'critical', 'secret', 'SECRET'])
    expect(declaring.trail).not.toContain(word)
  for (const word of ['8.8.8.8/portal', 'webhook.tested']) {
    expect(declaring.own).toContain(word)
    expect(plain.own).not.toContain(word)
  }
  expect(declaring.trail).not.toContain('8.8.8.8')
}, 300_000)

test('BASE-10: every call about it is not there for CCI, a provider, an evaluator and another bank', async () => {
  const acting = await startActing()
  const { portal, bank, cci, provider, evaluator } = acting
  const other = await portal.signIn('externalizacion@santander.example')
  const use = await declared(bank, await rated(acting, 'A/A/B'), { requiredScore: 'A/A/A' })
  const { acceptances } = await ok(
    bank.call(acceptGap, { params: { id: use.id }, body: { reason, until: '2027-06-30' } }),
  )
  const file = await signedFile(bank, use)
  const own = contracts.filter(({ who }) => isPrivate(who))
  expect(own.length).toBeGreaterThan(10)
  for (const contract of own) {
    const id = contract.path.startsWith('/acceptances')
      ? acceptances[0].id
      : contract.path.startsWith('/reliance')
        ? file.id
        : use.id
    const body = contract.body && {
      reason,
      until: '2027-06-30',
      status: 'REVOKED',
      criticalScore: null,
      otherScore: null,
    }
    for (const reader of [cci, provider, evaluator]) {
      expect((await reader.call(contract, { params: { id } as never, body })).status, contract.name).toBe(404)
    }
  }
  expect((await ok(other.call(listUses))).content).toEqual([])
  expect((await other.call(changeUse, { params: { id: use.id }, body: { note: 'x' } })).status).toBe(404)
  expect((await other.call(acceptGap, { params: { id: use.id }, body: { reason, until: '2027-06-30' } })).status).toBe(
    404,
  )
  for (const contract of [readReliance, discardReliance]) {
    expect((await other.call(contract, { params: { id: file.id } })).status).toBe(404)
  }
  expect((await writing(other, file)).status).toBe(404)
  expect((await signing(other, file)).status).toBe(404)
  await portal.stop()
})
