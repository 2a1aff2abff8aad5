import { changeDocument, deleteDocument, documentContent } from '#domain/document/contract.ts'
import { REPORT_DOCUMENT, SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { scopeOf } from '#domain/identity/roles.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import type { DocumentFacts } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { DocumentationFacts } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import type { ReportRequestFacts } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { userMachine } from '#domain/states/user.ts'
import { changeValidation, deleteRequest } from '#domain/validation/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { edit, pdf, publish, request, sheet, upload } from '#test/support/documents.ts'
import type { Action, Sending, Verdict } from '#test/support/model/rule.ts'
import {
  barred,
  changesDocuments,
  choice,
  documentationStatus,
  documentStatus,
  pick,
  refused,
  requestStatus,
  reviewed,
  seesValidation,
} from '#test/support/model/rule.ts'
import type { DocumentState, ValidationState, World } from '#test/support/model/world.ts'

const MISSING = '0'.repeat(26)
const reportNames = [REPORT_DOCUMENT, SPREADSHEET_DOCUMENT] as const

const validations = (world: World) => Object.keys(world.validations)
const requests = (world: World) => validations(world).filter(id => world.validations[id]!.kind === 'AUDIT_REPORT')
/** Every document row, as `<validation>/<name>`. */
const documents = (world: World) =>
  validations(world).flatMap(id => Object.keys(world.validations[id]!.documents).map(name => `${id}/${name}`))
const placeOf = (target: string) => target.split('/') as [id: string, name: string]
const documentAt = (world: World, target: string): [ValidationState, DocumentState] => {
  const [id, name] = placeOf(target)
  const validation = world.validations[id]!
  return [validation, validation.documents[name]!]
}

const fresh = (document: DocumentState): DocumentState => ({
  versions: document.versions + 1,
  current: { stored: 'PENDING', expiresOn: null, readByCentre: false },
})

/** The document's identifier, or an unused one where nothing was uploaded. */
async function documentId({ portal }: Pick<Sending, 'portal'>, target: string): Promise<string> {
  const [id, name] = placeOf(target)
  const row = await portal.app.db
    .selectFrom('document')
    .select('id')
    .where('validation_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id ?? MISSING
}

const documentFacts = (known: Partial<DocumentFacts>): DocumentFacts => ({
  ...{ downloaded: false, hasExpiry: false, isReport: false, rejectedReason: '' },
  ...{ underReview: false, versionKnown: false },
  ...known,
})
const requestFacts = (known: Partial<ReportRequestFacts>): ReportRequestFacts => ({
  ...{ complete: false, evaluatorAccredited: false, evaluatesItself: false, allAccepted: false, anyRejected: false },
  ...{ anyLapsed: false, evaluatorDeleted: false, scoreComplete: false, correctionReason: '' },
  ...{ publishedInForce: false, renewalOpen: false, superseded: false, withinRenewalWindow: false },
  ...known,
})

function documentationFacts(world: World, validation: ValidationState): DocumentationFacts {
  const list = reviewed(world, validation)
  const owner = world.participants[validation.participant]!
  return {
    dataComplete: owner.dataComplete,
    requiredFilesPresent: list.every(({ required, status }) => !required || status !== null),
    allDecided: list.every(({ required, status, expiresOn }) => {
      if (status === null) return !required
      return status === 'REJECTED' || status === 'LAPSED' || (status === 'ACCEPTED' && expiresOn !== null)
    }),
    anyRejected: list.some(({ status }) => status === 'REJECTED'),
    anyLapsed: list.some(({ required, status }) => required && status === 'LAPSED'),
    accreditationSet: owner.kind !== 'AUDIT' || owner.accreditedUntil !== null,
  }
}

/** D49: not deleted, onboarded, and with a valid accreditation. */
function isAccredited(world: World, evaluator: string): boolean {
  const { kind, deleted, onboarded, accreditedUntil } = world.participants[evaluator]!
  return kind === 'AUDIT' && !deleted && onboarded && accreditedUntil !== null && accreditedUntil >= world.today
}

const uploadAction: Action = {
  targets: documents,
  rule(world, actor, target) {
    const no = barred(actor, 'document.upload')
    if (no) return no
    const [id, name] = placeOf(target)
    const [validation, document] = documentAt(world, target)
    if (!seesValidation(world, actor, id)) return refused('notFound')
    if (!changesDocuments(actor, validation)) return refused('forbidden')
    if (validation.kind === 'AUDIT_REPORT') return refused('unknownDocument')
    const status = documentationStatus(world, validation)
    const decision = decide(documentMachine, 'upload', documentStatus(world, document), documentFacts({}), actor.role)
    if (!decision.ok) return refused(decision.reason)
    const facts = documentationFacts(world, validation)
    const again = status && decide(documentationMachine, 'uploadAgain', status, facts, actor.role)
    if (again && !again.ok) return refused(again.reason)
    return {
      change(next) {
        next.validations[id]!.documents[name] = fresh(document)
        if (again) next.validations[id]!.stored = 'PENDING'
      },
    }
  },
  send({ caller, step }, target) {
    const [id, name] = placeOf(target)
    return upload(caller, id, name, pdf(`paso ${step}`))
  },
}

const read: Action = {
  targets: documents,
  rule(world, actor, target) {
    const no = barred(actor, 'documentation.read')
    if (no) return no
    const [id, name] = placeOf(target)
    const [validation, document] = documentAt(world, target)
    if (!seesValidation(world, actor, id)) return refused('notFound')
    // Visibility for evaluators and banks: document/document.test.ts.
    if (!changesDocuments(actor, validation)) return null
    if (!document.current) return refused('notFound')
    return {
      change(next) {
        if (actor.role === 'CCI') next.validations[id]!.documents[name]!.current!.readByCentre = true
      },
    }
  },
  send: async (sending, target) =>
    sending.caller.call(documentContent, { params: { id: await documentId(sending, target) } }),
}

/** The expiry of a decision: none, too early, or valid. */
const expiries = [undefined, 0, 1, 40, 400, 800] as const
const expiryOf = (world: World, detail: number) => {
  const days = pick(expiries, choice(detail, 1))
  return days === undefined ? undefined : addDays(world.today, days)
}
const reasonOf = (detail: number) => (choice(detail, 2) % 4 === 0 ? '' : 'No se lee')

/** Common to CCI's actions on the current version. */
function underReview(world: World, actor: Actor, target: string): Verdict {
  const no = barred(actor, 'document.verify')
  if (no) return no
  const [, document] = documentAt(world, target)
  if (!seesValidation(world, actor, placeOf(target)[0]) || !document.current) return refused('notFound')
  return null
}

function verdictOf(move: 'accept' | 'reject'): Action['rule'] {
  return (world, actor, target, detail) => {
    const no = underReview(world, actor, target)
    if (no) return no
    const [id, name] = placeOf(target)
    const [validation, document] = documentAt(world, target)
    const rejects = move === 'reject'
    const expiresOn = rejects ? null : (expiryOf(world, detail) ?? document.current!.expiresOn)
    const isReport = validation.kind === 'AUDIT_REPORT'
    const facts = documentFacts({
      downloaded: document.current!.readByCentre,
      hasExpiry: expiresOn !== null,
      isReport,
      rejectedReason: rejects ? reasonOf(detail) : '',
      underReview: validation.stored === 'PENDING',
    })
    const decision = decide(documentMachine, move, documentStatus(world, document), facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    if (expiresOn !== null && expiresOn <= world.today) return refused('expiryTooEarly')
    return {
      change(next) {
        const after = next.validations[id]!
        after.documents[name]!.current = {
          stored: rejects ? 'REJECTED' : 'ACCEPTED',
          expiresOn,
          readByCentre: document.current!.readByCentre,
        }
        if (!isReport) return
        const stored = Object.values(after.documents).map(each => each.current?.stored)
        const decided = stored.every(each => each === 'ACCEPTED' || each === 'REJECTED')
        if (!decided || !stored.includes('REJECTED')) return
        const request = decide(reportRequestMachine, 'reject', 'PENDING', requestFacts({ anyRejected: true }), 'CCI')
        if (request.ok) after.stored = 'REJECTED'
      },
    }
  }
}

const acceptDocument: Action = {
  targets: documents,
  rule: verdictOf('accept'),
  send: async (sending, target) => {
    const { caller, world, detail } = sending
    const params = { id: await documentId(sending, target) }
    return caller.call(changeDocument, { params, body: { status: 'ACCEPTED', expiredAt: expiryOf(world, detail) } })
  },
}

const rejectDocument: Action = {
  targets: documents,
  rule: verdictOf('reject'),
  send: async (sending, target) => {
    const params = { id: await documentId(sending, target) }
    const body = { status: 'REJECTED', rejectedReason: reasonOf(sending.detail) }
    return sending.caller.call(changeDocument, { params, body })
  },
}

const dateDocument: Action = {
  targets: documents,
  rule(world, actor, target, detail) {
    const no = underReview(world, actor, target)
    if (no) return no
    const [id, name] = placeOf(target)
    const [validation, document] = documentAt(world, target)
    const expiresOn = expiryOf(world, detail) ?? null
    const status = documentStatus(world, document)
    // An accepted one may get another date until its documentation is finished, and never none.
    const isCorrected = validation.kind === 'DOC_MIN' && validation.stored === 'PENDING' && status === 'ACCEPTED'
    if (status !== 'PENDING' && !isCorrected) return refused('documentDecided')
    if (isCorrected && expiresOn === null) return refused('noExpiry')
    if (expiresOn !== null && expiresOn <= world.today) return refused('expiryTooEarly')
    return {
      change(next) {
        next.validations[id]!.documents[name]!.current!.expiresOn = expiresOn
      },
    }
  },
  send: async (sending, target) => {
    const params = { id: await documentId(sending, target) }
    const expiredAt = expiryOf(sending.world, sending.detail) ?? null
    return sending.caller.call(changeDocument, { params, body: { expiredAt } })
  },
}

const removeDocument: Action = {
  targets: documents,
  rule(world, actor, target) {
    const no = barred(actor, 'document.delete')
    if (no) return no
    const [id, name] = placeOf(target)
    const [validation, document] = documentAt(world, target)
    if (!seesValidation(world, actor, id) || document.versions === 0) return refused('notFound')
    if (!changesDocuments(actor, validation)) return refused('forbidden')
    if (!document.current) return refused('notFound')
    const decision = decide(documentMachine, 'delete', document.current.stored, documentFacts({}), actor.role)
    if (!decision.ok) return refused(decision.reason)
    if (validation.kind === 'AUDIT_REPORT') {
      const status = requestStatus(world, validation)
      const facts = requestFacts({ complete: true, evaluatorAccredited: true })
      const change = decide(reportRequestMachine, status === 'LAPSED' ? 'renew' : 'edit', status, facts, actor.role)
      if (!change.ok) return refused(change.reason)
    }
    return {
      change(next) {
        const after = next.validations[id]!
        after.documents[name] = { versions: document.versions, current: null }
        if (validation.kind !== 'DOC_MIN' || documentationStatus(world, validation) !== 'REJECTED') return
        const facts = documentationFacts(next, after)
        if (facts.requiredFilesPresent && !facts.anyRejected) after.stored = 'PENDING'
      },
    }
  },
  send: async (sending, target) =>
    sending.caller.call(deleteDocument, { params: { id: await documentId(sending, target) } }),
}

/** Its owner sends a documentation, CCI finishes it: one call with two meanings. */
function seenToChange(world: World, actor: Actor, id: string, ability: 'documentation.send' | 'document.verify') {
  const no = barred(actor, 'documentation.read')
  if (no) return no
  if (!seesValidation(world, actor, id)) return refused('notFound')
  if (!scopeOf(actor, ability)) return refused('notYourMove')
  return world.validations[id]!.kind === 'DOC_MIN' ? null : refused('wrongState')
}

const sendDocumentation: Action = {
  targets: validations,
  rule(world, actor, id) {
    const no = seenToChange(world, actor, id, 'documentation.send')
    if (no) return no
    const validation = world.validations[id]!
    if (validation.participant !== actor.participantId) return refused('forbidden')
    const facts = documentationFacts(world, validation)
    const decision = decide(documentationMachine, 'send', documentationStatus(world, validation), facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        Object.assign(next.validations[id]!, { stored: 'PENDING', sentOnce: true })
        for (const each of Object.values(next.invitations)) {
          if (each.participant !== validation.participant) continue
          const accepted = decide(invitationMachine, 'accept', each.status, {}, actor.role)
          if (accepted.ok) each.status = accepted.to!
        }
      },
    }
  },
  send: ({ caller }, id) => caller.call(changeValidation, { params: { id }, body: { status: 'PENDING' } }),
}

const finish: Action = {
  targets: validations,
  rule(world, actor, id) {
    const no = seenToChange(world, actor, id, 'document.verify')
    if (no) return no
    const validation = world.validations[id]!
    const facts = documentationFacts(world, validation)
    const move = facts.anyRejected ? 'reject' : 'accept'
    const decision = decide(documentationMachine, move, documentationStatus(world, validation), facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        next.validations[id]!.stored = decision.to as 'ACCEPTED' | 'REJECTED'
        if (move === 'reject') return
        next.participants[validation.participant]!.onboarded = true
        for (const user of Object.values(next.users)) {
          if (user.participant !== validation.participant || user.deleted || !user.passwordChosen) continue
          const welcome = decide(
            userMachine,
            'acceptDocumentation',
            user.status,
            { awaitsAcceptance: true, awaitsConfirmation: user.awaitsConfirmation },
            actor.role,
          )
          if (welcome.ok) user.status = welcome.to!
        }
      },
    }
  },
  send: ({ caller }, id) => caller.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } }),
}

