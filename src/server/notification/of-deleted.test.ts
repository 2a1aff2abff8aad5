import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { migrationTexts } from '#server/platform/database/migrate.ts'
import { ok } from '#test/support/answers.ts'
import { idOf, opened, save } from '#test/support/incidents.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { destroyNow } from '#test/support/retention.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn(address('cci'))
  provider = await portal.signIn(address('lumbre'))
})
afterAll(() => portal.stop())

const remove = (caller: Caller) => ok(cci.call(deleteParticipant, { body: { idGenericEntity: idOf(caller) } }))

/** The caller's notifications that contain some words. */
async function told(caller: Caller, words: string): Promise<string[]> {
  const { content } = await ok(caller.call(listNotifications, { query: { size: 100 } }))
  return content.map(({ message }: NotificationWire) => message).filter((message: string) => message.includes(words))
}

const stored = async (words: string) =>
  (await portal.app.db.selectFrom('notification').select(['id', 'message']).execute()).filter(({ message }) =>
    message.includes(words),
  )

/** Creates an incident of a bank about the provider, which CCI opens, renames and closes. */
async function closed(bank: Caller, title: string): Promise<void> {
  const { id } = await opened(cci, bank, idOf(provider))
  await ok(save(cci, id, { title }))
  await ok(save(cci, id, { status: 'CLOSED' }))
}

test('D44: no notice names an incident of a deleted bank, and its text is destroyed with the bank', async () => {
  const bank = await portal.signIn(address('entidad'))
  await closed(bank, 'Fuga de datos en la caja')
  expect(await told(provider, 'Fuga de datos')).toHaveLength(2)
  await remove(bank)
  for (const reader of [provider, cci]) expect(await told(reader, 'Fuga de datos')).toEqual([])
  expect(await told(provider, 'Retraso')).toEqual([])
  portal.clock.move(4 * 366 * DAY)
  await destroyNow(portal)
  for (const words of ['Fuga de datos', 'Retraso']) expect(await stored(words)).toEqual([])
})

test('D44: old notices get the parties of their incident, and those about destroyed incidents are deleted', async () => {
  cci = await portal.signIn(address('cci'))
  provider = await portal.signIn(address('lumbre'))
  const bank = await portal.signIn('externalizacion@santander.example')
  await closed(bank, 'Robo en la oficina')
  const before = `update notification set about = array['${idOf(provider)}']`
  await portal.asOwner(`${before} where message like '%Robo%';
    insert into notification (id, participant_id, type, reason, message, info, created_at, about)
      values ('${'9'.repeat(26)}', '${idOf(provider)}', 'ISSUE_OPEN', 'x', 'Incendio', '{"idIssue":"${'8'.repeat(26)}"}', now(), '{}');
    insert into notification_read values ('${'9'.repeat(26)}', '${provider.me.userId}', now())`)
  await portal.asOwner((await migrationTexts())['0025-whose-words-notices-repeat.sql']!)
  expect(await stored('Incendio')).toEqual([])
  expect(await told(provider, 'Robo')).toHaveLength(2)
  await remove(bank)
  expect(await told(provider, 'Robo')).toEqual([])
})
