import { finishSignOn, startSignOn } from '#domain/identity/single-sign-on/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { Person, TestProvider } from '#test/support/identity-provider.ts'
import { address } from '#test/support/mails.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'

/** The portal's address, as registered with its provider. */
export const HOME = 'https://portal.example'

/** A browser redirected to the provider: the URL, and its cookie. */
export type Away = { url: string; cookie: string }

/** The cookies of a browser, by name. */
export type Jar = Map<string, string>
export const cookiesIn = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Keeps the cookies of an answer, as a browser does. */
function keep(jar: Jar, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
    jar.delete(name!)
    if (value) jar.set(name!, value)
  }
}

/** Presses the provider's button. */
export async function goAway(portal: TestPortal, jar: Jar = new Map()): Promise<Away> {
  const { status, body, headers, problem } = await portal.anonymous.call(startSignOn, {
    body: { provider: 'oidc' },
    headers: jar.size > 0 ? { cookie: cookiesIn(jar) } : {},
  })
  if (status !== 200) throw new Error(`${status} ${problem.detail}`)
  keep(jar, headers)
  return { url: body.url, cookie: headers.get('set-cookie')!.split(';')[0]! }
}

/** Returns with the provider's answer. */
export const comeBack = (
  portal: TestPortal,
  { cookie }: Pick<Away, 'cookie'>,
  answer: string,
  headers: Record<string, string> = {},
): Promise<Answer<any>> =>
  portal.anonymous.call(finishSignOn, { body: { answer }, headers: { ...(cookie ? { cookie } : {}), ...headers } })

/** Resets a day later: no identity is bound, and no second factor exists or is required. */
export async function forgetIdentities({ app: { db }, clock }: TestPortal): Promise<void> {
  for (const table of ['sign_in_attempt', 'provider_identity', 'totp_factor', 'second_factor_rule'] as const) {
    await db.deleteFrom(table).execute()
  }
  clock.move(DAY)
}

/** The single sign-on actions at a provider and its portal, which both start later. */
export function signingOn(provider: () => TestProvider, portal: () => TestPortal) {
  /** Signs in at the provider, and then here with its answer. */
  async function enter(subject: string, person: Person, at = portal()): Promise<Answer<any>> {
    provider().people.set(subject, { email_verified: true, ...person })
    const away = await goAway(at)
    return comeBack(at, away, await provider().visit(away.url, subject))
  }

  async function userOf(name: string, at = portal()) {
    return at.app.db
      .selectFrom('portal_user')
      .select(['id', 'participant_id', 'email'])
      .where('email', '=', address(name))
      .executeTakeFirstOrThrow()
  }

  return {
    enter,
    enterAs: (name: string) => enter(`de-${name}`, { email: address(name) }),
    userOf,
    set: (name: string, values: object) =>
      portal().app.db.updateTable('portal_user').set(values).where('email', '=', address(name)).execute(),
    entries: (after: number, at = portal()) => entriesAfter(at, after),
    lastEntry: (at = portal()) => newestEntry(at),
  }
}
