import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeSession, readMe, signIn } from '#domain/identity/session/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { deleteOldAttempts } from '#server/identity/session/login-throttle.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { noteSeen, touchSession } from '#server/session/queries.ts'
import { eventsAbout } from '#test/support/entries.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { closeAccounts, everyHeader, statuses, tryToEnter } from '#test/support/sign-in.ts'

const BAD = 'El correo y/o la contraseña introducidos no son correctos.'
const BLOCKED = 'Acceso bloqueado por número de reintentos, espere 15 minutos o inténtelo desde otro dispositivo.'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
// All tests come from one address: the attempts of one must not block the next.
beforeEach(() => portal.app.db.deleteFrom('sign_in_attempt').execute())

const enter = (email: string, password: string, headers?: Record<string, string>) =>
  tryToEnter(portal, email, password, headers)
const eventsOf = (objectId: string) => eventsAbout(portal, objectId)

describe('sign-in', () => {
  test.each([
    ['cci', 'CCI', 'home', true],
    ['proveedor', 'PROVIDER', 'home', true],
    ['evaluador', 'AUDIT', 'home', true],
    ['entidad', 'ENTITY', 'home', true],
    ['nuevo', 'PROVIDER', 'change-password', false],
    ['borrador', 'PROVIDER', 'mandatory-data', false],
    ['rechazado', 'PROVIDER', 'home', true],
  ])('AUTH-01 API-13: %s signs in as %s and goes to %s', async (name, role, next, completed) => {
    const answer = await enter(`${name}@almotacen.example`, PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('authorization')).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('x-csrf-token')).toMatch(/^\w{32}$/)
    expect(answer.body).toMatchObject({ email: `${name}@almotacen.example`, role: { key: role }, next, completed })
  })

  test('API-13 FORM-02: the e-mail is trimmed and lowercased, the password taken as typed', async () => {
    expect((await enter('  CCI@Almotacen.Example ', PASSWORD)).status).toBe(200)
    expect((await enter('cci@almotacen.example', ` ${PASSWORD}`)).status).toBe(403)
    expect((await enter('cci@almotacen.example', PASSWORD.toLowerCase())).status).toBe(403)
  })

  test('the session names its user, the stage of the onboarding and the settings of the shell', async () => {
    const { body } = await (await portal.signIn('proveedor@almotacen.example')).call(readMe)
    expect(body).toMatchObject({
      name: 'Lucía Ferrer Casals',
      role: { key: 'PROVIDER', value: 'Proveedor' },
      roles: ['ROLE_PROVIDER', 'ROLE_ADMIN'],
      nameGenericEntity: 'Tramontana Custodia Digital, S.L.',
      onboarded: true,
      documentationStatus: 'ACCEPTED',
      today: '2026-11-21',
      settings: { productName: 'Almotacén', passwordPolicy: 'especificacion' },
    })
    expect((await (await portal.signIn('rechazado@almotacen.example')).call(readMe)).body).toMatchObject({
      onboarded: false,
      documentationStatus: 'REJECTED',
    })
    expect((await (await portal.signIn('borrador@almotacen.example')).call(readMe)).body).toMatchObject({
      documentationStatus: null,
      completed: false,
    })
  })

  test('FORM-01 API-13: without e-mail or password it names the missing field and counts no attempt', async () => {
    for (const body of [{}, { email: 'cci@almotacen.example' }, { password: 'x' }, { email: ' ', password: 'x' }]) {
      const answer = await portal.anonymous.call(signIn, { body })
      expect(answer.problem).toMatchObject({
        status: 400,
        detail: 'Introduzca correo y contraseña para realizar el login.',
      })
    }
    expect(await portal.app.db.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
  })

  test('API-13: the database keeps no usable token and no password', async () => {
    const answer = await enter('cci@almotacen.example', PASSWORD)
    const token = answer.headers.get('authorization')!
    const session = await portal.app.db
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', sha256(token))
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(token)
    expect(await eventsOf(session.id)).toEqual(['session.started'])
    const trail = JSON.stringify(await portal.app.db.selectFrom('trail').selectAll().execute())
    expect(trail).not.toContain(token)
    expect(trail).not.toContain(PASSWORD)
  })

  test('API-13: strange input is refused and never an error of the server', async () => {
    const bodies = [
      { email: 'a\u0000b@x.example', password: 'x' },
      { email: '\ud800@x.example', password: 'x' },
      { email: ['a'], password: 'x' },
      { email: 'a@x.example', password: 'x', role: 'CCI' },
      { email: `${'a'.repeat(400)}@x.example`, password: 'x' },
    ]
    for (const body of bodies) expect((await portal.anonymous.call(signIn, { body })).status).toBe(400)
    expect((await enter('a@x.example', '\u0000\ud800')).status).toBe(403)
  })

  test('API-13: without its headers nothing is done', async () => {
    for (const missing of ['x-requested-with', 'x-csrf-token']) {
      const answer = await enter('cci@almotacen.example', PASSWORD, { [missing]: '' })
      expect(answer.problem).toMatchObject({ status: 403, code: 'headersMissing' })
    }
  })
})

