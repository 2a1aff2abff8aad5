import { caseFile } from '#domain/audit-log/contract.ts'
import { saveDataCatalogue, saveDocumentCatalogue, saveService } from '#domain/catalogue/contract.ts'
import { helpTemplate, saveHelp } from '#domain/catalogue/help/contract.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { exportOwnData } from '#domain/identity/session/contract.ts'
import { exportParticipant } from '#domain/participant/contract.ts'
import { ok } from '#test/support/answers.ts'
import { pdf } from '#test/support/documents.ts'
import type { Step } from '#test/support/trail/steps.ts'
import { by, org } from '#test/support/trail/steps.ts'

export const configuration: Step[] = [
  [
    'a service that comes, changes and goes',
    async ({ cci, made }) => {
      const first = await ok(cci.call(saveService, { body: { type: 'Archivo', description: 'Custodia de llaves' } }))
      made.service = first.id
      await ok(cci.call(saveService, { body: { id: first.id, type: 'Archivo', description: 'Custodia de sellos' } }))
      await ok(cci.fetch('DELETE', `/service-catalogs/${first.id}`))
    },
    ({ cci, made }) => [
      ['service.created', by(cci), null, `service ${made.service}`],
      ['service.edited', by(cci), null, `service ${made.service}`],
      ['service.deleted', by(cci), null, `service ${made.service}`],
    ],
  ],
  [
    'a document that evaluators are asked for',
    async ({ portal, cci, made }) => {
      const { db } = portal.app
      const row = db.selectFrom('document_catalogue').select('id').where('type', '=', 'AUDIT')
      made.catalogue = (await row.executeTakeFirstOrThrow()).id
      const before = (await ok(cci.fetch('GET', '/document-catalogs'))).content
      const docList = before.find((each: { type: string }) => each.type === 'AUDIT').docList
      const line = { documentCatalogName: 'Póliza', description: 'Último recibo', required: true }
      await ok(cci.call(saveDocumentCatalogue, { body: { type: 'AUDIT', docList: [...docList, line] } }))
    },
    ({ cci, made }) => [
      ['catalogue.saved', by(cci), null, `catalogue ${made.catalogue}`],
      ['catalogue.document-added', by(cci), null, `catalogue ${made.catalogue}`],
    ],
  ],
  [
    'the help of a document, and its template',
    async ({ cci, evaluator, made }) => {
      const params = { id: made.catalogue! }
      const files = { template: pdf('plantilla de póliza') }
      await ok(
        cci.call(saveHelp, { params, body: { documentCatalogName: 'Póliza', helpText: 'La de este año' }, files }),
      )
      await ok(evaluator.call(helpTemplate, { params, query: { documentCatalogName: 'Póliza' } }))
    },
    ({ cci, evaluator, made }) => [
      ['catalogue.help-saved', by(cci), null, `catalogue ${made.catalogue}`],
      ['catalogue.template-read', by(evaluator), null, `catalogue ${made.catalogue}`],
    ],
  ],
  [
    'the data that entities are asked for',
    ({ cci }) => {
      const fields = [{ field: 'Código LEI', required: false }]
      return ok(cci.call(saveDataCatalogue, { body: { type: 'ENTITY', fields } }))
    },
    ({ cci }) => [['catalogue.saved', by(cci), null, 'data-catalogue ENTITY']],
  ],
  [
    'login records taken out as CSV',
    ({ cci }) => ok(cci.call(exportLogins)),
    ({ cci }) => [['list.exported', by(cci), org(cci), 'list statistics.logins']],
  ],
  [
    'what is held on a participant, and on oneself',
    async ({ cci, provider, bank }) => {
      await ok(cci.call(exportParticipant, { params: { id: org(provider) } }))
      await ok(bank.call(exportOwnData))
    },
    ({ cci, provider, bank }) => [
      ['participant.exported', by(cci), org(provider), `participant ${org(provider)}`],
      ['user.exported', by(bank), org(bank), `user ${by(bank)}`],
    ],
  ],
  [
    'a case file',
    ({ cci, provider }) => ok(cci.call(caseFile, { params: { kind: 'participant', id: org(provider) } })),
    ({ cci, provider }) => [['case-file.made', by(cci), org(provider), `participant ${org(provider)}`]],
  ],
]
