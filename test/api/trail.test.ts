import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveDataCatalogue, saveDocumentCatalogue, saveService } from '#domain/catalogue/contract.ts'
import { changeDocument, deleteDocument, documentContent, readDocument } from '#domain/document/contract.ts'
import { eventNames } from '#domain/events.ts'
import {
  attachIncidentDocument,
  incidentDocumentContent,
  raiseIncident,
  readIncident,
  saveIncident,
} from '#domain/incident/contract.ts'
import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { exportLogins } from '#domain/login-statistics/contract.ts'
import { sendNotice, setMailPreference } from '#domain/notification/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  exportParticipant,
  patchParticipant,
  readParticipant,
} from '#domain/participant/contract.ts'
import { correctScore, scoreContent } from '#domain/score/contract.ts'
import { closeSession, exportOwnData, requestPassword, resetPassword, signIn } from '#domain/session/contract.ts'
import { caseFile } from '#domain/trail/contract.ts'
import { createUser, deleteUser, patchUser, updateUser } from '#domain/user/contract.ts'
import { changeValidation, deleteRequest } from '#domain/validation/contract.ts'
import { saveWatermark } from '#domain/watermark/contract.ts'
import { DAY } from '#server/clock.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { sha256 } from '#server/secrets.ts'
import { verifyTrail } from '#server/trail/verify.ts'
import {
  acceptReport,
  documentsOf,
  edit,
  ownDocumentation,
  pdf,
  publish,
  read,
  request,
  sheet,
  upload,
} from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { completeProfile } from '#test/support/profile.ts'

const DEED = 'Escritura de constitución'
const NEW_PASSWORD = 'Tramontana.2027'
const UNKNOWN = '0'.repeat(26)

/** Event, who did it (null: nobody signed in, or time), whose thing it is, and the object as 'kind id'. */
type Entry = [event: string, who: string | null, whose: string | null, object: string]

let portal: TestPortal
let cci: Caller
let provider: Caller
let provider2: Caller
let evaluator: Caller
let bank: Caller
let waiting: Caller
let draft: Caller
const services = new Map<string, string>()
/** What one step made and a later one needs. */
const made: Record<string, string> = {}

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  provider2 = await enter('proveedor2')
  evaluator = await enter('somport')
  bank = await enter('entidad')
  waiting = await enter('hontanar')
  draft = await enter('borrador')
  for (const { id, description } of await portal.portal.db.selectFrom('service').selectAll().execute()) {
    services.set(description, id)
  }
})
afterAll(() => portal.stop())

const seen = new Set<string>()

async function newestNumber(): Promise<number> {
  const { db } = portal.portal
  return (await db.selectFrom('trail').select('number').orderBy('number', 'desc').executeTakeFirstOrThrow()).number
}

async function entriesAfter(number: number): Promise<Entry[]> {
  const rows = await portal.portal.db
    .selectFrom('trail')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .execute()
  for (const row of rows) seen.add(row.event)
  return rows.map(row => [row.event, row.actor_id, row.participant_id, `${row.object_kind} ${row.object_id}`])
}

