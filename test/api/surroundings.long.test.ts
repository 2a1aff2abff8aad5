import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import {
  closeSession,
  endOtherSessions,
  endSession,
  listSessions,
  readMe,
  resetPassword,
  signIn,
} from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { listInvitations } from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { secret } from '#server/admin/secret.ts'
import { isOf } from '#server/platform/networks.ts'
import { loadSecrets } from '#server/platform/secrets/key-files.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { entriesAbout, entriesAfter, newestEntry } from '#test/support/entries.ts'
import { codeMailedTo, forgetPassword, subjectsTo } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { enrolApp } from '#test/support/totp.ts'

/* Sign-in conditions other than the password: address, age of the sign-in, key, and browser storage. */

const CCI = 'cci@almotacen.example'
const BANK = 'entidad@almotacen.example'

describe('the networks of CCI', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal({
      environment: { CCI_NETWORKS: '10.1.0.0/16, 192.0.2.7 2001:db8::/32', TRUST_PROXY: '127.0.0.1' },
    })
  })
  afterAll(() => portal.stop())

  const from = (address: string) => ({ 'x-forwarded-for': address })
  const enter = (email: string, address: string, password = PASSWORD) =>
    portal.anonymous.call(signIn, { body: { email, password }, headers: from(address) })

  test('ASVS 8.2.4: refuses CCI from elsewhere with the same answer for any password, and notifies the owner', async () => {
    const { userId } = (await enter(CCI, '10.1.0.1')).body
    const noted = async () => (await entriesAbout(portal, userId)).map(({ event, data }) => ({ event, data }))
    for (const address of ['203.0.113.9', '10.2.0.1', '2001:db9::1']) {
      const right = await enter(CCI, address)
      const wrong = await enter(CCI, address, 'Equivocada.1')
      expect([right.status, right.problem.code, right.headers.get('authorization')]).toEqual([
        403,
        'badCredentials',
        null,
      ])
      expect(wrong.body).toEqual(right.body)
      expect((await noted()).slice(-2)).toEqual([
        { event: 'session.refused', data: { address, why: 'network' } },
        { event: 'session.refused', data: { address } },
      ])
    }
    const told = (await subjectsTo(portal, CCI)).filter(subject => subject === 'acceso desde una red no autorizada')
    expect(told).toHaveLength(3)
    for (const address of ['10.1.255.255', '192.0.2.7', '2001:db8::5'])
      expect((await enter(CCI, address)).status).toBe(200)
  })

  test('ASVS 8.2.4 8.4.2: refuses each call of a session used from elsewhere, except its end', async () => {
    const { headers } = await enter(CCI, '10.1.2.3')
    const caller = portal.callerWith({
      token: headers.get('authorization')!,
      csrf: headers.get('x-csrf-token')!,
      cookie: '',
    })
    const ask = async (address: string) => (await caller.call(listInvitations, { headers: from(address) })).status
    const before = await newestEntry(portal)
    expect([await ask('10.1.2.3'), await ask('203.0.113.9'), await ask('10.1.2.3')]).toEqual([200, 403, 200])
    // Its screens keep polling: activity is recorded once an hour.
    await ask('203.0.113.9')
    expect(await entriesAfter(portal, before)).toMatchObject([
      { event: 'access.refused', data: { reason: 'networkNotAllowed', address: '203.0.113.9' } },
    ])
    // The client's own forwarding headers are ignored behind the proxy's.
    expect(await ask('10.1.2.3, 203.0.113.9')).toBe(403)
    const closing = await caller.call(closeSession, { body: { close: 'true' }, headers: from('203.0.113.9') })
    expect(closing.status).toBe(204)
    expect(await ask('10.1.2.3')).toBe(401)
  })

  test('others come from anywhere, and a header that no trusted proxy wrote is not believed', async () => {
    expect((await enter(BANK, '203.0.113.9')).status).toBe(200)
    const direct = await startTestPortal({ seed: 'centre', environment: { CCI_NETWORKS: '10.1.0.0/16' } })
    const { problem } = await direct.anonymous.call(signIn, {
      body: { email: CCI, password: PASSWORD },
      headers: { ...from('10.1.2.3'), 'x-real-ip': '10.1.2.3', forwarded: 'for=10.1.2.3' },
    })
    expect(problem.code).toBe('badCredentials')
    await direct.stop()
  })

  test('recognises two proxies that write ports, and no client counts as one of them', async () => {
    const behind = await startTestPortal({
      environment: { CCI_NETWORKS: '10.0.0.0/8 fd00::/8', TRUST_PROXY: '127.0.0.1 10.0.0.0/8 fd00::/8' },
    })
    const from = (chain: string) => ({ 'x-forwarded-for': chain })
    const enter = (email: string, chain: string) =>
      behind.anonymous.call(signIn, { body: { email, password: PASSWORD }, headers: from(chain) })
    for (const proxy of ['10.0.0.5', '10.0.0.5:4444', '[fd00::1]:443', 'fd00::1', '::ffff:10.0.0.5']) {
      expect([proxy, (await enter(CCI, `203.0.113.9:99, ${proxy}`)).problem?.code]).toEqual([proxy, 'badCredentials'])
      const before = await newestEntry(behind)
      expect((await enter(BANK, `203.0.113.9:99, ${proxy}`)).status).toBe(200)
      const { data } = (await entriesAfter(behind, before)).find(({ event }) => event === 'session.started')!
      expect([proxy, data]).toEqual([proxy, expect.objectContaining({ address: '203.0.113.9' })])
    }
    expect((await enter(CCI, '10.1.2.3:99, 10.0.0.5:4444')).status).toBe(200)
    await behind.stop()
  })

  test('addresses are of a network or not, in whatever clothes', () => {
    expect(isOf(['10.0.0.0/8'], '::ffff:10.9.9.9')).toBe(true)
    expect(isOf(['10.0.0.0/8'], '::ffff:a09:909')).toBe(true)
    expect(isOf(['10.0.0.0/8'], '11.0.0.1')).toBe(false)
    // As written by proxies that include the port.
    expect(isOf(['10.0.0.0/8'], '10.0.0.1:443')).toBe(true)
    expect(isOf(['2001:db8::/32'], '[2001:db8::1]:443')).toBe(true)
    expect(isOf(['2001:db8::/32'], '[2001:db9::1]:443')).toBe(false)
    expect(isOf(['::1'], '::1')).toBe(true)
    for (const text of ['', 'localhost', '10.0.0', '10.0.0.1, 1.2.3.4']) expect(isOf(['0.0.0.0/0'], text)).toBe(false)
    expect(() => readSettings({ CCI_NETWORKS: 'oficina' })).toThrow('CCI_NETWORKS')
  })
})

