import {
  answerControls,
  beginAssessment,
  changeAssessment,
  discardAssessment,
  editAssessment,
  uploadWorkbook,
} from '#domain/assessment/contract.ts'
import { attachFindingFile, changeFinding, raiseFinding } from '#domain/assessment/finding/contract.ts'
import { changeFramework, importFramework } from '#domain/assessment/framework/contract.ts'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import {
  deleteService,
  listDocumentCatalogues,
  readService,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
  saveService,
} from '#domain/catalogue/contract.ts'
import { readHelp, saveHelp } from '#domain/catalogue/help/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { assignDocument } from '#domain/document/assignment/contract.ts'
import { changeDocument, deleteDocument, reuploadDocument, uploadDocument } from '#domain/document/contract.ts'
import { saveReasons } from '#domain/document/reasons/contract.ts'
import { listReusable, type ReusableWire, reuseDocument } from '#domain/document/reuse/contract.ts'
import { saveWatermark } from '#domain/document/watermark/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import {
  removePasskey,
  removeSecondFactorOfUser,
  removeTotp,
  saveSecondFactorRules,
} from '#domain/identity/second-factor/contract.ts'
import {
  chooseLanguage,
  closeSession,
  endOtherSessions,
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  listSessions,
} from '#domain/identity/session/contract.ts'
import { confirmUser, createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import {
  acknowledgeBulletin,
  proposeBulletin,
  publishBulletin,
  setImpactClock,
} from '#domain/incident/bulletin/contract.ts'
import { attachIncidentDocument, raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import { revokeKey } from '#domain/integration/key/contract.ts'
import { changeWebhook, pingWebhook, removeWebhook, repeatDelivery } from '#domain/integration/webhook/contract.ts'
import {
  changeInvitation,
  importEntities,
  importProviders,
  invite,
  inviteEntity,
  invitePreloaded,
  invitePreloadedProviders,
} from '#domain/invitation/contract.ts'
import { askInvitation, decideAsked } from '#domain/invitation/request/contract.ts'
import {
  listNotifications,
  markAllNotifications,
  markNotification,
  sendNotice,
  setMailPreference,
  setMailPreferences,
} from '#domain/notification/contract.ts'
import { runJob } from '#domain/notification/operation/job/contract.ts'
import { resendMail } from '#domain/notification/operation/outgoing-mail/contract.ts'
import { checkServers } from '#domain/notification/operation/server/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { endCalendarFeed, makeCalendarFeed } from '#domain/participant/calendar/contract.ts'
import { changeSubcontract, confirmChain, declareSubcontract, importChain } from '#domain/participant/chain/contract.ts'
import { changeCompany, saveRegisterIdentity, saveServiceFacts } from '#domain/participant/company/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  patchParticipant,
  updateParticipant,
} from '#domain/participant/contract.ts'
import { hideCertificate } from '#domain/report-request/certificate/contract.ts'
import { dateReport, editRequest, sendRequest, sendRequests } from '#domain/report-request/contract.ts'
import { decideIndependence, declareIndependence } from '#domain/report-request/independence/contract.ts'
import { sendRenewal } from '#domain/report-request/renewal/contract.ts'
import {
  correctScore,
  correctScoreFile,
  listScores,
  publishScore,
  reviewScore,
} from '#domain/report-request/score/contract.ts'
import { changeView, removeView, saveView } from '#domain/search/saved-view/contract.ts'
import { acceptGap, revokeAcceptance } from '#domain/supervision/acceptance/contract.ts'
import { noteStance } from '#domain/supervision/chain/contract.ts'
import { saveClauses } from '#domain/supervision/register/clause/contract.ts'
import {
  askProvider,
  decideProviderChange,
  importRegister,
  makePackage,
} from '#domain/supervision/register/contract.ts'
import { loadEdition } from '#domain/supervision/register/edition/contract.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { editionText } from '#domain/supervision/register/edition/edition-file.ts'
import {
  addArrangement,
  addFunction,
  addLine,
  changeArrangement,
  changeFunction,
  changeLine,
  removeArrangement,
  removeFunction,
  removeLine,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { changeMany } from '#domain/supervision/register/entry/many.ts'
import { saveFeedback } from '#domain/supervision/register/feedback/contract.ts'
import { addMember, changeMember, removeMember } from '#domain/supervision/register/group/contract.ts'
import { beginReliance, discardReliance, signReliance, writeReliance } from '#domain/supervision/reliance/contract.ts'
import { changeUse, declareUse, importUses, listUses, saveLevelPolicy } from '#domain/supervision/use/contract.ts'
import {
  askClarification,
  assignClarification,
  closeClarification,
  takeClarificationFile,
  writeMessage,
} from '#domain/validation/clarification/contract.ts'
import { changeValidation, createValidation, deleteRequest, deleteRequestByForm } from '#domain/validation/contract.ts'
import { assignTask } from '#domain/validation/desk/contract.ts'
import { newId } from '#server/platform/ids.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import {
  begin,
  confirmedAssessment,
  filled,
  importOf,
  publishedFramework,
  sheetOf,
  smallFramework,
  template,
} from '#test/support/assessments.ts'
import { toldBulletin } from '#test/support/bulletins.ts'
import { declareLink, requestedService, subcontract } from '#test/support/chains.ts'
import { asked, say, shut } from '#test/support/clarifications.ts'
import { namedParent, outside } from '#test/support/companies.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  reject,
  sheet,
  upload,
} from '#test/support/documents.ts'
import { aPlan, planned, raise } from '#test/support/findings.ts'
import { opened } from '#test/support/incidents.ts'
import { conflict, declare, noConflict } from '#test/support/independence.ts'
import { madeKey, registered } from '#test/support/integrations.ts'
import { address as at } from '#test/support/mails.ts'
import { addFailedMails } from '#test/support/operation.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import {
  changedByProvider,
  contractBody,
  newContract,
  newFunction,
  newMember,
  newRegister,
} from '#test/support/register-entries.ts'
import { begun as begunReliance, writing } from '#test/support/reliance.ts'
import { bareService, declared } from '#test/support/uses.ts'

