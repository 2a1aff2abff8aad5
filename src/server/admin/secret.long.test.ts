import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmTotp, startTotp } from '#domain/identity/second-factor/contract.ts'
import { closeSession, readMe, requestPassword, resetPassword } from '#domain/identity/session/contract.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { secret } from '#server/admin/secret.ts'
import { refuseForeignKey } from '#server/identity/second-factor/unopened.ts'
import { answerResetWishes } from '#server/identity/session/reset.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { settleKey } from '#server/operation/key.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { HOUR, MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { keyFiles, loadSecrets } from '#server/platform/secrets/key-files.ts'
import { secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { address, codeMailedTo } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { STEP } from '#test/support/totp.ts'
import { forgetFactors, twoSteps } from '#test/support/two-steps.ts'

/* `npm run admin -- secret`: the key changes while the app serves. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(() => forgetFactors(portal))

const { appOf, enrolled, firstStep, prove, subjectsTo } = twoSteps(() => portal)

const admin = (word: string, at: AppContext = portal.app) => secret.run(at, [word], null as never)
/** The secrets of a server that starts now. */
const startedNow = () => loadSecrets(portal.app.settings)
const keyOf = (secrets: { newNonce(): string }) => secrets.newNonce().split('.')[0]
const sealedOf = async (userId: string) =>
  (
    await portal.app.db
      .selectFrom('totp_factor')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).sealed_secret

const sessionOf = ({ token }: Caller) =>
  portal.app.db
    .selectFrom('session')
    .select(['id', 'ended_at'])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirstOrThrow()

describe('a key that is changed while the portal serves', () => {
  test('ASVS 13.3.4: every app still opens, whatever it was set up under, at once', async () => {
    const { caller, app } = await enrolled('proveedor')
    const other = await portal.signIn(address('entidad'))
    const begun = (await other.call(startTotp)).body.secret
    expect(await admin('rotate')).toContain('Resealed: 2')
    expect((await prove(await firstStep('proveedor'), { code: app() })).status).toBe(200)
    expect((await caller.call(closeSession, { body: { close: 'false' } })).status).toBe(204)
    const finished = await other.call(confirmTotp, { body: { code: appOf(begun)() } })
    expect(finished.status).toBe(200)
  })

  test('servers with the old and the new key open each other’s secrets', async () => {
    const late = portal.app.secrets
    await admin('rotate')
    const closed = late.seal('totp', 'ana', Buffer.from('semilla'))
    const early = await startedNow()
    expect(Buffer.from(early.unseal('totp', 'ana', closed)).toString()).toBe('semilla')
    const nonce = early.newNonce()
    expect(late.derive('reset-code', nonce)).toBe(early.derive('reset-code', nonce))
    await admin('rotate')
    expect(late.knows((await startedNow()).newNonce())).toBe(true)
    await admin('rotate')
    const next = await startedNow()
    expect(late.wasDerived('csrf', 'sesión', next.derive('csrf', 'sesión'))).toBe(true)
    await admin('rotate')
    const last = await startedNow()
    const anew = last.seal('totp', 'ana', Buffer.from('otra'))
    expect(Buffer.from(late.unseal('totp', 'ana', anew)).toString()).toBe('otra')
  })

  test('it is taken without a restart, and nothing typed before is closed with another', async () => {
    const was = portal.app.secrets.derive('draft', 'ana')
    await admin('rotate')
    const key = keyOf(await startedNow())
    await expect.poll(() => keyOf(portal.app.secrets), { timeout: 10_000, interval: 100 }).toBe(key)
    const { checkpointKey } = await startedNow()
    expect(portal.app.secrets.checkpointKey.equals(checkpointKey)).toBe(true)
    expect(portal.app.secrets.derive('draft', 'ana')).toBe(was)
  })

  test('a mail that waited through the change carries a working code', async () => {
    await portal.anonymous.call(requestPassword, { params: { key: address('evaluador') } })
    await admin('rotate')
    const code = await codeMailedTo(portal, address('evaluador'))
    const { status } = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Nueva.Clave.26' } })
    expect(status).toBe(204)
  })

  test('a portal without its key file continues with its key, and raises one alarm', async () => {
    const { app } = await enrolled('proveedor')
    const path = join(portal.app.settings.dataDir, 'secret')
    const written = vi.spyOn(process.stderr, 'write')
    await rename(path, `${path}.aside`)
    for (const _time of [1, 2, 3]) expect(() => portal.app.secrets.unseal('totp', 'ana', 'v1.nada')).toThrow()
    expect((await prove(await firstStep('proveedor'), { code: app() })).status).toBe(200)
    await rename(`${path}.aside`, path)
    const alarms = written.mock.calls.map(([line]) => String(line)).filter(line => line.includes('"alarm"'))
    written.mockRestore()
    expect(alarms).toEqual([expect.stringMatching(/key.*cannot be read \(ENOENT\)/)])
  })
})

describe('the files of the key', () => {
  const file = (name: string) => join(portal.app.settings.dataDir, name)

  test('keep their owner when root changes them, so that another user’s portal still reads them', async () => {
    // Only root can change the owner of a file, so without root this check cannot fail.
    const owner = process.getuid!() === 0 ? 65_534 : process.getuid!()
    await chown(file('secret'), owner, process.getgid!())
    await rm(file('secret-before'), { force: true })
    for (const _time of [1, 2]) {
      await admin('rotate')
      for (const name of ['secret', 'secret-before']) expect((await stat(file(name))).uid, name).toBe(owner)
    }
  })

  test('are changed by one command at a time, and no key is lost', async () => {
    const keys = async () => (await readFile(file('secret-before'), 'utf8')).trim().split('\n')
    await admin('rotate')
    const before = await keys()
    const said = await Promise.allSettled(Array.from({ length: 4 }, () => admin('rotate')))
    const done = said.filter(({ status }) => status === 'fulfilled').length
    expect((await keys()).length - before.length).toBe(done)
    expect(new Set([...(await keys()), await readFile(file('secret'), 'utf8')]).size).toBe(before.length + done + 1)
  })

  test('files left by a killed change are removed', async () => {
    const left = [`secret-before.${'0'.repeat(32)}`, `secret.${'a'.repeat(32)}`]
    const here = async () => (await readdir(portal.app.settings.dataDir)).filter(name => left.includes(name)).sort()
    for (const command of ['rotate', 'forget']) {
      for (const name of left) await writeFile(file(name), await readFile(file('secret'), 'utf8'))
      await writeFile(file('secret-beforehand'), 'not one of them')
      expect(await here()).toEqual(left.toSorted())
      await admin(command)
      expect([command, await here()]).toEqual([command, []])
      expect(await readFile(file('secret-beforehand'), 'utf8')).toBe('not one of them')
    }
    await rm(file('secret-beforehand'))
  })

  test('are left alone while another command holds them, with a message', async () => {
    const was = await readFile(file('secret'), 'utf8')
    await alone(portal.app, jobLocks.changeKey, async () => {
      for (const what of ['rotate', 'reseal', 'forget']) {
        await expect(admin(what)).rejects.toThrow(/^Another command is changing the key/)
      }
    })
    expect(await readFile(file('secret'), 'utf8')).toBe(was)
  })
})

test('R14: a back-up holds the key of its rows, and none is changed while these are copied', async () => {
  const { pool, settings } = portal.app
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-key-'))
  const waits = (kind: string) =>
    expect
      .poll(
        async () =>
          (
            await portal.asOwner(`select from pg_locks l join pg_stat_activity a using (pid)
              where a.application_name = 'almotacen-backup' and not l.granted and l.locktype = '${kind}'`)
          ).length,
        { timeout: 10_000, interval: 20 },
      )
      .toBe(1)
  const source = { connection: pool.options, dataDir: settings.dataDir, appSecret: null, clock: portal.clock }
  const session = await pool.connect()
  const taken = await alone(portal.app, jobLocks.removeFiles, async () => {
    const taking = takeBackup(source, folder, { withSecret: true })
    await waits('advisory')
    await admin('rotate')
    await session.query('begin')
    await session.query('lock table outbox_mail in access exclusive mode')
    return { taking }
  })
  await waits('relation')
  await expect(admin('rotate')).rejects.toThrow(/a back-up is reading it/)
  await session.query('rollback')
  session.release()
  await taken!.taking
  const [copied, now, before] = await Promise.all(
    [join(folder, 'secret'), ...keyFiles(settings.dataDir)].map(path => readFile(path, 'utf8')),
  )
  expect(copied!.split('\n')).toEqual([now, ...before!.trim().split('\n')])
  await rm(folder, { recursive: true })
})

describe('a key that is forgotten', () => {
  test('ends the sessions that could no longer write, and says so before and after', async () => {
    const idle = await portal.signIn(address('lumbre'))
    portal.clock.move(HOUR)
    const first = await portal.signIn(address('proveedor'))
    portal.clock.move(MINUTE)
    const callers = [first, await portal.signIn(address('entidad'))]
    expect(await admin('rotate')).toContain('"secret forget" deletes the previous key and ends all open sessions')
    const newest = await newestEntry(portal)
    expect(await admin('forget')).toContain('Sessions ended: 2.')
    for (const caller of callers) {
      expect((await caller.call(readMe)).status).toBe(401)
      expect((await caller.call(closeSession, { body: { close: 'true' } })).status).toBe(401)
    }
    const entries = await entriesAfter(portal, newest)
    expect(entries.map(({ event, data, participant_id }) => ({ event, data, participant_id }))).toEqual(
      callers.map(({ me }) => ({ event: 'session.ended', data: { by: 'admin' }, participant_id: me.idGenericEntity })),
    )
    expect((await sessionOf(idle)).ended_at).toBeNull()
    const again = await portal.signIn(address('proveedor'))
    const { id } = await sessionOf(again)
    expect((await startedNow()).wasDerived('csrf', id, again.csrf)).toBe(true)
  })

  test('nothing that was closed before, or by a portal that had not noticed yet, is lost with it', async () => {
    const { app, caller } = await enrolled('proveedor')
    await admin('rotate')
    await admin('forget')
    expect(keyOf(portal.app.secrets)).toBe(keyOf(await startedNow()))
    const kept = (await startedNow()).unseal('totp', caller.me.userId, await sealedOf(caller.me.userId))
    expect(kept).toHaveLength(20)
    expect((await prove(await firstStep('proveedor'), { code: app() })).status).toBe(200)
  })

  test('is forgotten by the portal that serves', async () => {
    const closed = portal.app.secrets.seal('totp', 'ana', Buffer.from('semilla'))
    await admin('rotate')
    await admin('forget')
    const opened = () => {
      try {
        return portal.app.secrets.unseal('totp', 'ana', closed).length
      } catch {
        return 0
      }
    }
    await expect.poll(opened, { timeout: 10_000, interval: 100 }).toBe(0)
  })

  test('reports that there is no previous key, and keeps sessions', async () => {
    const caller = await portal.signIn(address('proveedor'))
    expect(await admin('forget')).toBe('There is no previous key to forget.')
    expect((await caller.call(readMe)).status).toBe(200)
  })

  test('forgetting a key of the settings ends sessions, and the operator removes it there', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { asOwner } = portal
    const [{ key_print }] = (await asOwner('select key_print from installation')) as [{ key_print: string }]
    const appSecretBefore = await readFile(join(portal.app.settings.dataDir, 'secret'), 'utf8')
    const settings = { ...portal.app.settings, appSecret: 'n'.repeat(40), appSecretBefore }
    expect(await admin('forget', { ...portal.app, settings })).toMatch(
      /^Remove APP_SECRET_BEFORE and restart .*Sessions ended: [1-9]/s,
    )
    expect((await caller.call(readMe)).status).toBe(401)
    await asOwner(`update installation set key_print = '${key_print}'`)
  })
})