describe('a fresh sign-in', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.stop())

  test('ASVS 7.5.2 7.5.3: eleven minutes later sessions, participants and users are not ended without another', async () => {
    const cci = await portal.signIn(CCI)
    const other = await portal.signIn(BANK)
    const bank = await portal.signIn(BANK)
    const [open] = (await bank.call(listSessions)).body.content.filter((each: { current: boolean }) => !each.current)
    portal.clock.move(11 * 60_000)
    const attempts = [
      await bank.call(endSession, { params: { id: open.id } }),
      await bank.call(endOtherSessions),
      await cci.call(deleteParticipant, { body: { idGenericEntity: bank.me.idGenericEntity } }),
      await cci.call(deleteUser, { body: { id: bank.me.userId } }),
    ]
    expect(attempts.map(({ status, problem }) => [status, problem.code])).toEqual(Array(4).fill([403, 'signInAgain']))
    expect((await other.call(readMe)).status).toBe(200)
    const fresh = await portal.signIn(BANK)
    expect((await fresh.call(endSession, { params: { id: open.id } })).status).toBe(204)
    expect((await other.call(readMe)).status).toBe(401)
  })

  test('ASVS 7.5.2 7.5.3: calls that need a fresh sign-in ask every caller for it, before anything else', async () => {
    const asking = [
      ...['participant.delete', 'two-people.save', 'watermark.save', 'centre-rules.save', 'user.create', 'user.delete'],
      ...['session.end', 'session.end-others', 'session.end-of-user', 'session.end-all-of-user'],
      ...['calendar.make-feed', 'register-edition.load'],
      ...['second-factor.start-totp', 'second-factor.confirm-totp', 'second-factor.remove-totp'],
      ...['second-factor.passkey-options', 'second-factor.add-passkey', 'second-factor.remove-passkey'],
      ...['second-factor.renew-codes', 'second-factor.remove-of-user', 'second-factor.save-rules'],
    ]
    const cci = await portal.signIn(CCI)
    portal.clock.move(11 * 60_000)
    const asked: string[] = []
    for (const contract of contracts.filter(({ who, method }) => who !== 'anyone' && method !== 'GET')) {
      if (contract === (closeSession as never)) continue
      const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map(name => [name, '0'.repeat(26)]))
      if ((await cci.call(contract, { params: params as never })).problem.code === 'signInAgain')
        asked.push(contract.name)
    }
    expect(asked.sort()).toEqual(asking.sort())
    const fresh = await portal.signIn(CCI)
    expect((await fresh.call(saveFourEyes, { body: {} })).problem.code).toBe('invalid')
  })

  test('ASVS 7.5.3: an address is corrected only after a fresh sign-in, other data without', async () => {
    const contactDetails = {
      name: 'Ana',
      surNames: 'Gil',
      position: 'Jefa',
      tlf: '911234567',
      email: 'ana@banco.example',
    }
    const cci = await portal.signIn(CCI)
    const { body: user } = await cci.call(createUser, { body: { user: { contactDetails } } })
    portal.clock.move(11 * 60_000)
    const moved = { contactDetails: { email: 'otra@banco.example' } }
    const params = { key: user.id }
    expect((await cci.call(patchUser, { params, body: moved })).problem.code).toBe('signInAgain')
    expect((await cci.call(updateUser, { body: { id: user.id, ...moved } })).problem.code).toBe('signInAgain')
    const rest = { contactDetails: { ...contactDetails, name: 'Eva' } }
    expect((await cci.call(patchUser, { params, body: rest })).body.contactDetails).toMatchObject(rest.contactDetails)
    const fresh = await portal.signIn(CCI)
    expect((await fresh.call(patchUser, { params, body: moved })).body.email).toBe('otra@banco.example')
  })

  test('ASVS 7.2.4: signing in gives another token and ends the session that is shown with it', async () => {
    const first = await portal.signIn(BANK)
    const again = await first.call(signIn, { body: { email: BANK, password: PASSWORD } })
    expect(again.status).toBe(200)
    expect(again.headers.get('authorization')).not.toBe(first.token)
    expect((await first.call(readMe)).status).toBe(401)
    // A wrong password ends no session.
    const second = await portal.signIn(BANK)
    await second.call(signIn, { body: { email: BANK, password: 'Equivocada.1' } })
    expect((await second.call(readMe)).status).toBe(200)
  })

  test('ASVS 6.2.10: a password does not end by itself', async () => {
    portal.clock.move(2 * 366 * 86_400_000)
    expect((await portal.signIn(BANK)).me.next).toBe('home')
  })
})

