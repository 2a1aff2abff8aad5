import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { abilities } from '#domain/identity/abilities.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { grantMutants } from '#test/support/guards.ts'
import { addIntegrations } from '#test/support/integrations.ts'
import { addFailedMails } from '#test/support/operation.ts'
import type { Row, Things } from '#test/support/permissions.ts'
import {
  addAssessments,
  addChains,
  addIncidents,
  findThings,
  inputOf,
  MISSING,
  newUser,
  rowsOf,
  secondUser,
  shutOut,
} from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

/*
 * The permission table: written by hand, never derived from the guards (D14).
 *
 * Columns: `nobody` is a caller without a session (never signed in, locked, deleted, or of a deleted organisation); CCI:
 * its principal user, another, and a new one without a chosen password; a provider: its principal user and another;
 * another provider; an evaluator and an entity, each with its principal user and another; an invited provider without a
 * chosen password; one that waits for its first acceptance; one whose onboarding is a draft. 'ok' is admitted: an
 * answer, or a refusal of the input (400, 409). A number is the status of the refusal; 404 is byte for byte the answer
 * to an unknown id.
 *
 * Objects: `t` is the provider Tramontana's (the signed-in provider's own; its evaluators are Quintanilla, who is
 * signed in, and Somport), `l` is the provider Lumbre's (evaluator Somport), `draft` the draft's own, `wait` the
 * waiting one's own; `e` is the incident that the signed-in entity, Cajamar, raised about Lumbre; `own` is the caller's
 * own; `evaluator` is Somport and `bank` Santander.
 */
const columns = [
  ...(['nobody', 'cci', 'cci2', 'cci0', 'prov', 'prov2', 'other', 'eval', 'eval2', 'bank', 'bank2'] as const),
  ...(['invited', 'waiting', 'draft'] as const),
]
type Column = (typeof columns)[number]
/** All callers; those without a session are checked against the column `nobody`. */
const principals = [...columns, 'locked', 'deleted', 'dissolved'] as const
type Principal = (typeof principals)[number]
const columnOf = (principal: Principal): Column =>
  principal === 'locked' || principal === 'deleted' || principal === 'dissolved' ? 'nobody' : principal

