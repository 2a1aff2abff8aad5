import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { attachIncidentDocument, raiseIncident } from '#domain/incident/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * Who may call what, on whose things: written by hand, never derived from the guards (D14).
 *
 * Columns: nobody signed in; CCI, its principal user and another; a provider, its principal user and another; an
 * evaluator; an entity; a provider that waits for its first acceptance; one whose onboarding is a draft.
 * 'ok' is admitted: an answer, or a refusal of what was asked (400, 409). A number is the status of the refusal; 404 is
 * byte for byte what a missing id answers.
 *
 * Things: `t` is the provider Tramontana's (the signed-in provider's own; its evaluators are Quintanilla, who is signed in,
 * and Somport), `l` is the provider Lumbre's (evaluator Somport), `draft` the draft's own, `wait` the waiting one's own;
 * `e` is what the signed-in entity, Cajamar, raised about Lumbre.
 */
const columns = ['nobody', 'cci', 'cci2', 'provider', 'provider2', 'evaluator', 'entity', 'waiting', 'draft'] as const
type Principal = (typeof columns)[number]

const table = `
call                      thing           nobody cci cci2 provider provider2 evaluator entity waiting draft

session.sign-in           -               ok     ok  ok   ok       ok        ok        ok     ok      ok
session.request-password  -               ok     ok  ok   ok       ok        ok        ok     ok      ok
session.reset-password    -               ok     ok  ok   ok       ok        ok        ok     ok      ok
session.settings          -               ok     ok  ok   ok       ok        ok        ok     ok      ok
demo.mails                -               ok     ok  ok   ok       ok        ok        ok     ok      ok
session.me                -               401    ok  ok   ok       ok        ok        ok     ok      ok
session.close             -               401    ok  ok   ok       ok        ok        ok     ok      ok
session.list              -               401    ok  ok   ok       ok        ok        ok     ok      ok
session.end               missing         401    404 404  404      404       404       404    404     404
session.end-others        -               401    ok  ok   ok       ok        ok        ok     ok      ok
session.of-user           t               401    ok  ok   403      403       403       403    403     403
session.end-of-user       t               401    404 404  403      403       403       403    403     403
session.end-all-of-user   missing         401    404 404  403      403       403       403    403     403
session.second-factor     -               ok     ok  ok   ok       ok        ok        ok     ok      ok
session.passkey-options   -               ok     ok  ok   ok       ok        ok        ok     ok      ok
second-factor.read        -               401    ok  ok   ok       ok        ok        ok     ok      ok
second-factor.start-totp  -               401    ok  ok   ok       ok        ok        ok     ok      ok
second-factor.confirm-totp -              401    ok  ok   ok       ok        ok        ok     ok      ok
second-factor.remove-totp missing         401    404 404  404      404       404       404    404     404
second-factor.passkey-options -           401    ok  ok   ok       ok        ok        ok     ok      ok
second-factor.add-passkey -               401    ok  ok   ok       ok        ok        ok     ok      ok
second-factor.remove-passkey missing      401    404 404  404      404       404       404    404     404
second-factor.renew-codes missing         401    404 404  404      404       404       404    404     404
second-factor.of-user     t               401    ok  ok   403      403       403       403    403     403
second-factor.remove-of-user t            401    404 404  403      403       403       403    403     403
second-factor.rules       -               401    ok  ok   403      403       403       403    403     403
second-factor.save-rules  -               401    ok  ok   403      403       403       403    403     403

user.read                 t               401    ok  ok   ok       ok        404       404    404     404
user.read                 l               401    ok  ok   404      404       404       404    404     404
user.patch                t               401    ok  ok   ok       ok        404       404    404     404
user.patch                l               401    ok  ok   404      404       404       404    404     404
user.list                 -               401    ok  ok   ok       ok        ok        ok     ok      ok
user.export               -               401    ok  ok   ok       ok        ok        ok     ok      ok
user.export-of-participant t              401    ok  ok   ok       ok        404       404    404     404
user.export-of-participant l              401    ok  ok   404      404       404       404    404     404
user.export-of-participant draft          401    ok  ok   404      404       404       404    404     ok
user.of-participant       t               401    ok  ok   ok       ok        404       404    404     404
user.of-participant       l               401    ok  ok   404      404       404       404    404     404
user.of-participant       draft           401    ok  ok   404      404       404       404    404     ok
user.of-entity            t               401    ok  ok   ok       ok        404       404    404     404
user.of-entity            l               401    ok  ok   404      404       404       404    404     404
user.create               t               401    ok  ok   ok       403       404       404    403     403
user.create               l               401    ok  ok   404      403       404       404    403     403
user.update               t               401    ok  ok   ok       ok        404       404    404     404
user.update               l               401    ok  ok   404      404       404       404    404     404
user.delete               t               401    ok  ok   ok       403       404       404    403     403
user.delete               l               401    ok  ok   404      403       404       404    403     403

participant.own           -               401    ok  ok   ok       ok        ok        ok     ok      ok
participant.agenda        -               401    ok  ok   ok       ok        ok        ok     ok      ok
participant.list          provider        401    ok  ok   ok       ok        ok        ok     ok      ok
participant.read          t               401    ok  ok   ok       ok        ok        ok     404     404
participant.read          l               401    ok  ok   404      404       404       ok     404     404
participant.read          wait            401    ok  ok   404      404       404       404    ok      404
participant.read          draft           401    ok  ok   404      404       404       404    404     ok
participant.of-user       t               401    ok  ok   ok       ok        404       404    404     404
participant.of-user       l               401    ok  ok   404      404       404       404    404     404
participant.create        provider        401    ok  ok   403      403       403       403    403     403
participant.update        t               401    ok  ok   ok       ok        403       403    404     404
participant.update        l               401    ok  ok   404      404       404       403    404     404
participant.edit          t               401    ok  ok   ok       ok        403       403    404     404
participant.edit          l               401    ok  ok   404      404       404       403    404     404
participant.edit          draft           401    ok  ok   404      404       404       404    404     ok
participant.edit          fav             401    403 403  403      403       403       ok     404     404
participant.patch         t               401    ok  ok   403      403       403       403    403     403
participant.delete        missing         401    404 404  403      403       403       403    403     403
participant.overview      PROVIDER        401    ok  ok   ok       ok        ok        ok     403     403
participant.overview      ENTITY          401    ok  ok   403      403       403       403    403     403
participant.overview      AUDIT           401    ok  ok   403      403       403       403    403     403
participant.export-overview PROVIDER      401    ok  ok   ok       ok        ok        ok     403     403
participant.export-overview ENTITY        401    ok  ok   403      403       403       403    403     403
participant.export-overview AUDIT         401    ok  ok   403      403       403       403    403     403

invitation.list           -               401    ok  ok   403      403       403       403    403     403
invitation.export         -               401    ok  ok   403      403       403       403    403     403
invitation.counts         -               401    ok  ok   403      403       403       403    403     403
invitation.create         -               401    ok  ok   403      403       403       403    403     403
invitation.create-entity  -               401    ok  ok   403      403       403       403    403     403
invitation.change         accepted        401    ok  ok   403      403       403       403    403     403
invitation.import         -               401    ok  ok   403      403       403       403    403     403
invitation.template       -               401    ok  ok   403      403       403       403    403     403

service.list              -               401    ok  ok   ok       ok        ok        ok     403     403
service.export            -               401    ok  ok   ok       ok        ok        ok     403     403
service.read              service         401    ok  ok   ok       ok        ok        ok     403     403
service.save              -               401    ok  ok   403      403       403       403    403     403
service.delete            missing         401    404 404  403      403       403       403    403     403
catalogue.documents       -               401    ok  ok   ok       ok        ok        ok     ok      ok
catalogue.data            PROVIDER        401    ok  ok   ok       ok        404       404    ok      ok
catalogue.save-documents  PROVIDER        401    ok  ok   403      403       403       403    403     403
catalogue.replace-documents PROVIDER      401    ok  ok   403      403       403       403    403     403
catalogue.save-data       PROVIDER        401    ok  ok   403      403       403       403    403     403

statistics.logins         -               401    ok  ok   403      403       403       403    403     403
statistics.export         -               401    ok  ok   403      403       403       403    403     403

document.list             t-docs          401    ok  ok   ok       ok        404       ok     404     404
document.list             l-docs          401    ok  ok   404      404       404       ok     404     404
document.list             wait-docs       401    ok  ok   404      404       404       404    ok      404
document.list             draft-docs      401    404 404  404      404       404       404    404     ok
document.list             t-request       401    ok  ok   ok       ok        ok        ok     404     404
document.list             l-request       401    ok  ok   404      404       404       ok     404     404
document.permissions      t               401    ok  ok   ok       ok        404       ok     404     404
document.permissions      draft           401    404 404  404      404       404       404    404     ok
document.read             t-document      401    ok  ok   ok       ok        404       ok     404     404
document.read             wait-document   401    ok  ok   404      404       404       404    ok      404
document.content          t-document      401    ok  ok   ok       ok        404       ok     404     404
document.content          l-document      401    ok  ok   404      404       404       ok     404     404
document.content          wait-document   401    ok  ok   404      404       404       404    ok      404
document.content          draft-document  401    404 404  404      404       404       404    404     ok
document.history          t-docs          401    ok  ok   ok       ok        404       ok     404     404
document.history          l-docs          401    ok  ok   404      404       404       ok     404     404
document.change           t-document      401    ok  ok   403      403       403       403    403     403
document.upload           t-docs          401    ok  ok   ok       ok        404       403    404     404
document.upload           l-docs          401    ok  ok   404      404       404       403    404     404
document.upload           draft-docs      401    404 404  404      404       404       404    404     ok
document.reupload         t-docs          401    ok  ok   ok       ok        404       403    404     404
document.reupload         l-docs          401    ok  ok   404      404       404       403    404     404
document.delete           t-document      401    ok  ok   ok       ok        404       403    404     404
document.delete           l-document      401    ok  ok   404      404       404       403    404     404

validation.list           -               401    ok  ok   ok       ok        ok        ok     ok      ok
validation.read           t-docs          401    ok  ok   ok       ok        404       ok     404     404
validation.read           l-docs          401    ok  ok   404      404       404       ok     404     404
validation.read           t-request       401    ok  ok   ok       ok        ok        ok     404     404
validation.read           l-request       401    ok  ok   404      404       404       ok     404     404
validation.read           draft-docs      401    404 404  404      404       404       404    404     ok
validation.create         t               401    403 403  ok       ok        404       404    404     404
validation.change         send:t-docs     401    403 403  ok       ok        404       403    404     404
validation.change         send:l-docs     401    403 403  404      404       404       403    404     404
validation.change         finish:t-docs   401    ok  ok   403      403       404       403    404     404
validation.change         finish:l-docs   401    ok  ok   404      404       404       403    404     404
validation.to-verify      t               401    ok  ok   403      403       403       403    403     403
validation.queue          -               401    ok  ok   403      403       403       403    403     403
validation.export-queue   -               401    ok  ok   403      403       403       403    403     403

request.send              t               401    ok  ok   ok       ok        403       403    403     403
request.send              l               401    ok  ok   404      404       403       403    403     403
request.edit              t-request       401    ok  ok   ok       ok        403       403    403     403
request.edit              l-pending       401    ok  ok   404      404       403       403    403     403
request.delete            t-request       401    ok  ok   ok       ok        403       403    403     403
request.delete            l-request       401    ok  ok   404      404       403       403    403     403
request.delete-by-form    t-request       401    ok  ok   ok       ok        403       403    403     403
request.delete-by-form    l-request       401    ok  ok   404      404       403       403    403     403

score.list                t-request       401    ok  ok   ok       ok        ok        ok     403     403
score.list                l-request       401    ok  ok   404      404       404       ok     403     403
score.content             t-score         401    ok  ok   ok       ok        ok        ok     403     403
score.content             l-score         401    ok  ok   404      404       404       ok     403     403
score.publish             t-request       401    ok  ok   403      403       403       403    403     403
score.correct-file        t-score         401    ok  ok   403      403       403       403    403     403
score.correct             t-score         401    ok  ok   403      403       403       403    403     403

incident.list             -               401    ok  ok   ok       ok        403       ok     403     403
incident.export           -               401    ok  ok   ok       ok        403       ok     403     403
incident.summary          -               401    ok  ok   ok       ok        403       ok     403     403
incident.favourites       cajamar         401    ok  ok   404      404       403       ok     403     403
incident.favourites       santander       401    ok  ok   404      404       403       404    403     403
incident.read             t-incident      401    ok  ok   ok       ok        403       404    403     403
incident.read             l-incident      401    ok  ok   404      404       403       404    403     403
incident.read             e-incident      401    ok  ok   404      404       403       ok     403     403
incident.raise            t               401    ok  ok   ok       ok        403       ok     403     403
incident.raise            l               401    ok  ok   404      404       403       ok     403     403
incident.raise            wait            401    ok  ok   404      404       403       404    403     403
incident.save             t-incident      401    ok  ok   403      403       403       403    403     403
incident.save             e-incident      401    ok  ok   403      403       403       403    403     403
incident.documents        t-incident      401    ok  ok   ok       ok        403       404    403     403
incident.documents        l-incident      401    ok  ok   404      404       403       404    403     403
incident.documents        e-incident      401    ok  ok   404      404       403       ok     403     403
incident.attach           t-incident      401    ok  ok   403      403       403       403    403     403
incident.attach           e-incident      401    ok  ok   403      403       403       403    403     403
incident.content          t-incident      401    ok  ok   ok       ok        403       404    403     403
incident.content          l-incident      401    ok  ok   404      404       403       404    403     403
incident.content          e-incident      401    ok  ok   404      404       403       ok     403     403

search.find               -               401    ok  ok   ok       ok        ok        ok     403     403

trail.timeline            t               401    ok  ok   403      403       403       403    403     403
trail.timeline            missing         401    404 404  403      403       403       403    403     403
trail.case-file           t               401    ok  ok   403      403       403       403    403     403
trail.readings            t-docs          401    ok  ok   ok       ok        404       404    404     404
trail.readings            l-docs          401    ok  ok   404      404       404       404    404     404
trail.readings            draft-docs      401    404 404  404      404       404       404    404     ok
trail.readings            t-request       401    ok  ok   ok       ok        404       404    404     404

notification.send         missing         401    404 404  403      403       403       403    403     403
notification.list         -               401    ok  ok   ok       ok        ok        ok     ok      ok
notification.export       -               401    ok  ok   ok       ok        ok        ok     ok      ok
notification.mark         t-notice        401    404 404  ok       ok        404       404    404     404
notification.mail-preferences -           401    ok  ok   ok       ok        ok        ok     ok      ok
notification.set-mail-preference SCORE_LOADED 401 404 404 ok       ok        ok        ok     ok      ok
notification.set-mail-preference DOC_PENDING  401 ok  ok  404      404       404       404    404     404
`

