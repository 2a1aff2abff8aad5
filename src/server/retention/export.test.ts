import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOwnData } from '#domain/identity/session/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { setMailPreference } from '#domain/notification/contract.ts'
import { deleteParticipant, exportParticipant } from '#domain/participant/contract.ts'
import { saveView } from '#domain/search/saved-view/contract.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
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
    union select token_hash from session union select device_id from session union select salt from trail where salt is not null`.execute(
    world.app.db,
  )
  return rows.map(row => row.secret)
}

test('every user exports the own data, without secrets and data of others', async () => {
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
  const others = await world.app.db
    .selectFrom('portal_user')
    .select('email')
    .where('id', '!=', caller.me.userId)
    .execute()
  for (const { email } of others) expect(text).not.toContain(email)
  for (const secret of await secretsOf()) expect(text).not.toContain(secret)
  const noted = await world.app.db
    .selectFrom('trail')
    .select('object_id')
    .where('event', '=', 'user.exported')
    .execute()
  expect(noted).toEqual([{ object_id: caller.me.userId }])
})

test('D44: the copy omits mails to an earlier owner of the address', async () => {
  const caller = await world.signIn('proveedor@almotacen.example')
  const mails = async () => {
    const { body } = await caller.call(exportOwnData)
    return (JSON.parse(JSON.stringify(body)).mails as { template: string }[]).map(({ template }) => template)
  }
  const before = await mails()
  await inTransaction(world.app, null, async tx => {
    tx.mail({
      to: 'proveedor@almotacen.example',
      template: 'account-notice',
      data: { name: '', reason: '', message: '' },
    })
  })
  expect(await mails()).toEqual([...before, 'account-notice'])
  await sql`update outbox_mail set created_at = '2001-01-01' where id = (select max(id) from outbox_mail)`.execute(
    world.app.db,
  )
  expect(await mails()).toEqual(before)
})

test('CCI exports the data held on a participant', async () => {
  const cci = await world.signIn('cci@almotacen.example')
  const { participant_id: id } = await world.app.db
    .selectFrom('portal_user')
    .select('participant_id')
    .where('email', '=', 'proveedor@almotacen.example')
    .executeTakeFirstOrThrow()
  const answer = await cci.call(exportParticipant, { params: { id } })
  const text = JSON.stringify(answer.body)
  for (const trait of await traitsOf(world.app.db, id)) {
    // A user's full name has two fields.
    for (const word of trait.split(' ')) expect(text).toContain(word)
  }
  for (const secret of await secretsOf()) expect(text).not.toContain(secret)
  expect((await cci.call(exportParticipant, { params: { id: '0'.repeat(26) } })).status).toBe(404)
})

test('BASE-11 BASE-10: CCI’s copy of a bank holds no saved view, favourite or private preference of it', async () => {
  const [cci, bank, colleague] = (await Promise.all(
    ['cci', 'entidad', 'entidad2'].map(name => world.signIn(`${name}@almotacen.example`)),
  )) as [Caller, Caller, Caller]
  const view = { name: 'A quién buscamos', path: '/provider', search: 'provider=Secreta' }
  expect((await bank.call(saveView, { body: view })).status).toBe(201)
  for (const type of ['LEVEL_BROKEN', 'SCORE_LOADED'] as const) {
    await bank.call(setMailPreference, { params: { type }, body: { mode: 'NEVER', version: 0 } })
  }
  const copy = async (by: Caller) =>
    (await by.call(exportParticipant, { params: { id: bank.me.idGenericEntity } })).body
  const { users, favourites, ...rest } = await copy(cci)
  expect(favourites).toEqual(expect.any(Number))
  const mine = users.find((user: { account: { id: string }[] }) => user.account[0]!.id === bank.me.userId)
  expect(mine.savedViews).toBe(1)
  expect(mine.mailPreferences.map(({ type }: { type: string }) => type)).toEqual(['SCORE_LOADED'])
  expect(mine.activity[0]).not.toHaveProperty('number')
  for (const word of ['Secreta', 'A quién buscamos']) expect(JSON.stringify([users, rest])).not.toContain(word)
  // Its own user reads all of it, and only a principal user what reaches principal users alone.
  const own = (await bank.call(exportOwnData)).body
  expect(own.savedViews).toEqual([expect.objectContaining(view)])
  expect(own.mailPreferences).toHaveLength(2)
  await inTransaction(world.app, null, async tx => {
    const facts = { participantId: bank.me.idGenericEntity, keyName: 'GRC', expiresOn: '2026-12-14', onceKey: 'once' }
    tx.record({ event: 'api-key.ending', object: { kind: 'api-key', id: tx.newId() }, facts })
  })
  const types = async (by: Caller) =>
    ((await by.call(exportOwnData)).body.notifications as { type: string }[]).map(({ type }) => type)
  expect(await types(bank)).toContain('API_KEY_ENDING')
  expect(await types(colleague)).not.toContain('API_KEY_ENDING')
})

test('a user’s copy holds its factors without secrets, and what it wrote in incidents', async () => {
  const [caller, cci, provider] = (await Promise.all(
    ['entidad', 'cci', 'lumbre'].map(name => world.signIn(`${name}@almotacen.example`)),
  )) as [Caller, Caller, Caller]
  const { id } = await opened(cci, caller, provider.me.idGenericEntity)
  const row = { user_id: caller.me.userId, created_at: world.app.clock.now() }
  await world.app.db
    .insertInto('passkey')
    .values({
      ...row,
      id: 'p'.repeat(26),
      credential_id: 'abierta',
      public_key: 'abre',
      counter: 0,
      name: 'Mi llave',
      last_used_at: null,
    })
    .execute()
  await world.app.db
    .insertInto('totp_factor')
    .values({ ...row, sealed_secret: 'sellado', last_step: 0 })
    .execute()
  // Users with a second factor must sign in with it, so CCI takes the copy.
  const copy = (await cci.call(exportParticipant, { params: { id: caller.me.idGenericEntity } })).body as Copy
  for (const table of ['passkey', 'totp_factor'] as const) await world.app.db.deleteFrom(table).execute()
  expect(copy.users).toContainEqual(
    expect.objectContaining({
      passkeys: [expect.objectContaining({ name: 'Mi llave' })],
      apps: [{ created_at: expect.any(String) }],
      incidentsRaised: expect.arrayContaining([expect.objectContaining({ id })]),
    }),
  )
  const text = JSON.stringify(copy)
  for (const secret of ['abierta', 'abre', 'sellado']) expect(text).not.toContain(`"${secret}"`)
})

test('D44: export omits ended objects, and deleted participants have none', async () => {
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

/** The columns that name a user and are intentionally in no export, with the reason. */
const leftOut: Record<string, string> = {
  'api_key.created_by': 'of the bank, on its own list; what a user made is in its activity',
  'acknowledgement.user_id': 'of the bank alone, on its own copy; what a user acknowledged is in its activity',
  'bulletin.proposed_by': 'what a user proposed is in its activity',
  'bulletin.published_by': 'what a user published is in its activity',
  'bulletin_proposal.proposed_by': 'what a user proposed is in its activity',
  'acceptance.decided_by': 'of the bank alone, on its own copy; what a user decided is in its activity',
  'assessment.confirmed_by': 'what a user confirmed is in its activity',
  'calendar_feed.user_id': 'nothing but the hash of an address',
  'centre_rule.changed_by': 'what a user changed is in its activity',
  'register_edition.loaded_by': 'what a user loaded is in its activity',
  'chain_confirmation.confirmed_by': 'what a user confirmed is in its activity',
  'chain_stance.noted_by': 'of the bank alone, on its own copy',
  'clarification.assigned_to': 'on the copy of its participant',
  'digest_line.user_id': 'on the copy of the notifications',
  'document_assignment.assigned_by': 'what a user handed on is in its activity',
  'document_assignment.user_id': 'on the copy of its participant',
  'document_version.decided_by': 'what a user decided is in its activity',
  'finding.raised_by': 'what a user raised is in its activity',
  'finding.verified_by': 'what a user verified is in its activity',
  'idempotent_call.user_id': 'answers that it has had, for a day',
  'independence_declaration.decided_by': 'what a user decided is in its activity',
  'independence_declaration.declared_by': 'on the copy of its participant; what a user declared is in its activity',
  'invitation.user_id': 'on the copy of its participant',
  'invitation_request.decided_by': 'what a user decided is in its activity',
  'invitation_request.requested_by': 'on the copy of its participant; what a user asked for is in its activity',
  'last_change.changed_by': 'what a user changed is in its activity',
  'notification_read.user_id': 'on the copy of the notifications',
  'passkey_challenge.user_id': 'nothing but a challenge, for minutes',
  'proposal.user_id': 'what a user proposed is in its activity',
  'queue_assignment.user_id': 'what a user took on or was given is in the activity',
  'reading_under_way.user_id': 'while it lasts; how it ended is in its activity',
  'register_feedback.read_by': 'of the bank alone, on its own copy; what a user kept is in its activity',
  'register_package.made_by': 'of the bank alone, on its own copy; what a user made is in its activity',
  'reliance_file.signed_by': 'of the bank alone, on its own copy; what a user signed is in its activity',
  'score.scored_by': 'what a user scored is in its activity',
  'totp_enrolment.user_id': 'nothing but a secret, for minutes',
  'undoable_act.user_id': 'what a user did is in its activity',
}

test('every table that names a user is on its copy, or is left out for a reason', async () => {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'portal_user'::regclass order by 1`.execute(world.app.db)
  const source = readFileSync(new URL('export.ts', import.meta.url), 'utf8')
  const onCopy = (column: string) => {
    const [table, name] = column.split('.')
    return new RegExp(`from ${table}\\b[^\`]*\\b${name} = `).test(source)
  }
  const missing = rows.map(row => row.column).filter(column => !onCopy(column) && !(column in leftOut))
  expect(rows.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})