const table = `
call                             thing          nobody cci cci2 cci0 prov prov2 other eval eval2 bank bank2 invited waiting draft

session.sign-in                  -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.request-password         -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.reset-password           -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.settings                 -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
demo.mails                       -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.me                       -              401    ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.data                     -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
undo.last                        -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
session.close                    -              401    ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.second-factor            -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.passkey-options          -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.sign-on                  -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.sign-on-answer           -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.list                     -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
session.choose-language          -              401    ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
session.end-others               -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
second-factor.read               -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
second-factor.start-totp         -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
second-factor.confirm-totp       -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
second-factor.passkey-options    -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
second-factor.add-passkey        -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
session.end                      missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
second-factor.remove-totp        missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
second-factor.remove-passkey     missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
second-factor.renew-codes        missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
session.of-user                  t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
session.end-of-user              t              401    404 404  403  403  403   403   403  403   403  403   403     403     403
session.end-all-of-user          missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
second-factor.of-user            t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
second-factor.remove-of-user     t              401    404 404  403  403  403   403   403  403   403  403   403     403     403
second-factor.rules              -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
second-factor.save-rules         -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
watermark.read                   -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
reasons.read                     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
reasons.save                     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
watermark.save                   -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
watermark.unmarkable             -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
two-people.read                  -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
centre-rules.read                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
centre-rules.save                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
register-edition.read            -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
register-edition.content         -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
register-edition.preview         -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
register-edition.load            -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
outgoing-mail.list               -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
outgoing-mail.export             -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
outgoing-mail.resend             -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
outgoing-mail.resend             missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
job.list                         -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
job.export                       -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
job.run                          -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
server.list                      -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
server.check                     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
two-people.save                  -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

user.read                        t              401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
user.read                        l              401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
user.patch                       t              401    ok  ok   404  ok   ok    404   404  404   404  404   404     404     404
user.patch                       l              401    ok  ok   404  404  404   404   404  404   404  404   404     404     404
user.list                        -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
user.export                      -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
user.of-participant              t              401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
user.export-of-participant       t              401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
user.of-participant              l              401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
user.export-of-participant       l              401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
user.of-participant              draft          401    ok  ok   403  404  404   404   404  404   404  404   403     404     ok
user.export-of-participant       draft          401    ok  ok   403  404  404   404   404  404   404  404   403     404     ok
user.of-entity                   t              401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
user.of-entity                   l              401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
user.create                      own            401    ok  ok   403  ok   403   ok    ok   403   ok   403   403     403     403
user.create                      t              401    ok  ok   403  ok   403   404   404  403   404  403   403     403     403
user.create                      l              401    ok  ok   403  404  403   404   404  403   404  403   403     403     403
user.update                      t              401    ok  ok   404  ok   ok    404   404  404   404  404   404     404     404
user.update                      l              401    ok  ok   404  404  404   404   404  404   404  404   404     404     404
user.confirm                     t              401    403 403  403  403  403   403   403  403   404  403   403     403     403
user.confirm                     own            401    403 403  403  403  403   403   403  403   ok   403   403     403     403
user.confirm                     bank           401    403 403  403  403  403   403   403  403   404  403   403     403     403
user.delete                      t              401    ok  ok   403  ok   403   404   404  403   404  403   403     403     403
user.delete                      l              401    ok  ok   403  404  403   404   404  403   404  403   403     403     403

participant.own                  -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
participant.agenda               -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
start.due                        -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
calendar.feed-state              -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
calendar.make-feed               -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
calendar.end-feed                -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
calendar.read                    missing        404    404 404  404  404  404   404   404  404   404  404   404     404     404
certificate.verify               missing        404    404 404  404  404  404   404   404  404   404  404   404     404     404
certificate.keys                 -              ok     ok  ok   ok   ok   ok    ok    ok   ok    ok   ok    ok      ok      ok
participant.list                 provider       401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
participant.read                 t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
participant.read                 l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
participant.read                 wait           401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
participant.read                 draft          401    ok  ok   403  404  404   404   404  404   404  404   403     404     ok
participant.read                 evaluator      401    ok  ok   403  ok   ok    ok    404  404   404  404   403     404     404
participant.read                 bank           401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
participant.sheet                t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
participant.sheet                l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
participant.sheet                wait           401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
participant.sheet                draft          401    ok  ok   403  404  404   404   404  404   404  404   403     404     ok
participant.of-user              t              401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
participant.of-user              l              401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
participant.create               provider       401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.update               t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     404     404
participant.update               l              401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
participant.edit                 t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     404     404
participant.edit                 l              401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
participant.edit                 draft          401    ok  ok   403  404  404   404   404  404   404  404   403     404     ok
participant.edit                 fav            401    403 403  403  403  403   404   403  403   ok   ok    403     404     404
participant.patch                t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.delete               missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
participant.data                 t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.data                 missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
participant.overview             PROVIDER       401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
participant.export-overview      PROVIDER       401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
participant.overview             ENTITY         401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.export-overview      ENTITY         401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.overview             AUDIT          401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
participant.export-overview      AUDIT          401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

invitation.list                  -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.export                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.counts                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.create                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.create-entity         -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.change                accepted       401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.import                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.preview               -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.import-rows           -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.deliveries            -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.template              -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.provider-template     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.import-providers      -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.preview-providers     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation.import-provider-rows  -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
invitation-request.list          -              401    ok  ok   403  403  403   403   403  403   ok   ok    403     403     403
invitation-request.export        -              401    ok  ok   403  403  403   403   403  403   ok   ok    403     403     403
invitation-request.make          -              401    403 403  403  403  403   403   403  403   ok   ok    403     403     403
invitation-request.decide        missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403

service.list                     -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
service.export                   -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
service.read                     service        401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
service.save                     -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
service.delete                   missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
catalogue.documents              -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
catalogue.data                   PROVIDER       401    ok  ok   403  ok   ok    ok    404  404   404  404   403     ok      ok
catalogue.help                   PROVIDER       401    ok  ok   403  ok   ok    ok    404  404   404  404   403     ok      ok
catalogue.save-help              own            401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
catalogue.help-template          missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
catalogue.save-documents         PROVIDER       401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
catalogue.replace-documents      PROVIDER       401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
catalogue.save-data              PROVIDER       401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

search.find                      -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403

statistics.logins                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
statistics.export                -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
statistics.verification          -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
statistics.verification-export   -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

document.list                    t-docs         401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.list                    l-docs         401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
document.list                    wait-docs      401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
document.list                    draft-docs     401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.list                    t-request      401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
document.list                    l-request      401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
document.permissions             t              401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.permissions             draft          401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.read                    t-document     401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.read                    wait-document  401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
document.content                 t-document     401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.content                 l-document     401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
document.content                 wait-document  401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
document.content                 draft-document 401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.sheets                  t-document     401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.sheets                  l-document     401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
document.sheets                  wait-document  401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
document.sheets                  draft-document 401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.prechecks               t-document     401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.prechecks               l-document     401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.prechecks               wait-document  401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
document.prechecks               draft-document 401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.history                 t-docs         401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
document.history                 l-docs         401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
document.change                  t-document     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
document.upload                  t-docs         401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.upload                  l-docs         401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.upload                  draft-docs     401    404 404  403  404  404   404   404  404   404  404   403     404     ok
document.upload                  own-docs       401    404 404  403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
document.reupload                t-docs         401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.reupload                l-docs         401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.reupload                own-docs       401    404 404  403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
document.reusable                t-docs         401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.reusable                l-docs         401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.assign                  t-docs         401    403 403  403  ok   ok    404   404  404   403  403   403     404     404
document.assign                  l-docs         401    403 403  403  404  404   404   404  404   403  403   403     404     404
document.reuse                   t-docs         401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.reuse                   l-docs         401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.delete                  t-document     401    ok  ok   403  ok   ok    404   404  404   403  403   403     404     404
document.delete                  l-document     401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
document.delete                  own-document   401    404 404  403  ok   ok    ok    ok   ok    ok   ok    403     404     404

validation.list                  -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
validation.read                  t-docs         401    ok  ok   403  ok   ok    404   404  404   ok   ok    403     404     404
validation.read                  l-docs         401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
validation.read                  t-request      401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
validation.read                  l-request      401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
validation.read                  draft-docs     401    404 404  403  404  404   404   404  404   404  404   403     404     ok
validation.create                t              401    403 403  403  ok   ok    404   404  404   404  404   403     404     404
validation.change                send:t-docs    401    403 403  403  ok   ok    404   404  404   403  403   403     404     404
validation.change                send:l-docs    401    403 403  403  404  404   404   404  404   403  403   403     404     404
validation.change                finish:t-docs  401    ok  ok   403  403  403   404   404  404   403  403   403     404     404
validation.change                finish:l-docs  401    ok  ok   403  404  404   404   404  404   403  403   403     404     404
validation.to-verify             t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
validation.queue                 -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
validation.export-queue          -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
queue.task                       wait-docs      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
queue.task                       draft-docs     401    404 404  403  403  403   403   403  403   403  403   403     403     403
queue.assign                     wait-docs      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
queue.assign                     draft-docs     401    404 404  403  403  403   403   403  403   403  403   403     403     403
queue.figures                    -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok

request.send                     t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.send                     l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.send-batch               t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.send-batch               l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.edit                     t-request      401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.edit                     l-pending      401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.send-renewal             t-request      401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.send-renewal             l-pending      401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.delete                   t-request      401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.delete                   l-request      401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.delete-by-form           t-request      401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
request.delete-by-form           l-request      401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
request.date-report              t-request      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

score.list                       t-request      401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     403     403
score.list                       l-request      401    ok  ok   403  404  404   404   404  404   ok   ok    403     403     403
score.content                    t-score        401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     403     403
score.content                    l-score        401    ok  ok   403  404  404   404   404  404   ok   ok    403     403     403
score.readers                    t-request      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
score.publish                    t-request      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
score.correct-file               t-score        401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
score.review                     t-score        401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
score.correct                    t-score        401    ok  ok   403  403  403   403   403  403   403  403   403     403     403

independence.read                t-request      401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     403     403
independence.read                l-request      401    ok  ok   403  404  404   404   404  404   ok   ok    403     403     403
independence.declare             t-request      401    403 403  403  403  403   403   ok   ok    403  403   403     403     403
independence.declare             l-request      401    403 403  403  403  403   403   404  404   403  403   403     403     403
independence.decide              t-request      401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
certificate.read                 t-score        401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     403     403
certificate.read                 l-score        401    ok  ok   403  404  404   404   404  404   ok   ok    403     403     403
certificate.hide                 t-score        401    403 403  403  ok   ok    404   403  403   403  403   403     403     403
certificate.hide                 l-score        401    403 403  403  404  404   404   404  404   403  403   403     403     403

framework.list                   -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
framework.export                 -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
framework.read                   framework      401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
framework.import                 -              401     ok   ok    403   403   403    403    403   403    403   403    403      403      403
framework.example                -              401     ok   ok    403   403   403    403    403   403    403   403    403      403      403
framework.change                 missing        401     404  404   403   403   403    403    403   403    403   403    403      403      403
framework.template               t-request      401     ok   ok    403   ok    ok     404    ok    ok     ok    ok     403      403      403
framework.template               l-request      401     ok   ok    403   404   404    404    404   404    ok    ok     403      403      403
assessment.list                  -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
assessment.export                -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
assessment.begin                 t-request      401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.begin                 l-request      401     403  403   403   403   403    403    404   404    403   403    403      403      403
assessment.read                  t-assessment   401     ok   ok    403   ok    ok     404    ok    ok     ok    ok     403      403      403
assessment.read                  l-assessment   401     ok   ok    403   404   404    404    404   404    ok    ok     403      403      403
assessment.explanation           t-assessment   401     ok   ok    403   ok    ok     404    ok    ok     ok    ok     403      403      403
assessment.explanation           l-assessment   401     ok   ok    403   404   404    404    404   404    ok    ok     403      403      403
assessment.comparison            t-assessment   401     ok   ok    403   ok    ok     404    ok    ok     ok    ok     403      403      403
assessment.comparison            l-assessment   401     ok   ok    403   404   404    404    404   404    ok    ok     403      403      403
assessment.workbook              t-assessment   401     ok   ok    403   ok    ok     404    ok    ok     ok    ok     403      403      403
assessment.workbook              l-assessment   401     ok   ok    403   404   404    404    404   404    ok    ok     403      403      403
assessment.edit                  t-assessment   401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.edit                  l-assessment   401     403  403   403   403   403    403    404   404    403   403    403      403      403
assessment.answer                t-assessment   401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.answer                l-assessment   401     403  403   403   403   403    403    404   404    403   403    403      403      403
assessment.upload-workbook       t-assessment   401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.upload-workbook       l-assessment   401     403  403   403   403   403    403    404   404    403   403    403      403      403
assessment.change                t-assessment   401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.change                l-assessment   401     403  403   403   403   403    403    404   404    403   403    403      403      403
assessment.discard               t-assessment   401     403  403   403   403   403    403    ok    ok     403   403    403      403      403
assessment.discard               l-assessment   401     403  403   403   403   403    403    404   404    403   403    403      403      403
finding.list                     -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
finding.export                   -              401     ok   ok    403   ok    ok     ok     ok    ok     ok    ok     403      403      403
finding.raise                    t-request      401     ok   ok    403   403   403    403    ok    ok     403   403    403      403      403
finding.raise                    l-request      401     ok   ok    403   403   403    403    404   404    403   403    403      403      403
finding.change                   plan:t-finding 401     403  403   403   ok    ok     404    403   403    403   403    403      403      403
finding.change                   plan:l-finding 401     403  403   403   404   404    404    404   404    403   403    403      403      403
finding.change                   verify:t-finding 401   ok   ok    403   403   403    404    ok    ok     403   403    403      403      403
finding.change                   verify:l-finding 401   ok   ok    403   404   404    404    404   404    403   403    403      403      403
finding.attach                   t-finding      401     403  403   403   ok    ok     404    403   403    403   403    403      403      403
finding.attach                   l-finding      401     403  403   403   404   404    404    403   403    403   403    403      403      403
finding.content                  t-findingFile  401     ok   ok    403   ok    ok     404    ok    ok     404   404    403      403      403
finding.content                  l-findingFile  401     ok   ok    403   404   404    404    404   404    404   404    403      403      403

clarification.list               -                    401 ok  ok  403  ok  ok  ok  ok  ok  404 404  403 ok  ok
clarification.export             -                    401 ok  ok  403  ok  ok  ok  ok  ok  404 404  403 ok  ok
clarification.ask                t-request            401 ok  ok  403  ok  ok  404 ok  ok  404 404  403 404 404
clarification.ask                l-request            401 ok  ok  403  404 404 404 404 404 404 404  403 404 404
clarification.ask                wait-docs            401 ok  ok  403  404 404 404 404 404 404 404  403 ok  404
clarification.read               t-clarification      401 ok  ok  403  ok  ok  404 404 404 404 404  403 404 404
clarification.read               at-clarification     401 ok  ok  403  ok  ok  404 ok  ok  404 404  403 404 404
clarification.read               al-clarification     401 ok  ok  403  404 404 404 404 404 404 404  403 404 404
clarification.write              t-clarification      401 403 403 403  ok  ok  404 404 404 404 404  403 404 404
clarification.write              at-clarification     401 403 403 403  ok  ok  404 403 403 404 404  403 404 404
clarification.write              al-clarification     401 403 403 403  404 404 404 404 404 404 404  403 404 404
clarification.assign             t-clarification      401 403 403 403  ok  ok  404 404 404 404 404  403 404 404
clarification.assign             at-clarification     401 403 403 403  ok  ok  404 403 403 404 404  403 404 404
clarification.assign             al-clarification     401 403 403 403  404 404 404 404 404 404 404  403 404 404
clarification.close              t-clarification      401 ok  ok  403  403 403 404 404 404 404 404  403 404 404
clarification.close              at-clarification     401 ok  ok  403  403 403 404 ok  ok  404 404  403 404 404
clarification.content            t-clarificationFile  401 ok  ok  403  ok  ok  404 404 404 404 404  403 404 404
clarification.content            at-clarificationFile 401 ok  ok  403  ok  ok  404 ok  ok  404 404  403 404 404
clarification.take-file          t-clarificationFile  401 403 403 403  ok  ok  404 404 404 404 404  403 404 404
clarification.take-file          at-clarificationFile 401 403 403 403  ok  ok  404 403 403 404 404  403 404 404

register-identity.read           t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
register-identity.read           l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
register-identity.read           wait           401    ok  ok   403  404  404   404   404  404   404  404   403     ok      404
register-identity.save           t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
register-identity.save           l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
service-facts.list               t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
service-facts.list               l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
service-facts.read               t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     404     404
service-facts.read               l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     404     404
service-facts.save               t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
service-facts.save               l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
company.list                     -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
company.change                   missing        401    404 404  403  404  404   404   403  403   403  403   403     403     403

subcontract.list                 -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
subcontract.export               -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     403     403
subcontract.declare              t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
subcontract.declare              l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
subcontract.change               t-subcontract  401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
subcontract.change               l-subcontract  401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
chain.confirm                    t              401    ok  ok   403  ok   ok    404   403  403   403  403   403     403     403
chain.confirm                    l              401    ok  ok   403  404  404   404   403  403   403  403   403     403     403
chain.read                       t              401    ok  ok   403  ok   ok    404   ok   ok    ok   ok    403     403     403
chain.read                       l              401    ok  ok   403  404  404   404   404  404   ok   ok    403     403     403

subcontract.import               -              401    ok  ok   403  ok   ok    ok    403  403   403  403   403     403     403
subcontract.preview              -              401    ok  ok   403  ok   ok    ok    403  403   403  403   403     403     403
subcontract.template             -              401    ok  ok   403  ok   ok    ok    403  403   403  403   403     403     403
concentration.sector             -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
concentration.export-sector      -              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
concentration.list               -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
concentration.export             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.stances                      missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
use.note-stance                  missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404

use.list                         -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.export                       -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.declare                      l              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.declare                      wait           401    404 404  403  404  404   404   404  404   404  404   403     404     404
use.change                       -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
use.import                       -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.preview                      -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
use.template                     -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
level-policy.read                -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
level-policy.save                -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
acceptance.make                  -              401    404 404  403  404  404   404   404  404   404  403   403     404     404
acceptance.revoke                -              401    404 404  403  404  404   404   404  404   404  403   403     404     404
reliance.list                    -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
reliance.export                  -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
reliance.begin                   -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
reliance.read                    -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
reliance.write                   -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
reliance.discard                 -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
reliance.sign                    -              401    404 404  403  404  404   404   404  404   404  403   403     404     404
reliance.pdf                     -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
reliance.zip                     -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register-entity.read             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-entity.save             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-member.list             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-member.export           -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-member.add              -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-member.change           -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register-member.remove           -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
business-function.list           -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
business-function.export         -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
business-function.add            -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
business-function.change         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
business-function.remove         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement.list                 -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement.export               -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement.add                  l              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement.add                  wait           401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement.change               -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement.remove               -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
third-parties.export             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement-clauses.missing      -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement-clauses.read         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement-clauses.save         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement-line.list            -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement-line.export          -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement-line.add             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
arrangement-line.change          -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
arrangement-line.remove          -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register.lint                    -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-feedback.read           -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-feedback.headings       -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-feedback.save           -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-summary.read            -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-summary.pdf             -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.lists                   -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.gleif                   -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.provider-changes        -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.decide-change           -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register.change-many             -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register.import                  -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.preview                 -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.template                -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.ask-provider            l              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register.ask-provider            wait           401    404 404  403  404  404   404   404  404   404  404   403     404     404
register-package.list            -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-package.export          -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-package.make            -              401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
register-package.content         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
register-package.changes         -              401    404 404  403  404  404   404   404  404   404  404   403     404     404
supervision.export               -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404

api-key.list                     -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
api-key.export                   -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
api-key.make                     -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
api-key.revoke                   missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.list                     -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.export                   -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.read                     -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.read                     missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.register                 -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.change                   -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.change                   missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.remove                   missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.renew-secret             missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.ping                     -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.ping                     missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.deliveries               -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.deliveries               missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.export-deliveries        -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.export-deliveries        missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404
webhook.repeat                   -              401    404 404  403  404  404   404   404  404   ok   403   403     404     404
webhook.repeat                   missing        401    404 404  403  404  404   404   404  404   404  403   403     404     404

incident.list                    -              401    ok  ok   403  ok   ok    ok    403  403   ok   ok    403     403     403
incident.export                  -              401    ok  ok   403  ok   ok    ok    403  403   ok   ok    403     403     403
incident.summary                 -              401    ok  ok   403  ok   ok    ok    403  403   ok   ok    403     403     403
incident.favourites              cajamar        401    ok  ok   403  404  404   404   403  403   ok   ok    403     403     403
incident.favourites              santander      401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
incident.read                    t-incident     401    ok  ok   403  ok   ok    404   403  403   404  404   403     403     403
incident.read                    l-incident     401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
incident.read                    e-incident     401    ok  ok   403  404  404   404   403  403   ok   ok    403     403     403
incident.raise                   t              401    ok  ok   403  ok   ok    404   403  403   ok   ok    403     403     403
incident.raise                   l              401    ok  ok   403  404  404   404   403  403   ok   ok    403     403     403
incident.raise                   wait           401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
incident.save                    t-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
incident.save                    e-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
incident.documents               t-incident     401    ok  ok   403  ok   ok    404   403  403   404  404   403     403     403
incident.documents               l-incident     401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
incident.documents               e-incident     401    ok  ok   403  404  404   404   403  403   ok   ok    403     403     403
incident.attach                  t-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
incident.attach                  e-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
incident.content                 t-incident     401    ok  ok   403  ok   ok    404   403  403   404  404   403     403     403
incident.content                 l-incident     401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
incident.content                 e-incident     401    ok  ok   403  404  404   404   403  403   ok   ok    403     403     403

bulletin.list                    -              401    ok  ok   403  ok   ok    ok    403  403   ok   ok    403     403     403
bulletin.export                  -              401    ok  ok   403  ok   ok    ok    403  403   ok   ok    403     403     403
bulletin.read                    t-bulletin     401    ok  ok   403  ok   ok    404   403  403   ok   ok    403     403     403
bulletin.read                    l-bulletin     401    ok  ok   403  404  404   404   403  403   404  404   403     403     403
bulletin.reach                   t-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
bulletin.publish                 t-incident     401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
bulletin.propose                 t-incident     401    403 403  403  ok   ok    404   403  403   403  403   403     403     403
bulletin.propose                 l-incident     401    403 403  403  404  404   404   403  403   403  403   403     403     403
bulletin.acknowledge             t-bulletin     401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
bulletin.acknowledge             l-bulletin     401    404 404  403  404  404   404   404  404   404  404   403     404     404
bulletin.set-clock               t-bulletin     401    404 404  403  404  404   404   404  404   ok   ok    403     404     404
bulletin.set-clock               l-bulletin     401    404 404  403  404  404   404   404  404   404  404   403     404     404

trail.timeline                   t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
trail.timeline                   missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
trail.case-file                  t              401    ok  ok   403  403  403   403   403  403   403  403   403     403     403
trail.readings                   t-docs         401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404
trail.readings                   l-docs         401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
trail.readings                   draft-docs     401    404 404  403  404  404   404   404  404   404  404   403     404     ok
trail.readings                   t-request      401    ok  ok   403  ok   ok    404   404  404   404  404   403     404     404

notification.send                missing        401    404 404  403  403  403   403   403  403   403  403   403     403     403
notification.list                -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
notification.export              -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
notification.mark                t-notice       401    404 404  403  ok   ok    404   404  404   404  404   403     404     404
notification.mark-all            -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
notification.mail-preferences    -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
notification.set-mail-preference SCORE_LOADED   401    404 404  403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
notification.set-mail-preference DOC_PENDING    401    ok  ok   403  404  404   404   404  404   404  404   403     404     404
notification.set-mail-preferences -             401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok

saved-view.list                  -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
saved-view.save                  -              401    ok  ok   403  ok   ok    ok    ok   ok    ok   ok    403     ok      ok
saved-view.change                missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
saved-view.remove                missing        401    404 404  403  404  404   404   404  404   404  404   403     404     404
`

