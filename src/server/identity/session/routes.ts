import { DomainError } from '#domain/contract/domain-error.ts'
import {
  chooseLanguage,
  closeSession,
  endOtherSessions,
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  exportOwnData,
  listSessions,
  listSessionsOfUser,
  readMe,
  readSettings,
  requestPassword,
  resetPassword,
  signIn,
} from '#domain/identity/session/contract.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { own, ownSession, read, write } from '#server/http/route.ts'
import { readMeOf, readSettingsOf } from '#server/identity/session/me.ts'
import { askForReset, resetWith } from '#server/identity/session/reset.ts'
import { signInWith } from '#server/identity/session/sign-in.ts'
import { handOver } from '#server/identity/session/start.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import type { UserRow } from '#server/identity/user/queries.ts'
import { userByKey } from '#server/identity/user/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { exportOwnData as exportOwn } from '#server/retention/export.ts'
import type { OpenSession } from '#server/session/open-sessions.ts'
import { endThese, openSessionsOf, sessionWireOf } from '#server/session/open-sessions.ts'
import { noteSeen } from '#server/session/queries.ts'

export const sessionRoutes: Route[] = [
  own(signIn, async ({ app, body, origin, header, shape }) => {
    const email = normaliseEmail(body.email)
    if (email === '' || body.password === '') throw new DomainError('credentialsMissing')
    const outcome = await signInWith(app, email, body.password, origin)
    if ('pending' in outcome) return shape(outcome.pending)
    handOver(outcome.session, header)
    return shape(await readMeOf(app, outcome.userId, outcome.session.id))
  }),

  read(readMe, ({ app, actor, origin }) => readMeOf(app, actor.userId, ownSession(origin))),

  write(chooseLanguage, async ({ db, tx, actor, body: { language } }) => {
    const changed = await db
      .updateTable('portal_user')
      .set({ language })
      .where('id', '=', actor.userId)
      .where('language', '<>', language)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    tx.record({
      event: 'user.language-chosen',
      object: { kind: 'user', id: actor.userId },
      participantId: actor.participantId,
      data: { language },
    })
  }),

  own(exportOwnData, ({ app, actor }) => exportOwn(app, actor)),

  read(readSettings, async ({ app }) => readSettingsOf(app)),

  // `token` is ignored: callers can only end or prolong the session that they call with.
  write(closeSession, async ({ body, db, tx, actor, origin }) => {
    const id = ownSession(origin)
    if (body.close !== 'true') {
      if (!origin.noted) await noteSeen(db, { id, now: tx.now })
      return
    }
    const ended = await db
      .updateTable('session')
      .set({ ended_at: tx.now })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    tx.record({
      event: 'session.ended',
      object: { kind: 'session', id: ended.id },
      participantId: actor.participantId,
    })
  }),

  read(listSessions, async ({ app, db, actor, origin, query }) => {
    const open = await openSessionsOf(db, actor.userId, app.clock.now())
    return pageOfAll(
      open.map(row => sessionWireOf(row, origin.sessionId)),
      query,
    )
  }),

  write(endSession, async ({ tx, actor, params }) => {
    const open = await openSessionsOf(tx.db, actor.userId, tx.now)
    await endThese(tx, [chosen(open, params.id)], 'owner')
  }),

  write(endOtherSessions, async ({ tx, actor, origin }) => {
    const open = await openSessionsOf(tx.db, actor.userId, tx.now)
    await endThese(
      tx,
      open.filter(row => row.id !== origin.sessionId),
      'owner',
    )
  }),

  read(listSessionsOfUser, async ({ app, db, params, origin, query }) => {
    const open = await openSessionsOf(db, (await userOf(db, params.key)).id, app.clock.now())
    return pageOfAll(
      open.map(row => sessionWireOf(row, origin.sessionId)),
      query,
    )
  }),

  write(endSessionOfUser, async ({ tx, params }) => {
    const user = await userOf(tx.db, params.key)
    const open = await openSessionsOf(tx.db, user.id, tx.now)
    await endThese(tx, [chosen(open, params.id)], 'centre', byCentre(tx.actor, user))
  }),

  write(endSessionsOfUser, async ({ tx, params, origin }) => {
    const user = await userOf(tx.db, params.key)
    const open = await openSessionsOf(tx.db, user.id, tx.now)
    await endThese(
      tx,
      open.filter(row => row.id !== origin.sessionId),
      'centre',
      byCentre(tx.actor, user),
    )
  }),

  own(requestPassword, ({ app, params }) => askForReset(app, normaliseEmail(params.key))),

  own(resetPassword, ({ app, body }) => resetWith(app, body.code, body.newPassword)),
]

function chosen(open: readonly OpenSession[], id: string): OpenSession {
  const session = open.find(row => row.id === id)
  if (!session) throw new DomainError('notFound')
  return session
}

async function userOf(db: Db, key: string): Promise<UserRow> {
  const user = await userByKey(db, key)
  if (!user) throw new DomainError('notFound')
  return user
}
