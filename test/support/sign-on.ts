import { finishSignOn, startSignOn } from '#domain/single-sign-on/contract.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'

/** A browser that the portal sent to its provider: where to, and the cookie that it keeps meanwhile. */
export type Away = { url: string; cookie: string }

/** Presses the provider's button. */
export async function goAway(portal: TestPortal): Promise<Away> {
  const { status, body, headers, problem } = await portal.anonymous.call(startSignOn, { body: { provider: 'oidc' } })
  if (status !== 200) throw new Error(`${status} ${problem.detail}`)
  return { url: body.url, cookie: headers.get('set-cookie')!.split(';')[0]! }
}

/** Comes back with what the provider answered. */
export const comeBack = (
  portal: TestPortal,
  { cookie }: Pick<Away, 'cookie'>,
  answer: string,
  headers: Record<string, string> = {},
): Promise<Answer<any>> =>
  portal.anonymous.call(finishSignOn, { body: { answer }, headers: { ...(cookie ? { cookie } : {}), ...headers } })