const emails: Record<Exclude<Principal, 'nobody'>, string> = {
  cci: 'cci@almotacen.example',
  cci2: 'cci2@almotacen.example',
  provider: 'proveedor@almotacen.example',
  provider2: 'proveedor2@almotacen.example',
  evaluator: 'evaluador@almotacen.example',
  entity: 'entidad@almotacen.example',
  waiting: 'hontanar@almotacen.example',
  draft: 'borrador@almotacen.example',
}

type Row = { call: string; thing: string; expected: Record<Principal, string> }
const rows: Row[] = table
  .trim()
  .split('\n')
  .slice(1)
  .filter(line => line.trim() !== '')
  .map(line => {
    const [call = '', thing = '', ...cells] = line.trim().split(/\s+/)
    const expected = Object.fromEntries(columns.map((column, index) => [column, cells[index]])) as Row['expected']
    return { call, thing, expected }
  })

type Input = {
  params?: object
  query?: object
  body?: object
  files?: Record<string, { name: string; content: Uint8Array }>
}
type Things = Record<
  'participant' | 'principal' | 'user' | 'docs' | 'document' | 'request' | 'score' | 'incident' | 'incidentFile',
  Record<string, string>
> & {
  service: string
  acceptedInvitation: string
  notice: string
  otherRequestOfLumbre: string
}

