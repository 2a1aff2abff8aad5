import { cataloguesReadBy } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import type { DocumentHelpWire, saveHelp as saveContract } from '#domain/catalogue/help/contract.ts'
import { helpFacts, helpLabels } from '#domain/catalogue/help/help.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

const unhelped = (documentCatalogName: string): DocumentHelpWire => ({
  documentCatalogName,
  helpText: '',
  template: null,
  version: 0,
})

/**
 * The help of the documents asked of a type, in their order.
 * @throws DomainError notFound for a type that the actor does not read
 */
export async function helpOf(db: Db, actor: Actor, type: CatalogueType) {
  if (!cataloguesReadBy(actor.role).includes(type)) throw new DomainError('notFound')
  const { id: catalogueId } = await db
    .selectFrom('document_catalogue')
    .select('id')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('required_document as r')
    .leftJoin('document_help as h', join =>
      join.onRef('h.catalogue_id', '=', 'r.catalogue_id').onRef('h.document_name', '=', 'r.name'),
    )
    .select(['r.name', 'h.help_text', 'h.template_name', 'h.version'])
    .where('r.catalogue_id', '=', catalogueId)
    .orderBy('r.position')
    .execute()
  const help = rows.map(row => ({
    documentCatalogName: row.name,
    helpText: row.help_text ?? '',
    template: row.template_name,
    version: row.version ?? 0,
  }))
  return { catalogueId, help }
}

/**
 * CCI explains a document that it asks for, with a template or without (EASE-08).
 * @throws DomainError notFound, unknownDocument, changedMeanwhile
 */
export async function saveHelpOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { documentCatalogName, helpText, removeTemplate, version }: BodyOf<typeof saveContract>,
  file: IncomingFile | undefined,
): Promise<DocumentHelpWire> {
  const catalogue = await tx.db
    .selectFrom('document_catalogue')
    .select('type')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!catalogue) throw new DomainError('notFound')
  const type = catalogue.type as CatalogueType
  const now = (await helpOf(tx.db, actor, type)).help.find(each => each.documentCatalogName === documentCatalogName)
  if (!now) throw new DomainError('unknownDocument', { fields: { documentCatalogName: t('No está en la lista') } })
  const drops = removeTemplate === 'true' || file !== undefined
  const template = file ? file.name : drops ? null : now.template
  const object = { kind: 'catalogue', id }
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: helpFacts(now),
    yours: helpFacts({ helpText, template }),
    labels: helpLabels,
    object,
  })
  if (file) await keepFile(tx, file)
  const before = await templateOf(tx.db, id, documentCatalogName)
  const kept = drops ? null : (before?.sha256 ?? null)
  const next = { help_text: helpText, template_name: template, template_sha256: file?.sha256 ?? kept }
  await tx.db
    .insertInto('document_help')
    .values({ catalogue_id: id, document_name: documentCatalogName, ...next })
    .onConflict(conflict =>
      conflict
        .columns(['catalogue_id', 'document_name'])
        .doUpdateSet(eb => ({ ...next, version: eb('document_help.version', '+', 1) })),
    )
    .execute()
  if (drops && before) await forgetFiles(tx.db, [before.sha256])
  const { version: _, ...from } = now
  tx.record({
    event: 'catalogue.help-saved',
    object,
    data: { type, document: documentCatalogName, from, to: { helpText, template } },
  })
  const saved = (await helpOf(tx.db, actor, type)).help
  return saved.find(each => each.documentCatalogName === documentCatalogName) ?? unhelped(documentCatalogName)
}

/** The template file of a document, if it has one. */
export async function templateOf(db: Db, catalogueId: string, document: string) {
  return db
    .selectFrom('document_help as h')
    .innerJoin('document_catalogue as c', 'c.id', 'h.catalogue_id')
    .innerJoin('stored_file as f', 'f.sha256', 'h.template_sha256')
    .select(['c.type', 'f.sha256', 'f.size', 'f.media_type as mediaType', 'h.template_name as name'])
    .where('h.catalogue_id', '=', catalogueId)
    .where('h.document_name', '=', document)
    .executeTakeFirst()
}
