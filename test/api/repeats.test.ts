import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteService,
  listDocumentCatalogues,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
  saveService,
} from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { changeDocument, deleteDocument, reuploadDocument, uploadDocument } from '#domain/document/contract.ts'
import { attachIncidentDocument, raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import { changeInvitation, importEntities, invite, inviteEntity } from '#domain/invitation/contract.ts'
import { listNotifications, markNotification, sendNotice, setMailPreference } from '#domain/notification/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  patchParticipant,
  updateParticipant,
} from '#domain/participant/contract.ts'
import { editRequest, sendRequest } from '#domain/report-request/contract.ts'
import { correctScore, correctScoreFile, listScores, publishScore } from '#domain/score/contract.ts'
import {
  removePasskey,
  removeSecondFactorOfUser,
  removeTotp,
  saveSecondFactorRules,
} from '#domain/second-factor/contract.ts'
import {
  closeSession,
  endOtherSessions,
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  listSessions,
} from '#domain/session/contract.ts'
import { createUser, deleteUser, patchUser, updateUser } from '#domain/user/contract.ts'
import { changeValidation, createValidation, deleteRequest, deleteRequestByForm } from '#domain/validation/contract.ts'
import { saveWatermark } from '#domain/watermark/contract.ts'
import { newId } from '#server/ids.ts'
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
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

const at = (name: string) => `${name}@almotacen.example`
const DEED = 'Escritura de constitución'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let waiting: Caller
let draft: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn(at('cci'))
  provider = await portal.signIn(at('proveedor'))
  evaluator = await portal.signIn(at('somport'))
  waiting = await portal.signIn(at('hontanar'))
  draft = await portal.signIn(at('borrador'))
})
afterAll(() => portal.stop())

type Sent = { contract: Contract; caller?: Caller; params?: object; body?: object; files?: Record<string, any> }