const MISSING = '0'.repeat(26)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * What is asked of each call: complete enough to reach the question of whose thing it is, and such that what is admitted
 * changes nothing (a document that nobody asks for, a stale version, a state that forbids it).
 */
function inputOf(call: string, thing: string, things: Things, self: string): Input {
  const [who = '', what = ''] = thing.split('-')
  const of = (kind: keyof Things, key = who) => (things[kind] as Record<string, string>)[key] ?? MISSING
  const reviewed = what === 'docs' ? of('docs') : what === 'pending' ? things.otherRequestOfLumbre : of('request')
  const upload = {
    body: { document: { validationId: reviewed, documentCatalogName: 'Nadie lo pide' } },
    files: { file: { name: 'punto.png', content: png } },
  }
  const [verb, validation = ''] = thing.split(':')
  const inputs: Record<string, Input> = {
    'session.sign-in': { body: { email: `nadie.${self.slice(-6)}@almotacen.example`, password: 'No.existe.1' } },
    'session.request-password': { params: { key: 'nadie@almotacen.example' } },
    'session.reset-password': { body: { newPassword: 'Almotacen.2027', code: 'no-existe' } },
    'session.close': { body: {} },
    'session.second-factor': { body: { pending: 'no-existe', code: '000000' } },
    'session.passkey-options': { body: { pending: 'no-existe' } },
    'second-factor.confirm-totp': { body: { code: 'no' } },
    'second-factor.add-passkey': { body: { name: '', passkey: {} } },
    'second-factor.remove-passkey': { params: { id: MISSING } },
    'second-factor.of-user': { params: { key: of('user') } },
    'second-factor.remove-of-user': { params: { key: of('user') } },
    'second-factor.save-rules': { body: {} },
    'session.end': { params: { id: MISSING } },
    'session.of-user': { params: { key: of('user') } },
    'session.end-of-user': { params: { key: of('user'), id: MISSING } },
    'session.end-all-of-user': { params: { key: MISSING } },
    'user.patch': { params: { key: of('user') }, body: { contactDetails: { email: 'no-cambia' } } },
    'user.read': { params: { key: of('user') } },
    'user.export-of-participant': { params: { id: of('participant') } },
    'user.of-participant': { params: { id: of('participant') } },
    'user.of-entity': { params: { id: of('participant') } },
    'user.create': { body: { user: { idGenericEntity: of('participant') } } },
    'user.update': { body: { id: of('user'), contactDetails: { email: 'no-cambia' } } },
    // A principal user: nobody may end it.
    'user.delete': { body: { id: of('principal') } },
    'participant.of-user': { params: { user: of('user') } },
    'participant.create': { params: { kind: 'provider' }, body: { cnae: '9'.repeat(21) } },
    'participant.update': { body: { idGenericEntity: of('participant'), web: 'www.otra.example', version: 999 } },
    'participant.list': { params: { kind: 'provider' } },
    'participant.read': { params: { kind: 'provider', id: of('participant') } },
    'participant.edit':
      thing === 'fav'
        ? {
            params: { kind: 'provider', id: of('participant', 't') },
            body: { idProvider: of('participant', 't'), idEntity: self },
          }
        : { params: { kind: 'provider', id: of('participant') }, body: { web: 'www.otra.example', version: 999 } },
    'participant.patch': { params: { kind: 'provider', id: of('participant') }, body: { companyType: 'PYME' } },
    'participant.delete': { body: { idGenericEntity: MISSING } },
    'participant.export-overview': { params: { kind: thing } },
    'participant.overview': { params: { kind: thing } },
    'invitation.create': { body: { type: 'PROVIDER', email: '' } },
    'invitation.create-entity': { body: { email: '' } },
    'invitation.change': { params: { id: things.acceptedInvitation }, body: { status: 'REJECTED' } },
    'invitation.import': { files: { file: { name: 'lista.txt', content: png } } },
    'service.read': { params: { id: things.service } },
    'service.save': { body: { type: 'Sin descripción' } },
    'service.delete': { params: { id: MISSING } },
    'catalogue.save-documents': { body: { type: thing, docList: [{ documentCatalogName: 'Sin descripción' }] } },
    'catalogue.replace-documents': {
      params: { id: MISSING },
      body: { type: thing, docList: [{ documentCatalogName: 'Sin descripción' }] },
    },
    'catalogue.save-data': { body: { type: thing, fields: [{ field: '', required: true }] } },
    'catalogue.data': { params: { role: thing } },
    'document.list': { query: { validationId: reviewed } },
    'document.permissions': { query: { id: of('participant') } },
    'document.read': { params: { id: of('document') } },
    'document.content': { params: { id: of('document') } },
    'document.history': { query: { validationId: reviewed, documentCatalogName: 'Escritura de constitución' } },
    'document.change': { params: { id: of('document') }, body: { status: 'ACCEPTED' } },
    'document.upload': upload,
    'document.reupload': upload,
    'document.delete': { params: { id: of('document') } },
    'validation.read': { params: { id: reviewed } },
    'validation.create': { body: { genericEntityId: of('participant'), type: 'DOC_MIN' } },
    'validation.change': {
      params: { id: things.docs[validation.split('-')[0]!] ?? MISSING },
      body: { status: verb === 'send' ? 'PENDING' : 'ACCEPTED' },
    },
    'validation.to-verify': { query: { idGenericEntity: of('participant') } },
    'request.send': { body: { genericEntityId: of('participant'), concept: 'Sin archivos' } },
    'request.edit': { params: { id: reviewed }, body: { concept: '' } },
    'request.delete': { params: { id: reviewed } },
    'request.delete-by-form': { body: { idValidation: reviewed } },
    'score.list': { query: { validationId: reviewed } },
    'score.content': { params: { id: of('score') } },
    'score.publish': { body: { score: { validationId: reviewed } } },
    'score.correct-file': { params: { id: of('score') }, body: { score: { validationId: of('request') } } },
    'score.correct': { params: { id: of('score') }, body: { score: { validationId: of('request') } } },
    'incident.favourites': { params: { id: of('participant', thing) } },
    'incident.read': { params: { id: of('incident') } },
    'incident.raise': { body: { providerId: of('participant'), title: 'Sin detalle' } },
    'incident.save': { params: { id: of('incident') }, body: { title: '' } },
    'incident.documents': { query: { issueId: of('incident') } },
    'incident.attach': {
      body: { issueDocument: { issueId: of('incident'), documentCatalogName: 'Nadie lo pide' } },
      files: { file: { name: 'punto.png', content: png } },
    },
    'incident.content': { params: { id: of('incidentFile') } },
    'search.find': { query: { q: 'tramontana' } },
    'trail.timeline': { params: { kind: 'participant', id: of('participant') } },
    'trail.case-file': { params: { kind: 'participant', id: of('participant') } },
    'trail.readings': { params: { id: reviewed } },
    'notification.send': { body: { idGenericEntity: MISSING, message: 'Aviso' } },
    'notification.set-mail-preference': { params: { type: thing }, body: { byMail: true } },
    'notification.mark': { params: { id: things.notice }, body: { isRead: false } },
  }
  return inputs[call] ?? {}
}

