import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { DAY, HOUR } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import { idOf, raised } from '#test/support/incidents.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { destroyNow } from '#test/support/retention.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let lumbre: Caller
let evaluator: Caller
let bank: Caller
beforeAll(async () => {
  ;({ portal, cci, provider, evaluator, bank } = await startActing())
  lumbre = await portal.signIn(address('lumbre'))
})
beforeEach(async () => {
  await portal.app.db.deleteFrom('outbox_mail').execute()
})
afterAll(() => portal.stop())

const remove = (caller: Caller) => ok(cci.call(deleteParticipant, { body: { idGenericEntity: idOf(caller) } }))

/** The unsent mails of the outbox, as 'recipient: message'. */
async function waiting(): Promise<string[]> {
  const rows = await portal.app.db
    .selectFrom('outbox_mail')
    .select(['recipient', 'data'])
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ recipient, data }) => `${recipient}: ${(data as { message?: string }).message}`)
}

test('D44: a waiting mail is removed with the provider that it rates, and with the bank that raised its incident', async () => {
  const marked = await portal.app.db.selectFrom('favourite').select('entity_id').execute()
  expect(marked.map(row => row.entity_id)).toContain(idOf(bank))
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const { title } = await raised(bank, idOf(lumbre))
  const before = await waiting()
  expect(before.filter(mail => mail.startsWith(address('entidad')) && mail.includes('Tramontana'))).toHaveLength(1)

  await remove(provider)
  const left = await waiting()
  expect(left.filter(mail => mail.includes('Tramontana'))).toEqual([])
  expect(left.filter(mail => mail.includes(title)).length).toBeGreaterThan(0)
  await remove(bank)
  expect((await waiting()).filter(mail => mail.includes(title))).toEqual([])
})

test('D44: a mail that failed after its provider was deleted is not retried, and is destroyed with it', async () => {
  const { title } = await raised(lumbre)
  const sent: string[] = []
  const [left, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failing = deliverDue(portal.app, {
    send: async () => {
      left.resolve()
      await gone.promise
      throw new Error('nobody answers')
    },
    cut: () => {},
    close: () => {},
  })
  await left.promise
  await remove(lumbre)
  gone.resolve()
  await failing
  portal.clock.move(HOUR)
  await deliverDue(portal.app, { send: async ({ text }) => void sent.push(text), cut: () => {}, close: () => {} })
  expect(sent.filter(text => text.includes(title))).toEqual([])

  const blocked = (await waiting()).filter(mail => mail.includes(title))
  expect(blocked).toHaveLength(1)
  portal.clock.move(4 * 366 * DAY)
  await destroyNow(portal)
  expect((await waiting()).filter(mail => mail.includes(title))).toEqual([])
})
