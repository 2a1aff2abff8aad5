import type { DocumentWire, VersionWire } from '#domain/document/contract.ts'
import type { Reader } from '#domain/document/document.ts'
import {
  changesDocuments,
  currentVersion,
  documentStatusOn,
  historyFor,
  isChanged,
  publishedVersion,
  toldVersion,
} from '#domain/document/document.ts'
import { countsAsRead, readBefore } from '#domain/document/reuse/reuse.ts'
import { unmarkableForOwner, unmarkableWarning } from '#domain/document/watermark/watermark.ts'
import type { Day } from '#domain/values/day.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import type { Slot } from '#server/document/queries.ts'
import type { VersionRow } from '#server/document/versions.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

/** A document as a reader sees it: a bank sees only published documents and their state (D16). */
export function documentWireOf(validation: ValidationRow, slot: Slot, reader: Reader, today: Day): DocumentWire {
  const current = currentVersion(slot.versions)
  const published = publishedVersion(slot.versions, today)
  const shown = reader === 'published' ? published : current
  const told = toldVersion(reader, slot.versions, today)
  const history = historyFor(reader, slot.versions, today)
  const insider = reader !== 'published'
  const status = told ? documentStatusOn(told.status, told.expiresOn, today) : null
  return {
    id: told ? slot.documentId : null,
    documentCatalogName: slot.name,
    description: slot.description,
    required: slot.required,
    requested: slot.requested,
    name: shown?.fileName ?? null,
    file: shown?.id ?? null,
    size: shown?.size ?? null,
    mediaType: shown?.mediaType ?? null,
    status,
    expiredAt: shown?.expiresOn ?? null,
    validationId: validation.id,
    isDownloaded: insider && current !== undefined && countsAsRead(current, today),
    rejectedReason: insider ? (current?.rejectedReason ?? '') : '',
    deletedAt: insider && !current ? (slot.versions[0]?.deletedAt ?? null) : null,
    kindFile: 'documents',
    belongsTo: validation.participant_id,
    catalog_Score: validation.rating,
    changed: insider && isChanged(status),
    versions: history ? history.length : current ? 1 : 0,
    version: reader === 'centre' ? (current?.version ?? null) : null,
    uploadedAt: shown?.uploadedAt ?? null,
    uploadedBy: insider ? (shown?.uploadedBy ?? null) : null,
    decidedAt: shown?.decidedAt ?? null,
    decidedBy: shown ? deciderOf(shown, reader) : null,
    warnings: shown ? warningsOf(shown, reader) : [],
    published:
      insider && published && published !== current
        ? { file: published.id, name: published.fileName, expiredAt: published.expiresOn }
        : null,
    ...(insider && current ? { ...readAs(current), ...reused(current) } : {}),
    ...(reader === 'owner' && slot.assignee ? { assignee: slot.assignee } : {}),
    ...(changesDocuments(reader) && slot.help ? { help: slot.help } : {}),
    ...(reader === 'centre' && current ? readEarlier(current, today) : {}),
  }
}

function reused({ reusedFrom }: VersionRow): Pick<DocumentWire, 'reusedFrom'> {
  return reusedFrom ? { reusedFrom } : {}
}

/** That CCI read the same file before, where that is why it may decide. */
function readEarlier(version: VersionRow, today: Day): Pick<DocumentWire, 'readBefore'> {
  const at = version.readByCentre ? null : readBefore(version, today)
  return at === null ? {} : { readBefore: at }
}

function readAs({ readAsAssessment }: VersionRow): Pick<DocumentWire, 'readAs'> {
  return readAsAssessment === null ? {} : { readAs: readAsAssessment ? 'ASSESSMENT' : 'DOCUMENT' }
}

/** CCI and the owner are also warned that banks cannot get the file, when the watermark is on and the file was checked. */
function warningsOf({ warnings, markFault }: VersionRow, reader: Reader): string[] {
  if (!markFault || !changesDocuments(reader)) return warnings
  return [...warnings, reader === 'owner' ? unmarkableForOwner(markFault) : unmarkableWarning(markFault)]
}

/** A version of the history in the shape of a document (API-56). */
export function versionAsDocument(
  validation: ValidationRow,
  slot: Slot,
  version: VersionRow,
  reader: Reader,
  today: Day,
): DocumentWire {
  const alone: Slot = { ...slot, versions: [{ ...version, isCurrent: true }] }
  return {
    ...documentWireOf(validation, alone, reader, today),
    deletedAt: version.deletedAt,
    changed: version.isCurrent && isChanged(version.status),
    versions: slot.versions.length,
    published: null,
  }
}

export function versionWireOf(validation: ValidationRow, slot: Slot, version: VersionRow, today: Day): VersionWire {
  return {
    id: version.id,
    documentCatalogName: slot.name,
    validationId: validation.id,
    name: version.fileName,
    file: version.id,
    status: documentStatusOn(version.status, version.expiresOn, today),
    expiredAt: version.expiresOn,
    rejectedReason: version.rejectedReason,
    deletedAt: version.deletedAt,
    uploadedAt: version.uploadedAt,
    uploadedBy: version.uploadedBy,
    decidedAt: version.decidedAt,
    number: version.number,
    isCurrent: version.isCurrent,
  }
}

/** The author of the decision: a person's name for CCI, "CCI" for everyone else. */
function deciderOf(version: VersionRow, reader: Reader): string | null {
  return reader === 'centre' ? version.decidedBy : version.decidedBy && OPERATOR_NAME
}