describe('callers who cannot sign in', () => {
  test('AUTH-01: unknown, wrong, expired, withdrawn and deleted accounts get the same bytes', async () => {
    await closeAccounts(portal)
    const answers = [
      await enter('nadie@almotacen.example', PASSWORD),
      await enter('cci@almotacen.example', 'No.Es.Esta1'),
      ...(await Promise.all(
        ['hontanar', 'mirlo', 'arcadio', 'lumbre'].map(name => enter(`${name}@almotacen.example`, PASSWORD)),
      )),
    ]
    expect(answers[0]!.problem).toMatchObject({ status: 403, detail: BAD })
    for (const answer of answers) {
      expect(answer.body).toEqual(answers[0]!.body)
      expect(everyHeader(answer)).toEqual(everyHeader(answers[0]!))
    }
  })

  test('AUTH-01: an unknown account is not in the audit log, its refusal is', async () => {
    await enter('mi.secreto.1@x.example', 'x')
    expect(await eventsOf(portal.app.secrets.blind('mi.secreto.1@x.example'))).toEqual(['session.refused'])
    const trail = JSON.stringify(await portal.app.db.selectFrom('trail').selectAll().execute())
    expect(trail).not.toContain('mi.secreto.1')
  })

  test('a password typed as the account name is stored nowhere, nor as a hash that confirms a guess', async () => {
    const typed = 'mi.clave.secreta.2026'
    for (let n = 0; n < 6; n++) await enter(typed, 'x')
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(portal.app.db)
    const written: unknown[] = []
    for (const { name } of rows) written.push(await portal.asOwner(`select t::text from "${name}" t`))
    const all = JSON.stringify(written)
    expect(all).toContain(portal.app.secrets.blind(typed))
    for (const trace of [typed, sha256(typed), sha256(`account:${typed}`)]) expect(all).not.toContain(trace)
  })
})