const hook = async (bank: Caller) => (await registered(bank, 'https://8.8.8.8/', ['level.met'])).webhook
const decision = { reason: 'Hasta la próxima revisión', until: '2027-04-30' }
const newView = () => ({ name: `Vista ${next()}`, path: '/provider', search: 'status=PENDING' })
const DEED = 'Escritura de constitución'

/** A successful call, by CCI unless stated otherwise. */
type Sent = { contract: Contract; caller?: Caller; params?: object; body?: object; files?: Record<string, any> }

let serial = 0
const next = () => ++serial
const own = (caller: Caller) => caller.me.idGenericEntity
const person = (email: string) => ({ name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567', email })
export const newUser = (cci: Caller) =>
  ok(cci.call(createUser, { body: { user: { contactDetails: person(`u${next()}@x.example`) } } }))
const newReliance = async (acting: Acting) =>
  (await begunReliance(acting.bank, await declared(acting.bank, await bareService(acting)))).id
const newService = (cci: Caller) =>
  ok(cci.call(saveService, { body: { type: 'Pruebas', description: `De repetir ${next()}` } }))
const newParticipant = (cci: Caller) =>
  ok(cci.call(createParticipant, { params: { kind: 'provider' }, body: { name: `Nueva ${next()}` } }))
const newInvitation = (cci: Caller) =>
  ok(cci.call(invite, { body: { type: 'PROVIDER', email: `i${next()}@x.example` } }))
const newIncident = (cci: Caller, provider: Caller) =>
  ok(cci.call(raiseIncident, { body: { providerId: own(provider), title: `Retraso ${next()}`, detail: 'Una hora' } }))
const lines = () => [
  { documentCatalogName: 'Informe de la incidencia', description: `Texto ${next()}`, required: true },
]
const withSession = async (portal: TestPortal, email: string) => {
  const caller = await portal.signIn(email)
  const { content } = await ok(caller.call(listSessions))
  return { caller, id: content.find((each: { current: boolean }) => each.current).id }
}
async function withFactors(portal: TestPortal, email: string) {
  const { caller } = await withSession(portal, email)
  const { db } = portal.app
  const user_id = caller.me.userId
  const created_at = portal.clock.now()
  const totp = { user_id, sealed_secret: 'sellado', last_step: 0, created_at }
  await db
    .insertInto('totp_factor')
    .values(totp)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const id = newId(created_at)
  const key = { id, user_id, credential_id: id, public_key: 'clave', counter: 0, name: 'Llave', created_at }
  await db.insertInto('passkey').values(key).execute()
  // As if they were set up in this session.
  const session = db.updateTable('session').where('id', '=', caller.me.sessionId as string)
  await session.set({ second_factor_shown: true }).execute()
  return { caller, id }
}
async function rejected(cci: Caller, provider: Caller, evaluator: Caller): Promise<string> {
  const id = await freshRequest(cci, provider, evaluator)
  for (const document of Object.values(await documentsOf(cci, id))) await ok(reject(cci, document))
  return id
}
async function published(cci: Caller, provider: Caller, evaluator: Caller) {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const [score] = (await ok(cci.call(listScores, { query: { validationId: id } }))).content
  const given = { validationId: id, score: 'A/A/A+', expiredAt: '2027-10-01', correctionReason: 'Errata' }
  return { params: { id: score.id }, body: { score: given } }
}
async function begun({ cci, provider, evaluator }: Acting) {
  const framework = await publishedFramework(cci)
  const request = await freshRequest(cci, provider, evaluator)
  const { id } = await ok(begin(evaluator, request))
  return { caller: evaluator, params: { id }, request, framework: framework.id }
}
const only = ({ caller, params }: Awaited<ReturnType<typeof begun>>) => ({ caller, params })
const documentBody = async (caller: Caller) => ({
  document: { validationId: (await ownDocumentation(caller)).id, documentCatalogName: DEED },
})

/** A successful call for each write with an idempotency key. */
export const writes: Record<string, (acting: Acting) => Promise<Sent> | Sent> = {
  'session.close': () => ({ contract: closeSession, body: {} }),
  'session.end-others': async ({ portal }) => {
    await withSession(portal, at('lumbre'))
    const { caller } = await withSession(portal, at('lumbre'))
    return { contract: endOtherSessions, caller }
  },
  'session.end': async ({ portal }) => {
    const { id } = await withSession(portal, at('lumbre'))
    const { caller } = await withSession(portal, at('lumbre'))
    return { contract: endSession, caller, params: { id } }
  },
  'session.end-of-user': async ({ portal }) => {
    const { id } = await withSession(portal, at('lumbre'))
    return { contract: endSessionOfUser, params: { key: at('lumbre'), id } }
  },
  'session.end-all-of-user': async ({ portal }) => {
    await withSession(portal, at('lumbre'))
    return { contract: endSessionsOfUser, params: { key: at('lumbre') } }
  },
  'second-factor.remove-passkey': async ({ portal }) => {
    const { caller, id } = await withFactors(portal, at('cci2'))
    return { contract: removePasskey, caller, params: { id } }
  },
  'second-factor.remove-totp': async ({ portal }) => ({
    contract: removeTotp,
    caller: (await withFactors(portal, at('arcadio'))).caller,
  }),
  'second-factor.remove-of-user': async ({ portal }) => {
    await withFactors(portal, at('cantera'))
    return { contract: removeSecondFactorOfUser, params: { key: at('cantera') } }
  },
  'second-factor.save-rules': () => ({
    contract: saveSecondFactorRules,
    body: { secondFactor: { CCI: false, PROVIDER: false, AUDIT: false, ENTITY: false } },
  }),
  'user.create': () => ({
    contract: createUser,
    body: { user: { contactDetails: person(`nuevo${next()}@x.example`) } },
  }),
  'user.confirm': async ({ cci, bank }) => {
    const contactDetails = person(`nuevo${next()}@banco.example`)
    const user = { contactDetails, idGenericEntity: bank.me.idGenericEntity }
    const { id } = await ok(cci.call(createUser, { body: { user } }))
    return { contract: confirmUser, caller: bank, body: { id } }
  },
  'user.delete': async ({ cci }) => ({ contract: deleteUser, body: { id: (await newUser(cci)).id } }),
  'user.patch': async ({ cci }) => {
    // By the address that the call changes: a repetition no longer finds the user, and still gets the answer.
    const { email } = await newUser(cci)
    const contactDetails = { position: `Cargo ${next()}`, email: `otro-${email}` }
    return { contract: patchUser, params: { key: email }, body: { contactDetails } }
  },
  'user.update': async ({ cci }) => ({
    contract: updateUser,
    body: { id: (await newUser(cci)).id, contactDetails: { position: `Cargo ${next()}` }, version: 1 },
  }),
  'participant.create': () => ({
    contract: createParticipant,
    params: { kind: 'provider' },
    body: { name: `Creada ${next()}` },
  }),
  'participant.delete': async ({ cci }) => ({
    contract: deleteParticipant,
    body: { idGenericEntity: (await newParticipant(cci)).id },
  }),
  'participant.edit': async ({ portal, provider }) => {
    // The toggle: a second effect would undo the first.
    const caller = await portal.signIn(at('entidad'))
    const body = { idProvider: own(provider), idEntity: own(caller) }
    return { contract: editParticipant, caller, params: { kind: 'provider', id: own(provider) }, body }
  },
  'participant.update': async ({ cci }) => ({
    contract: updateParticipant,
    body: { idGenericEntity: (await newParticipant(cci)).id, web: 'www.otra.example' },
  }),
  'participant.patch': async ({ cci }) => {
    const { id } = await newParticipant(cci)
    return { contract: patchParticipant, params: { kind: 'provider', id }, body: { companyType: 'GRANDE' } }
  },
  'invitation.create': () => ({ contract: invite, body: { type: 'PROVIDER', email: `inv${next()}@x.example` } }),
  'invitation.create-entity': () => ({
    contract: inviteEntity,
    body: { name: 'Caja Nueva', codNRBE: '9901', contactPerson: 'Ana Gil', email: `caja${next()}@x.example` },
  }),
  'invitation.change': async ({ cci }) => ({
    contract: changeInvitation,
    params: { id: (await newInvitation(cci)).id },
    body: { status: 'REJECTED' },
  }),
  'undo.last': async ({ cci }) => ({ contract: undo, body: { id: (await newInvitation(cci)).id } }),
  'invitation.import': () => ({
    contract: importEntities,
    body: {},
    files: {
      file: {
        name: 'lista.csv',
        content: `name;codNRBE;contactPerson;email\nCaja;9902;Ana Gil;csv${next()}@x.example\n`,
      },
    },
  }),
  'invitation.import-rows': () => ({
    contract: invitePreloaded,
    body: {
      rows: [{ line: 2, name: 'Caja', codNRBE: '9903', contactPerson: 'Ana Gil', email: `fila${next()}@x.example` }],
    },
  }),
  'invitation.import-provider-rows': () => ({
    contract: invitePreloadedProviders,
    body: { rows: [{ line: 2, name: 'Nube', cif: 'B76543214', email: `fila${next()}@proveedor.example` }] },
  }),
  'service.save': () => ({ contract: saveService, body: { type: 'Pruebas', description: `Guardado ${next()}` } }),
  'service.delete': async ({ cci }) => ({ contract: deleteService, params: { id: (await newService(cci)).id } }),
  'catalogue.save-documents': () => ({ contract: saveDocumentCatalogue, body: { type: 'ISSUE', docList: lines() } }),
  'catalogue.replace-documents': async ({ cci }) => {
    const { content } = await ok(cci.call(listDocumentCatalogues, { query: { type: 'ISSUE' } }))
    return {
      contract: replaceDocumentCatalogue,
      params: { id: content[0].id },
      body: { type: 'ISSUE', docList: lines() },
    }
  },
  'catalogue.save-data': () => ({
    contract: saveDataCatalogue,
    body: { type: 'AUDIT', fields: [{ field: `Dato ${next()}`, required: false }] },
  }),
  'document.upload': async ({ draft }) => ({
    contract: uploadDocument,
    caller: draft,
    body: await documentBody(draft),
    files: { file: pdf(`escritura ${next()}`) },
  }),
  'document.reupload': async ({ waiting }) => ({
    contract: reuploadDocument,
    caller: waiting,
    body: await documentBody(waiting),
    files: { file: pdf(`escritura ${next()}`) },
  }),
  'invitation.import-providers': () => ({
    contract: importProviders,
    query: { type: 'PROVIDER' },
    body: {},
    files: {
      file: {
        name: 'proveedores.csv',
        content: `Nombre;CIF;Correo\r\nProveedor nuevo;N0012345E;nuevo${next()}@proveedor.example`,
      },
    },
  }),
  'invitation-request.make': ({ bank }) => ({
    contract: askInvitation,
    caller: bank,
    body: { name: 'Nimbus', cif: 'A58818501', email: `nimbus${next()}@proveedor.example`, reason: 'Lo usamos' },
  }),
  'invitation-request.decide': async ({ bank }) => {
    const body = { name: 'Cirrus', cif: 'W0012345E', email: `cirrus${next()}@proveedor.example`, reason: 'Lo usamos' }
    const { id } = await ok(bank.call(askInvitation, { body }))
    return { contract: decideAsked, params: { id }, body: { status: 'DECLINED', reason: 'No es TIC' } }
  },
  'document.assign': async ({ provider }) => {
    const { id } = await ownDocumentation(provider)
    const body = { assignee: provider.me.userId, documentCatalogName: DEED }
    return { contract: assignDocument, caller: provider, params: { id }, body }
  },
  'catalogue.save-help': async ({ cci }) => {
    const { catalogueId, help } = await ok(cci.call(readHelp, { query: { type: 'PROVIDER' } }))
    const body = { documentCatalogName: help[0].documentCatalogName, helpText: `Ayuda ${next()}` }
    return { contract: saveHelp, params: { id: catalogueId }, body, files: { template: pdf(`plantilla ${next()}`) } }
  },
  'document.reuse': async ({ provider }) => {
    const { id } = await ownDocumentation(provider)
    const { content } = await ok(provider.call(listReusable, { query: { validationId: id } }))
    const { versionId, documentCatalogName } = content.find(({ service }: ReusableWire) => service === null)!
    const target = Object.keys(await documentsOf(provider, id)).find(name => name !== documentCatalogName)!
    const body = { versionId, documentCatalogName: target }
    return { contract: reuseDocument, caller: provider, params: { id }, body }
  },
  'document.delete': async ({ draft }) => {
    const { id } = await ownDocumentation(draft)
    await ok(upload(draft, id, DEED))
    const document = (await documentsOf(draft, id))[DEED]!
    return { contract: deleteDocument, caller: draft, params: { id: document.id! } }
  },
  'document.change': async ({ cci, provider, evaluator }) => {
    const document = (await documentsOf(cci, await freshRequest(cci, provider, evaluator)))['Informe de auditoría']!
    return { contract: changeDocument, params: { id: document.id! }, body: { expiredAt: '2027-05-01' } }
  },
  'validation.change': async ({ cci, waiting }) => {
    const { id } = await ownDocumentation(waiting)
    for (const document of Object.values(await documentsOf(cci, id))) {
      if (document.status === 'PENDING') await ok(accept(cci, document, '2027-11-01'))
    }
    return { contract: changeValidation, params: { id }, body: { status: 'ACCEPTED' } }
  },
  'validation.create': ({ draft }) => ({
    contract: createValidation,
    caller: draft,
    body: { genericEntityId: own(draft), type: 'DOC_MIN' },
  }),
  'request.send-batch': async ({ cci, provider, evaluator }) => {
    const services = [(await newService(cci)).id, (await newService(cci)).id]
    const body = { genericEntityId: own(provider), idAudit: own(evaluator), concept: 'Varios', services }
    const files = { report: pdf(`varios ${next()}`), spreadsheet: sheet() }
    return { contract: sendRequests, caller: provider, body, files }
  },
  'request.send': async ({ cci, provider, evaluator }) => ({
    contract: sendRequest,
    caller: provider,
    body: {
      genericEntityId: own(provider),
      idAudit: own(evaluator),
      idServiceCatalog: (await newService(cci)).id,
      concept: 'Alcance',
    },
    files: { report: pdf(`informe ${next()}`), spreadsheet: sheet() },
  }),
  'request.send-renewal': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    await ok(publish(cci, id, { expiredAt: '2027-01-10' }))
    const files = { report: pdf(`informe ${next()}`), spreadsheet: sheet() }
    return { contract: sendRenewal, caller: provider, params: { id }, body: { concept: 'Alcance' }, files }
  },
  'calendar.end-feed': async ({ provider }) => {
    await ok(provider.call(makeCalendarFeed))
    return { contract: endCalendarFeed, caller: provider }
  },
  'request.edit': async ({ cci, provider, evaluator }) => ({
    contract: editRequest,
    caller: provider,
    params: { id: await rejected(cci, provider, evaluator) },
    body: { concept: 'Corregido' },
    files: { report: pdf(`informe ${next()}`), spreadsheet: sheet() },
  }),
  'request.date-report': async ({ cci, provider, evaluator }) => ({
    contract: dateReport,
    caller: cci,
    params: { id: await freshRequest(cci, provider, evaluator) },
    body: { reportDate: '2026-01-08' },
  }),
  'request.delete': async ({ cci, provider, evaluator }) => ({
    contract: deleteRequest,
    caller: provider,
    params: { id: await rejected(cci, provider, evaluator) },
  }),
  'request.delete-by-form': async ({ cci, provider, evaluator }) => ({
    contract: deleteRequestByForm,
    caller: provider,
    body: { idValidation: await rejected(cci, provider, evaluator) },
  }),
  'score.publish': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    return {
      contract: publishScore,
      body: { score: { validationId: id, score: 'A/B/A+', expiredAt: '2027-11-21' } },
      files: { file: pdf(`dictamen ${next()}`) },
    }
  },
  'score.correct': async ({ cci, provider, evaluator }) => ({
    contract: correctScore,
    ...(await published(cci, provider, evaluator)),
  }),
  'score.correct-file': async ({ cci, provider, evaluator }) => ({
    contract: correctScoreFile,
    ...(await published(cci, provider, evaluator)),
    files: { file: pdf(`dictamen ${next()}`) },
  }),
  'framework.import': () => ({
    contract: importFramework,
    body: { name: 'Marco repetido', edition: String(next()) },
    files: { file: sheetOf(smallFramework) },
  }),
  'framework.change': async ({ cci }) => ({
    contract: changeFramework,
    params: { id: (await ok(importOf(cci))).framework!.id },
    body: { status: 'PUBLISHED' },
  }),
  'independence.declare': async ({ cci, provider, evaluator }) => ({
    contract: declareIndependence,
    caller: evaluator,
    params: { id: await freshRequest(cci, provider, evaluator) },
    body: { answers: noConflict },
  }),
  'independence.decide': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    await ok(declare(evaluator, id, conflict))
    const body = { decision: 'REFUSED', reason: 'Fue su asesor hasta hace poco' }
    return { contract: decideIndependence, params: { id }, body }
  },
  'certificate.hide': async ({ cci, provider, evaluator }) => {
    const { params } = await published(cci, provider, evaluator)
    return { contract: hideCertificate, caller: provider, params, body: { hidden: true } }
  },
  'assessment.begin': async ({ cci, provider, evaluator }) => {
    await publishedFramework(cci)
    const validationId = await freshRequest(cci, provider, evaluator)
    return { contract: beginAssessment, caller: evaluator, body: { validationId, target: 'A/A/A' } }
  },
  'assessment.edit': async acting => ({
    contract: editAssessment,
    ...only(await begun(acting)),
    body: { scope: `Alcance ${next()}`, version: 1 },
  }),
  'assessment.answer': async acting => ({
    contract: answerControls,
    ...only(await begun(acting)),
    body: { answers: [{ controlKey: 'AC-01', answer: 'YES' }], version: 1 },
  }),
  'assessment.upload-workbook': async acting => {
    const { caller, params, request, framework } = await begun(acting)
    const { body } = await template(caller, framework, { validationId: request, target: 'A/A/A' })
    const content = await filled(body as Buffer, { 'AC-01': 'Sí' })
    return { contract: uploadWorkbook, caller, params, body: {}, files: { file: { name: 'hoja.xlsx', content } } }
  },
  'assessment.change': async ({ cci, provider, evaluator }) => {
    await publishedFramework(cci)
    const { id } = await confirmedAssessment(evaluator, await freshRequest(cci, provider, evaluator))
    return { contract: changeAssessment, caller: evaluator, params: { id }, body: { status: 'DRAFT' } }
  },
  'assessment.discard': async acting => ({ contract: discardAssessment, ...only(await begun(acting)) }),
  'finding.raise': async ({ cci, provider, evaluator }) => ({
    contract: raiseFinding,
    body: {
      validationId: await freshRequest(cci, provider, evaluator),
      title: `Hallazgo ${next()}`,
      dimension: 'D',
      priority: 'HIGH',
    },
  }),
  'finding.change': async ({ cci, provider, evaluator }) => {
    const { id } = await ok(raise(cci, await freshRequest(cci, provider, evaluator)))
    return { contract: changeFinding, caller: provider, params: { id }, body: { move: 'plan', ...aPlan } }
  },
  'finding.attach': async ({ cci, provider, evaluator }) => {
    const { id } = await ok(raise(cci, await freshRequest(cci, provider, evaluator)))
    await ok(planned(provider, { id }))
    const files = { file: pdf(`prueba ${next()}`) }
    return { contract: attachFindingFile, caller: provider, params: { id }, body: {}, files }
  },
  'clarification.ask': async ({ cci, provider, evaluator }) => ({
    contract: askClarification,
    body: {
      validationId: await freshRequest(cci, provider, evaluator),
      askedOf: 'PROVIDER',
      subject: `Alcance ${next()}`,
      text: '¿Incluye la planta de Getafe?',
    },
  }),
  'clarification.write': async ({ cci, provider, evaluator }) => ({
    contract: writeMessage,
    caller: provider,
    params: { id: (await asked(cci, await freshRequest(cci, provider, evaluator))).id },
    body: { text: 'Sí' },
    files: { file1: pdf(`anexo ${next()}`) },
  }),
  'clarification.assign': async ({ cci, provider, evaluator }) => ({
    contract: assignClarification,
    caller: provider,
    params: { id: (await asked(cci, await freshRequest(cci, provider, evaluator))).id },
    body: { assignee: provider.me.userId },
  }),
  'clarification.close': async ({ cci, provider, evaluator }) => ({
    contract: closeClarification,
    params: { id: (await asked(cci, await freshRequest(cci, provider, evaluator))).id },
    body: { status: 'CLOSED' },
  }),
  'clarification.take-file': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    const report = (await documentsOf(cci, id))['Informe de auditoría']!
    const thread = await asked(cci, id, { documentId: report.id })
    const { messages } = await ok(say(provider, thread, {}, { file1: pdf(`anexo ${next()}`) }))
    await ok(shut(cci, thread))
    for (const document of Object.values(await documentsOf(cci, id))) await ok(reject(cci, document))
    return { contract: takeClarificationFile, caller: provider, params: { id: messages[1].files[0].id } }
  },
  'incident.raise': ({ provider }) => ({
    contract: raiseIncident,
    body: { providerId: own(provider), title: `Retraso ${next()}`, detail: 'Dos horas' },
  }),
  'incident.save': async ({ cci, provider }) => ({
    contract: saveIncident,
    params: { id: (await opened(cci, cci, own(provider))).id },
    body: { title: `Otro ${next()}` },
  }),
  'incident.attach': async ({ cci, provider }) => ({
    contract: attachIncidentDocument,
    body: {
      issueDocument: {
        issueId: (await newIncident(cci, provider)).id,
        documentCatalogName: 'Informe de la incidencia',
      },
    },
    files: { file: pdf(`parte ${next()}`) },
  }),
  'notification.mark': async ({ provider }) => {
    const { content } = await ok(provider.call(listNotifications))
    return { contract: markNotification, caller: provider, params: { id: content[0].id }, body: { isRead: true } }
  },
  'notification.mark-all': ({ provider }) => ({ contract: markAllNotifications, caller: provider }),
  'saved-view.save': () => ({ contract: saveView, body: newView() }),
  'saved-view.change': async ({ cci }) => {
    const { id } = await ok(cci.call(saveView, { body: newView() }))
    return { contract: changeView, params: { id }, body: { pinned: true } }
  },
  'saved-view.remove': async ({ cci }) => {
    const { id } = await ok(cci.call(saveView, { body: newView() }))
    return { contract: removeView, params: { id } }
  },
  'notification.send': ({ provider }) => ({
    contract: sendNotice,
    body: { idGenericEntity: own(provider), message: `Aviso ${next()}` },
  }),
  'queue.assign': async ({ cci, provider, evaluator }) => ({
    contract: assignTask,
    params: { kind: 'report', id: await freshRequest(cci, provider, evaluator) },
    body: { assignee: cci.me.userId },
  }),
  'reasons.save': () => ({ contract: saveReasons, body: { reasons: [`Frase ${next()}`] } }),
  'centre-rules.save': () => ({ contract: saveCentreRules, body: { rules: { acceptanceMonths: 6 } } }),
  'watermark.save': () => ({ contract: saveWatermark, body: { enabled: true } }),
  'notification.set-mail-preference': () => ({
    contract: setMailPreference,
    params: { type: 'DOC_PENDING' },
    body: { byMail: false },
  }),
  'session.choose-language': () => ({ contract: chooseLanguage, body: { language: 'en' } }),
  'notification.set-mail-preferences': () => ({
    contract: setMailPreferences,
    body: { group: 'incidents', mode: 'WEEKLY' },
  }),
  'register-identity.save': ({ provider }) => ({
    contract: saveRegisterIdentity,
    caller: provider,
    params: { id: own(provider) },
    body: { latinName: `Tramontana ${next()}` },
  }),
  'service-facts.save': async acting => {
    const { providerId: id, serviceId } = await bareService(acting)
    const body = { ictType: 'S17' as const, provisionCountries: ['ES'] }
    return { contract: saveServiceFacts, caller: acting.provider, params: { id, serviceId }, body }
  },
  'company.change': async ({ provider }) => {
    const { id } = await namedParent(provider)
    return { contract: changeCompany, caller: provider, params: { id }, body: { name: `Matriz ${next()}` } }
  },
  'subcontract.declare': async acting => {
    const { serviceId } = await requestedService(acting)
    return { contract: declareSubcontract, caller: acting.provider, body: subcontract(serviceId) }
  },
  'subcontract.change': async acting => {
    const { serviceId } = await requestedService(acting)
    const { id } = await declareLink(acting.provider, serviceId)
    const body = { until: '2026-10-31' }
    return { contract: changeSubcontract, caller: acting.provider, params: { id }, body }
  },
  'chain.confirm': async acting => {
    const { serviceId } = await requestedService(acting)
    return { contract: confirmChain, caller: acting.provider, body: { serviceId } }
  },
  'use.declare': async acting => ({
    contract: declareUse,
    caller: acting.bank,
    body: { ...(await bareService(acting)), requiredScore: 'A/A/A' },
  }),
  'use.change': async acting => {
    const { id } = await declared(acting.bank, await bareService(acting))
    return { contract: changeUse, caller: acting.bank, params: { id }, body: { note: `Nota ${next()}` } }
  },
  'use.import': async acting => {
    const { provider, serviceKey } = await declared(acting.bank, await bareService(acting))
    const { cif } = (await ok(acting.bank.call(listUses, { query: { provider } }))).content[0]
    const content = `CIF;Clave;Nota\r\n${cif};${serviceKey};Nota ${next()}`
    return { contract: importUses, caller: acting.bank, body: {}, files: { file: { name: 'usos.csv', content } } }
  },
  'subcontract.import': async acting => {
    const { serviceId } = await requestedService(acting)
    const { key } = await ok(acting.cci.call(readService, { params: { id: serviceId } }))
    const content = `Clave;Empresa;País;Tipo;Soporta;Datos;Desde\r\n${key};Nueva;ES;S07;No;No;01/01/2025`
    const files = { file: { name: 'cadena.csv', content } }
    return { contract: importChain, caller: acting.provider, body: {}, files }
  },
  'use.note-stance': async acting => {
    const pair = await requestedService(acting)
    const link = await declareLink(acting.provider, pair.serviceId)
    const { id } = await declared(acting.bank, pair)
    const params = { id, subcontractId: link.id }
    return { contract: noteStance, caller: acting.bank, params, body: { stance: 'NO_OBJECTION' } }
  },
  'bulletin.publish': async acting => {
    await declared(acting.bank, await bareService(acting))
    const { id } = await opened(acting.cci, acting.provider)
    return {
      contract: publishBulletin,
      params: { id },
      body: { phase: 'INITIAL', severity: 'LOW', text: 'Retraso en la recogida' },
    }
  },
  'bulletin.propose': async ({ cci, provider }) => {
    const { id } = await opened(cci, provider)
    return { contract: proposeBulletin, caller: provider, params: { id }, body: { text: `Retraso número ${next()}` } }
  },
  'bulletin.acknowledge': async acting => {
    const { id } = await toldBulletin(acting)
    return { contract: acknowledgeBulletin, caller: acting.bank, params: { id }, body: { impact: 'NONE' } }
  },
  'bulletin.set-clock': async acting => {
    const { id } = await toldBulletin(acting)
    const body = { awareAt: '2026-11-20T08:00:00.000Z' }
    return { contract: setImpactClock, caller: acting.bank, params: { id }, body }
  },
  'score.review': async ({ cci, provider, evaluator }) => ({
    contract: reviewScore,
    params: (await published(cci, provider, evaluator)).params,
    body: { reason: 'Incidente grave en su centro de datos' },
  }),
  'level-policy.save': ({ bank }) => ({
    contract: saveLevelPolicy,
    caller: bank,
    body: { criticalScore: 'A/A/A', otherScore: null },
  }),
  'outgoing-mail.resend': async ({ portal, cci }) => ({
    contract: resendMail,
    caller: cci,
    params: { id: await addFailedMails(portal) },
  }),
  'server.check': ({ cci }) => ({ contract: checkServers, caller: cci }),
  'job.run': ({ cci }) => ({ contract: runJob, caller: cci, params: { name: 'certify-scores' } }),
  'api-key.revoke': async ({ bank }) => {
    const { apiKey } = await madeKey(bank)
    return { contract: revokeKey, caller: bank, params: { id: apiKey.id }, body: { status: 'REVOKED' } }
  },
  'webhook.change': async ({ bank }) => ({
    contract: changeWebhook,
    caller: bank,
    params: { id: (await hook(bank)).id },
    body: { events: ['level.broken'] },
  }),
  'webhook.ping': async ({ bank }) => ({ contract: pingWebhook, caller: bank, params: { id: (await hook(bank)).id } }),
  'webhook.repeat': async ({ bank }) => {
    const { id } = await hook(bank)
    const { id: deliveryId } = await ok(bank.call(pingWebhook, { params: { id } }))
    return { contract: repeatDelivery, caller: bank, params: { id, deliveryId } }
  },
  'webhook.remove': async ({ bank }) => ({
    contract: removeWebhook,
    caller: bank,
    params: { id: (await hook(bank)).id },
  }),
  'register-entity.save': ({ bank }) => ({
    contract: saveRegisterEntity,
    caller: bank,
    body: { authority: `Autoridad ${next()}` },
  }),
  'register-member.add': ({ bank }) => ({
    contract: addMember,
    caller: bank,
    body: { kind: 'MEMBER', name: `Filial ${next()}` },
  }),
  'register-member.change': async ({ bank }) => {
    const { id } = await newMember(bank)
    return { contract: changeMember, caller: bank, params: { id }, body: { name: `Filial ${next()}` } }
  },
  'register-member.remove': async ({ bank }) => ({
    contract: removeMember,
    caller: bank,
    params: { id: (await newMember(bank)).id },
  }),
  'business-function.add': ({ bank }) => ({ contract: addFunction, caller: bank, body: { name: `Función ${next()}` } }),
  'business-function.change': async ({ bank }) => {
    const { id } = await newFunction(bank)
    return { contract: changeFunction, caller: bank, params: { id }, body: { reason: `Motivo ${next()}` } }
  },
  'business-function.remove': async ({ bank }) => ({
    contract: removeFunction,
    caller: bank,
    params: { id: (await newFunction(bank)).id },
  }),
  'arrangement.add': ({ bank }) => ({
    contract: addArrangement,
    caller: bank,
    body: contractBody({ company: outside() }) as never,
  }),
  'arrangement.change': async ({ bank }) => {
    const { id } = await newContract(bank, { company: outside() })
    return { contract: changeArrangement, caller: bank, params: { id }, body: { annualCost: next() } }
  },
  'arrangement.remove': async ({ bank }) => ({
    contract: removeArrangement,
    caller: bank,
    params: { id: (await newContract(bank, { company: outside() })).id },
  }),
  'arrangement-clauses.save': async ({ bank }) => {
    const { id } = await newContract(bank, { company: outside() })
    const body = { standing2a: 'PRESENT', place2a: `Cláusula ${next()}` }
    return { contract: saveClauses, caller: bank, params: { id }, body }
  },
  'arrangement-line.add': async acting => {
    const { contract, businessFunction, use } = await newRegister(acting)
    const body = { arrangementId: contract.id, functionId: businessFunction.id, useId: use.id }
    return { contract: addLine, caller: acting.bank, body }
  },
  'arrangement-line.change': async acting => {
    const { id } = (await newRegister(acting)).line
    return { contract: changeLine, caller: acting.bank, params: { id }, body: { alternativeNames: `Otra ${next()}` } }
  },
  'arrangement-line.remove': async acting => ({
    contract: removeLine,
    caller: acting.bank,
    params: { id: (await newRegister(acting)).line.id },
  }),
  'register.import': async ({ bank }) => {
    const rows = [[`F${5000 + next()}`, 'Importada']]
    const columns = [{ header: 'Identificador' }, { header: 'Nombre' }]
    const content = Buffer.from(await writeXlsx({ sheet: 'Funciones', columns, rows }))
    return { contract: importRegister, caller: bank, body: {}, files: { file: { name: 'registro.xlsx', content } } }
  },
  'register-edition.load': () => {
    const edition = { ...edition40, number: `5.${next()}`, from: `2${String(next()).padStart(3, '0')}-12-31` }
    return {
      contract: loadEdition,
      body: {},
      files: { file: { name: 'edicion.json', content: editionText(edition) } },
    }
  },
  'register-feedback.save': async ({ bank, portal }) => {
    const { id: packageId } = await ok(bank.call(makePackage, { body: { format: 'CSV' } }))
    // The registers of these tests have faults that the authority would refuse.
    await portal.app.db
      .updateTable('register_package')
      .set({ format: 'XBRL_CSV' })
      .where('id', '=', packageId)
      .execute()
    const content = Buffer.from('Regla;Texto\nv8881;Falta el RTO\n')
    const body = { packageId, rule: 'Regla', text: 'Texto' }
    return { contract: saveFeedback, caller: bank, body, files: { file: { name: 'respuesta.csv', content } } }
  },
  'register.change-many': async acting => {
    const { line } = await newRegister(acting)
    const body = { step: 'lines', things: [{ id: line.id, version: line.version }], values: { exitPlan: false } }
    return { contract: changeMany, caller: acting.bank, body }
  },
  'register.decide-change': async acting => {
    const change = await changedByProvider(acting)
    return { contract: decideProviderChange, caller: acting.bank, body: { ...change, take: true } }
  },
  'register.ask-provider': async ({ bank, provider, portal }) => {
    // A provider may be asked again after 30 days; here it never was.
    await portal.app.db.deleteFrom('register_ask').execute()
    return { contract: askProvider, caller: bank, body: { providerId: own(provider) } }
  },
  'register-package.make': ({ bank }) => ({ contract: makePackage, caller: bank, body: { format: 'CSV' } }),
  'acceptance.make': async acting => {
    const { id } = await declared(acting.bank, await bareService(acting), { requiredScore: 'A/A/A' })
    return { contract: acceptGap, caller: acting.bank, params: { id }, body: decision }
  },
  'acceptance.revoke': async acting => {
    const { id } = await declared(acting.bank, await bareService(acting), { requiredScore: 'A/A/A' })
    const { acceptances } = await ok(acting.bank.call(acceptGap, { params: { id }, body: decision }))
    const { reason } = decision
    const params = { id: acceptances[0].id }
    return { contract: revokeAcceptance, caller: acting.bank, params, body: { status: 'REVOKED', reason } }
  },
  'reliance.begin': async acting => {
    const { id } = await declared(acting.bank, await bareService(acting))
    return { contract: beginReliance, caller: acting.bank, body: { useId: id } }
  },
  'reliance.write': async acting => ({
    contract: writeReliance,
    caller: acting.bank,
    params: { id: await newReliance(acting) },
    body: { measures: `Medida ${next()}` },
  }),
  'reliance.discard': async acting => ({
    contract: discardReliance,
    caller: acting.bank,
    params: { id: await newReliance(acting) },
  }),
  'reliance.sign': async acting => {
    const id = await newReliance(acting)
    await ok(writing(acting.bank, { id }))
    return { contract: signReliance, caller: acting.bank, params: { id }, body: {} }
  },
  // Last: later calls need four-eyes approval.
  'two-people.save': () => ({ contract: saveFourEyes, body: { enabled: true } }),
}