describe('the key that the database was served with', () => {
  const own = async () => ({ ...portal.app, secrets: await startedNow() })
  const foreign = () => {
    const appSecret = 'x'.repeat(64)
    return { ...portal.app, secrets: secretsFrom(appSecret), settings: { ...portal.app.settings, appSecret } }
  }
  const keyNow = () => readFile(join(portal.app.settings.dataDir, 'secret'), 'utf8')
  const unknown = () => portal.asOwner('update installation set key_print = null')
  beforeEach(async () => {
    await unknown()
    await settleKey(await own())
  })
  afterAll(unknown)

  test('refuses a foreign key at the start, even without authenticator apps', async () => {
    await expect(settleKey(foreign())).rejects.toThrow(SettingsError)
    await expect(settleKey(foreign())).rejects.toThrow(/does not belong to this database.*APP_SECRET.*secret adopt$/)
    await settleKey(await own())
    expect(JSON.stringify(await portal.asOwner('select * from installation'))).not.toContain(await keyNow())
  })

  test('changes with the files', async () => {
    const was = await keyNow()
    await admin('rotate')
    await settleKey(await own())
    await expect(settleKey({ ...portal.app, secrets: secretsFrom(was) })).rejects.toThrow(SettingsError)
    await settleKey({ ...portal.app, secrets: secretsFrom(await keyNow()) })
  })

  test('the key of the settings changes by restarting the servers one after the other, twice', async () => {
    const [old, fresh] = [await keyNow(), 'f'.repeat(40)]
    const started = (...keys: [string, ...string[]]) => settleKey({ ...portal.app, secrets: secretsFrom(...keys) })
    await started(old, fresh)
    await started(old)
    for (const [one, two] of [
      [fresh, old],
      [old, fresh],
      [fresh, old],
    ] as const) {
      await started(one, two)
    }
    await started(fresh)
    await expect(started(old)).rejects.toThrow(SettingsError)
  })

  test('is one, of several servers that start at once with a key each', async () => {
    await unknown()
    const keys = Array.from({ length: 6 }, (_, n) => String(n).repeat(40))
    const starts = await Promise.allSettled(keys.map(key => settleKey({ ...portal.app, secrets: secretsFrom(key) })))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not changed by a command with a foreign key, but adopted on purpose, ending its secrets', async () => {
    const { caller } = await enrolled('proveedor')
    await caller.call(readMe)
    await portal.anonymous.call(requestPassword, { params: { key: address('evaluador') } })
    await answerResetWishes(portal.app)
    for (const what of ['rotate', 'reseal', 'forget']) {
      await expect(admin(what, foreign())).rejects.toThrow(/does not belong to this database/)
    }
    expect(await admin('adopt')).toMatch(/Nothing was changed/)
    expect((await caller.call(readMe)).status).toBe(200)
    const said = await admin('adopt', foreign())
    expect(said).toMatch(/Sessions ended: [1-9].*set aside: 1\..*remove-second-factor proveedor@almotacen\.example$/s)
    expect((await caller.call(readMe)).status).toBe(401)
    // A server that starts with a foreign key reports the apps, and starts once they are removed.
    await expect(settleKey(foreign())).rejects.toThrow(/opens nobody's second factor/)
    const { run } = commands['remove-second-factor'] as AppCommand
    await run(foreign(), [address('proveedor')], null as never)
    await settleKey(foreign())
    await expect(settleKey(await own())).rejects.toThrow(SettingsError)
  })
})

test('an undecryptable factor is no wrong code: its owner reads what to do, the operator gets an alarm', async () => {
  const { caller, app, codes } = await enrolled('proveedor')
  const sealed = await sealedOf(caller.me.userId)
  const keep = (sealed_secret: string) =>
    portal.app.db.updateTable('totp_factor').set({ sealed_secret }).where('user_id', '=', caller.me.userId).execute()
  await keep(secretsFrom('x'.repeat(64)).seal('totp', caller.me.userId, Buffer.from('otra')))
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const code of [...Array(5).fill(app()), '000000']) {
    const { problem } = await prove(await firstStep('proveedor'), { code })
    expect(problem).toMatchObject({ status: 409, code: 'factorUnreadable' })
    expect(problem.detail).toContain('pida al CCI que le quite la verificación en dos pasos')
  }
  const lines = written.mock.calls.map(([line]) => String(line)).filter(line => line.includes('"alarm"'))
  written.mockRestore()
  expect(lines).toHaveLength(6)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    user: caller.me.userId,
    message: expect.stringContaining('does not open'),
  })
  expect((await prove('x'.repeat(43), { code: app() })).problem.code).toBe('pendingDead')
  // A recovery code needs no key and still works.
  expect((await prove(await firstStep('proveedor'), { recoveryCode: codes[0] })).status).toBe(200)
  await keep(sealed)
  portal.clock.move(STEP)
  expect((await prove(await firstStep('proveedor'), { code: app() })).status).toBe(200)
})

