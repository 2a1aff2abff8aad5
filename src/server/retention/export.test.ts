import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteParticipant, exportParticipant } from '#domain/participant/contract.ts'
import { exportOwnData } from '#domain/session/contract.ts'
import { deleteUser } from '#domain/user/contract.ts'
import { inUnit } from '#server/unit.ts'
import { opened } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { traitsOf } from '#test/support/traces.ts'

let world: TestPortal
beforeAll(async () => {
  world = await startTestPortal()
})
afterAll(() => world.stop())

type Copy = {
  users: { account: { email: string }[] }[]
  incidents: { title: string }[]
  notifications: { message: string }[]
}

async function secretsOf(): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from portal_user where password_hash is not null
    union select secret_nonce from portal_user where secret_nonce is not null
    union select token_hash from session union select salt from trail where salt is not null`.execute(world.portal.db)
  return rows.map(row => row.secret)
}

test('everyone takes what is held on them, without a secret and without others’ data', async () => {
  const caller = await world.signIn('proveedor@almotacen.example')
  const answer = await caller.call(exportOwnData)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="mis-datos-2026-11-21.json"')
  const data = JSON.parse(JSON.stringify(answer.body))
  expect(data.account).toMatchObject([{ id: caller.me.userId, email: 'proveedor@almotacen.example' }])
  expect(data.sessions).toHaveLength(1)
  expect(data.notifications.length).toBeGreaterThan(0)
  expect(data.activity).toContainEqual(expect.objectContaining({ event: 'session.started' }))
  const text = JSON.stringify(data)
  const others = await world.portal.db
    .selectFrom('portal_user')
    .select('email')
    .where('id', '!=', caller.me.userId)
    .execute()
  for (const { email } of others) expect(text).not.toContain(email)
  for (const secret of await secretsOf()) expect(text).not.toContain(secret)
  const noted = await world.portal.db
    .selectFrom('trail')
    .select('object_id')
    .where('event', '=', 'user.exported')
    .execute()
  expect(noted).toEqual([{ object_id: caller.me.userId }])
})

test('D44: the mails of whoever had an address before are on no copy', async () => {
  const caller = await world.signIn('proveedor@almotacen.example')
  const mails = async () => {
    const { body } = await caller.call(exportOwnData)
    return (JSON.parse(JSON.stringify(body)).mails as { template: string }[]).map(({ template }) => template)
  }
  const before = await mails()
  await inUnit(world.portal, null, async unit => {
    unit.mail({
      to: 'proveedor@almotacen.example',
      template: 'account-notice',
      data: { name: '', reason: '', message: '' },
    })
  })
  expect(await mails()).toEqual([...before, 'account-notice'])
  await sql`update outbox_mail set created_at = '2001-01-01' where id = (select max(id) from outbox_mail)`.execute(
    world.portal.db,
  )
  expect(await mails()).toEqual(before)
})

test('CCI takes what is held on a participant, for whoever asks for it', async () => {
  const cci = await world.signIn('cci@almotacen.example')
  const { participant_id: id } = await world.portal.db
    .selectFrom('portal_user')
    .select('participant_id')
    .where('email', '=', 'proveedor@almotacen.example')
    .executeTakeFirstOrThrow()
  const answer = await cci.call(exportParticipant, { params: { id } })
  const text = JSON.stringify(answer.body)
  for (const trait of await traitsOf(world.portal.db, id)) {
    // A user's full name is held in two fields.
    for (const word of trait.split(' ')) expect(text).toContain(word)
  }
  for (const secret of await secretsOf()) expect(text).not.toContain(secret)
  expect((await cci.call(exportParticipant, { params: { id: '0'.repeat(26) } })).status).toBe(404)
})

test('D44: what has ended is on no copy, and who has ended has none', async () => {
  const at = (name: string) => `${name}@almotacen.example`
  const [cci, provider, evaluator, bank, other] = (await Promise.all(
    ['cci', 'proveedor', 'evaluador', 'entidad', 'lumbre'].map(name => world.signIn(at(name))),
  )) as [Caller, Caller, Caller, Caller, Caller]
  const copy = async (of: Caller) =>
    (await cci.call(exportParticipant, { params: { id: of.me.idGenericEntity } })).body as Copy
  const emails = async () => (await copy(provider)).users.map(user => user.account[0]!.email).toSorted()
  const raised = async () => (await copy(other)).incidents.map(incident => incident.title)
  const named = async () => (await copy(evaluator)).notifications.filter(one => one.message.includes('Tramontana'))
  const { title } = await opened(cci, bank, other.me.idGenericEntity)
  expect(await emails()).toEqual([at('proveedor2'), at('proveedor')])
  expect(await raised()).toContain(title)
  expect(await named()).not.toEqual([])

  await cci.call(deleteUser, { body: { id: (await world.signIn(at('proveedor2'))).me.userId } })
  expect(await emails()).toEqual([at('proveedor')])
  for (const gone of [bank, provider]) {
    await cci.call(deleteParticipant, { body: { idGenericEntity: gone.me.idGenericEntity } })
  }
  expect(await raised()).not.toContain(title)
  expect(await named()).toEqual([])
  expect((await cci.call(exportParticipant, { params: { id: provider.me.idGenericEntity } })).status).toBe(404)
})
