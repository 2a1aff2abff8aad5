import { expect, test } from 'vitest'
import { initialRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, edit, freshRequest, pdf, publish, sheet } from '#test/support/documents.ts'
import { address } from '#test/support/mails.ts'
import type { Caller } from '#test/support/portal.ts'

test('BASE-05: with the initial rules a request is sent, verified, scored, corrected, lapses and is renewed as before', async () => {
  const { portal, cci, provider, evaluator, bank } = await startActing()
  try {
    expect(await centreRulesOf(portal.app.db)).toEqual(initialRules)
    const id = await freshRequest(cci, provider, evaluator)
    const statusTo = async (caller: Caller) => (await ok(caller.call(readValidation, { params: { id } }))).status
    const later = async (day: string) => {
      portal.clock.set(`${day}T10:00:00.000Z`)
      for (const [caller, name] of [
        [cci, 'cci'],
        [provider, 'proveedor'],
        [bank, 'entidad'],
      ] as const)
        Object.assign(caller, await portal.signIn(address(name)))
    }
    expect(await statusTo(provider)).toBe('PENDING')
    await acceptReport(cci, id)
    await ok(publish(cci, id, { expiredAt: '2027-06-30' }))
    const [score] = (await ok(cci.call(listScores, { query: { validationId: id } }))).content
    const corrected = { validationId: id, score: 'A/A/A+', expiredAt: '2027-05-31', correctionReason: 'Errata' }
    await ok(cci.call(correctScore, { params: { id: score.id }, body: { score: corrected } }))
    await later('2027-05-31')
    expect([await statusTo(bank), await statusTo(provider)]).toEqual(['QUALIFIED', 'QUALIFIED'])
    await later('2027-06-01')
    expect([await statusTo(bank), await statusTo(provider)]).toEqual(['LAPSED', 'LAPSED'])
    await ok(edit(provider, id, {}, { report: pdf('informe de la renovación'), spreadsheet: sheet() }))
    expect(await statusTo(cci)).toBe('PENDING')
    await acceptReport(cci, id)
    await ok(publish(cci, id, { expiredAt: '2028-05-31' }))
    expect([await statusTo(bank), await statusTo(provider)]).toEqual(['QUALIFIED', 'QUALIFIED'])
  } finally {
    await portal.stop()
  }
})
