import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSignOn } from '#domain/identity/single-sign-on/contract.ts'
import { SIGN_ON_MS } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { sentence } from '#domain/messages.ts'
import { PATIENCE_MS } from '#server/identity/single-sign-on/provider.ts'
import { sweepAttempts } from '#server/session/attempt.ts'
import type { EvilProvider, Forged } from '#test/support/evil-provider.ts'
import { startEvilProvider } from '#test/support/evil-provider.ts'
import type { TestProvider } from '#test/support/identity-provider.ts'
import { settingsFor, startProvider } from '#test/support/identity-provider.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import type { Away, Jar } from '#test/support/sign-on.ts'
import { comeBack, cookiesIn, goAway, HOME } from '#test/support/sign-on.ts'

const EMAIL = 'cci@almotacen.example'

let provider: TestProvider
let portal: TestPortal
let evil: EvilProvider
let tricked: TestPortal
const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
beforeAll(async () => {
  provider = await startProvider({ algorithm: 'RS256' })
  provider.register(HOME)
  provider.people.set('ana', { email: EMAIL, email_verified: true })
  evil = await startEvilProvider()
  const at = (settings: Record<string, string>) =>
    startTestPortal({ seed: 'centre', environment: { ...settings, PUBLIC_URL: HOME } })
  portal = await at(provider.settings)
  tricked = await at(evil.settings)
})
afterAll(async () => {
  said.mockRestore()
  await portal?.stop()
  await tricked?.stop()
  await provider?.stop()
  await evil?.stop()
})
beforeEach(async () => {
  said.mockClear()
  evil.next = {}
  for (const { app: each } of [portal, tricked]) await each.db.deleteFrom('sign_in_attempt').execute()
})