let portal: TestPortal
let callers: Record<Principal, Caller>
let things: Things

beforeAll(async () => {
  portal = await startTestPortal()
  const signed = await Promise.all(Object.values(emails).map(email => portal.signIn(email)))
  const entries = Object.keys(emails).map((principal, index) => [principal, signed[index]])
  callers = { nobody: portal.anonymous, ...Object.fromEntries(entries) }
  things = await findThings(portal)
  await addIncidents()
})
afterAll(() => portal.stop())

async function findThings({ portal: { db } }: TestPortal): Promise<Things> {
  const owners = { t: emails.provider, l: 'lumbre@almotacen.example', wait: emails.waiting, draft: emails.draft }
  const found: Things = {
    participant: {},
    principal: {},
    user: {},
    docs: {},
    document: {},
    request: {},
    score: {},
    incident: {},
    incidentFile: {},
    service: '',
    acceptedInvitation: '',
    notice: '',
    otherRequestOfLumbre: '',
  }
  for (const [key, email] of Object.entries(owners)) {
    const user = await db
      .selectFrom('portal_user')
      .select(['id', 'participant_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    found.participant[key] = user.participant_id
    found.principal[key] = user.id
    // Of the provider, its other user: oneself may always change oneself.
    const other = await db
      .selectFrom('portal_user')
      .select('id')
      .where('email', '=', email.replace('proveedor@', 'proveedor2@'))
      .executeTakeFirstOrThrow()
    found.user[key] = other.id
    const docs = await db
      .selectFrom('validation')
      .select('id')
      .where('participant_id', '=', user.participant_id)
      .where('kind', '=', 'DOC_MIN')
      .executeTakeFirstOrThrow()
    found.docs[key] = docs.id
    const document = await db
      .selectFrom('document')
      .select('id')
      .where('validation_id', '=', docs.id)
      .where('name', '=', 'Escritura de constitución')
      .executeTakeFirstOrThrow()
    found.document[key] = document.id
    const score = await db
      .selectFrom('score as s')
      .innerJoin('validation as v', 'v.id', 's.validation_id')
      .select(['s.id', 's.validation_id'])
      .where('v.participant_id', '=', user.participant_id)
      .where('s.expires_on', '>', key === 't' ? '2026-11-21' : '2000-01-01')
      .executeTakeFirst()
    found.request[key] = score?.validation_id ?? MISSING
    found.score[key] = score?.id ?? MISSING
  }
  found.otherRequestOfLumbre = found.request.l!
  const first = async (table: 'service' | 'notification' | 'invitation') => db.selectFrom(table).select('id').limit(1)
  found.service = (await (await first('service')).executeTakeFirstOrThrow()).id
  found.acceptedInvitation = (
    await (await first('invitation')).where('status' as never, '=', 'ACCEPTED' as never).executeTakeFirstOrThrow()
  ).id
  found.notice = (
    await (
      await first('notification')
    )
      .where('participant_id' as never, '=', found.participant.t as never)
      .executeTakeFirstOrThrow()
  ).id
  return found
}

/** One incident of each side, with a file that CCI attached. */
async function addIncidents(): Promise<void> {
  const entities = { cajamar: emails.entity, santander: 'externalizacion@santander.example' }
  for (const [key, email] of Object.entries(entities)) {
    const user = portal.portal.db.selectFrom('portal_user').select('participant_id').where('email', '=', email)
    things.participant[key] = (await user.executeTakeFirstOrThrow()).participant_id
  }
  const raise = async (caller: Caller, provider: string, title: string): Promise<string> => {
    const body = { providerId: things.participant[provider], title, detail: 'Tres horas tarde' }
    return (await caller.call(raiseIncident, { body })).body.id
  }
  things.incident = {
    t: await raise(callers.provider, 't', 'De Tramontana'),
    l: await raise(callers.cci, 'l', 'Del centro'),
    e: await raise(callers.entity, 'l', 'De la entidad'),
  }
  for (const [key, issueId] of Object.entries(things.incident)) {
    const { body } = await callers.cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId, documentCatalogName: 'Informe de la incidencia' } },
      files: { file: { name: 'punto.png', content: png } },
    })
    things.incidentFile[key] = body.file
  }
}

