import { DomainError } from '#domain/contract/domain-error.ts'
import { finishSignOn, startSignOn } from '#domain/identity/single-sign-on/contract.ts'
import type { Route } from '#server/http/route.ts'
import { own } from '#server/http/route.ts'
import { readMeOf } from '#server/identity/session/me.ts'
import { handOver } from '#server/identity/session/start.ts'
import { signInByProvider } from '#server/identity/single-sign-on/sign-in.ts'
import { beginAttempt, spentCookie, tiesOf } from '#server/session/attempt.ts'

export const singleSignOnRoutes: Route[] = [
  own(startSignOn, async ({ app, body, origin, header, shape }) => {
    const provider = app.providers.find(({ key }) => key === body.provider)
    if (!provider) throw new DomainError('invalid')
    const { secret, cookies } = await beginAttempt(app, provider.key, origin.signOns)
    const url = await provider.addressFor(tiesOf(secret))
    for (const cookie of cookies) header('set-cookie', cookie)
    return shape({ url })
  }),

  own(finishSignOn, async ({ app, body, origin, header, shape }) => {
    const { outcome, secret } = await signInByProvider(app, body.answer, origin)
    header('set-cookie', spentCookie(app, secret))
    if ('pending' in outcome) return shape(outcome.pending)
    handOver(outcome.session, header)
    return shape(await readMeOf(app, outcome.userId, outcome.session.id))
  }),
]
