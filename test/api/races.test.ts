import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { proveSecondFactor } from '#domain/identity/second-factor/contract.ts'
import type { SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { TestProvider } from '#test/support/identity-provider.ts'
import { startProvider } from '#test/support/identity-provider.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { comeBack, goAway } from '#test/support/sign-on.ts'
import { enrolApp } from '#test/support/totp.ts'

/* Concurrent calls where one waits for the other's lock; assurance/trust/nemesis.ts found them at random. */

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  centre = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

/** Waits until the given number of calls waits for a lock of another transaction. */
const isWaiting = (db: Db, waiting: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(waiting)
    },
    { timeout: 10_000, interval: 20 },
  )

/** Locks a participant until calls wait for it, and releases it after `meanwhile`. */
async function held<T = Answer>(
  participantId: string,
  waiting: number,
  begin: () => Promise<T>[],
  meanwhile: (statement: (text: string) => Promise<unknown>) => Promise<void> = async () => {},
  { app: { db } } = portal,
): Promise<T[]> {
  const answers = await db.transaction().execute(async tx => {
    await tx.selectFrom('participant').select('id').where('id', '=', participantId).forUpdate().execute()
    const begun = begin()
    await isWaiting(db, waiting)
    await meanwhile(text => sql.raw(text).execute(tx))
    return begun
  })
  return Promise.all(answers)
}