const rows = rowsOf(table, columns)
const emails = {
  cci: 'cci@almotacen.example',
  cci2: 'cci2@almotacen.example',
  prov: 'proveedor@almotacen.example',
  prov2: 'proveedor2@almotacen.example',
  other: 'arcadio@almotacen.example',
  eval: 'evaluador@almotacen.example',
  bank: 'entidad@almotacen.example',
  bank2: 'entidad2@almotacen.example',
  invited: 'nuevo@almotacen.example',
  waiting: 'hontanar@almotacen.example',
  draft: 'borrador@almotacen.example',
}

let portal: TestPortal
let callers: Record<Principal, Caller>
let things: Things

beforeAll(async () => {
  portal = await startTestPortal()
  const signed = await Promise.all(
    Object.entries(emails).map(async ([principal, email]) => [principal, await portal.signIn(email)] as const),
  )
  const entered = Object.fromEntries(signed) as Record<keyof typeof emails, Caller>
  const eval2 = await secondUser(portal, entered.eval, 'evaluador2@almotacen.example')
  const cci0 = await newUser(portal, entered.cci, 'cci3@almotacen.example')
  callers = { ...entered, eval2, cci0, nobody: portal.anonymous, ...(await shutOut(portal, entered.cci)) }
  things = await findThings(portal)
  await addIncidents(portal, callers, things)
  await addAssessments(portal, things)
  await addChains(portal, things)
  await addIntegrations(portal, callers.bank, things)
  await addFailedMails(portal, things)
})
afterAll(() => portal.stop())

