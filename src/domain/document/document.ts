import type { Actor } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import { msg } from '#domain/language/translate.ts'
import type { DocumentFacts, DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import { statusOn } from '#domain/states/time.ts'
import type { Day } from '#domain/values/day.ts'

/** The two documents of a report request (REP-08). */
export const REPORT_DOCUMENT = msg('Informe de auditoría')
export const SPREADSHEET_DOCUMENT = msg('Doc. Excel asociado')
export const reportDocuments = [REPORT_DOCUMENT, SPREADSHEET_DOCUMENT] as const

/** The owner of a file; the download endpoints use these names (API-63). */
export const fileKinds = ['documents', 'score', 'documentIssue'] as const
export type FileKind = (typeof fileKinds)[number]

/** The stored status of a version; LAPSED is derived (D5). */
export type StoredDocumentStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED'

/** The status on a day: an ACCEPTED version is LAPSED after its expiry day (D5), which counts in full (D4). */
export function documentStatusOn(stored: StoredDocumentStatus, expiresOn: Day | null, today: Day): DocumentStatus {
  return statusOn(documentMachine, stored, expiresOn, today)
}

const closed = { underReview: false, versionKnown: false }

/** The facts of one transition. Conditions that the caller does not know count as not met. */
export function documentFacts(known: Partial<DocumentFacts>): DocumentFacts {
  return { downloaded: false, hasExpiry: false, isReport: false, rejectedReason: '', ...closed, ...known }
}

/** DOC-09: the current file still awaits CCI's decision. A deletion clears it. */
export function isChanged(status: DocumentStatus | null): boolean {
  return documentMachine.is.undecided(status)
}

/** Whether CCI has decided about the current file, by its status today. A lapsed file does not count. */
export function isDecided(status: DocumentStatus | null): boolean {
  return documentMachine.is.decided(status)
}

type VerdictMove = 'accept' | 'reject' | 'reverseRejection' | 'reverseAcceptance'

/** The transition for a verdict of CCI on a document with this status (API-53, D63). */
export function moveOfVerdict(verdict: 'ACCEPTED' | 'REJECTED', status: DocumentStatus | null): VerdictMove {
  if (documentMachine.is.rejected(verdict)) return isDecided(status) ? 'reverseAcceptance' : 'reject'
  // An accepted document stays accepted: only its date is corrected.
  return documentMachine.is.rejected(status) ? 'reverseRejection' : 'accept'
}

/** The Spanish label of a document's status, in the masculine. */
export const documentStatusLabels: Record<DocumentStatus, string> = texts({
  PENDING: 'Pendiente',
  ACCEPTED: 'Aceptado',
  REJECTED: 'Rechazado',
  LAPSED: 'Caducado',
})

/** The maximum length of a rejection reason, in characters. */
export const REASON_MAX = 200

/** A reader's relation to a set of documents: CCI, its owner, the evaluator that a request names, or a bank. */
export type Reader = 'centre' | 'owner' | 'named' | 'published'

/** The relation of an actor to a set of documents that the actor may see (D14, D16, D17). */
export function readerOf(
  actor: Pick<Actor, 'role' | 'participantId'>,
  set: { participantId: string; evaluatorId: string | null },
): Reader {
  if (actor.role === 'CCI') return 'centre'
  if (set.participantId === actor.participantId) return 'owner'
  return set.evaluatorId === actor.participantId ? 'named' : 'published'
}

/** Whether a reader may change the documents: only the owner and CCI may (D14). */
export function changesDocuments(reader: Reader): boolean {
  return reader === 'owner' || reader === 'centre'
}

/** Whether an upload may name this participant: only the owner of the documents or the caller's own (D41, API-54). */
export function mayNameParticipant(id: string, actor: Pick<Actor, 'participantId'>, ownerId: string): boolean {
  return id === ownerId || id === actor.participantId
}

/** One version of a document, as the read rules see it. */
export type Version = {
  id: string
  number: number
  status: StoredDocumentStatus
  expiresOn: Day | null
  isCurrent: boolean
  deletedAt: string | null
}

/** The current version, or undefined after a deletion. */
export function currentVersion<V extends Version>(versions: readonly V[]): V | undefined {
  return versions.find(version => version.isCurrent)
}

const newestAccepted = <V extends Version>(versions: readonly V[]): V | undefined =>
  versions
    .filter(version => documentMachine.is.accepted(version.status) && version.deletedAt === null)
    .toSorted((a, b) => b.number - a.number)[0]

/** The version that banks read: the newest accepted one, until it lapses or its successor is accepted (D10). */
export function publishedVersion<V extends Version>(versions: readonly V[], today: Day): V | undefined {
  const newest = newestAccepted(versions)
  return newest && documentMachine.is.inForce(documentStatusOn(newest.status, newest.expiresOn, today))
    ? newest
    : undefined
}

/**
 * The version that determines the status a reader sees. A bank sees the status of the published version, regardless of
 * later uploads or deletions. Without one, it sees the current version, or else the last accepted one. Other readers
 * see the current version (D10, D16).
 */
export function toldVersion<V extends Version>(reader: Reader, versions: readonly V[], today: Day): V | undefined {
  const current = currentVersion(versions)
  if (reader !== 'published') return current
  return publishedVersion(versions, today) ?? current ?? newestAccepted(versions)
}

/**
 * The versions in a document's history, or null when the reader has none (D8, D16, D17). CCI sees all, the owner all
 * but the deleted, and a bank the published one. The evaluator that a request names has no history.
 */
export function historyFor<V extends Version>(reader: Reader, versions: readonly V[], today: Day): V[] | null {
  if (reader === 'named') return null
  if (reader === 'centre') return [...versions]
  if (reader === 'owner') return versions.filter(version => version.deletedAt === null)
  const published = publishedVersion(versions, today)
  return published ? [published] : []
}

/** Whether the history has more than the one existing file (ERR-22): its only version may have been deleted (D8). */
export function hasOtherVersions(history: readonly Pick<Version, 'deletedAt'>[]): boolean {
  return history.length > 1 || history.some(({ deletedAt }) => deletedAt !== null)
}

/**
 * The version for a document's id, or for a version's id in `asked` (D9, D16, D17, D29). 'notAccepted': the reader sees
 * the document but may not have its file (ERR-12). 'notFound': there is no version for this reader.
 */
export function versionFor<V extends Version>(
  reader: Reader,
  versions: readonly V[],
  today: Day,
  asked?: string,
): V | 'notAccepted' | 'notFound' {
  if (asked !== undefined) {
    const within =
      reader === 'named' ? versions.filter(version => version.isCurrent) : historyFor(reader, versions, today)
    return within?.find(version => version.id === asked) ?? 'notFound'
  }
  const told = toldVersion(reader, versions, today)
  if (reader !== 'published') return told ?? 'notFound'
  return publishedVersion(versions, today) ?? (told ? 'notAccepted' : 'notFound')
}
