import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { ReusableWire, reuseDocument } from '#domain/document/reuse/contract.ts'
import { reusableVersion } from '#domain/document/reuse/reuse.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { documentPlaceOf } from '#server/document/place.ts'
import type { Slot } from '#server/document/queries.ts'
import { findDocument, slotsOf, slotsOfOne } from '#server/document/queries.ts'
import type { Written } from '#server/document/upload.ts'
import { checkMayChange, putInSlot } from '#server/document/upload.ts'
import type { VersionRow } from '#server/document/versions.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import {
  lockedValidation,
  validationColumns,
  visibleValidation,
  visibleValidations,
} from '#server/validation/queries.ts'
import { documentationStatus, renewalFactsOf, requestStatus } from '#server/validation/wire.ts'

type Found = { version: VersionRow; until: Day; slot: Slot; validation: ValidationRow }

/** The accepted versions in force of a participant's own documents (EASE-03). */
async function reusableOf(db: Db, actor: Actor, participantId: string, today: Day): Promise<Found[]> {
  const rows = await visibleValidations(db, actor)
    .select(validationColumns)
    .where('v.participant_id', '=', participantId)
    .orderBy('v.kind', 'desc')
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id')
    .execute()
  const validations = rows as ValidationRow[]
  const slots = await slotsOf(db, validations)
  return validations.flatMap(validation => {
    const own = valueIn(slots, validation.id)
    const isRequest = validation.kind === 'AUDIT_REPORT'
    const home = {
      isRequest,
      status: isRequest ? requestStatus(validation, today) : documentationStatus(validation, own, today),
      superseded: renewalFactsOf(validation).superseded,
      scoreExpiresOn: validation.score_expires_on,
    }
    return own.flatMap(slot => {
      const found = reusableVersion(home, slot.versions, today)
      return found ? [{ ...found, slot, validation }] : []
    })
  })
}

/**
 * What the owner of a documentation may use again in it.
 * @throws DomainError notFound, and forbidden for readers who may not change its documents
 */
export async function listReusableFor(db: Db, actor: Actor, validationId: string, today: Day): Promise<ReusableWire[]> {
  const target = await visibleValidation(db, actor, validationId)
  checkMayChange(actor, target)
  const found = await reusableOf(db, actor, target.participant_id, today)
  return found.map(({ version, until, slot, validation }) => ({
    versionId: version.id,
    documentCatalogName: slot.name,
    service: validation.service,
    name: version.fileName,
    decidedAt: version.decidedAt!,
    until,
  }))
}

/**
 * Makes an accepted version in force of one document the new version of another one of a documentation, as if its file
 * had been uploaded: CCI decides it (EASE-03).
 * @returns the documentation and the document.
 * @throws DomainError notFound, forbidden, unknownDocument, notReusable
 */
export async function useAgain(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: BodyOf<typeof reuseDocument>,
): Promise<Written> {
  const place = await documentPlaceOf(tx.db, actor, id, body.documentCatalogName)
  const validation = await lockedValidation(tx.db, actor, place.validationId)
  checkMayChange(actor, validation)
  const slots = validation.kind === 'DOC_MIN' ? await slotsOfOne(tx.db, validation) : []
  const slot = slots.find(place.isIt)
  if (!slot) throw new DomainError('unknownDocument', { fields: { documentCatalogName: t('No está en la lista') } })
  const source = await findDocument(tx.db, actor, body.versionId)
  if (source?.versionId === undefined || source.validation.participant_id !== validation.participant_id) {
    throw new DomainError('notFound')
  }
  const reusable = await reusableOf(tx.db, actor, validation.participant_id, tx.today)
  const found = reusable.find(({ version }) => version.id === body.versionId)
  if (!found || found.version.documentId === slot.documentId) throw new DomainError('notReusable')
  const { fileName: name, sha256, id: reusedFrom } = found.version
  return putInSlot(tx, actor, validation, slots, slot, { file: { name, sha256, reusedFrom } })
}