/** The possible reasons of a denial: each grant has its own code, so that each shows by itself. */
function codes({ call }: { call: string }, column: Column): Record<number, string[]> {
  const choosing = (column === 'cci0' || column === 'invited') && contractOf(call).who !== 'session.password'
  const named = isPrivate(contractOf(call).who) ? ['principalOnly'] : ['forbidden']
  const moved = [
    'validation.change',
    'certificate.hide',
    'clarification.write',
    'clarification.assign',
    'clarification.close',
  ]
  const roles = moved.includes(call) ? ['forbidden', 'notYourMove', 'notYourTurn'] : named
  return { 401: ['noSession'], 403: choosing ? ['passwordMissing'] : roles, 404: ['notFound'] }
}
const contractOf = (name: string) => contracts.find(contract => contract.name === name) as Contract

test('BASE-01: the table has a line for every call, and every line a call', () => {
  const listed = new Set(rows.map(row => row.call))
  const names = contracts.map(contract => contract.name)
  expect(names.filter(name => !listed.has(name))).toEqual([])
  expect([...listed].filter(name => !names.includes(name))).toEqual([])
})

/** Runs `work` for all rows, some at a time. @returns what it found, in the order of the rows */
async function inPieces<T>(all: readonly T[], work: (each: T) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < all.length; from += 8) {
    found.push(...(await Promise.all(all.slice(from, from + 8).map(work))).flat())
  }
  return found
}