test('a key that opens no app stops the start until the factors of its users are removed', async () => {
  await refuseForeignKey(portal.app)
  const { caller } = await enrolled('proveedor')
  await refuseForeignKey(portal.app)
  const foreign = { ...portal.app, secrets: secretsFrom('x'.repeat(64)) }
  await expect(refuseForeignKey(foreign)).rejects.toThrow(SettingsError)
  await expect(refuseForeignKey(foreign)).rejects.toThrow(`remove-second-factor ${address('proveedor')}`)
  // The state after a change by APP_SECRET with the previous key still configured.
  const was = await readFile(join(portal.app.settings.dataDir, 'secret'), 'utf8')
  await refuseForeignKey({ ...portal.app, secrets: secretsFrom('x'.repeat(64), was) })

  const newest = await newestEntry(portal)
  const { run } = commands['remove-second-factor'] as AppCommand
  expect(await run(foreign, [address('proveedor')], null as never)).toContain('signs in with the password alone')
  expect((await caller.call(readMe)).status).toBe(401)
  expect((await portal.signIn(address('proveedor'))).me.userId).toBe(caller.me.userId)
  await refuseForeignKey(foreign)
  const [entry] = await entriesAfter(portal, newest)
  expect(entry).toMatchObject({ event: 'user.factor-removed', data: { factor: 'all', by: 'admin' } })
  expect(await subjectsTo('proveedor')).toContainEqual(
    expect.stringContaining('se ha quitado su verificación en dos pasos'),
  )
  expect(await run(foreign, ['nadie@x.example'], null as never)).toMatch(/^No user/)
  process.exitCode = 0
})

test('the command does not change a key of the settings, and says what to do first', async () => {
  const { caller } = await enrolled('proveedor')
  const before = [await sealedOf(caller.me.userId), await readFile(join(portal.app.settings.dataDir, 'secret'))]
  const settings = { ...portal.app.settings, appSecret: 'n'.repeat(40) }
  await expect(admin('rotate', { ...portal.app, settings })).rejects.toThrow(
    /^The key comes from APP_SECRET.*First.*APP_SECRET_BEFORE.*"secret reseal"\.$/s,
  )
  const after = [await sealedOf(caller.me.userId), await readFile(join(portal.app.settings.dataDir, 'secret'))]
  expect(after).toEqual(before)
})
