import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import { editParticipant, exportParticipant } from '#domain/participant/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import { type Acting, startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, publish } from '#test/support/documents.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import { renew } from '#test/support/renewals.ts'
import { corrected, declared, rated, unrated } from '#test/support/uses.ts'

/* What banks hear of a provider: those that marked it, and those that only use a service of it (ALERT-04, ALERT-06). */

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())
beforeEach(() => acting.portal.app.db.deleteFrom('favourite').execute())

const db = () => acting.portal.app.db
const mark = () =>
  db()
    .insertInto('favourite')
    .values({
      entity_id: acting.bank.me.idGenericEntity,
      provider_id: acting.provider.me.idGenericEntity,
      created_at: acting.portal.clock.now(),
    })
    .execute()

/** The types that the bank hears while something happens, sorted. */
async function heard(act: () => Promise<unknown>): Promise<string[]> {
  const of = (id: string) => db().selectFrom('notification').select(['id', 'type']).where('participant_id', '=', id)
  const before = new Set((await of(acting.bank.me.idGenericEntity).execute()).map(({ id }) => id))
  await act()
  const rows = await of(acting.bank.me.idGenericEntity).execute()
  return rows.flatMap(({ id, type }) => (before.has(id) ? [] : [type])).sort()
}

const editProvider = (changes: Record<string, unknown>) =>
  ok(
    acting.cci.call(editParticipant, {
      params: { kind: 'provider', id: acting.provider.me.idGenericEntity },
      body: changes,
    }),
  )

test('ALERT-06: a bank is notified of services that it uses, of no other, and once where it also marked', async () => {
  const { bank, cci } = acting
  const [used, other] = [await rated(acting, 'A/A/A'), await rated(acting, 'A/A/A')]
  await declared(bank, used)
  expect(await heard(() => corrected(cci, used, 'A/A/A+'))).toEqual(['SCORE_LOADED'])
  expect(await heard(() => corrected(cci, other, 'A/A/A+'))).toEqual([])
  await mark()
  expect(await heard(() => corrected(cci, used, 'A/A+/A+'))).toEqual(['SCORE_LOADED'])
  const mails = (await mailsTo(acting.portal, address('entidad'))).filter(({ text }) => text.includes('A/A+/A+'))
  expect(mails).toHaveLength(1)
})

test('ALERT-06 ALERT-04: notifies of a first publication, a lower renewal and a lapse', async () => {
  const { bank, cci, provider, portal } = acting
  const service = await unrated(acting)
  await declared(bank, service, { requiredScore: 'C/C/C' })
  const publishIt = () => ok(publish(cci, service.validationId, { score: 'A/B/A', expiredAt: '2026-12-20' }))
  expect(await heard(publishIt)).toEqual(expect.arrayContaining(['SCORE_LOADED', 'LEVEL_MET']))
  const { id } = await ok(renew(provider, service.validationId))
  await acceptReport(cci, id)
  const lower = await heard(() => ok(publish(cci, id, { score: 'A/C/A', expiredAt: '2027-12-20' })))
  expect(lower).toEqual(['RATING_DROPPED', 'SCORE_LOADED'])
  const { content } = await ok(bank.call(listNotifications, { query: { size: 100 } }))
  expect(content.find(({ type }: { type: string }) => type === 'RATING_DROPPED')).toMatchObject({
    message: expect.stringMatching(/baja de A\/B\/A a A\/C\/A, en Integridad\. Compruebe si aún le basta\.$/),
    info: { idProvider: provider.me.idGenericEntity },
  })
  await db().updateTable('score').set({ expires_on: '2026-11-01' }).where('validation_id', '=', id).execute()
  portal.clock.move(DAY)
  expect(await heard(() => announceExpiries(portal.app))).toContain('SCORE_LAPSED')
  for (const [user, name] of [
    ['cci', 'cci'],
    ['bank', 'entidad'],
    ['provider', 'proveedor'],
    ['evaluator', 'somport'],
  ] as const) {
    Object.assign(acting, { [user]: await portal.signIn(address(name)) })
  }
})

test('ALERT-04: customers are notified of a changed name, CIF or address of a provider, not of its web', async () => {
  const { bank } = acting
  await declared(bank, await rated(acting, 'A/A/A'))
  expect(await heard(() => editProvider({ web: 'https://otra.example' }))).toEqual([])
  expect(await heard(() => editProvider({ commercialName: 'Tramontana Nueva' }))).toEqual(['COMPANY_CHANGED'])
  const [mail] = (await mailsTo(acting.portal, address('entidad'))).filter(({ text }) =>
    text.includes('tiene otros datos'),
  )
  expect(mail!.text).toContain(`/provider/${acting.provider.me.idGenericEntity}`)
  expect(mail!.text).toMatch(/el nombre comercial\. Compruebe sus contratos\./)
})

test('BASE-11: the copies by CCI omit what a bank receives only because it uses a service', async () => {
  const { bank, cci } = acting
  const service = await rated(acting, 'A/A/A')
  await declared(bank, service)
  expect(await heard(() => corrected(cci, service, 'B/A/A'))).toEqual(expect.arrayContaining(['RATING_DROPPED']))
  const copy = await ok(cci.call(exportParticipant, { params: { id: bank.me.idGenericEntity } }))
  expect(copy.users).toBeDefined()
  expect(JSON.stringify(copy)).not.toMatch(/B\/A\/A|rebajada/)
  const own = await ok(bank.call(listNotifications, { query: { size: 100 } }))
  expect(JSON.stringify(own)).toContain('B/A/A')
})