describe('the lockout', () => {
  test.each(['somport@almotacen.example', 'nadie.aqui@x.example'])(
    'AUTH-32 LIM-05: of 64 simultaneous guesses at %s five are checked',
    async email => {
      const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => enter(email, `Wrong.Guess${n}`)))
      expect(statuses(answers)).toEqual([...Array(59).fill(401), ...Array(5).fill(403)])
      expect(answers.find(answer => answer.status === 401)!.problem).toMatchObject({ code: 'blocked', detail: BLOCKED })
      const blocked = await enter(email, PASSWORD)
      expect(blocked.problem).toMatchObject({ status: 401, detail: BLOCKED })
      expect(blocked.headers.get('authorization')).toBeNull()
    },
  )

  test('AUTH-32 LIM-05: it ends after 15 minutes, not before', async () => {
    const email = 'ferrandez@almotacen.example'
    for (let n = 0; n < 5; n++) expect((await enter(email, 'Wrong.Guess1')).status).toBe(403)
    portal.clock.move(15 * MINUTE - 1)
    expect((await enter(email, PASSWORD)).status).toBe(401)
    portal.clock.move(1)
    expect((await enter(email, PASSWORD)).status).toBe(200)
  })

  test('AUTH-32: a device that this account has used still gets in, and a made-up or foreign one does not', async () => {
    const email = 'valdeoca@almotacen.example'
    const cookieOf = async (of: string) => (await enter(of, PASSWORD)).headers.get('set-cookie')!
    const mine = await cookieOf(email)
    expect(mine).toMatch(/^almotacen_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
    const foreign = await cookieOf('cantera@almotacen.example')
    for (let n = 0; n < 5; n++) await enter(email, 'Wrong.Guess1')
    const from = (cookie: string) => enter(email, PASSWORD, { cookie: cookie.split(';')[0]! })
    expect((await from(foreign)).status).toBe(401)
    expect((await from(`almotacen_device=${'A'.repeat(43)}`)).status).toBe(401)
    const answer = await from(mine)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await enter(email, PASSWORD)).status).toBe(401)
  })

  test('AUTH-32: a made-up cookie is replaced, one that was given here is kept for another account', async () => {
    const made = await enter('cantera@almotacen.example', PASSWORD, { cookie: `almotacen_device=${'A'.repeat(43)}` })
    const given = made.headers.get('set-cookie')!.split(';')[0]!
    expect(given).not.toContain('AAAA')
    expect((await enter('cci@almotacen.example', PASSWORD, { cookie: given })).headers.get('set-cookie')).toBeNull()
  })

  test('AUTH-32: a right password forgives the wrong ones before it', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await enter('cci2@almotacen.example', 'Wrong.Guess1')).status).toBe(403)
      expect((await enter('cci2@almotacen.example', PASSWORD)).status).toBe(200)
    }
  })

  test('AUTH-32: guesses that no longer count are swept', async () => {
    await enter('alguien@x.example', 'x')
    await deleteOldAttempts(portal.app)
    expect(await portal.app.db.selectFrom('sign_in_attempt').select('account').execute()).toHaveLength(1)
    portal.clock.move(DAY + 1)
    await deleteOldAttempts(portal.app)
    expect(await portal.app.db.selectFrom('sign_in_attempt').select('account').execute()).toEqual([])
  })
})

