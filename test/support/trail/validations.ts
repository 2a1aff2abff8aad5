import { assignDocument } from '#domain/document/assignment/contract.ts'
import { changeDocument, deleteDocument, documentContent, readDocument } from '#domain/document/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { correctScore, scoreContent } from '#domain/report-request/score/contract.ts'
import { changeValidation, deleteRequest } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
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
import { completeProfile } from '#test/support/profile.ts'
import type { Entry, Step } from '#test/support/trail/steps.ts'
import { by, docs, newest, org } from '#test/support/trail/steps.ts'

const DEED = 'Escritura de constitución'

export const documents: Step[] = [
  [
    'an upload and a deletion',
    async ({ draft, made }) => {
      made.document = (await ok(upload(draft, await docs(draft), DEED))).id
      await ok(draft.call(deleteDocument, { params: { id: made.document! } }))
    },
    ({ draft, made }) => [
      ['document.uploaded', by(draft), org(draft), `document ${made.document}`],
      ['document.deleted', by(draft), org(draft), `document ${made.document}`],
    ],
  ],
  [
    'a documentation sent for the first time, with which the invitation is accepted',
    async ({ portal, draft, made }) => {
      const { db } = portal.app
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
    ({ draft, made }) => [
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
    'a document that a colleague is to look after',
    async ({ provider, made }) => {
      made.assignedIn = (await ownDocumentation(provider)).id
      const body = { assignee: provider.me.userId, documentCatalogName: 'Escritura de constitución' }
      await ok(provider.call(assignDocument, { params: { id: made.assignedIn! }, body }))
    },
    ({ provider, made }) => [['document.assigned', by(provider), org(provider), `validation ${made.assignedIn}`]],
  ],
  [
    'a document read as a file and in base64',
    async ({ cci, provider, bank, made }) => {
      made.document = (await documentsOf(cci, await docs(provider)))[DEED]!.id!
      await ok(bank.call(documentContent, { params: { id: made.document } }))
      await ok(provider.call(readDocument, { params: { id: made.document } }))
    },
    ({ provider, bank, made }) => [
      ['document.read', by(bank), org(provider), `document ${made.document}`],
      ['document.read', by(provider), org(provider), `document ${made.document}`],
    ],
  ],
  [
    'a document read and rejected',
    async ({ cci, waiting, made }) => {
      made.validation = await docs(waiting)
      made.document = (await documentsOf(cci, made.validation))[DEED]!.id!
      await read(cci, made.document)
      const body = { status: 'REJECTED' as const, rejectedReason: 'No se lee' }
      await ok(cci.call(changeDocument, { params: { id: made.document }, body }))
    },
    ({ cci, waiting, made }) => [
      ['document.read', by(cci), org(waiting), `document ${made.document}`],
      ['document.rejected', by(cci), org(waiting), `document ${made.document}`],
    ],
  ],
  [
    'the other documents accepted, one dated before, and the documentation finished',
    async ({ cci, made }) => {
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
    ({ cci, waiting, made }) => [
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
    async ({ cci, waiting, made }) => {
      await ok(upload(waiting, made.validation!, DEED))
      await read(cci, made.document!)
      const body = { status: 'ACCEPTED' as const, expiredAt: '2027-06-30' }
      await ok(cci.call(changeDocument, { params: { id: made.document! }, body }))
      await ok(cci.call(changeValidation, { params: { id: made.validation! }, body: { status: 'ACCEPTED' } }))
    },
    ({ cci, waiting, made }) => [
      ['document.uploaded', by(waiting), org(waiting), `document ${made.document}`],
      ['documentation.sent', by(waiting), org(waiting), `validation ${made.validation}`],
      ['document.read', by(cci), org(waiting), `document ${made.document}`],
      ['document.accepted', by(cci), org(waiting), `document ${made.document}`],
      ['documentation.accepted', by(cci), org(waiting), `validation ${made.validation}`],
      ['user.accepted', by(cci), org(waiting), `user ${by(waiting)}`],
    ],
  ],
]

export const requests: Step[] = [
  [
    'a request, rejected and corrected',
    async ({ cci, provider, evaluator, services, made }) => {
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
    ({ cci, provider, made }) => [
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
    async ({ portal, cci, bank, made }) => {
      await acceptReport(cci, made.request!)
      await ok(publish(cci, made.request!))
      made.score = await newest(portal, 'score')
      await ok(bank.call(scoreContent, { params: { id: made.score } }))
      portal.clock.move(1000)
      const score = { validationId: made.request, score: 'A/A/A', expiredAt: '2027-10-01', correctionReason: 'Errata' }
      await ok(cci.call(correctScore, { params: { id: made.score }, body: { score } as never }))
      made.corrected = await newest(portal, 'score')
    },
    ({ cci, provider, bank, made }) => [
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
    async ({ portal, cci, provider, made }) => {
      const { db } = portal.app
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
    ({ provider, made }) => [
      ['document.uploaded', by(provider), org(provider), `document ${made.first}`],
      ['document.uploaded', by(provider), org(provider), `document ${made.second}`],
      ['request.renewed', by(provider), org(provider), `validation ${made.lapsed}`],
    ],
  ],
  [
    'a deleted request',
    async ({ portal, provider, made }) => {
      const { db } = portal.app
      const row = db
        .selectFrom('validation')
        .select('id')
        .where('participant_id', '=', org(provider))
        .where('status', '=', 'REJECTED')
      made.request = (await row.executeTakeFirstOrThrow()).id
      await ok(provider.call(deleteRequest, { params: { id: made.request } }))
    },
    ({ provider, made }) => [['request.deleted', by(provider), org(provider), `validation ${made.request}`]],
  ],
]