test('ASVS 3.3.1 3.3.3 3.3.4: behind https every cookie is __Host-, Secure, HttpOnly, SameSite=Strict and small', async () => {
  const portal = await startTestPortal({ seed: 'centre', environment: { PUBLIC_URL: 'https://portal.example' } })
  const answer = await portal.anonymous.call(signIn, { body: { email: CCI, password: PASSWORD } })
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  const [pair = '', ...attributes] = cookies[0]!.split('; ')
  expect(pair).toMatch(/^__Host-almotacen_device=[\w-]{43}$/)
  expect(attributes.sort()).toEqual([
    'HttpOnly',
    expect.stringMatching(/^Max-Age=\d+$/),
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ])
  expect(pair.length).toBeLessThan(4096)
  // It grants nothing by itself.
  const alone = await fetch(`${portal.url}/api/v1/session`, { headers: { cookie: pair } })
  expect(alone.status).toBe(401)
  expect(pair).not.toContain(answer.headers.get('authorization')!)
  // Only the prefix binds it to this host: otherwise another host of the domain may have set it.
  const given = async (cookie: string) => {
    const again = await portal.anonymous.call(signIn, { body: { email: CCI, password: PASSWORD }, headers: { cookie } })
    return again.headers.getSetCookie().length
  }
  expect([await given(pair), await given(pair.replace('__Host-', ''))]).toEqual([0, 1])
  await portal.stop()
})