/** One hash over every row of what a denial must not touch. Sessions and the trail note that somebody asked. */
async function databaseHash(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('session', 'trail', 'sign_in_attempt') and table_name not like 'kysely%' order by 1`.execute(
    portal.portal.db,
  )
  const parts = tables.map(
    ({ name }) => sql`(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.table(name)} t)`,
  )
  const { rows } = await sql<{ hash: string }>`select md5(concat_ws(',', ${sql.join(parts)})) as hash`.execute(
    portal.portal.db,
  )
  return rows[0]!.hash
}

const contractOf = (name: string) => contracts.find(contract => contract.name === name) as Contract

test('the table has a line for every call, and every line a call', () => {
  const listed = new Set(rows.map(row => row.call))
  const names = contracts.map(contract => contract.name)
  expect(names.filter(name => !listed.has(name))).toEqual([])
  expect([...listed].filter(name => !names.includes(name))).toEqual([])
})

describe.each(columns)('%s', principal => {
  const ask = (row: Row) => {
    const caller = callers[principal]
    const contract = contractOf(row.call)
    return caller.call(contract, inputOf(row.call, row.thing, things, caller.me.idGenericEntity ?? MISSING) as never)
  }

  test.each(rows.filter(row => row.expected[principal] !== 'ok'))(
    '$call $thing is denied, and nothing changes',
    async row => {
      const before = await databaseHash()
      const answer = await ask(row)
      expect(`${answer.status} ${answer.problem.code}`).toMatch(new RegExp(`^${row.expected[principal]} `))
      expect(await databaseHash()).toBe(before)
    },
  )

  test.each(rows.filter(row => row.expected[principal] === 'ok' && row.call !== 'session.close'))(
    '$call $thing is admitted',
    async row => {
      const { status, problem } = await ask(row)
      // Sign-in's 403 is its answer about the password, not about who may try.
      // The second step's 401 says that its sign-in is dead, and the app's 403 that its code is wrong.
      const answers: Record<string, number[]> = {
        'session.sign-in': [403],
        'session.second-factor': [401],
        'session.passkey-options': [401],
        'second-factor.confirm-totp': [403],
      }
      const admitted = answers[row.call] ?? [200, 201, 204, 400, 409, 415]
      expect(admitted, JSON.stringify(problem)).toContain(status)
    },
  )

  test('what may not be seen answers like what does not exist, byte for byte', async () => {
    const caller = callers[principal]
    for (const row of rows.filter(
      ({ call, expected }) => expected[principal] === '404' && call !== 'participant.delete',
    )) {
      const input = inputOf(row.call, row.thing, things, MISSING)
      const missing = JSON.parse(JSON.stringify(input), (_key, value) =>
        /^[0-9a-hjkmnp-tv-z]{26}$/.test(value) ? MISSING : value,
      )
      const contract = contractOf(row.call)
      const foreign = await caller.call(contract, input as never)
      const absent = await caller.call(contract, {
        ...missing,
        ...(input.files ? { files: input.files } : {}),
      } as never)
      expect({ status: foreign.status, body: foreign.body }, `${row.call} ${row.thing}`).toEqual({
        status: absent.status,
        body: absent.body,
      })
    }
  })

  test('session.close ends or keeps only the own session', async () => {
    const { status } = await callers[principal].call(contractOf('session.close'), { body: {} } as never)
    expect(status).toBe(principal === 'nobody' ? 401 : 204)
  })
})