describe.each(principals)('%s', principal => {
  const column = columnOf(principal)
  const ask = (row: Row<Column>) => {
    const caller = callers[principal]
    const input = inputOf(row.call, row.thing, things, caller.me.idGenericEntity ?? MISSING)
    return caller.call(contractOf(row.call), input as never)
  }

  const denied = rows.filter(row => row.expected[column] !== 'ok')
  test('BASE-01: a denied call answers with its status and code, and changes nothing', async () => {
    const before = await hashOfRows(portal.app.db)
    const wrong = await inPieces(denied, async row => {
      const { status, problem } = await ask(row)
      const known = codes(row, column)[Number(row.expected[column])] ?? []
      const isRight = String(status) === row.expected[column] && known.includes(problem.code)
      return isRight
        ? []
        : [`${row.call} ${row.thing}: ${status} ${problem?.code}, not ${row.expected[column]} ${known}`]
    })
    expect(wrong).toEqual([])
    expect(await hashOfRows(portal.app.db)).toBe(before)
  }, 60_000)

  const admittedRows = rows.filter(row => row.expected[column] === 'ok' && row.call !== 'session.close')
  test.each([...Map.groupBy(admittedRows, row => row.call.split('.')[0]!)])('%s: admitted', async (_noun, those) => {
    // Sign-in's 403 is its answer about the password, not a denial. The second step's 401 means that its pending
    // sign-in expired, and the app's 403 that its code is wrong.
    const answers: Record<string, number[]> = {
      'session.sign-in': [403],
      'session.second-factor': [401],
      'session.passkey-options': [401],
      'session.sign-on-answer': [401],
      'second-factor.confirm-totp': [403],
    }
    const wrong: string[] = []
    for (const row of those) {
      const { status, problem } = await ask(row)
      const admitted = answers[row.call] ?? [200, 201, 204, 400, 409, 415]
      if (!admitted.includes(status)) wrong.push(`${row.call} ${row.thing}: ${status} ${JSON.stringify(problem)}`)
    }
    expect(wrong).toEqual([])
  })

  test('BASE-02: a hidden object answers like an unknown one, byte for byte', async () => {
    const caller = callers[principal]
    type Given = ReturnType<typeof inputOf>
    const seen = async (call: string, input: Given) => {
      const { status, headers, body } = await caller.call(contractOf(call), input as never)
      return [status, headers.get('content-type'), headers.get('content-length'), JSON.stringify(body)].join('\n')
    }
    /** What does not exist, by call and input: the same for all rows that differ in their thing alone. */
    const absent = new Map<string, Promise<string>>()
    const hidden = denied.filter(({ call, expected }) => expected[column] === '404' && call !== 'participant.delete')
    const told = await inPieces(hidden, async row => {
      const input = inputOf(row.call, row.thing, things, MISSING)
      const missing = JSON.parse(JSON.stringify({ ...input, files: undefined }), (_key, value) =>
        typeof value === 'string' && /^[0-9a-hjkmnp-tv-z]{26}$/.test(value) ? MISSING : value,
      )
      const key = `${row.call} ${JSON.stringify(missing)}`
      const nothing = absent.get(key) ?? seen(row.call, { ...missing, ...(input.files ? { files: input.files } : {}) })
      absent.set(key, nothing)
      const [foreign, none] = await Promise.all([seen(row.call, input), nothing])
      return foreign === none ? [] : [`${row.call} ${row.thing}: ${foreign} is not ${none}`]
    })
    expect(told).toEqual([])
  }, 60_000)

  test('session.close ends or keeps only the own session', async () => {
    const { status } = await callers[principal].call(contractOf('session.close'), { body: {} } as never)
    expect(status).toBe(column === 'nobody' ? 401 : 204)
  })
})