test('INV-07: 404 for sending an invitation again whose participant is being deleted', async () => {
  const email = 'carrera@invitada.example'
  const { id } = (await centre.call(invite, { body: { type: 'PROVIDER', email } })).body
  const { participant_id } = await portal.app.db
    .selectFrom('invitation')
    .select('participant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const again = () => [centre.call(changeInvitation, { params: { id }, body: { status: 'PENDING' } })]
  const [answer] = await held(participant_id, 1, again, async statement => {
    await statement(`update invitation set hidden = true where id = '${id}'`)
  })
  expect([answer!.status, answer!.problem.code]).toEqual([404, 'notFound'])
})

test('INV-07: an invitation sent again keeps the password that its user chooses in this moment', async () => {
  const email = 'eligiendo@invitada.example'
  const { id } = (await centre.call(invite, { body: { type: 'PROVIDER', email } })).body
  const { db } = portal.app
  const again = await db.transaction().execute(async tx => {
    await sql`update portal_user set password_hash = 'elegida', temporary_until = null, secret_nonce = null,
      last_password_change = ${portal.clock.now()} where email = ${email}`.execute(tx)
    const begun = centre.call(changeInvitation, { params: { id }, body: { status: 'PENDING' } })
    await isWaiting(db, 1)
    return [begun]
  })
  expect((await again[0]!).status).toBe(200)
  const user = db.selectFrom('portal_user').select(['password_hash', 'temporary_until']).where('email', '=', email)
  expect(await user.executeTakeFirst()).toEqual({ password_hash: 'elegida', temporary_until: null })
})

test('ROLE-31: marking a provider while the own entity is deleted leaves no mark', async () => {
  const world = await startTestPortal()
  const entity = await world.signIn('entidad@almotacen.example')
  const idEntity = entity.me.idGenericEntity
  const idProvider = await world.participantOf('cantera')
  await world.app.db.deleteFrom('favourite').execute()
  const mark = () => [
    entity.call(editParticipant, { params: { kind: 'provider', id: idProvider }, body: { idProvider, idEntity } }),
  ]
  const [answer] = await held(
    idEntity,
    1,
    mark,
    async statement => {
      await statement(`update participant set deleted_at = '2026-11-21T09:00:00Z' where id = '${idEntity}'`)
    },
    world,
  )
  expect([answer!.status, answer!.problem.code]).toEqual([401, 'noSession'])
  expect(await world.app.db.selectFrom('favourite').selectAll().execute()).toEqual([])
  await world.stop()
})

test('D51: sends nothing about scores of a provider that is being deleted', async () => {
  const world = await startTestPortal()
  const { db } = world.app
  await db.deleteFrom('notification').execute()
  const deleted = await world.participantOf('proveedor')
  const told = () =>
    db
      .selectFrom('trail')
      .select('number')
      .where('event', 'like', 'score.%laps%')
      .where('participant_id', '=', deleted)
      .execute()
  const before = await told()
  const [count] = await held(
    deleted,
    1,
    () => [announceExpiries(world.app)],
    async statement => {
      await statement(`update participant set deleted_at = '2026-11-21T09:00:00Z' where id = '${deleted}'`)
    },
    world,
  )
  expect(count).toBeGreaterThan(0)
  expect(await told()).toEqual(before)
  await world.stop()
})

test('D15: of two users who delete each other at the same time one stays', async () => {
  const other = await portal.signIn('cci2@almotacen.example')
  // The principal user cannot be deleted.
  await portal.asOwner("update portal_user set is_principal = false where email = 'cci@almotacen.example'")
  const each = [
    [centre, other],
    [other, centre],
  ] as const
  const answers = await held(centre.me.idGenericEntity, 2, () =>
    each.map(([by, whom]) => by.call(deleteUser, { body: { id: whom.me.userId } })),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([204, 401])
  const left = await portal.app.db
    .selectFrom('portal_user')
    .select('id')
    .where('participant_id', '=', centre.me.idGenericEntity)
    .where('deleted_at', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
})

describe('an identity that another account gets in this moment', () => {
  const HOME = 'https://portal.example'
  let provider: TestProvider
  let world: TestPortal
  beforeAll(async () => {
    provider = await startProvider()
    provider.register(HOME)
    world = await startTestPortal({ environment: { ...provider.settings, PUBLIC_URL: HOME } })
  })
  afterAll(async () => {
    await world.stop()
    await provider.stop()
  })

  /** Binds the identity to another account while the call waits to bind it. */
  async function overtaken(call: () => Promise<Answer>): Promise<Answer> {
    const { db } = world.app
    const bound_at = world.clock.now()
    const other = await userOf('entidad2')
    const answer = await db.transaction().execute(async tx => {
      const bond = { issuer: provider.issuer, subject: 'ana', user_id: other, bound_at }
      await tx.insertInto('provider_identity').values(bond).execute()
      const begun = call()
      await isWaiting(db, 1)
      return [begun]
    })
    return answer[0]!
  }
  const userOf = async (name: string) =>
    (
      await world.app.db
        .selectFrom('portal_user')
        .select('id')
        .where('email', '=', `${name}@almotacen.example`)
        .executeTakeFirstOrThrow()
    ).id
  const lastEntry = () =>
    world.app.db
      .selectFrom('trail')
      .select(['event', 'object_id', 'data'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const comeBackAsAna = async () => {
    provider.people.set('ana', { email: 'entidad@almotacen.example', email_verified: true })
    const away = await goAway(world)
    return comeBack(world, away, await provider.visit(away.url, 'ana'))
  }

  test('D13 D50: opens nothing, and the refusal is in the trail', async () => {
    const { status, problem } = await overtaken(comeBackAsAna)
    expect([status, problem.code]).toEqual([403, 'signOnNoAccess'])
    expect(await lastEntry()).toMatchObject({
      ...{ event: 'session.refused', object_id: await userOf('entidad') },
      data: { why: 'identity-of-another' },
    })
    await world.app.db.deleteFrom('provider_identity').execute()
  })

  test('D13 D50: no session after the second step when the identity becomes another’s', async () => {
    const caller = await world.signIn('entidad@almotacen.example')
    const { app } = await enrolApp(world, caller)
    const { pending } = (await comeBackAsAna()).body as SecondFactorNeeded
    const prove = () => world.anonymous.call(proveSecondFactor, { body: { pending, code: app() } })
    const { status, problem } = await overtaken(prove)
    expect([status, problem.code]).toEqual([403, 'signOnNoAccess'])
    expect(await lastEntry()).toMatchObject({ event: 'session.refused', data: { why: 'identity-of-another' } })
  })
})
