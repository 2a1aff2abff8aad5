import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateReport } from '#domain/report-request/contract.ts'
import { sendRenewal } from '#domain/report-request/renewal/contract.ts'
import { listLines } from '#domain/supervision/register/entry/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, documentsOf, edit, pdf, publish, reject, request, sheet } from '#test/support/documents.ts'
import { newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { bareService, declared } from '#test/support/uses.ts'

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())

const FUTURE = 'La fecha del informe no puede ser futura.'

/** The parties of a request for a new service. */
async function parties() {
  const { providerId, serviceId } = await bareService(acting)
  return { provider: providerId, evaluator: acting.evaluator.me.idGenericEntity, service: serviceId }
}
const sending = async (body: Record<string, unknown> = {}) => request(acting.provider, await parties(), { body })
const dateOf = async (id: string) => (await ok(acting.provider.call(readValidation, { params: { id } }))).reportDate

test('DORA-11: a request takes the date of its report, not in the future, or none', async () => {
  const refused = await sending({ reportDate: '2026-11-22' })
  expect([refused.status, refused.problem.fields]).toEqual([400, { reportDate: FUTURE }])
  expect(await dateOf((await ok(sending({ reportDate: '2026-11-21' }))).id)).toBe('2026-11-21')
  for (const body of [{}, { reportDate: '' }]) expect(await dateOf((await ok(sending(body))).id)).toBeNull()
})

test('DORA-11: a correction keeps the date, changes it, or drops it with the report that it was of', async () => {
  const { cci, provider } = acting
  const { id } = await ok(sending({ reportDate: '2026-10-01' }))
  const rejectBoth = async () => {
    for (const document of Object.values(await documentsOf(cci, id))) await ok(reject(cci, document))
  }
  await rejectBoth()
  expect((await edit(provider, id, { reportDate: '2027-01-01' })).problem.fields).toEqual({ reportDate: FUTURE })
  await ok(edit(provider, id, { concept: 'Otro' }))
  expect(await dateOf(id)).toBe('2026-10-01')
  await ok(edit(provider, id, { reportDate: '2026-10-02' }, { report: pdf('informe dos'), spreadsheet: sheet() }))
  expect(await dateOf(id)).toBe('2026-10-02')
  await rejectBoth()
  await ok(edit(provider, id, {}, { report: pdf('informe tres'), spreadsheet: sheet() }))
  expect(await dateOf(id)).toBeNull()
})

test('DORA-11 DORA-07: CCI notes it in the verification, and registers read it once the request is rated', async () => {
  const { cci, provider, bank } = acting
  const ids = await parties()
  const { id, version } = await ok(request(provider, ids))
  const noting = (body: object) => cci.call(dateReport, { params: { id }, body: body as never })
  expect((await noting({ reportDate: '2026-12-01' })).problem.fields).toEqual({ reportDate: FUTURE })
  expect(await ok(noting({ reportDate: '2026-09-30', version }))).toMatchObject({ reportDate: '2026-09-30' })
  expect((await provider.call(dateReport, { params: { id }, body: { reportDate: null } })).status).toBe(403)
  const use = await declared(bank, { providerId: ids.provider, serviceId: ids.service })
  const contract = await newContract(bank, { providerId: ids.provider })
  const { id: functionId } = await newFunction(bank)
  const line = await newLine(bank, { arrangementId: contract.id, functionId, useId: use.id, ownAuditOn: null })
  const lastAudit = async () => (await ok(bank.call(listLines, { query: { id: line.id } }))).content[0].lastAuditOn
  expect(await lastAudit()).toBeNull()
  await acceptReport(cci, id)
  await ok(publish(cci, id, { expiredAt: '2027-01-10' }))
  expect(await lastAudit()).toBe('2026-09-30')
  // The renewal has a report of its own.
  const files = { report: pdf('informe nuevo'), spreadsheet: sheet() }
  const renewing = (reportDate: string) =>
    provider.call(sendRenewal, { params: { id }, body: { concept: 'Alcance', reportDate }, files })
  expect((await renewing('2027-05-01')).problem.fields).toEqual({ reportDate: FUTURE })
  expect(await ok(renewing('2026-11-01'))).toMatchObject({ reportDate: '2026-11-01' })
  expect(await lastAudit()).toBe('2026-09-30')
})
