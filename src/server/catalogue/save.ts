import { checkDatumLines, checkDocumentLines, documentChanges } from '#domain/catalogue/catalogue.ts'
import type {
  DataCatalogueWire,
  DocumentCatalogueWire,
  saveDataCatalogue,
  saveDocumentCatalogue,
} from '#domain/catalogue/contract.ts'
import { datumLineFacts, documentLineFacts, lineLabels, linesAgainst } from '#domain/catalogue/facts.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { dataCatalogue, documentCatalogues } from '#server/catalogue/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/**
 * Saves the required documents of a type in the given order (API-67, FORM-48, FORM-50). Accepted documents stay
 * accepted; participants of the kind that sent their documentation are notified of new requirements (D10).
 * @throws DomainError notFound for another `id` than the type's, emptyLines or invalid with fields, changedMeanwhile
 */
export async function saveDocuments(
  tx: Transaction,
  actor: Actor,
  { type, docList, version }: BodyOf<typeof saveDocumentCatalogue>,
  id?: string,
): Promise<DocumentCatalogueWire> {
  const { lines, fields, reason } = checkDocumentLines(docList)
  if (reason) throw new DomainError(reason, { fields })
  await tx.db.selectFrom('document_catalogue').select('id').where('type', '=', type).forUpdate().execute()
  const [before] = await documentCatalogues(tx.db, [type])
  if (!before || (id !== undefined && id !== before.id)) throw new DomainError('notFound')
  const [now, yours] = [documentLineFacts(before.docList), documentLineFacts(lines)]
  const object = { kind: 'catalogue', id: before.id }
  await refuseStale(tx.db, actor, version, {
    version: before.version,
    now,
    yours: linesAgainst(yours, now),
    labels: lineLabels,
    object,
  })
  if (isSame(lines, before.docList)) return before
  await tx.db.deleteFrom('required_document').where('catalogue_id', '=', before.id).execute()
  if (lines.length > 0) {
    await tx.db
      .insertInto('required_document')
      .values(
        lines.map(({ documentCatalogName: name, description, required }, position) => ({
          catalogue_id: before.id,
          name,
          description,
          required,
          position,
        })),
      )
      .execute()
  }
  await tx.db
    .updateTable('document_catalogue')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  tx.record({ event: 'catalogue.saved', object, data: { type, from: before.docList, to: lines } })
  const kind = invitableKinds.find(invitable => invitable === type)
  const documents = documentChanges(before.docList, lines).required
  if (kind && documents.length > 0) {
    tx.record({ event: 'catalogue.document-added', object, facts: { kind, documents } })
  }
  return onlyOf(await documentCatalogues(tx.db, [type]))
}

/**
 * Saves the additional data required of a kind of participant, in the given order (API-69, FORM-49, FORM-50).
 * @throws DomainError emptyLines or invalid with fields, changedMeanwhile
 */
export async function saveData(
  tx: Transaction,
  actor: Actor,
  { type, fields: given, version }: BodyOf<typeof saveDataCatalogue>,
): Promise<DataCatalogueWire> {
  const { lines, fields, reason } = checkDatumLines(given)
  if (reason) throw new DomainError(reason, { fields })
  await tx.db.selectFrom('data_catalogue').select('type').where('type', '=', type).forUpdate().execute()
  const before = await dataCatalogue(tx.db, type)
  const [now, yours] = [datumLineFacts(before.fields), datumLineFacts(lines)]
  const object = { kind: 'data-catalogue', id: type }
  await refuseStale(tx.db, actor, version, {
    version: before.version,
    now,
    yours: linesAgainst(yours, now),
    labels: lineLabels,
    object,
  })
  if (isSame(lines, before.fields)) return before
  await tx.db.deleteFrom('required_datum').where('type', '=', type).execute()
  if (lines.length > 0) {
    await tx.db
      .insertInto('required_datum')
      .values(lines.map((line, position) => ({ type, ...line, position })))
      .execute()
  }
  await tx.db
    .updateTable('data_catalogue')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('type', '=', type)
    .execute()
  tx.record({
    event: 'catalogue.saved',
    object,
    data: { type, from: before.fields, to: lines },
  })
  return dataCatalogue(tx.db, type)
}

/** JSON works as a comparison because both lists are flat and their keys have the same order. */
const isSame = (one: readonly object[], other: readonly object[]) => JSON.stringify(one) === JSON.stringify(other)