describe('a session', () => {
  test('API-17: ends by closeSession, and nothing of it works afterwards', async () => {
    const caller = await portal.signIn('cci@almotacen.example')
    expect((await caller.call(closeSession, { body: { close: 'true' } })).status).toBe(204)
    expect((await caller.call(readMe)).problem).toMatchObject({ status: 401, code: 'noSession' })
    expect((await caller.call(closeSession, { body: { close: 'true' } })).status).toBe(401)
    const session = await portal.app.db
      .selectFrom('session')
      .select('id')
      .where('token_hash', '=', sha256(caller.token))
      .executeTakeFirstOrThrow()
    expect(await eventsOf(session.id)).toEqual(['session.started', 'session.ended'])
  })

  test.each(['portal_user', 'participant'] as const)('API-17: opens nothing of a %s that has ended', async table => {
    const caller = await portal.signIn('cci@almotacen.example')
    const id = table === 'participant' ? caller.me.idGenericEntity : caller.me.userId
    // Ends it in the database, as no call does.
    const end = (at: string | null) =>
      portal.app.db.updateTable(table).set({ deleted_at: at }).where('id', '=', id).execute()
    await end(portal.clock.now())
    const { status } = await caller.call(listNotifications)
    await end(null)
    expect([status, (await caller.call(listNotifications)).status]).toEqual([401, 200])
  })

  test("API-17: another session's token in the form ends nothing", async () => {
    const mine = await portal.signIn('cci@almotacen.example')
    const other = await portal.signIn('proveedor@almotacen.example')
    const form = { token: other.token, idDocument: 'x', kindFile: 'documents', close: 'true' }
    expect((await mine.call(closeSession, { body: form })).status).toBe(204)
    expect((await other.call(readMe)).status).toBe(200)
    expect((await mine.call(readMe)).status).toBe(401)
  })

  test('API-17: lives by pings, dies after 30 minutes without one, and after 24 hours with them', async () => {
    const still = await portal.signIn('cci@almotacen.example')
    const pinging = await portal.signIn('cci@almotacen.example')
    for (let minutes = 0; minutes <= 30; minutes += 5) {
      expect((await pinging.call(closeSession, { body: { token: pinging.token } })).status).toBe(204)
      portal.clock.move(5 * MINUTE)
    }
    expect((await still.call(readMe)).status).toBe(401)
    expect((await pinging.call(readMe)).status).toBe(200)
    for (let minutes = 35; minutes < 24 * 60; minutes += 25) {
      expect((await pinging.call(closeSession, { body: {} })).status).toBe(204)
      portal.clock.move(25 * MINUTE)
    }
    expect((await pinging.call(closeSession, { body: {} })).status).toBe(401)
  })

  test('API-17 D19: a ping counts from its own moment, however recent the last use of the session', async () => {
    const pinging = await portal.signIn('cci@almotacen.example')
    const seenAfter = async (ms: number) => {
      portal.clock.move(ms)
      expect((await pinging.call(closeSession, { body: {} })).status).toBe(204)
      const { last_seen_at } = await portal.app.db
        .selectFrom('session')
        .select('last_seen_at')
        .where('token_hash', '=', sha256(pinging.token))
        .executeTakeFirstOrThrow()
      return last_seen_at === portal.clock.now()
    }
    for (const ms of [5 * MINUTE, 10_000, MINUTE, MINUTE + 1]) expect([ms, await seenAfter(ms)]).toEqual([ms, true])
  })

  test('recording the last use of a session does not wait for the disk, later writes do', async () => {
    const { token } = await portal.signIn('cci@almotacen.example')
    const { db, clock } = portal.app
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirstOrThrow()
    const hows = await db.connection().execute(async one => {
      const how = async () => {
        const { rows } = await sql<{ how: string }>`select current_setting('synchronous_commit') as how`.execute(one)
        return rows[0]!.how
      }
      await sql`set synchronous_commit = on`.execute(one)
      await sql`begin`.execute(one)
      await touchSession(one, { id, now: clock.now() })
      const within = await how()
      await sql`commit`.execute(one)
      await touchSession(one, { id, now: clock.now() })
      const after = await how()
      await sql`reset synchronous_commit`.execute(one)
      return { within, after }
    })
    expect(hows).toEqual({ within: 'off', after: 'on' })
  })

  test('on a session that ended meanwhile nothing is noted', async () => {
    const gone = await portal.signIn('cci@almotacen.example')
    const { db } = portal.app
    const row = db.selectFrom('session').select(['id', 'last_seen_at']).where('token_hash', '=', sha256(gone.token))
    const before = await row.executeTakeFirstOrThrow()
    expect((await gone.call(closeSession, { body: { close: 'true' } })).status).toBe(204)
    portal.clock.move(MINUTE)
    for (const note of [noteSeen, touchSession]) await note(db, { id: before.id, now: portal.clock.now() })
    expect(await row.executeTakeFirstOrThrow()).toEqual(before)
  })

  test('a sign-in does not look through all that there were', async () => {
    const plan = await portal.asOwner(`begin; set local enable_seqscan = off;
      explain select started_at from session where user_id = 'x' order by started_at desc limit 1; rollback`)
    expect(JSON.stringify(plan)).toContain('session_latest')
  })

  test('a write without its headers, or with those of another session, is refused', async () => {
    const mine = await portal.signIn('cci@almotacen.example')
    const other = await portal.signIn('cci@almotacen.example')
    const close = (headers: Record<string, string>) => mine.call(closeSession, { body: { close: 'true' }, headers })
    expect((await close({ 'x-requested-with': '' })).problem.code).toBe('headersMissing')
    expect((await close({ 'x-csrf-token': '' })).problem.code).toBe('headersMissing')
    expect((await close({ 'x-csrf-token': other.csrf })).problem.code).toBe('csrf')
    expect((await close({ authorization: `${mine.token.slice(0, -1)}_` })).status).toBe(401)
    expect((await mine.call(readMe)).status).toBe(200)
    expect((await portal.anonymous.call(readMe)).problem).toMatchObject({ status: 401, code: 'noSession' })
  })
})

test('a participant in onboarding has a session and its notifications', async () => {
  const draft = await portal.signIn('borrador@almotacen.example')
  expect((await draft.call(listNotifications)).status).toBe(200)
})

test('the audit log of all these tests verifies', async () => {
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})