/** The content of a request: evaluator, service, and whether a file is missing. */
const wanted = (world: World, detail: number) => ({
  evaluator: pick(
    Object.keys(world.participants).filter(id => world.participants[id]!.kind === 'AUDIT'),
    choice(detail, 1),
  ),
  service: pick(world.services, choice(detail, 2)),
  complete: detail % 7 !== 0,
})

const sendRequest: Action = {
  targets: world => Object.keys(world.participants),
  rule(world, actor, provider, detail) {
    const no = barred(actor, 'request.send')
    if (no) return no
    const { kind, onboarded, deleted } = world.participants[provider]!
    if (actor.role !== 'CCI' && provider !== actor.participantId) return refused('notFound')
    if (kind !== 'PROVIDER' || !onboarded || deleted) return refused('notFound')
    const { evaluator, service, complete } = wanted(world, detail)
    const facts = requestFacts({ complete, evaluatorAccredited: isAccredited(world, evaluator) })
    const decision = decide(reportRequestMachine, 'send', null, facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    const standing = requests(world).find(id => {
      const each = world.validations[id]!
      const same = each.participant === provider && each.service === service && each.evaluator === evaluator
      return same && !each.deleted && !each.superseded
    })
    if (standing && requestStatus(world, world.validations[standing]!) !== 'EXPIRED') return refused('requestExists')
    return {
      change(next, made) {
        if (standing) next.validations[standing]!.superseded = true
        next.validations[made.validations[0]!] = {
          kind: 'AUDIT_REPORT',
          participant: provider,
          service,
          evaluator,
          stored: 'PENDING',
          sentOnce: true,
          superseded: false,
          deleted: false,
          documents: Object.fromEntries(reportNames.map(name => [name, fresh({ versions: 0, current: null })])),
          scores: 0,
          scoreExpiresOn: null,
        }
      },
    }
  },
  send({ caller, world, detail, step }, provider) {
    const { evaluator, service, complete } = wanted(world, detail)
    const report = pdf(`informe ${step}`)
    return request(
      caller,
      { provider, evaluator, service },
      { files: complete ? { report, spreadsheet: sheet('controles.xlsx', `paso ${step}`) } : { report } },
    )
  },
}

const replaced = (detail: number) => reportNames.filter((_name, index) => choice(detail, 1) & (1 << index))

const editRequest: Action = {
  targets: validations,
  rule(world, actor, id, detail) {
    const no = barred(actor, 'request.send')
    if (no) return no
    if (!seesValidation(world, actor, id)) return refused('notFound')
    const validation = world.validations[id]!
    if (validation.kind !== 'AUDIT_REPORT') return refused('requestNotEditable')
    const status = requestStatus(world, validation)
    const renews = status === 'LAPSED'
    const come = replaced(detail)
    const facts = requestFacts({
      complete: reportNames.every(name => come.includes(name) || validation.documents[name]!.current !== null),
      evaluatorAccredited: isAccredited(world, validation.evaluator!),
    })
    const decision = decide(reportRequestMachine, renews ? 'renew' : 'edit', status, facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    // VAL-10, VAL-11: rejected originals, and in a renewal all originals, must be replaced before it counts as sent.
    const stands = reportNames
      .filter(name => !come.includes(name))
      .map(name => validation.documents[name]!.current!.stored)
    const held = stands.some(stored => stored === 'REJECTED' || (renews && stored === 'ACCEPTED'))
    return {
      change(next) {
        const after = next.validations[id]!
        for (const name of come) after.documents[name] = fresh(validation.documents[name]!)
        if (!held) after.stored = 'PENDING'
      },
    }
  },
  send({ caller, detail, step }, id) {
    const come = replaced(detail)
    return edit(
      caller,
      id,
      {},
      {
        ...(come.includes(REPORT_DOCUMENT) ? { report: pdf(`informe ${step}`) } : {}),
        ...(come.includes(SPREADSHEET_DOCUMENT) ? { spreadsheet: sheet('controles.xlsx', `paso ${step}`) } : {}),
      },
    )
  },
}

const removeRequest: Action = {
  targets: validations,
  rule(world, actor, id) {
    const no = barred(actor, 'request.delete')
    if (no) return no
    if (!seesValidation(world, actor, id)) return refused('notFound')
    const validation = world.validations[id]!
    if (validation.kind !== 'AUDIT_REPORT') return refused('requestNotDeletable')
    const decision = decide(
      reportRequestMachine,
      'delete',
      requestStatus(world, validation),
      requestFacts({}),
      actor.role,
    )
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        next.validations[id]!.deleted = true
      },
    }
  },
  send: ({ caller }, id) => caller.call(deleteRequest, { params: { id } }),
}

