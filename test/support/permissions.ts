import { createUser, deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { attachIncidentDocument, raiseIncident } from '#domain/incident/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'

/** One line of a hand-written permission table: a call, the object's owner, and the expectation per column. */
export type Row<Column extends string> = { call: string; thing: string; expected: Record<Column, string> }

/** Parses a table whose first line names its columns, after `call` and `thing`. */
export function rowsOf<Column extends string>(table: string, columns: readonly Column[]): Row<Column>[] {
  const [head = '', ...lines] = table.trim().split('\n')
  const named = head.trim().split(/\s+/).slice(2)
  if (named.join() !== columns.join()) throw new Error(`The table has the columns ${named}`)
  return lines
    .filter(line => line.trim() !== '')
    .map(line => {
      const [call = '', thing = '', ...cells] = line.trim().split(/\s+/)
      if (cells.length !== columns.length) throw new Error(`${cells.length} cells: ${line}`)
      return { call, thing, expected: Object.fromEntries(columns.map((column, index) => [column, cells[index]])) }
    }) as Row<Column>[]
}

export type Input = {
  params?: object
  query?: object
  body?: object
  files?: Record<string, { name: string; content: Uint8Array }>
}
export type Things = Record<
  | 'participant'
  | 'principal'
  | 'user'
  | 'docs'
  | 'document'
  | 'request'
  | 'score'
  | 'assessment'
  | 'finding'
  | 'findingFile'
  | 'clarification'
  | 'clarificationFile'
  | 'services'
  | 'subcontract'
  | 'incident'
  | 'incidentFile'
  | 'bulletin',
  Record<string, string>
> & {
  service: string
  framework: string
  acceptedInvitation: string
  notice: string
  otherRequestOfLumbre: string
  /** The document catalogue of providers. */
  catalogue?: string
  /** A reliance file of the bank, where a test has made one. */
  reliance?: string
  /** A mail that was given up. */
  mail: string
  /** A webhook of the bank, and a delivery of it. */
  webhook: string
  delivery: string
}

export const MISSING = '0'.repeat(26)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * The input of each call: complete enough to reach the ownership check, and harmless when admitted (an unknown
 * document, a stale version, a state that forbids it).
 */
export function inputOf(call: string, thing: string, things: Things, self: string): Input {
  const [named = '', what = ''] = thing.split('-')
  const who = named === 'own' ? self : named
  const of = (kind: keyof Things, key = who) => (things[kind] as Record<string, string>)[key] ?? MISSING
  const reviewed = what === 'docs' ? of('docs') : what === 'pending' ? things.otherRequestOfLumbre : of('request')
  const upload = {
    body: { document: { validationId: reviewed, documentCatalogName: 'Nadie lo pide' } },
    files: { file: { name: 'punto.png', content: png } },
  }
  const [verb, validation = ''] = thing.split(':')
  const webhook = { id: thing === 'missing' ? MISSING : things.webhook }
  const inputs: Record<string, Input> = {
    'session.sign-in': { body: { email: `nadie.${self.slice(-6)}@almotacen.example`, password: 'No.existe.1' } },
    'session.request-password': { params: { key: 'nadie@almotacen.example' } },
    'session.reset-password': { body: { newPassword: 'Almotacen.2027', code: 'no-existe' } },
    'session.close': { body: {} },
    'session.second-factor': { body: { pending: 'no-existe', code: '000000' } },
    'session.sign-on': { body: { provider: 'no-existe' } },
    'session.sign-on-answer': { body: { answer: 'code=a&state=b' } },
    'session.passkey-options': { body: { pending: 'no-existe' } },
    'second-factor.confirm-totp': { body: { code: 'no' } },
    'second-factor.add-passkey': { body: { name: '', passkey: {} } },
    'second-factor.remove-passkey': { params: { id: MISSING } },
    'second-factor.of-user': { params: { key: of('user') } },
    'second-factor.remove-of-user': { params: { key: of('user') } },
    'second-factor.save-rules': { body: {} },
    'watermark.save': { body: {} },
    'reasons.save': { body: {} },
    'two-people.save': { body: {} },
    'centre-rules.save': { body: {} },
    'outgoing-mail.resend': { params: { id: thing === 'missing' ? MISSING : things.mail } },
    'job.run': { params: { name: 'send-digests' } },
    'session.end': { params: { id: MISSING } },
    'session.of-user': { params: { key: of('user') } },
    'session.end-of-user': { params: { key: of('user'), id: MISSING } },
    'session.end-all-of-user': { params: { key: MISSING } },
    'user.export-of-participant': { params: { id: of('participant') } },
    'participant.export-overview': { params: { kind: thing } },
    'trail.timeline': { params: { kind: 'participant', id: of('participant') } },
    'trail.case-file': { params: { kind: 'participant', id: of('participant') } },
    'trail.readings': { params: { id: reviewed } },
    'saved-view.save': { body: { name: `Vista ${self.slice(-6)}`, path: '/', search: '' } },
    'saved-view.change': { params: { id: MISSING }, body: { pinned: true } },
    'saved-view.remove': { params: { id: MISSING } },
    'notification.set-mail-preference': { params: { type: thing }, body: { byMail: true } },
    'session.choose-language': { body: { language: 'es' } },
    'notification.set-mail-preferences': { body: { group: 'centre', mode: 'NOW' } },
    'user.patch': { params: { key: of('user') }, body: { contactDetails: { email: 'no-cambia' } } },
    'user.read': { params: { key: of('user') } },
    'user.of-participant': { params: { id: of('participant') } },
    'user.of-entity': { params: { id: of('participant') } },
    'user.create': { body: { user: thing === 'own' ? {} : { idGenericEntity: of('participant') } } },
    'user.update': { body: { id: of('user'), contactDetails: { email: 'no-cambia' } } },
    // Its password was chosen long ago.
    'user.confirm': { body: thing === 'own' ? {} : { id: of('principal') } },
    // A principal user, which cannot be deleted.
    'user.delete': { body: { id: of('principal') } },
    'participant.of-user': { params: { user: of('user') } },
    'participant.create': { params: { kind: 'provider' }, body: { cnae: '9'.repeat(21) } },
    'participant.update': { body: { idGenericEntity: of('participant'), web: 'www.otra.example', version: 999 } },
    'participant.list': { params: { kind: 'provider' } },
    'participant.read': {
      params: {
        kind: thing === 'evaluator' ? 'audit' : thing === 'bank' ? 'entity' : 'provider',
        id: of('participant'),
      },
    },
    'participant.edit':
      thing === 'fav'
        ? {
            params: { kind: 'provider', id: of('participant', 't') },
            body: { idProvider: of('participant', 't'), idEntity: self },
          }
        : { params: { kind: 'provider', id: of('participant') }, body: { web: 'www.otra.example', version: 999 } },
    'participant.patch': { params: { kind: 'provider', id: of('participant') }, body: { companyType: 'PYME' } },
    'participant.delete': { body: { idGenericEntity: MISSING } },
    'statistics.verification-export': { params: { topic: 'waiting' } },
    'participant.sheet': { params: { id: of('participant') } },
    'participant.data': { params: { id: of('participant') } },
    'participant.overview': { params: { kind: thing } },
    'invitation.create': { body: { type: 'PROVIDER', email: '' } },
    'invitation.create-entity': { body: { email: '' } },
    'invitation.change': { params: { id: things.acceptedInvitation }, body: { status: 'REJECTED' } },
    'invitation.preview': { files: { file: { name: 'lista.txt', content: png } } },
    'invitation.import-rows': { body: { rows: [{ line: 2, name: '', codNRBE: '', contactPerson: '', email: '' }] } },
    'invitation.preview-providers': { files: { file: { name: 'lista.txt', content: png } } },
    'invitation.import-provider-rows': { body: { rows: [{ line: 2, name: '', cif: '', email: '' }] } },
    'invitation.deliveries': { query: { sentAt: '2026-01-01T00:00:00Z' } },
    'invitation.import-providers': {
      query: { type: 'PROVIDER' },
      files: { file: { name: 'lista.txt', content: png } },
    },
    'invitation-request.make': { body: { name: 'Sin CIF' } },
    'invitation-request.decide': { params: { id: MISSING }, body: { status: 'DECLINED' } },
    'invitation.import': { files: { file: { name: 'lista.txt', content: png } } },
    'service.read': { params: { id: things.service } },
    'service.save': { body: { type: 'Sin descripción' } },
    'service.delete': { params: { id: MISSING } },
    'catalogue.save-documents': { body: { type: thing, docList: [{ documentCatalogName: 'Sin descripción' }] } },
    'catalogue.replace-documents': {
      params: { id: MISSING },
      body: { type: thing, docList: [{ documentCatalogName: 'Sin descripción' }] },
    },
    'catalogue.help': { query: { type: thing } },
    'catalogue.save-help': {
      params: { id: things.catalogue ?? MISSING },
      body: { documentCatalogName: 'Nadie lo pide' },
    },
    'catalogue.help-template': { params: { id: MISSING }, query: { documentCatalogName: 'Nadie lo pide' } },
    'catalogue.save-data': { body: { type: thing, fields: [{ field: '', required: true }] } },
    'catalogue.data': { params: { role: thing } },
    'document.list': { query: { validationId: reviewed } },
    'document.permissions': { query: { id: of('participant') } },
    'document.read': { params: { id: of('document') } },
    'document.content': { params: { id: of('document') } },
    'document.sheets': { params: { id: of('document') } },
    'document.prechecks': { params: { id: of('document') } },
    'queue.task': { params: { kind: 'documentation', id: of('docs') } },
    'queue.assign': { params: { kind: 'documentation', id: of('docs') }, body: { assignee: null } },
    'document.history': { query: { validationId: reviewed, documentCatalogName: 'Escritura de constitución' } },
    'document.change': { params: { id: of('document') }, body: { status: 'ACCEPTED' } },
    'document.upload': upload,
    'document.reupload': upload,
    'document.reusable': { query: { validationId: reviewed } },
    'document.assign': { params: { id: reviewed }, body: { assignee: null, documentCatalogName: 'Nadie lo pide' } },
    'document.reuse': { params: { id: reviewed }, body: { versionId: MISSING, documentCatalogName: 'Nadie lo pide' } },
    'document.delete': { params: { id: of('document') } },
    'validation.read': { params: { id: reviewed } },
    'validation.create': { body: { genericEntityId: of('participant'), type: 'DOC_MIN' } },
    'validation.change': {
      params: { id: things.docs[validation.split('-')[0]!] ?? MISSING },
      body: { status: verb === 'send' ? 'PENDING' : 'ACCEPTED' },
    },
    'validation.to-verify': { query: { idGenericEntity: of('participant') } },
    'request.send-batch': {
      body: { genericEntityId: of('participant'), services: [things.service], concept: 'Sin archivos' },
    },
    'request.send': { body: { genericEntityId: of('participant'), concept: 'Sin archivos' } },
    'request.edit': { params: { id: reviewed }, body: { concept: '' } },
    'request.date-report': { params: { id: reviewed }, body: { reportDate: '9999-12-31' } },
    'request.send-renewal': { params: { id: reviewed }, body: { concept: '' } },
    'calendar.read': { params: { token: 'A'.repeat(43) } },
    'request.delete': { params: { id: reviewed } },
    'request.delete-by-form': { body: { idValidation: reviewed } },
    'score.list': { query: { validationId: reviewed } },
    'score.content': { params: { id: of('score') } },
    'score.readers': { query: { validationId: reviewed } },
    'score.publish': { body: { score: { validationId: reviewed } } },
    'score.correct-file': { params: { id: of('score') }, body: { score: { validationId: of('request') } } },
    'score.correct': { params: { id: of('score') }, body: { score: { validationId: of('request') } } },
    'score.review': { params: { id: of('score') }, body: { reason: 'Corto' } },
    'independence.read': { params: { id: reviewed } },
    'independence.declare': {
      params: { id: reviewed },
      body: {
        answers: {
          ...{ financialInterest: false, otherServices: false, relatedStaff: false },
          ...{ ownWork: false, contingentFees: false },
        },
      },
    },
    'independence.decide': { params: { id: reviewed }, body: { decision: 'ADMITTED', reason: 'Sin relevancia' } },
    'certificate.read': { params: { id: of('score') } },
    'certificate.hide': { params: { id: of('score') }, body: { hidden: false } },
    'certificate.verify': { params: { code: '0000-0000-0000-0000' } },
    'framework.read': { params: { id: things.framework } },
    'framework.import': { body: { name: '', edition: '' } },
    'framework.change': { params: { id: MISSING }, body: { status: 'PUBLISHED' } },
    'framework.template': { params: { id: things.framework }, query: { validationId: reviewed, target: 'A/A/A' } },
    'assessment.begin': { body: { validationId: reviewed, target: 'A/A/A' } },
    'assessment.read': { params: { id: of('assessment') } },
    'assessment.edit': { params: { id: of('assessment') }, body: { scope: 'Otro' } },
    'assessment.answer': { params: { id: of('assessment') }, body: { answers: [{ controlKey: 'X', answer: 'YES' }] } },
    'assessment.upload-workbook': { params: { id: of('assessment') }, body: { source: 'REQUEST' } },
    'assessment.change': { params: { id: of('assessment') }, body: { status: 'DRAFT' } },
    'assessment.discard': { params: { id: of('assessment') } },
    'assessment.explanation': { params: { id: of('assessment') } },
    'assessment.comparison': { params: { id: of('assessment') }, query: { with: of('assessment') } },
    'assessment.workbook': { params: { id: of('assessment') } },
    'finding.raise': {
      body: { validationId: reviewed, title: 'Copias sin probar', dimension: 'D', priority: 'MEDIUM' },
    },
    'finding.change': {
      params: { id: things.finding[validation.split('-')[0]!] ?? MISSING },
      body: { move: verb },
    },
    'finding.attach': { params: { id: of('finding') }, files: { file: { name: 'punto.png', content: png } } },
    'finding.content': { params: { id: of('findingFile') } },
    'clarification.read': { params: { id: of('clarification') } },
    'clarification.ask': { body: { validationId: reviewed, subject: 'Alcance', text: '¿Cuál?', dueOn: '2020-01-01' } },
    'clarification.write': { params: { id: of('clarification') }, body: { text: 'Ese', dueOn: '2020-01-01' } },
    'clarification.assign': { params: { id: of('clarification') }, body: { assignee: null } },
    'clarification.close': { params: { id: of('clarification') }, body: { status: 'CLOSED', version: 9 } },
    'clarification.content': { params: { id: of('clarificationFile') } },
    'clarification.take-file': { params: { id: of('clarificationFile') } },
    'search.find': { query: { q: 'tramontana' } },
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
    'bulletin.read': { params: { id: of('bulletin') } },
    'bulletin.reach': { params: { id: of('incident') } },
    'bulletin.publish': { params: { id: of('incident') }, body: { phase: 'FINAL', severity: 'LOW', text: 'Corto' } },
    'bulletin.propose': { params: { id: of('incident') }, body: { text: 'Corto' } },
    'bulletin.acknowledge': { params: { id: of('bulletin') }, body: { impact: 'NONE', version: 999 } },
    'bulletin.set-clock': { params: { id: of('bulletin') }, body: { version: 999 } },
    'register-identity.read': { params: { id: of('participant') } },
    'register-identity.save': { params: { id: of('participant') }, body: { lei: 'X' } },
    'service-facts.list': { params: { id: of('participant') } },
    'service-facts.read': { params: { id: of('participant'), serviceId: things.service } },
    'service-facts.save': {
      params: { id: of('participant'), serviceId: things.service },
      body: { provisionCountries: ['??'] },
    },
    'company.change': { params: { id: MISSING }, body: { name: 'Otra' } },
    'subcontract.declare': {
      body: {
        providerId: of('participant'),
        serviceId: things.services[thing] ?? things.service,
        underpins: true,
        handlesData: false,
        since: '2025-01-01',
      },
    },
    'subcontract.change': { params: { id: of('subcontract') }, body: { countries: ['XX'] } },
    'chain.confirm': { body: { providerId: of('participant'), serviceId: things.services[thing] ?? MISSING } },
    'chain.read': { params: { providerId: of('participant'), serviceId: things.service } },
    'subcontract.import': { files: { file: { name: 'lista.txt', content: png } } },
    'subcontract.preview': { files: { file: { name: 'lista.txt', content: png } } },
    'use.stances': { params: { id: MISSING } },
    'use.note-stance': { params: { id: MISSING, subcontractId: MISSING }, body: { stance: 'NO_OBJECTION' } },
    'use.declare': {
      body: { providerId: of('participant'), serviceId: things.service, ...(thing === 'l' ? { since: 'nunca' } : {}) },
    },
    'use.change': { params: { id: MISSING }, body: { note: '' } },
    'use.import': { files: { file: { name: 'lista.txt', content: png } } },
    'use.preview': { files: { file: { name: 'lista.txt', content: png } } },
    'level-policy.save': { body: {} },
    'acceptance.make': { params: { id: MISSING }, body: { reason: 'Hasta la revisión', until: '2027-06-30' } },
    'acceptance.revoke': { params: { id: MISSING }, body: { status: 'REVOKED', reason: 'Tras la revisión' } },
    'reliance.begin': { body: { useId: MISSING } },
    'reliance.read': { params: { id: things.reliance ?? MISSING } },
    'reliance.write': { params: { id: MISSING }, body: { measures: '' } },
    'reliance.discard': { params: { id: MISSING } },
    'reliance.pdf': { params: { id: MISSING } },
    'reliance.zip': { params: { id: MISSING } },
    'reliance.sign': { params: { id: MISSING }, body: {} },
    'api-key.make': { body: { name: 'GRC', scopes: ['read:uses'], expiresOn: '2020-01-01' } },
    'api-key.revoke': { params: { id: MISSING }, body: { status: 'REVOKED' } },
    'webhook.read': { params: webhook },
    'webhook.register': { body: { url: 'https://127.0.0.1/', events: ['level.met'] } },
    'webhook.change': { params: webhook, body: { events: ['level.met'], version: 999 } },
    'webhook.remove': { params: { id: MISSING } },
    'webhook.renew-secret': { params: { id: MISSING } },
    'webhook.ping': { params: webhook },
    'webhook.deliveries': { params: webhook },
    'webhook.export-deliveries': { params: webhook },
    'webhook.repeat': { params: { ...webhook, deliveryId: things.delivery } },
    'register-member.add': { body: { kind: 'MEMBER', name: 'Filial' } },
    'register-member.change': { params: { id: MISSING }, body: { name: 'Otra' } },
    'register-member.remove': { params: { id: MISSING } },
    'business-function.add': { body: { activity: 'x1' as never } },
    'business-function.change': { params: { id: MISSING }, body: { name: 'Otra' } },
    'business-function.remove': { params: { id: MISSING } },
    'arrangement.add': {
      body: { reference: 'CT-1', providerId: of('participant'), ...(thing === 'l' ? { startsOn: 'nunca' } : {}) },
    },
    'arrangement.change': { params: { id: MISSING }, body: { annualCost: 1 } },
    'arrangement-clauses.read': { params: { id: MISSING } },
    'arrangement-clauses.save': { params: { id: MISSING }, body: { standing2a: 'ABSENT' } },
    'register.gleif': { query: { lei: '959800R2X69K6Y6MX775' } },
    'arrangement.remove': { params: { id: MISSING } },
    'arrangement-line.add': { body: { arrangementId: MISSING, functionId: MISSING } },
    'arrangement-line.change': { params: { id: MISSING }, body: { exitPlan: true } },
    'arrangement-line.remove': { params: { id: MISSING } },
    'register-entity.save': { body: { lei: 'X' } },
    'register.change-many': { body: { step: 'lines', things: [{ id: MISSING }], values: { exitPlan: true } } },
    'register-edition.content': { params: { number: '4.0' } },
    'register-edition.preview': { files: { file: { name: 'lista.txt', content: png } } },
    'register-edition.load': { files: { file: { name: 'lista.txt', content: png } } },
    'register.preview': { files: { file: { name: 'lista.txt', content: png } } },
    'register-feedback.headings': { files: { file: { name: 'lista.txt', content: png } } },
    'register-feedback.save': {
      body: { packageId: MISSING, rule: 'Regla', text: 'Texto' },
      files: { file: { name: 'lista.txt', content: png } },
    },
    'register.import': { files: { file: { name: 'lista.txt', content: png } } },
    'register.ask-provider': { body: { providerId: of('participant') } },
    'register.decide-change': { body: { providerId: MISSING, serviceId: null, take: true, seen: 'x' } },
    'register-package.make': { body: { format: 'PDF' } },
    'register-package.content': { params: { id: MISSING } },
    'register-package.changes': { params: { id: MISSING } },
    'notification.send': { body: { idGenericEntity: MISSING, message: 'Aviso' } },
    'notification.mark': { params: { id: things.notice }, body: { isRead: false } },
  }
  return inputs[call] ?? {}
}

export async function findThings({ app: { db } }: TestPortal): Promise<Things> {
  const owners = {
    t: 'proveedor@almotacen.example',
    l: 'lumbre@almotacen.example',
    wait: 'hontanar@almotacen.example',
    draft: 'borrador@almotacen.example',
  }
  const found: Things = {
    participant: {},
    principal: {},
    user: {},
    docs: {},
    document: {},
    request: {},
    score: {},
    assessment: {},
    finding: {},
    findingFile: {},
    clarification: {},
    clarificationFile: {},
    services: {},
    subcontract: {},
    incident: {},
    incidentFile: {},
    bulletin: {},
    service: '',
    framework: '',
    mail: '',
    acceptedInvitation: '',
    notice: '',
    otherRequestOfLumbre: '',
    webhook: MISSING,
    delivery: MISSING,
  }
  for (const [key, email] of Object.entries(owners)) {
    const user = await db
      .selectFrom('portal_user')
      .select(['id', 'participant_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    found.participant[key] = user.participant_id
    found.principal[key] = user.id
    // The provider's other user: users may always edit themselves.
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
      .select(['s.id', 's.validation_id', 'v.service_id'])
      .where('v.participant_id', '=', user.participant_id)
      .where('s.expires_on', '>', key === 't' ? '2026-11-21' : '2000-01-01')
      .executeTakeFirst()
    found.request[key] = score?.validation_id ?? MISSING
    found.score[key] = score?.id ?? MISSING
    found.services[key] = score?.service_id ?? MISSING
  }
  found.otherRequestOfLumbre = found.request.l!
  for (const [key, email] of Object.entries({
    evaluator: 'somport@almotacen.example',
    bank: 'externalizacion@santander.example',
  })) {
    const user = db.selectFrom('portal_user').select('participant_id').where('email', '=', email)
    found.participant[key] = (await user.executeTakeFirstOrThrow()).participant_id
  }
  // An accepted one stays: the deletion is refused, and nothing changes.
  const accepted = await db
    .selectFrom('validation as v')
    .innerJoin('document as d', 'd.validation_id', 'v.id')
    .innerJoin('document_version as x', 'x.document_id', 'd.id')
    .select(['v.participant_id', 'd.id'])
    .where('v.kind', '=', 'DOC_MIN')
    .where('v.status', '=', 'ACCEPTED')
    .where('x.status', '=', 'ACCEPTED')
    .execute()
  for (const { participant_id, id } of accepted) found.document[participant_id] = id
  const sets = await db
    .selectFrom('validation')
    .select(['participant_id', 'id'])
    .where('kind', '=', 'DOC_MIN')
    .execute()
  for (const { participant_id, id } of sets) found.docs[participant_id] = id
  const first = async (table: 'service' | 'notification' | 'invitation') => db.selectFrom(table).select('id').limit(1)
  found.catalogue = (
    await db.selectFrom('document_catalogue').select('id').where('type', '=', 'PROVIDER').executeTakeFirstOrThrow()
  ).id
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

/** A published evaluation of each provider's request, and a draft beside it: no other can begin. */
export async function addAssessments({ app: { db }, clock }: TestPortal, things: Things): Promise<void> {
  const now = clock.now()
  things.framework = newId(now)
  const framework = { id: things.framework, name: 'Marco', edition: '1', illustrative: false, status: 'PUBLISHED' }
  await db
    .insertInto('control_framework')
    .values({ ...framework, created_at: now, published_at: now })
    .execute()
  for (const key of ['t', 'l']) {
    const request = { validation_id: things.request[key]!, framework_id: things.framework, origin: 'AUDIT' }
    things.assessment[key] = newId(now)
    const shown = { id: things.assessment[key]!, status: 'PUBLISHED' }
    const rows = [shown, { id: newId(now), status: 'DRAFT' }]
    const values = rows.map(row => ({ ...request, ...row, target: 'A/A/A', created_at: now }))
    await db.insertInto('assessment').values(values).execute()
    await addFinding(db, things, key, now)
    await addThread(db, things, key, now)
  }
}

/** A finding of a provider's request, with a file. */
async function addFinding(db: TestPortal['app']['db'], things: Things, key: string, now: string): Promise<void> {
  const { service_id } = await db
    .selectFrom('validation')
    .select('service_id')
    .where('id', '=', things.request[key]!)
    .executeTakeFirstOrThrow()
  const { sha256 } = await db.selectFrom('stored_file').select('sha256').limit(1).executeTakeFirstOrThrow()
  const id = newId(now)
  const userId = things.user[key]!
  await db
    .insertInto('finding')
    .values({
      id,
      provider_id: things.participant[key]!,
      service_id: service_id!,
      validation_id: things.request[key]!,
      dimension: 'D',
      title: 'Copias sin probar',
      priority: 'HIGH',
      status: 'OPEN',
      raised_by: userId,
      raised_at: now,
    })
    .execute()
  things.finding[key] = id
  things.findingFile[key] = newId(now)
  const file = { id: things.findingFile[key]!, finding_id: id, file_name: 'prueba.pdf', sha256, uploaded_at: now }
  await db
    .insertInto('finding_file')
    .values({ ...file, uploaded_by: userId })
    .execute()
}

/** A question of CCI to a provider about its request, answered with a file, under its key; of its evaluator, with `a`. */
async function addThread(db: TestPortal['app']['db'], things: Things, key: string, now: string): Promise<void> {
  const { sha256 } = await db.selectFrom('stored_file').select('sha256').limit(1).executeTakeFirstOrThrow()
  for (const [name, party] of [
    [key, 'CCI'],
    [`a${key}`, 'AUDIT'],
  ] as const) {
    const [id, message, file] = [newId(now), newId(now), newId(now)]
    const asked = { asked_by: things.user[key]!, asked_by_role: party, asked_of: 'PROVIDER', status: 'WAITING' }
    const about = { validation_id: things.request[key]!, kind: 'QUESTION', subject: 'Alcance', due_on: '2026-12-04' }
    await db
      .insertInto('clarification')
      .values({ id, ...about, ...asked, created_at: now })
      .execute()
    await db
      .insertInto('clarification_message')
      .values({
        id: message,
        clarification_id: id,
        number: 1,
        party,
        user_id: things.user[key]!,
        text: '¿Cuál?',
        at: now,
      })
      .execute()
    await db
      .insertInto('clarification_file')
      .values({ id: file, message_id: message, position: 0, file_name: 'prueba.pdf', sha256 })
      .execute()
    things.clarification[name] = id
    things.clarificationFile[name] = file
  }
}

/** A subcontract in the chain of each provider's request. */
export async function addChains({ app: { db }, clock }: TestPortal, things: Things): Promise<void> {
  const now = clock.now()
  const company = { id: newId(now), name: 'Centro de datos', lei: '5493006QMFDDMYWIAM13', country: 'ES' }
  await db
    .insertInto('company')
    .values({ ...company, created_at: now })
    .execute()
  for (const key of ['t', 'l']) {
    things.subcontract[key] = newId(now)
    const pair = { provider_id: things.participant[key]!, service_id: things.services[key]! }
    const facts = { company_id: company.id, ict_type: 'S07', underpins: true, handles_data: false, since: '2025-01-01' }
    const row = { id: things.subcontract[key]!, ...pair, ...facts, created_at: now }
    await db.insertInto('subcontract').values(row).execute()
  }
}

/** One incident of each side, with a file that CCI attached. */
export async function addIncidents(
  { app: { db } }: TestPortal,
  callers: Record<'cci' | 'prov' | 'bank', Caller>,
  things: Things,
): Promise<void> {
  const entities = { cajamar: 'entidad@almotacen.example', santander: 'externalizacion@santander.example' }
  for (const [key, email] of Object.entries(entities)) {
    const user = db.selectFrom('portal_user').select('participant_id').where('email', '=', email)
    things.participant[key] = (await user.executeTakeFirstOrThrow()).participant_id
  }
  const raise = async (caller: Caller, provider: string, title: string): Promise<string> => {
    const body = { providerId: things.participant[provider], title, detail: 'Tres horas tarde' }
    return (await caller.call(raiseIncident, { body })).body.id
  }
  things.incident = {
    t: await raise(callers.prov, 't', 'De Tramontana'),
    l: await raise(callers.cci, 'l', 'Del centro'),
    e: await raise(callers.bank, 'l', 'De la entidad'),
  }
  for (const [key, issueId] of Object.entries(things.incident)) {
    const { body } = await callers.cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId, documentCatalogName: 'Informe de la incidencia' } },
      files: { file: { name: 'punto.png', content: png } },
    })
    things.incidentFile[key] = body.file
  }
  await addBulletins(db, callers, things)
}