describe('another key for the installation', () => {
  let portal: TestPortal
  let caller: Caller
  beforeAll(async () => {
    portal = await startTestPortal()
    caller = await portal.signIn(BANK)
    await enrolApp(portal, caller)
  })
  afterAll(() => portal.stop())

  /** Simulates a restart. */
  const restart = async () => Object.assign(portal.app, { secrets: await loadSecrets(portal.app.settings) })
  const sealed = () => portal.app.db.selectFrom('totp_factor').select('sealed_secret').executeTakeFirstOrThrow()
  const mailedCode = (to: string) => codeMailedTo(portal, to)
  const admin = (word: string) => secret.run(portal.app, [word], null as never)

  test('ASVS 11.2.2 13.3.4: secrets sealed with the old key still open, and are sealed again', async () => {
    const before = await sealed()
    const publicKey = portal.app.secrets.checkpointKey
    // Mailed before the change and opened after it, or still in the outbox.
    await forgetPassword(portal, 'proveedor@almotacen.example')
    const mailed = await mailedCode('proveedor@almotacen.example')
    portal.clock.move(60_000)
    await forgetPassword(portal, 'evaluador@almotacen.example')
    expect(await admin('rotate')).toContain('Resealed: 1')
    await restart()
    expect(await sealed()).not.toEqual(before)
    expect(portal.app.secrets.checkpointKey.equals(publicKey)).toBe(false)
    const waiting = await mailedCode('evaluador@almotacen.example')
    for (const code of [mailed, waiting]) {
      const { status } = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Nueva.Clave.26' } })
      expect(status).toBe(204)
    }
    // Sessions survive, and the app's codes still work.
    expect((await caller.call(closeSession, { body: { close: 'false' } })).status).toBe(204)
    expect((await portal.anonymous.call(signIn, { body: { email: BANK, password: PASSWORD } })).body).toHaveProperty(
      'secondFactorNeeded',
    )
  })

  test('ASVS 13.3.2: both keys are for the portal’s eyes alone, and the old one can be forgotten', async () => {
    const { dataDir } = portal.app.settings
    for (const name of ['secret', 'secret-before']) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600)
    }
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).not.toBe(
      await readFile(join(dataDir, 'secret-before'), 'utf8'),
    )
    await admin('forget')
    await expect(stat(join(dataDir, 'secret-before'))).rejects.toThrow('ENOENT')
    await restart()
    const { user_id, sealed_secret } = await portal.app.db
      .selectFrom('totp_factor')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(portal.app.secrets.unseal('totp', user_id, sealed_secret).length).toBe(20)
  })

  test('a key of the settings is changed there: the one before opens, another does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-key-'))
    const [old, fresh] = ['o'.repeat(40), 'f'.repeat(40)]
    const was = secretsFrom(old)
    const closed = was.seal('totp', 'ana', Buffer.from('semilla'))
    const nonce = was.newNonce()
    const now = await loadSecrets({ dataDir: folder, appSecret: fresh, appSecretBefore: old })
    expect(Buffer.from(now.unseal('totp', 'ana', closed)).toString()).toBe('semilla')
    expect(now.derive('reset-code', nonce)).toBe(was.derive('reset-code', nonce))
    expect(now.wasDerived('csrf', 'sesión', was.derive('csrf', 'sesión'))).toBe(true)
    const without = await loadSecrets({ dataDir: folder, appSecret: fresh, appSecretBefore: null })
    expect(() => without.unseal('totp', 'ana', closed)).toThrow()
    expect(without.wasDerived('csrf', 'sesión', was.derive('csrf', 'sesión'))).toBe(false)
    await rm(folder, { recursive: true, force: true })
  })
})