/** The expiry of a score with this detail. */
export const scoreExpiry = (world: World, detail: number) =>
  addDays(world.today, pick([1, 20, 200, 700], choice(detail, 1)))

const score: Action = {
  targets: validations,
  rule(world, actor, id, detail) {
    const no = barred(actor, 'request.score')
    if (no) return no
    if (!seesValidation(world, actor, id)) return refused('notFound')
    const validation = world.validations[id]!
    if (validation.kind !== 'AUDIT_REPORT') return refused('wrongState')
    const stored = Object.values(validation.documents).map(each => each.current?.stored)
    const facts = requestFacts({
      allAccepted: stored.every(each => each === 'ACCEPTED'),
      anyLapsed: Object.values(validation.documents).some(each => documentStatus(world, each) === 'LAPSED'),
      evaluatorDeleted: world.participants[validation.evaluator!]!.deleted,
      scoreComplete: detail % 7 !== 0,
    })
    const status = requestStatus(world, validation)
    const decision = decide(reportRequestMachine, 'qualify', status, facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        const after = next.validations[id]!
        Object.assign(after, { stored: 'QUALIFIED', scoreExpiresOn: scoreExpiry(world, detail) })
        after.scores++
      },
    }
  },
  send({ caller, world, detail, step }, id) {
    const files = detail % 7 === 0 ? {} : { file: pdf(`dictamen ${step}`) }
    return publish(caller, id, { expiredAt: scoreExpiry(world, detail) }, files as { file: ReturnType<typeof pdf> })
  },
}