const outcome = ({ status, body, problem }: Answer<any>) => (status === 200 ? body.email : problem.code)
const auditLogOf = async ({ app: { db } }: TestPortal) =>
  Number(
    (
      await db
        .selectFrom('trail')
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const sessionsOf = async ({ app: { db } }: TestPortal) =>
  Number(
    (
      await db
        .selectFrom('session')
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The last entry of the audit log, and the entry of an answer without an identity. */
const lastOf = ({ app: { db } }: TestPortal) =>
  db
    .selectFrom('trail')
    .select(['event', 'actor_id', 'object_kind', 'object_id', 'data'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const noted = (why: string) => ({
  ...{ event: 'session.refused', actor_id: null, object_kind: 'identity-provider', object_id: 'oidc' },
  data: { address: expect.any(String), why },
})

async function answered() {
  const away = await goAway(portal)
  return { ...away, answer: await provider.visit(away.url, 'ana') }
}

describe('an answer opens in the browser that asked, once', () => {
  test('the cookie is for this host alone, unseen by scripts, and sent by no other site', async () => {
    const { headers } = await portal.anonymous.call(startSignOn, { body: { provider: 'oidc' } })
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-almotacen_sign_on-[\w-]{12}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('without the cookie, with another browser’s, or with one that another host planted, it opens nothing', async () => {
    const { cookie, answer } = await answered()
    const other = await goAway(portal)
    const planted = cookie.replace('__Host-', '')
    const before = [await auditLogOf(portal), await sessionsOf(portal)]
    for (const held of ['', other.cookie, planted, `${cookie}x`, `${cookie.split('=')[0]}=`]) {
      const refused = await comeBack(portal, { cookie: held }, answer)
      expect([refused.status, refused.problem.code]).toEqual([401, 'signOnDead'])
    }
    expect([await auditLogOf(portal), await sessionsOf(portal)]).toEqual(before)
    // Other browsers' attempts do not stop the one that started the sign-in.
    expect(outcome(await comeBack(portal, { cookie }, answer))).toBe(EMAIL)
  })

  test('two sign-ins that one browser begins at once both finish, each once', async () => {
    const jar: Jar = new Map()
    const tabs = [await goAway(portal, jar), await goAway(portal, jar)]
    const answers = [await provider.visit(tabs[0]!.url, 'ana'), await provider.visit(tabs[1]!.url, 'ana')]
    for (const answer of answers) {
      expect(outcome(await comeBack(portal, { cookie: cookiesIn(jar) }, answer))).toBe(EMAIL)
    }
    expect(outcome(await comeBack(portal, { cookie: cookiesIn(jar) }, answers[0]!))).toBe('signOnDead')
  })

  test('a browser keeps the last five sign-ins that it began', async () => {
    const jar: Jar = new Map()
    const tabs = []
    for (let tab = 0; tab < 7; tab++) tabs.push(await goAway(portal, jar))
    expect(jar.size).toBe(5)
    const finish = async ({ url }: Away) =>
      outcome(await comeBack(portal, { cookie: cookiesIn(jar) }, await provider.visit(url, 'ana')))
    expect([await finish(tabs[1]!), await finish(tabs[2]!), await finish(tabs[6]!)]).toEqual([
      'signOnDead',
      EMAIL,
      EMAIL,
    ])
  })

  test('twenty at once are one session', async () => {
    const { cookie, answer } = await answered()
    const before = await sessionsOf(portal)
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(portal, { cookie }, answer)))
    expect(answers.map(outcome).sort()).toEqual([EMAIL, ...Array(19).fill('signOnDead')].sort())
    expect(await sessionsOf(portal)).toBe(before + 1)
    expect(outcome(await comeBack(portal, { cookie }, answer))).toBe('signOnDead')
  })

  test('a used code does not work in a sign-in of its own either', async () => {
    const used = await answered()
    await comeBack(portal, used, used.answer)
    const mine = await goAway(portal)
    const state = new URL(mine.url).searchParams.get('state')!
    const replayed = new URLSearchParams(used.answer)
    replayed.set('state', state)
    expect(outcome(await comeBack(portal, mine, replayed.toString()))).toBe('signOnFailed')
  })

  test('a stranger’s code in the sign-in of another fails for lack of the verifier', async () => {
    const stranger = await answered()
    const victim = await goAway(portal)
    const slipped = new URLSearchParams(stranger.answer)
    slipped.set('state', new URL(victim.url).searchParams.get('state')!)
    expect(outcome(await comeBack(portal, victim, slipped.toString()))).toBe('signOnFailed')
  })

  test('an answer with another state leaves the sign-in open, so that outsiders cannot end it', async () => {
    const { cookie, answer } = await answered()
    for (const wrong of [
      '',
      'code=x',
      'code=x&state=',
      'code=x&state=otro',
      `${answer}&state=otro`,
      'error=x&state=y',
    ]) {
      expect(outcome(await comeBack(portal, { cookie }, wrong))).toBe('signOnDead')
    }
    expect(outcome(await comeBack(portal, { cookie }, answer))).toBe(EMAIL)
  })

  test('it waits ten minutes, and no longer', async () => {
    const late = await answered()
    portal.clock.move(SIGN_ON_MS)
    expect(outcome(await comeBack(portal, late, late.answer))).toBe('signOnDead')
    const just = await answered()
    portal.clock.move(SIGN_ON_MS - 1)
    expect(outcome(await comeBack(portal, just, just.answer))).toBe(EMAIL)
    await goAway(portal)
    portal.clock.move(60_000)
    await goAway(portal)
    portal.clock.move(SIGN_ON_MS - 60_000)
    await sweepAttempts(portal.app)
    expect(await portal.app.db.selectFrom('sign_on_attempt').selectAll().execute()).toHaveLength(1)
  })

  test('a call without the headers of a write is refused as every other (D19)', async () => {
    const { cookie, answer } = await answered()
    const response = await fetch(`${portal.url}/api/v1/login/single-sign-on/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ answer }),
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'headersMissing'])
  })

  test('an unknown provider is none', async () => {
    for (const key of ['', 'otro', '__proto__']) {
      expect((await portal.anonymous.call(startSignOn, { body: { provider: key } })).status).toBe(400)
    }
  })
})

describe('answers of the provider', () => {
  test('a refusal comes back as a sentence', async () => {
    const away = await goAway(portal)
    const answer = await provider.visit(away.url, null)
    expect(answer).toContain('error=access_denied')
    const refused = await comeBack(portal, away, answer)
    expect([refused.status, refused.problem.detail]).toEqual([403, sentence('signOnDenied')])
    // The provider's own words are not repeated.
    expect(JSON.stringify(refused.body)).not.toContain('El usuario ha cancelado')
    expect(await lastOf(portal)).toEqual(noted('denied'))
  })

  test('from another issuer than the one that was asked is not taken (RFC 9207)', async () => {
    const { cookie, answer } = await answered()
    const mixed = new URLSearchParams(answer)
    expect(mixed.get('iss')).toBe(provider.issuer)
    mixed.set('iss', evil.issuer)
    expect(outcome(await comeBack(portal, { cookie }, mixed.toString()))).toBe('signOnFailed')
    const without = await answered()
    const stripped = new URLSearchParams(without.answer)
    stripped.delete('iss')
    expect(outcome(await comeBack(portal, without, stripped.toString()))).toBe('signOnFailed')
  })

  const soon = () => Math.floor(Date.now() / 1000)
  const forgeries: [string, () => Forged][] = [
    ['not signed', () => ({ header: { alg: 'none', kid: undefined }, signature: 'none' })],
    ['without its signature', () => ({ signature: 'none' })],
    ['signed with the shared secret', () => ({ header: { alg: 'HS256' } })],
    ['signed in a way that the portal does not take', () => ({ header: { alg: 'RS384' } })],
    ['signed with a key that is not the provider’s', () => ({ signature: 'other' })],
    ['signed with a key that it does not publish', () => ({ header: { kid: 'b' } })],
    ['for another sign-in', () => ({ claims: { nonce: 'otro' } })],
    ['for no sign-in', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'otro' } })],
    ['for several clients, issued to another', () => ({ claims: { aud: ['almotacen', 'otro'], azp: 'otro' } })],
    ['from another issuer', () => ({ claims: { iss: 'https://otro.example' } })],
    ['expired', () => ({ claims: { exp: soon() - 120 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['made in the future', () => ({ claims: { iat: soon() + 600, nbf: soon() + 600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['about an empty name', () => ({ claims: { sub: '' } })],
    ['about a name that no database holds', () => ({ claims: { sub: 'm\0' } })],
  ]

  test('control: a token as it should be opens', async () => {
    const away = await goAway(tricked)
    expect(outcome(await comeBack(tricked, away, evil.answerTo(away.url)))).toBe(EMAIL)
    await tricked.app.db.deleteFrom('provider_identity').execute()
  })

  test.each(forgeries)('a token %s opens nothing', async (_what, forged) => {
    const away = await goAway(tricked)
    evil.next = forged()
    const before = [await auditLogOf(tricked), await sessionsOf(tricked)] as const
    const answer = await comeBack(tricked, away, evil.answerTo(away.url))
    expect([answer.status, answer.problem.code]).toEqual([403, 'signOnFailed'])
    expect([await auditLogOf(tricked), await sessionsOf(tricked)]).toEqual([before[0] + 1, before[1]])
    expect(await lastOf(tricked)).toEqual(noted('failed'))
    // The log tells the operator the reason, without the data sent.
    const lines = said.mock.calls
      .map(([line]) => String(line))
      .filter(line => line.includes('identity-provider-failed'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/eyJ|almotacen\.example/)
  })

  test('a refused code is a failure, a broken provider is down', async () => {
    for (const [status, code, why] of [
      [400, 'signOnFailed', 'failed'],
      [503, 'signOnDown', 'down'],
    ] as const) {
      const away = await goAway(tricked)
      evil.next = status
      expect(outcome(await comeBack(tricked, away, evil.answerTo(away.url)))).toBe(code)
      expect(await lastOf(tricked)).toEqual(noted(why))
    }
  })
})

describe('a provider that is slow or away', () => {
  /** Time passes when the test says so; a moment remains of the time limit of 4 s. */
  function impatient() {
    const asked: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      asked.push(ms)
      const controller = new AbortController()
      if (ms === PATIENCE_MS) setTimeout(() => controller.abort(new DOMException('slow', 'TimeoutError')), 100)
      return controller.signal
    })
    return asked
  }

  test('is waited for less than five seconds in all, then there is a sentence', async () => {
    const away = await goAway(tricked)
    const asked = impatient()
    evil.next = 'hang'
    const answer = await comeBack(tricked, away, evil.answerTo(away.url))
    vi.mocked(AbortSignal.timeout).mockRestore()
    expect([answer.status, answer.problem.detail]).toEqual([503, sentence('signOnDown')])
    expect(asked.filter(ms => ms === PATIENCE_MS)).toHaveLength(1)
    expect(PATIENCE_MS).toBeLessThan(5_000)
  })

  test('stops neither the start nor the password, and is tried again as soon as it answers', async () => {
    const free = createServer()
    await new Promise<void>(resolve => free.listen(0, '127.0.0.1', resolve))
    const { port } = free.address() as { port: number }
    await new Promise(resolve => free.close(resolve))
    const issuer = `http://127.0.0.1:${port}`
    const alone = await startTestPortal({ seed: 'centre', environment: { ...settingsFor(issuer), PUBLIC_URL: HOME } })
    try {
      const refused = await alone.anonymous.call(startSignOn, { body: { provider: 'oidc' } })
      expect([refused.status, refused.problem.detail]).toEqual([503, sentence('signOnDown')])
      expect(refused.headers.get('set-cookie')).toBeNull()
      expect((await alone.signIn(EMAIL)).me.next).toBe('home')
      const back = createServer((_request, response) => {
        const metadata = {
          issuer,
          authorization_endpoint: `${issuer}/a`,
          token_endpoint: `${issuer}/t`,
          jwks_uri: issuer,
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      })
      await new Promise<void>(resolve => back.listen(port, '127.0.0.1', resolve))
      expect((await goAway(alone)).url).toContain(`${issuer}/a?`)
      back.closeAllConnections()
      await new Promise(resolve => back.close(resolve))
    } finally {
      await alone.stop()
    }
  })

  test('loads its metadata once for many sign-ins', async () => {
    evil.asked.length = 0
    for (let each = 0; each < 3; each++) await goAway(tricked)
    expect(evil.asked).toEqual([])
  })

  test('refuses a provider that claims another issuer', async () => {
    evil.metadata = { issuer: 'https://otro.example' }
    const other = await startTestPortal({ seed: 'none', environment: { ...evil.settings, PUBLIC_URL: HOME } })
    try {
      expect((await other.anonymous.call(startSignOn, { body: { provider: 'oidc' } })).problem.code).toBe(
        'signOnFailed',
      )
    } finally {
      evil.metadata = {}
      await other.stop()
    }
  })
})