// `npm run test:guards`: the table must notice every changed grant of src/domain/identity/abilities.ts.
if (process.env.GUARDS) {
  test.each(grantMutants().map(mutant => [mutant.guard, mutant] as const))(
    'guard: %s',
    async (_guard, mutant) => {
      const grants = abilities as Record<string, Record<string, unknown>>
      const was = grants[mutant.ability]!
      grants[mutant.ability] = mutant.grant
      try {
        const ofRole = columns.filter(column => column !== 'nobody' && callers[column].me.role.key === mutant.role)
        const asked = mutant.role ? ofRole : columns.filter(column => column !== 'nobody')
        const direct = rows.filter(row => contractOf(row.call).who === mutant.ability)
        // Some grants are also checked within a call.
        const others = rows.filter(row => !direct.includes(row) && /^(participant|user|validation)\./.test(row.call))
        for (const row of [...direct, ...others]) {
          for (const column of asked) {
            const { status, problem } = await callers[column].call(
              contractOf(row.call),
              inputOf(row.call, row.thing, things, callers[column].me.idGenericEntity ?? MISSING) as never,
            )
            const found = [401, 403, 404].includes(status) && row.call !== 'session.sign-in' ? String(status) : 'ok'
            if (found !== row.expected[column]) return
            if (found !== 'ok' && !codes(row, column)[status]!.includes(problem.code)) return
          }
        }
        expect.fail('the table sees no difference')
      } finally {
        grants[mutant.ability] = was
      }
    },
    120_000,
  )
}