const correct: Action = {
  targets: world => validations(world).filter(id => world.validations[id]!.scores > 0),
  rule(world, actor, id, detail) {
    const no = barred(actor, 'request.score')
    if (no) return no
    if (!seesValidation(world, actor, id)) return refused('notFound')
    const facts = requestFacts({ scoreComplete: true, correctionReason: detail % 7 === 0 ? '' : 'Errata' })
    const status = requestStatus(world, world.validations[id]!)
    const decision = decide(reportRequestMachine, 'correct', status, facts, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        const after = next.validations[id]!
        after.scoreExpiresOn = scoreExpiry(world, detail)
        after.scores++
      },
    }
  },
  async send({ portal, caller, world, detail }, id) {
    const current = await portal.app.db
      .selectFrom('score')
      .select('id')
      .where('validation_id', '=', id)
      .where('is_current', '=', true)
      .executeTakeFirstOrThrow()
    const correctionReason = detail % 7 === 0 ? '' : 'Errata'
    return caller.call(correctScore, {
      params: { id: current.id },
      body: { score: { validationId: id, score: 'A/A/A', expiredAt: scoreExpiry(world, detail), correctionReason } },
    })
  },
}

export const reviewActions = {
  upload: uploadAction,
  read,
  acceptDocument,
  rejectDocument,
  dateDocument,
  removeDocument,
  sendDocumentation,
  finish,
  sendRequest,
  editRequest,
  removeRequest,
  score,
  correct,
}
