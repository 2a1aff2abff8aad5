import { Refusal } from '#domain/refusal.ts'
import { closeSession, readMe, readSettings, requestPassword, resetPassword, signIn } from '#domain/session/contract.ts'
import { normaliseEmail } from '#domain/values/email.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import { readMeOf, readSettingsOf } from '#server/session/me.ts'
import { askForReset, resetWith } from '#server/session/reset.ts'
import { signInWith } from '#server/session/sign-in.ts'
import { handOver } from '#server/session/start.ts'

export const sessionRoutes: Route[] = [
  own(signIn, async ({ portal, body, origin, header }) => {
    const email = normaliseEmail(body.email)
    if (email === '' || body.password === '') throw new Refusal('credentialsMissing')
    const { userId, session } = await signInWith(portal, email, body.password, origin)
    handOver(session, header)
    return readMeOf(portal, userId)
  }),

  read(readMe, ({ portal, actor }) => readMeOf(portal, actor.userId)),

  read(readSettings, async ({ portal }) => readSettingsOf(portal)),

  // `token` is not looked at: whoever calls can only end or prolong the session it calls with.
  write(closeSession, async ({ body, db, unit, actor, origin }) => {
    const session = db.updateTable('session').where('id', '=', origin.sessionId!).where('ended_at', 'is', null)
    if (body.close !== 'true') {
      await session.set({ last_seen_at: unit.now }).execute()
      return
    }
    const ended = await session.set({ ended_at: unit.now }).returning('id').executeTakeFirst()
    if (!ended) return
    unit.record({
      event: 'session.ended',
      object: { kind: 'session', id: ended.id },
      participantId: actor.participantId,
    })
  }),

  own(requestPassword, ({ portal, params }) => askForReset(portal, normaliseEmail(params.key))),

  own(resetPassword, ({ portal, body }) => resetWith(portal, body.code, body.newPassword)),
]