const org = (caller: Caller) => caller.me.idGenericEntity
const by = (caller: Caller) => caller.me.userId
const documentId = async (validation: string, name: string) => (await documentsOf(cci, validation))[name]!.id!
const newest = async (table: 'session' | 'incident' | 'invitation' | 'score') =>
  (await portal.portal.db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
const docs = async (caller: Caller) => (await ownDocumentation(caller)).id
/** The call went through. */
const ok = async (answer: Promise<{ status: number; body: any; problem: unknown }>) => {
  const { status, body, problem } = await answer
  expect(status, JSON.stringify(problem)).toBeLessThan(300)
  return body
}
const codeMailedTo = async (email: string) => {
  const mail = (await portal.mails()).filter(each => each.to === email && each.text.includes('code=')).at(-1)!
  return /code=(\w+)/.exec(mail.text)![1]!
}

type Step = [what: string, act: () => Promise<unknown>, expected: () => Entry[]]

const sessions: Step[] = [
  [
    'a sign-in',
    async () => {
      await portal.signIn('proveedor2@almotacen.example')
      made.session = await newest('session')
    },
    () => [['session.started', by(provider2), org(provider2), `session ${made.session}`]],
  ],
  [
    'a wrong password',
    () => portal.anonymous.call(signIn, { body: { email: 'proveedor2@almotacen.example', password: 'Mala.2026x' } }),
    () => [['session.refused', null, org(provider2), `user ${by(provider2)}`]],
  ],
  [
    'six guesses at an account that is not there',
    async () => {
      for (let guess = 0; guess < 6; guess++) {
        await portal.anonymous.call(signIn, { body: { email: 'nadie@almotacen.example', password: 'Mala.2026x' } })
      }
    },
    () => {
      const account = `account ${sha256('nadie@almotacen.example')}`
      return [
        ...Array.from({ length: 5 }, (): Entry => ['session.refused', null, null, account]),
        ['session.blocked', null, null, account],
      ]
    },
  ],
  [
    'a sign-out',
    async () => {
      const caller = await portal.signIn('cci2@almotacen.example')
      made.session = await newest('session')
      made.cci2 = by(caller)
      await ok(caller.call(closeSession, { body: { close: 'true' } }))
    },
    () => [
      ['session.started', made.cci2!, org(cci), `session ${made.session}`],
      ['session.ended', made.cci2!, org(cci), `session ${made.session}`],
    ],
  ],
]

const users: Step[] = [
  [
    'a new user',
    async () => {
      const details = {
        name: 'Ana',
        surNames: 'Gil',
        position: 'Riesgos',
        tlf: '911234567',
        email: 'ana.gil@x.example',
      }
      made.user = (await ok(provider.call(createUser, { body: { user: { contactDetails: details } } }))).id
    },
    () => [['user.created', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a change of a user',
    () => ok(provider.call(updateUser, { body: { id: made.user!, contactDetails: { position: 'Compras' } } })),
    () => [['user.edited', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a deletion of a user',
    () => ok(provider.call(deleteUser, { body: { id: made.user! } })),
    () => [['user.deleted', by(provider), org(provider), `user ${made.user}`]],
  ],
  [
    'a question for a new password, and its use',
    async () => {
      await ok(portal.anonymous.call(requestPassword, { params: { key: 'proveedor2@almotacen.example' } }))
      const code = await codeMailedTo('proveedor2@almotacen.example')
      await ok(portal.anonymous.call(resetPassword, { body: { code, newPassword: NEW_PASSWORD } }))
    },
    () => [
      ['user.reset-asked', null, org(provider2), `user ${by(provider2)}`],
      ['user.password-reset', by(provider2), org(provider2), `user ${by(provider2)}`],
    ],
  ],
  [
    'a change of one’s own password',
    async () => {
      const caller = await portal.signIn('proveedor2@almotacen.example', NEW_PASSWORD)
      made.session = await newest('session')
      const body = { oldPassword: NEW_PASSWORD, newPassword: PASSWORD }
      await ok(caller.call(patchUser, { params: { key: by(provider2) }, body }))
    },
    () => [
      ['session.started', by(provider2), org(provider2), `session ${made.session}`],
      ['user.password-changed', by(provider2), org(provider2), `user ${by(provider2)}`],
    ],
  ],
]

const participants: Step[] = [
  [
    'an invitation, sent again and withdrawn',
    async () => {
      const { id } = await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'nueva@invitada.example' } }))
      made.invitation = id
      for (const status of ['PENDING', 'REJECTED'] as const) {
        portal.clock.move(1000)
        await ok(cci.call(changeInvitation, { params: { id }, body: { status } }))
      }
      const { db } = portal.portal
      const row = db.selectFrom('invitation').select('participant_id').where('id', '=', id)
      made.invited = (await row.executeTakeFirstOrThrow()).participant_id
    },
    () => [
      ['invitation.sent', by(cci), made.invited!, `invitation ${made.invitation}`],
      ['invitation.sent-again', by(cci), made.invited!, `invitation ${made.invitation}`],
      ['invitation.withdrawn', by(cci), made.invited!, `invitation ${made.invitation}`],
    ],
  ],
  [
    'a participant without an invitation',
    async () => {
      const body = { name: 'Alameda Archivos, S.L.' }
      made.participant = (await ok(cci.call(createParticipant, { params: { kind: 'provider' }, body }))).idGenericEntity
    },
    () => [['participant.created', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'an edited profile',
    () => {
      const params = { kind: 'provider' as const, id: made.participant! }
      return ok(cci.call(editParticipant, { params, body: { web: 'www.alameda.example' } }))
    },
    () => [['participant.edited', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'a deleted participant',
    () => ok(cci.call(deleteParticipant, { body: { idGenericEntity: made.participant! } })),
    () => [['participant.deleted', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'an accreditation',
    () => {
      const params = { kind: 'audit' as const, id: org(evaluator) }
      return ok(cci.call(patchParticipant, { params, body: { expiredAt: '2027-12-31' } }))
    },
    () => [['participant.accredited', by(cci), org(evaluator), `participant ${org(evaluator)}`]],
  ],
  [
    'a favourite, marked and unmarked',
    async () => {
      const body = { idProvider: org(provider), idEntity: org(bank) }
      const call = () => bank.call(editParticipant, { params: { kind: 'provider', id: org(provider) }, body })
      await ok(call())
      await ok(call())
    },
    () => [
      ['participant.favourite-removed', by(bank), org(bank), `participant ${org(provider)}`],
      ['participant.favourite-set', by(bank), org(bank), `participant ${org(provider)}`],
    ],
  ],
  [
    'a choice of what comes by mail',
    () => ok(bank.call(setMailPreference, { params: { type: 'SCORE_LAPSED' }, body: { byMail: false } })),
    () => [['user.mail-preference-set', by(bank), org(bank), `user ${by(bank)}`]],
  ],
  [
    'the mark on what banks read',
    () => ok(cci.call(saveWatermark, { body: { enabled: true } })),
    () => [['watermark.saved', by(cci), null, 'watermark pdf']],
  ],
  [
    'the mark taken away',
    () => ok(cci.call(saveWatermark, { body: { enabled: false } })),
    () => [['watermark.saved', by(cci), null, 'watermark pdf']],
  ],
  [
    'a notice of the centre',
    () => ok(cci.call(sendNotice, { body: { idGenericEntity: org(provider), message: 'El viernes no hay portal.' } })),
    () => [['notification.sent', by(cci), org(provider), `participant ${org(provider)}`]],
  ],
]

const configuration: Step[] = [
  [
    'a service that comes, changes and goes',
    async () => {
      const first = await ok(cci.call(saveService, { body: { type: 'Archivo', description: 'Custodia de llaves' } }))
      made.service = first.id
      await ok(cci.call(saveService, { body: { id: first.id, type: 'Archivo', description: 'Custodia de sellos' } }))
      await ok(cci.fetch('DELETE', `/service-catalogs/${first.id}`))
    },
    () => [
      ['service.created', by(cci), null, `service ${made.service}`],
      ['service.edited', by(cci), null, `service ${made.service}`],
      ['service.deleted', by(cci), null, `service ${made.service}`],
    ],
  ],
  [
    'a document that evaluators are asked for',
    async () => {
      const { db } = portal.portal
      const row = db.selectFrom('document_catalogue').select('id').where('type', '=', 'AUDIT')
      made.catalogue = (await row.executeTakeFirstOrThrow()).id
      const before = (await ok(cci.fetch('GET', '/document-catalogs'))).content
      const docList = before.find((each: { type: string }) => each.type === 'AUDIT').docList
      const line = { documentCatalogName: 'Póliza', description: 'Último recibo', required: true }
      await ok(cci.call(saveDocumentCatalogue, { body: { type: 'AUDIT', docList: [...docList, line] } }))
    },
    () => [
      ['catalogue.saved', by(cci), null, `catalogue ${made.catalogue}`],
      ['catalogue.document-added', by(cci), null, `catalogue ${made.catalogue}`],
    ],
  ],
  [
    'the data that entities are asked for',
    () => {
      const fields = [{ field: 'Código LEI', required: false }]
      return ok(cci.call(saveDataCatalogue, { body: { type: 'ENTITY', fields } }))
    },
    () => [['catalogue.saved', by(cci), null, 'data-catalogue ENTITY']],
  ],
  [
    'login records taken out as CSV',
    () => ok(cci.call(exportLogins)),
    () => [['list.exported', by(cci), org(cci), 'list statistics.logins']],
  ],
  [
    'what is held on a participant, and on oneself',
    async () => {
      await ok(cci.call(exportParticipant, { params: { id: org(provider) } }))
      await ok(bank.call(exportOwnData))
    },
    () => [
      ['participant.exported', by(cci), org(provider), `participant ${org(provider)}`],
      ['user.exported', by(bank), org(bank), `user ${by(bank)}`],
    ],
  ],
  [
    'a case file',
    () => ok(cci.call(caseFile, { params: { kind: 'participant', id: org(provider) } })),
    () => [['case-file.made', by(cci), org(provider), `participant ${org(provider)}`]],
  ],
]

const documents: Step[] = [
  [
    'an upload and a deletion',
    async () => {
      made.document = (await ok(upload(draft, await docs(draft), DEED))).id
      await ok(draft.call(deleteDocument, { params: { id: made.document! } }))
    },
    () => [
      ['document.uploaded', by(draft), org(draft), `document ${made.document}`],
      ['document.deleted', by(draft), org(draft), `document ${made.document}`],
    ],
  ],
  [
    'a documentation sent for the first time, with which the invitation is accepted',
    async () => {
      const { db } = portal.portal
      made.validation = await docs(draft)
      const params = { kind: 'provider' as const, id: org(draft) }
      await ok(draft.call(editParticipant, { params, body: completeProfile }))
      const lacking = Object.values(await documentsOf(draft, made.validation)).filter(each => !each.name)
      made.uploaded = ''
      for (const { documentCatalogName } of lacking) {
        made.uploaded += `${(await ok(upload(draft, made.validation, documentCatalogName))).id} `
      }
      await ok(draft.call(changeValidation, { params: { id: made.validation }, body: { status: 'PENDING' } }))
      const row = db.selectFrom('invitation').select('id').where('participant_id', '=', org(draft))
      made.invitation = (await row.executeTakeFirstOrThrow()).id
    },
    () => [
      ['participant.edited', by(draft), org(draft), `participant ${org(draft)}`],
      ...made
        .uploaded!.trim()
        .split(' ')
        .map((id): Entry => ['document.uploaded', by(draft), org(draft), `document ${id}`]),
      ['invitation.accepted', by(draft), org(draft), `invitation ${made.invitation}`],
      ['documentation.sent', by(draft), org(draft), `validation ${made.validation}`],
    ],
  ],
  [
    'a document read as a file and in base64',
    async () => {
      made.document = await documentId(await docs(provider), DEED)
      await ok(bank.call(documentContent, { params: { id: made.document } }))
      await ok(provider.call(readDocument, { params: { id: made.document } }))
    },
    () => [
      ['document.read', by(bank), org(provider), `document ${made.document}`],
      ['document.read', by(provider), org(provider), `document ${made.document}`],
    ],
  ],
  [
    'a document read and rejected',
    async () => {
      made.validation = await docs(waiting)
      made.document = await documentId(made.validation, DEED)
      await read(cci, made.document)
      const body = { status: 'REJECTED' as const, rejectedReason: 'No se lee' }
      await ok(cci.call(changeDocument, { params: { id: made.document }, body }))
    },
    () => [
      ['document.read', by(cci), org(waiting), `document ${made.document}`],
      ['document.rejected', by(cci), org(waiting), `document ${made.document}`],
    ],
  ],
  [
    'the other documents accepted, one dated before, and the documentation finished',
    async () => {
      const list = await documentsOf(cci, made.validation!)
      made.others = ''
      for (const { documentCatalogName, id } of Object.values(list)) {
        if (documentCatalogName === DEED || !id) continue
        made.others += `${id} `
        await read(cci, id)
        await ok(cci.call(changeDocument, { params: { id }, body: { expiredAt: '2027-06-30' } }))
        await ok(cci.call(changeDocument, { params: { id }, body: { status: 'ACCEPTED' } }))
      }
      await ok(cci.call(changeValidation, { params: { id: made.validation! }, body: { status: 'ACCEPTED' } }))
    },
    () => [
      ...made
        .others!.trim()
        .split(' ')
        .flatMap((id): Entry[] => [
          ['document.read', by(cci), org(waiting), `document ${id}`],
          ['document.dated', by(cci), org(waiting), `document ${id}`],
          ['document.accepted', by(cci), org(waiting), `document ${id}`],
        ]),
      ['documentation.rejected', by(cci), org(waiting), `validation ${made.validation}`],
    ],
  ],
  [
    'another version, which sends the documentation again, and its acceptance',
    async () => {
      await ok(upload(waiting, made.validation!, DEED))
      await read(cci, made.document!)
      const body = { status: 'ACCEPTED' as const, expiredAt: '2027-06-30' }
      await ok(cci.call(changeDocument, { params: { id: made.document! }, body }))
      await ok(cci.call(changeValidation, { params: { id: made.validation! }, body: { status: 'ACCEPTED' } }))
    },
    () => [
      ['document.uploaded', by(waiting), org(waiting), `document ${made.document}`],
      ['documentation.sent', by(waiting), org(waiting), `validation ${made.validation}`],
      ['document.read', by(cci), org(waiting), `document ${made.document}`],
      ['document.accepted', by(cci), org(waiting), `document ${made.document}`],
      ['documentation.accepted', by(cci), org(waiting), `validation ${made.validation}`],
      ['user.accepted', by(cci), org(waiting), `user ${by(waiting)}`],
    ],
  ],
]

const requests: Step[] = [
  [
    'a request, rejected and corrected',
    async () => {
      const ids = { provider: org(provider), evaluator: org(evaluator), service: services.get('Firma electrónica')! }
      made.request = (await ok(request(provider, ids))).id
      const [first, second] = Object.values(await documentsOf(cci, made.request!))
      Object.assign(made, { first: first!.id, second: second!.id })
      for (const id of [first!.id!, second!.id!]) {
        await read(cci, id)
        const body = { status: 'REJECTED' as const, rejectedReason: 'Sin firma' }
        await ok(cci.call(changeDocument, { params: { id }, body }))
      }
      await ok(edit(provider, made.request!, {}, { report: pdf('otro informe'), spreadsheet: sheet('otra.xlsx') }))
    },
    () => [
      ['document.uploaded', by(provider), org(provider), `document ${made.first}`],
      ['document.uploaded', by(provider), org(provider), `document ${made.second}`],
      ['request.sent', by(provider), org(provider), `validation ${made.request}`],
      ['document.read', by(cci), org(provider), `document ${made.first}`],
      ['document.rejected', by(cci), org(provider), `document ${made.first}`],
      ['document.read', by(cci), org(provider), `document ${made.second}`],
      ['document.rejected', by(cci), org(provider), `document ${made.second}`],
      ['request.rejected', by(cci), org(provider), `validation ${made.request}`],
      ['document.uploaded', by(provider), org(provider), `document ${made.first}`],
      ['document.uploaded', by(provider), org(provider), `document ${made.second}`],
      ['request.edited', by(provider), org(provider), `validation ${made.request}`],
    ],
  ],
  [
    'a qualification, read and corrected',
    async () => {
      await acceptReport(cci, made.request!)
      await ok(publish(cci, made.request!))
      made.score = await newest('score')
      await ok(bank.call(scoreContent, { params: { id: made.score } }))
      portal.clock.move(1000)
      const score = { validationId: made.request, score: 'A/A/A', expiredAt: '2027-10-01', correctionReason: 'Errata' }
      await ok(cci.call(correctScore, { params: { id: made.score }, body: { score } as never }))
      made.corrected = await newest('score')
    },
    () => [
      ...[made.first, made.second].flatMap((id): Entry[] => [
        ['document.read', by(cci), org(provider), `document ${id}`],
        ['document.accepted', by(cci), org(provider), `document ${id}`],
      ]),
      ['request.qualified', by(cci), org(provider), `validation ${made.request}`],
      ['score.read', by(bank), org(provider), `score ${made.score}`],
      ['score.corrected', by(cci), org(provider), `score ${made.corrected}`],
    ],
  ],
  [
    'a renewal of what lapsed',
    async () => {
      const { db } = portal.portal
      const row = db
        .selectFrom('validation as v')
        .innerJoin('score as s', 's.validation_id', 'v.id')
        .select('v.id')
        .where('v.participant_id', '=', org(provider))
        .where('v.concept', '=', 'Nave 2 de Coslada')
      made.lapsed = (await row.executeTakeFirstOrThrow()).id
      const [first, second] = Object.values(await documentsOf(cci, made.lapsed))
      Object.assign(made, { first: first!.id, second: second!.id })
      const files = { report: pdf('informe 2027'), spreadsheet: sheet('2027.xlsx') }
      await ok(edit(provider, made.lapsed, { requestType: 'RENEWAL' }, files))
    },
    () => [
      ['document.uploaded', by(provider), org(provider), `document ${made.first}`],
      ['document.uploaded', by(provider), org(provider), `document ${made.second}`],
      ['request.renewed', by(provider), org(provider), `validation ${made.lapsed}`],
    ],
  ],
  [
    'a deleted request',
    async () => {
      const { db } = portal.portal
      const row = db
        .selectFrom('validation')
        .select('id')
        .where('participant_id', '=', org(provider))
        .where('status', '=', 'REJECTED')
      made.request = (await row.executeTakeFirstOrThrow()).id
      await ok(provider.call(deleteRequest, { params: { id: made.request } }))
    },
    () => [['request.deleted', by(provider), org(provider), `validation ${made.request}`]],
  ],
]

const incidents: Step[] = [
  [
    'an incident from its first word to its end, and again',
    async () => {
      const body = { title: 'Retraso', detail: 'Tres horas', providerId: org(provider) }
      made.incident = (await ok(bank.call(raiseIncident, { body }))).id
      const documentCatalogName = 'Informe de la incidencia'
      const attached = await ok(
        cci.call(attachIncidentDocument, {
          body: { issueDocument: { issueId: made.incident!, documentCatalogName } },
          files: { file: pdf('parte') },
        }),
      )
      await ok(bank.call(incidentDocumentContent, { params: { id: attached.file } }))
      for (const status of ['OPEN', 'CLOSED', 'OPEN']) {
        const params = { id: made.incident! }
        await ok(cci.call(saveIncident, { params, body: { title: 'Retraso', detail: 'Tres horas', status } as never }))
      }
      const reworded = { title: 'Retraso largo', detail: 'Tres horas' }
      await ok(cci.call(saveIncident, { params: { id: made.incident! }, body: reworded }))
    },
    () => {
      const object = `incident ${made.incident}`
      return [
        ['incident.raised', by(bank), org(provider), object],
        ['incident.document-added', by(cci), org(provider), object],
        ['incident.document-read', by(bank), org(provider), object],
        ['incident.opened', by(cci), org(provider), object],
        ['incident.closed', by(cci), org(provider), object],
        ['incident.reopened', by(cci), org(provider), object],
        ['incident.edited', by(cci), org(provider), object],
      ]
    },
  ],
]

const denials: Step[] = [
  [
    'a call that the role has not',
    async () => expect((await provider.call(exportLogins)).status).toBe(403),
    () => [['access.refused', by(provider), org(provider), 'call statistics.export']],
  ],
  [
    'another’s thing, which is not there',
    async () => expect((await evaluator.call(readIncident, { params: { id: made.incident! } })).status).toBe(403),
    () => [['access.refused', by(evaluator), org(evaluator), 'call incident.read']],
  ],
  [
    'another participant’s data',
    async () => {
      const params = { kind: 'provider' as const, id: org(waiting) }
      expect((await provider.call(readParticipant, { params })).status).toBe(404)
    },
    () => [['access.refused', by(provider), org(provider), 'call participant.read']],
  ],
  [
    'a move that is another’s',
    async () => {
      const params = { id: made.validation! }
      expect((await waiting.call(changeValidation, { params, body: { status: 'ACCEPTED' } })).status).toBe(403)
    },
    () => [['access.refused', by(waiting), org(waiting), 'call validation.change']],
  ],
  [
    'a write without its header',
    async () => {
      const answer = await provider.call(deleteUser, { body: { id: UNKNOWN }, headers: { 'x-csrf-token': 'otra' } })
      expect(answer.status).toBe(403)
    },
    () => [['access.refused', by(provider), org(provider), 'call user.delete']],
  ],
]

describe.each([
  ['sessions', sessions],
  ['users', users],
  ['participants', participants],
  ['configuration', configuration],
  ['documents', documents],
  ['requests', requests],
  ['incidents', incidents],
  ['denials', denials],
])('%s', (_noun, steps) => {
  test.each(steps)('%s: its entries and no others', async (_what, act, expected) => {
    portal.clock.move(1000)
    const before = await newestNumber()
    await act()
    expect(await entriesAfter(before)).toEqual(expected())
  })
})

test('a denial says which identifiers were asked for, and nothing that was typed', async () => {
  await provider.call(patchUser, { params: { key: by(bank) }, body: { oldPassword: 'Secreta.2026', newPassword: 'x' } })
  const entry = await portal.portal.db
    .selectFrom('trail')
    .select(['event', 'data'])
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ event: 'access.refused', data: { reason: 'notFound', asked: [by(bank)] } })
})

test('the first change of a one-time password is one entry beside the sign-in', async () => {
  const before = await newestNumber()
  const caller = await portal.signIn('nuevo@almotacen.example')
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, policyAccepted: true }
  await ok(caller.call(patchUser, { params: { key: by(caller) }, body }))
  expect((await entriesAfter(before)).map(([event]) => event)).toEqual(['session.started', 'user.password-changed'])
})

test('what time makes is told once, each thing by one entry', async () => {
  const before = await newestNumber()
  await announceExpiries(portal.portal)
  portal.clock.move(400 * DAY)
  await announceExpiries(portal.portal)
  const told = await entriesAfter(before)
  expect(new Set(told.map(([event, who, , object]) => `${event} ${who} ${object}`)).size).toBe(told.length)
  expect(told.every(([, who]) => who === null)).toBe(true)
  portal.clock.move(400 * DAY)
  await announceExpiries(portal.portal)
  await entriesAfter(before)
})

/** Recorded where the test of that part shows it, or not at all, with the reason. */
const elsewhere: Record<string, string> = {
  // A state that is read from its documents (D5): their document.lapsed is the entry.
  'documentation.lapsed': 'derived',
  // Needs a scanner: src/server/files/scanned-store.test.ts shows it.
  'file.infected': 'scanner',
  // Need damage, years or another database: src/server/files/scrub.test.ts, src/server/retention and src/server/backup show them.
  'file.damaged': 'scrub',
  'participant.destroyed': 'retention',
  'user.destroyed': 'retention',
  'backup.taken': 'back-up',
  'backup.restored': 'back-up',
  // Need an app and its codes: the tests of src/server/second-factor show them.
  'user.factor-added': 'second factor',
  'user.factor-removed': 'second factor',
  'user.recovery-codes-made': 'second factor',
  'user.recovery-code-used': 'second factor',
  'user.second-step-blocked': 'second factor',
  'second-factor.rules-saved': 'second factor',
  // Need an identity provider: src/server/single-sign-on/single-sign-on.test.ts shows them.
  'user.identity-bound': 'single sign-on',
  'user.identity-released': 'single sign-on',
}

test('every event there is was made here, and is sealed in one chain', async () => {
  const never = eventNames.filter(name => !seen.has(name) && !(name in elsewhere))
  expect(never).toEqual([])
  expect(Object.keys(elsewhere).filter(name => seen.has(name))).toEqual([])
  expect(await verifyTrail(portal.portal.db)).toMatchObject({ ok: true })
})
