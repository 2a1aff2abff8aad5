import { DomainError } from '#domain/contract/domain-error.ts'
import { exportOutgoingMails, resendMail } from '#domain/notification/operation/outgoing-mail/contract.ts'
import { resendRefusal } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { lettingIn } from '#domain/notification/undelivered.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import { userByKey } from '#server/identity/user/queries.ts'
import { lockedMail, unsentMails, wireOf } from '#server/operation/outgoing-mail/queries.ts'

export const outgoingMailRoutes: Route[] = [
  ...withExport(exportOutgoingMails, ({ app, db, query }) => unsentMails(db, app.clock.now(), query)),

  write(resendMail, async ({ app, tx, params: { id } }) => {
    const row = await lockedMail(tx.db, tx.now, id)
    if (row === undefined) throw new DomainError('notFound')
    if (row === null) throw new DomainError('mailBusy')
    const { status, dead } = wireOf(row)
    const refusal = resendRefusal({ sent: row.sent_at !== null, status, dead })
    if (refusal) throw new DomainError(refusal)
    await tx.db
      .updateTable('outbox_mail')
      .set({ next_attempt_at: tx.now, attempts: 0, given_up_at: null, failure_told_at: null, claimed_until: null })
      .where('id', '=', id)
      .execute()
    const { template, recipient } = row
    const user = lettingIn.some(each => each === template) ? await userByKey(tx.db, recipient) : undefined
    const told = user && byCentre(tx.actor, user)
    tx.record({ event: 'mail.resent', object: { kind: 'mail', id }, data: { template }, ...told })
    tx.afterCommit(app.wakeOutbox)
    return wireOf({ ...row, next_attempt_at: tx.now, attempts: 0, given_up_at: null })
  }),
]