let serial = 0
const next = () => ++serial
const made = async (answer: Promise<{ status: number; body: any; problem: unknown }>): Promise<any> => {
  const { status, body, problem } = await answer
  expect(status, JSON.stringify(problem)).toBeLessThan(300)
  return body
}
const own = (caller: Caller) => caller.me.idGenericEntity
const person = (email: string) => ({ name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567', email })
const newUser = () => made(cci.call(createUser, { body: { user: { contactDetails: person(`u${next()}@x.example`) } } }))
const newService = () => made(cci.call(saveService, { body: { type: 'Pruebas', description: `De repetir ${next()}` } }))
const newParticipant = () =>
  made(cci.call(createParticipant, { params: { kind: 'provider' }, body: { name: `Nueva ${next()}` } }))
const newInvitation = () => made(cci.call(invite, { body: { type: 'PROVIDER', email: `i${next()}@x.example` } }))
const newIncident = () =>
  made(cci.call(raiseIncident, { body: { providerId: own(provider), title: `Retraso ${next()}`, detail: 'Una hora' } }))
const newRequest = () => freshRequest(cci, provider, evaluator)
const lines = () => [
  { documentCatalogName: 'Informe de la incidencia', description: `Texto ${next()}`, required: true },
]
const withSession = async (email: string) => {
  const caller = await portal.signIn(email)
  const { content } = await made(caller.call(listSessions))
  return { caller, id: content.find((each: { current: boolean }) => each.current).id }
}
async function withFactors(email: string) {
  const { caller } = await withSession(email)
  const { db } = portal.portal
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
  return { caller, id }
}
async function rejected(): Promise<string> {
  const id = await newRequest()
  for (const document of Object.values(await documentsOf(cci, id))) await made(reject(cci, document))
  return id
}
async function published() {
  const id = await newRequest()
  await acceptReport(cci, id)
  await made(publish(cci, id))
  const [score] = (await made(cci.call(listScores, { query: { validationId: id } }))).content
  const given = { validationId: id, score: 'A/A/A+', expiredAt: '2027-10-01', correctionReason: 'Errata' }
  return { params: { id: score.id }, body: { score: given } }
}
const documentBody = async (caller: Caller) => ({
  document: { validationId: (await ownDocumentation(caller)).id, documentCatalogName: DEED },
})

/** For each write that takes a key, one that goes through. */
const writes: Record<string, () => Promise<Sent> | Sent> = {
  'session.close': () => ({ contract: closeSession, body: {} }),
  'session.end-others': async () => {
    await withSession(at('lumbre'))
    const { caller } = await withSession(at('lumbre'))
    return { contract: endOtherSessions, caller }
  },
  'session.end': async () => {
    const { id } = await withSession(at('lumbre'))
    const { caller } = await withSession(at('lumbre'))
    return { contract: endSession, caller, params: { id } }
  },
  'session.end-of-user': async () => {
    const { id } = await withSession(at('lumbre'))
    return { contract: endSessionOfUser, params: { key: at('lumbre'), id } }
  },
  'session.end-all-of-user': async () => {
    await withSession(at('lumbre'))
    return { contract: endSessionsOfUser, params: { key: at('lumbre') } }
  },
  'second-factor.remove-passkey': async () => {
    const { caller, id } = await withFactors(at('cci2'))
    return { contract: removePasskey, caller, params: { id } }
  },
  'second-factor.remove-totp': async () => ({
    contract: removeTotp,
    caller: (await withFactors(at('arcadio'))).caller,
  }),
  'second-factor.remove-of-user': async () => {
    await withFactors(at('cantera'))
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
  'user.delete': async () => ({ contract: deleteUser, body: { id: (await newUser()).id } }),
  'user.patch': async () => {
    // By the address that the call changes: a repetition finds nobody there any more, and is answered all the same.
    const { email } = await newUser()
    const contactDetails = { position: `Cargo ${next()}`, email: `otro-${email}` }
    return { contract: patchUser, params: { key: email }, body: { contactDetails } }
  },
  'user.update': async () => ({
    contract: updateUser,
    body: { id: (await newUser()).id, contactDetails: { position: `Cargo ${next()}` }, version: 1 },
  }),
  'participant.create': () => ({
    contract: createParticipant,
    params: { kind: 'provider' },
    body: { name: `Creada ${next()}` },
  }),
  'participant.delete': async () => ({
    contract: deleteParticipant,
    body: { idGenericEntity: (await newParticipant()).id },
  }),
  'participant.edit': async () => {
    // The toggle: a second effect would take the mark away again.
    const caller = await portal.signIn(at('entidad'))
    const body = { idProvider: own(provider), idEntity: own(caller) }
    return { contract: editParticipant, caller, params: { kind: 'provider', id: own(provider) }, body }
  },
  'participant.update': async () => ({
    contract: updateParticipant,
    body: { idGenericEntity: (await newParticipant()).id, web: 'www.otra.example' },
  }),
  'participant.patch': async () => {
    const { id } = await newParticipant()
    return { contract: patchParticipant, params: { kind: 'provider', id }, body: { companyType: 'GRANDE' } }
  },
  'invitation.create': () => ({ contract: invite, body: { type: 'PROVIDER', email: `inv${next()}@x.example` } }),
  'invitation.create-entity': () => ({
    contract: inviteEntity,
    body: { name: 'Caja Nueva', codNRBE: '9901', contactPerson: 'Ana Gil', email: `caja${next()}@x.example` },
  }),
  'invitation.change': async () => ({
    contract: changeInvitation,
    params: { id: (await newInvitation()).id },
    body: { status: 'REJECTED' },
  }),
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
  'service.save': () => ({ contract: saveService, body: { type: 'Pruebas', description: `Guardado ${next()}` } }),
  'service.delete': async () => ({ contract: deleteService, params: { id: (await newService()).id } }),
  'catalogue.save-documents': () => ({ contract: saveDocumentCatalogue, body: { type: 'ISSUE', docList: lines() } }),
  'catalogue.replace-documents': async () => {
    const { content } = await made(cci.call(listDocumentCatalogues, { query: { type: 'ISSUE' } }))
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
  'document.upload': async () => ({
    contract: uploadDocument,
    caller: draft,
    body: await documentBody(draft),
    files: { file: pdf(`escritura ${next()}`) },
  }),
  'document.reupload': async () => ({
    contract: reuploadDocument,
    caller: waiting,
    body: await documentBody(waiting),
    files: { file: pdf(`escritura ${next()}`) },
  }),
  'document.delete': async () => {
    const { id } = await ownDocumentation(draft)
    await made(upload(draft, id, DEED))
    const document = (await documentsOf(draft, id))[DEED]!
    return { contract: deleteDocument, caller: draft, params: { id: document.id! } }
  },
  'document.change': async () => {
    const document = (await documentsOf(cci, await newRequest()))['Informe de auditoría']!
    return { contract: changeDocument, params: { id: document.id! }, body: { expiredAt: '2027-05-01' } }
  },
  'validation.change': async () => {
    const { id } = await ownDocumentation(waiting)
    for (const document of Object.values(await documentsOf(cci, id))) {
      if (document.status === 'PENDING') await made(accept(cci, document, '2027-11-01'))
    }
    return { contract: changeValidation, params: { id }, body: { status: 'ACCEPTED' } }
  },
  'validation.create': () => ({
    contract: createValidation,
    caller: draft,
    body: { genericEntityId: own(draft), type: 'DOC_MIN' },
  }),
  'request.send': async () => ({
    contract: sendRequest,
    caller: provider,
    body: {
      genericEntityId: own(provider),
      idAudit: own(evaluator),
      idServiceCatalog: (await newService()).id,
      concept: 'Alcance',
    },
    files: { report: pdf(`informe ${next()}`), spreadsheet: sheet() },
  }),
  'request.edit': async () => ({
    contract: editRequest,
    caller: provider,
    params: { id: await rejected() },
    body: { concept: 'Corregido' },
    files: { report: pdf(`informe ${next()}`), spreadsheet: sheet() },
  }),
  'request.delete': async () => ({ contract: deleteRequest, caller: provider, params: { id: await rejected() } }),
  'request.delete-by-form': async () => ({
    contract: deleteRequestByForm,
    caller: provider,
    body: { idValidation: await rejected() },
  }),
  'score.publish': async () => {
    const id = await newRequest()
    await acceptReport(cci, id)
    return {
      contract: publishScore,
      body: { score: { validationId: id, score: 'A/B/A+', expiredAt: '2027-11-21' } },
      files: { file: pdf(`dictamen ${next()}`) },
    }
  },
  'score.correct': async () => ({ contract: correctScore, ...(await published()) }),
  'score.correct-file': async () => ({
    contract: correctScoreFile,
    ...(await published()),
    files: { file: pdf(`dictamen ${next()}`) },
  }),
  'incident.raise': () => ({
    contract: raiseIncident,
    body: { providerId: own(provider), title: `Retraso ${next()}`, detail: 'Dos horas' },
  }),
  'incident.save': async () => ({
    contract: saveIncident,
    params: { id: (await newIncident()).id },
    body: { title: `Otro ${next()}` },
  }),
  'incident.attach': async () => ({
    contract: attachIncidentDocument,
    body: { issueDocument: { issueId: (await newIncident()).id, documentCatalogName: 'Informe de la incidencia' } },
    files: { file: pdf(`parte ${next()}`) },
  }),
  'notification.mark': async () => {
    const { content } = await made(provider.call(listNotifications))
    return { contract: markNotification, caller: provider, params: { id: content[0].id }, body: { isRead: true } }
  },
  'notification.send': () => ({
    contract: sendNotice,
    body: { idGenericEntity: own(provider), message: `Aviso ${next()}` },
  }),
  'watermark.save': () => ({ contract: saveWatermark, body: { enabled: true } }),
  'notification.set-mail-preference': () => ({
    contract: setMailPreference,
    params: { type: 'DOC_PENDING' },
    body: { byMail: false },
  }),
}

/** What leaves no entry in the trail. */
const quiet = new Set(['session.close', 'notification.mark', 'validation.create'])
/** Where as many come at once as R9 says; five elsewhere. */
const crowded = new Set(['invitation.create', 'user.patch', 'score.publish'])

async function entriesAfter(number: number) {
  const rows = await portal.portal.db
    .selectFrom('trail')
    .select(['number', 'event', 'object_id', 'data'])
    .where('number', '>', number)
    .where('event', '<>', 'access.refused')
    .execute()
  return rows.map(row => `${row.event} ${row.object_id} ${JSON.stringify(row.data)}`)
}
const newest = async () =>
  (await portal.portal.db.selectFrom('trail').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst())
    ?.number ?? 0
const mailsAfter = async (known: ReadonlySet<string>) =>
  (await portal.portal.db.selectFrom('outbox_mail').select(['id', 'recipient', 'template', 'data']).execute()).filter(
    row => !known.has(row.id),
  )

describe('R9: the same call, sent again with its key', () => {
  test.each(Object.keys(writes))('%s is one effect with one answer', async name => {
    const { contract, caller = cci, ...input } = await writes[name]!()
    const key = `repetida-${name}`
    const send = () => caller.call(contract, { ...(input as object), headers: { 'idempotency-key': key } })
    const [start, mails] = [await newest(), new Set((await mailsAfter(new Set())).map(row => row.id))]
    const answers = await Promise.all(Array.from({ length: crowded.has(name) ? 50 : 5 }, send))
    expect(answers[0]!.status, JSON.stringify(answers[0]!.problem)).toBe(contract.status ?? 200)
    expect(new Set(answers.map(answer => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)

    const entries = await entriesAfter(start)
    expect(entries.length > 0, 'entries of the trail').toBe(!quiet.has(name))
    expect(new Set(entries).size, entries.join('\n')).toBe(entries.length)
    const sent = (await mailsAfter(mails)).map(row => `${row.template} ${row.recipient} ${JSON.stringify(row.data)}`)
    expect(new Set(sent).size, sent.join('\n')).toBe(sent.length)

    const rows = await hashOfRows(portal.portal.db)
    portal.clock.move(1000)
    const again = await send()
    expect([again.status, again.body]).toEqual([answers[0]!.status, answers[0]!.body])
    expect(await hashOfRows(portal.portal.db)).toBe(rows)
    expect(await entriesAfter(start)).toEqual(entries)

    const other = await caller.call(setMailPreference, {
      params: { type: 'NOTICE' },
      body: { byMail: true },
      headers: { 'idempotency-key': key },
    })
    expect([other.status, other.problem.code]).toEqual([422, 'keyReused'])
  })

  test('the same key with another payload of the same call is refused and does nothing', async () => {
    const headers = { 'idempotency-key': 'otro-contenido' }
    const { id } = await newUser()
    const change = (position: string) =>
      cci.call(patchUser, { params: { key: id }, body: { contactDetails: { position } }, headers })
    expect((await change('Primera')).body.contactDetails.position).toBe('Primera')
    const other = await change('Segunda')
    expect([other.status, other.problem.code]).toEqual([422, 'keyReused'])
    expect((await change('Primera')).body.contactDetails.position).toBe('Primera')
  })

  test('a key is its user’s alone, and one of a refused call is free again', async () => {
    const headers = { 'idempotency-key': 'de-dos' }
    const change = (caller: Caller, position: string) =>
      caller.call(patchUser, { params: { key: caller.me.userId }, body: { contactDetails: { position } }, headers })
    expect((await change(provider, '')).status).toBe(400)
    expect((await change(provider, 'Una')).status).toBe(200)
    expect((await change(evaluator, 'Otra')).status).toBe(200)
  })

  test('while the first is still in progress, a repetition is told so after a while, and then let in', async () => {
    const hasty = await startTestPortal({ seed: 'centre', keyPatience: 50 })
    try {
      const caller = await hasty.signIn(at('cci'))
      const key = 'en-curso'
      const send = () =>
        caller.call(saveService, {
          body: { type: 'Pruebas', description: 'Uno' },
          headers: { 'idempotency-key': key },
        })
      const first = await hasty.portal.db.startTransaction().execute()
      const row = { user_id: caller.me.userId, key, request_hash: 'x', status: 0, created_at: hasty.clock.now() }
      await first.insertInto('idempotent_call').values(row).execute()
      const refused = await send()
      expect([refused.status, refused.problem.code]).toEqual([409, 'keyInProgress'])
      expect(refused.headers.get('retry-after')).toBe('1')
      await first.rollback().execute()
      expect((await send()).status).toBe(200)
    } finally {
      await hasty.stop()
    }
  })
})

/** The writes that take no key, and why. */
const keyless: Record<string, string> = {
  'session.sign-in': 'nobody is signed in whose key it could be; each sign-in is a session',
  'session.second-factor': 'nobody is signed in yet; the pending sign-in opens once',
  'session.passkey-options': 'nobody is signed in yet; it hands out a challenge and changes nothing else',
  'session.sign-on': 'nobody is signed in yet; each start is a way to the provider of its own',
  'session.sign-on-answer': 'nobody is signed in yet; what the provider answers opens once',
  'session.request-password': 'nobody is signed in; a newer code takes the place of the older',
  'session.reset-password': 'nobody is signed in; a code opens once',
  'second-factor.start-totp': 'its answer is a secret, which is kept nowhere',
  'second-factor.confirm-totp': 'its answer holds recovery codes, of which only hashes are kept',
  'second-factor.add-passkey': 'its answer holds recovery codes, of which only hashes are kept',
  'second-factor.renew-codes': 'its answer is recovery codes, of which only hashes are kept',
  'second-factor.passkey-options': 'it hands out a challenge that opens once',
}

test('R9: every write takes a key, or is listed with its reason', async () => {
  const all = contracts.filter(contract => contract.method !== 'GET')
  expect(Object.keys(keyless).sort()).toEqual(
    all
      .filter(each => each.keyless)
      .map(each => each.name)
      .sort(),
  )
  expect(Object.keys(writes).sort()).toEqual(
    all
      .filter(each => !each.keyless)
      .map(each => each.name)
      .sort(),
  )
  const { body } = await portal.anonymous.fetch('GET', '/openapi.json')
  for (const { name, path, method, keyless: none } of all) {
    const { parameters } = body.paths[path][method.toLowerCase()]
    const named = parameters.some((parameter: { name: string }) => parameter.name === 'Idempotency-Key')
    expect(named, name).toBe(!none)
  }
})
