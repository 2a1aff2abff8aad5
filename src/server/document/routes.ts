import { DomainError } from '#domain/contract/domain-error.ts'
import {
  changeDocument,
  deleteDocument as deleteContract,
  documentContent,
  documentHistory,
  documentSheets,
  listDocuments,
  readDocument,
  readPermissions,
  reuploadDocument,
  uploadDocument as uploadContract,
} from '#domain/document/contract.ts'
import { historyFor, readerOf } from '#domain/document/document.ts'
import { freeTextOf } from '#domain/notification/free-text.ts'
import { deleteDocument } from '#server/document/delete.ts'
import { documentFile, documentInBase64 } from '#server/document/download.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import { sheetsOfDocument } from '#server/document/sheets.ts'
import { documentNow, uploadDocument } from '#server/document/upload.ts'
import { verifyDocument } from '#server/document/verify.ts'
import { versionAsDocument, versionWireOf } from '#server/document/wire.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { ReadCall, Route, WriteCall } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { documentationOf, visibleValidation } from '#server/validation/queries.ts'
import { documentWires } from '#server/validation/wire.ts'

const readerFor = (call: { actor: ReadCall<typeof listDocuments>['actor'] }, validation: ValidationRow) =>
  readerOf(call.actor, { participantId: validation.participant_id, evaluatorId: validation.evaluator_id })

/**
 * The versions that a reader may see, by document.
 * @throws DomainError forbidden
 */
async function historyOf(call: Pick<ReadCall<typeof listDocuments>, 'db' | 'actor' | 'app'>, row: ValidationRow) {
  const slots = await slotsOfOne(call.db, row)
  const reader = readerFor(call, row)
  return slots.map(slot => {
    const versions = historyFor(reader, slot.versions, call.app.clock.today())
    if (!versions) throw new DomainError('forbidden')
    return { slot, versions, reader }
  })
}

async function upload(call: WriteCall<typeof uploadContract>) {
  const { tx, actor, body, files } = call
  const file = files.file
  if (!file) throw new DomainError('fileMissing')
  const place = { ...body.document, idGenericEntity: body.idGenericEntity }
  return documentNow(call, await uploadDocument(tx, actor, place, file, freeTextOf(body)))
}

export const documentRoutes: Route[] = [
  read(listDocuments, async call => {
    const { query, db, actor, app } = call
    const validation = await visibleValidation(db, actor, query.validationId)
    const isAsked = (name: string) => query.documentCatalogName === undefined || name === query.documentCatalogName
    const today = app.clock.today()
    if (query.deletedAt) {
      const history = (await historyOf(call, validation)).filter(({ slot }) => isAsked(slot.name))
      const versions = history.flatMap(({ slot, versions, reader }) =>
        versions.map(version => versionAsDocument(validation, slot, version, reader, today)),
      )
      return pageOfAll(versions, query)
    }
    const slots = (await slotsOfOne(db, validation)).filter(slot => isAsked(slot.name))
    return pageOfAll(documentWires(validation, slots, actor, today), query)
  }),

  read(documentHistory, async call => {
    const { query, app } = call
    const validation = await visibleValidation(call.db, call.actor, query.validationId)
    const history = await historyOf(call, validation)
    const found = history.find(({ slot }) => slot.name === query.documentCatalogName)
    if (!found) throw new DomainError('notFound')
    const today = app.clock.today()
    return pageOfAll(
      found.versions.map(version => versionWireOf(validation, found.slot, version, today)),
      query,
    )
  }),

  read(readDocument, call => documentInBase64(call, call.params.id)),
  read(documentContent, call => documentFile(call, call.params.id)),
  read(documentSheets, call => sheetsOfDocument(call, call.params.id)),

  write(changeDocument, async call => {
    const { tx, actor, params, body } = call
    return documentNow(call, await verifyDocument(tx, actor, params.id, body))
  }),

  write(uploadContract, upload),
  write(reuploadDocument, upload),

  write(deleteContract, ({ tx, actor, params }) => deleteDocument(tx, actor, params.id)),

  read(readPermissions, async ({ query, db, actor, app }) => {
    const validation = await documentationOf(db, actor, query.id)
    const slots = (await slotsOfOne(db, validation)).filter(slot => slot.requested)
    const documents = documentWires(validation, slots, actor, app.clock.today())
    const permissions = documents.map(({ documentCatalogName, required, status }) => ({
      documentCatalogName,
      required,
      status,
    }))
    return pageOfAll(permissions, query)
  }),
]