/** A bulletin about each incident; that about the provider's own told the bank, the others another bank. */
async function addBulletins(
  db: TestPortal['app']['db'],
  callers: Record<'cci' | 'bank', Caller>,
  things: Things,
): Promise<void> {
  const now = (await db.selectFrom('incident').select('created_at').limit(1).executeTakeFirstOrThrow()).created_at
  for (const [key, incident] of Object.entries(things.incident)) {
    const id = newId(now)
    things.bulletin[key] = id
    await db
      .insertInto('bulletin')
      .values({
        id,
        incident_id: incident,
        provider_id: things.participant[key === 't' ? 't' : 'l']!,
        number: 1,
        phase: 'INITIAL',
        severity: 'LOW',
        text: 'Retraso en la recogida',
        audience: 'USERS',
        published_by: callers.cci.me.userId,
        published_at: now,
      })
      .execute()
    const entity = things.participant[key === 't' ? 'cajamar' : 'santander']!
    await db.insertInto('bulletin_sent').values({ bulletin_id: id, entity_id: entity }).execute()
  }
}

/** A new user: signed in with its one-time password, and without a chosen one. */
export async function newUser(portal: TestPortal, maker: Caller, email: string): Promise<Caller> {
  const contactDetails = { name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567', email }
  const { body } = await maker.call(createUser, { body: { user: { contactDetails } } })
  return portal.signIn(email, await oneTimePasswordOf(portal, body.id))
}

async function oneTimePasswordOf({ app: { db, secrets } }: TestPortal, id: string): Promise<string> {
  const user = db.selectFrom('portal_user').select('secret_nonce').where('id', '=', id)
  const { secret_nonce } = await user.executeTakeFirstOrThrow()
  return secrets.derive('one-time-password', secret_nonce!)
}

/** A user created by its principal user, with a chosen password. */
export async function secondUser(portal: TestPortal, principal: Caller, email: string): Promise<Caller> {
  const once = await newUser(portal, principal, email)
  const oldPassword = await oneTimePasswordOf(portal, once.me.userId)
  await once.call(patchUser, {
    params: { key: once.me.userId },
    body: { oldPassword, newPassword: PASSWORD, policyAccepted: true },
  })
  return portal.signIn(email)
}

/** The callers whose session ended: the locked account, the deleted user, the deleted organisation's. */
export async function shutOut(
  portal: TestPortal,
  cci: Caller,
): Promise<Record<'locked' | 'deleted' | 'dissolved', Caller>> {
  const email = 'ribera@almotacen.example'
  const attempt = (password: string) =>
    portal.anonymous.fetch('POST', '/login', { body: JSON.stringify({ email, password }) })
  for (let attempts = 0; attempts < 5; attempts++) await attempt('No.es.esta.1')
  const answer = await attempt(PASSWORD)
  if (answer.problem.code !== 'blocked') throw new Error(`${email} is not locked: ${answer.status}`)
  const locked = portal.callerWith({ token: answer.headers.get('authorization') ?? '', csrf: 'x', cookie: '' })

  const principal = await portal.signIn('cantera@almotacen.example')
  const deleted = await secondUser(portal, principal, 'cantera2@almotacen.example')
  await cci.call(deleteUser, { body: { id: deleted.me.userId } })

  const dissolved = await portal.signIn('valdeoca@almotacen.example')
  await cci.call(deleteParticipant, { body: { idGenericEntity: dissolved.me.idGenericEntity } })
  return { locked, deleted, dissolved }
}
