import type { Actor } from '#domain/roles.ts'
import type { DocumentFacts, DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import { statusOn } from '#domain/states/time.ts'
import type { Day } from '#domain/values/day.ts'

/** The two documents of a report request (REP-08). */
export const REPORT_DOCUMENT = 'Informe de auditoría'
export const SPREADSHEET_DOCUMENT = 'Doc. Excel asociado'
export const reportDocuments = [REPORT_DOCUMENT, SPREADSHEET_DOCUMENT] as const

/** Where a file belongs; the endpoints of downloads are named by it (API-63). */
export const fileKinds = ['documents', 'score', 'documentIssue'] as const
export type FileKind = (typeof fileKinds)[number]

/** What is stored of a version; LAPSED is derived (D5). */
export type StoredDocumentStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED'

/** The status that stands on a day: an ACCEPTED one whose expiry has passed is LAPSED (D5). Valid until its day ends (D4). */
export function documentStatusOn(stored: StoredDocumentStatus, expiresOn: Day | null, today: Day): DocumentStatus {
  return statusOn(documentMachine, stored, expiresOn, today)
}

const closed = { underReview: false, versionKnown: false }

/** The facts of one move; what it does not rest on is not met. */
export function documentFacts(known: Partial<DocumentFacts>): DocumentFacts {
  return { downloaded: false, hasExpiry: false, isReport: false, rejectedReason: '', ...closed, ...known }
}

/** DOC-09: what stands is a file that CCI has not decided about yet; a deletion clears it. */
export function isChanged(status: DocumentStatus | null): boolean {
  return documentMachine.is.undecided(status)
}

/** Whether CCI has decided about what stands, as it is read today; what has lapsed since is another matter. */
export function isDecided(status: DocumentStatus | null): boolean {
  return documentMachine.is.decided(status)
}

type VerdictMove = 'accept' | 'reject' | 'reverseRejection' | 'reverseAcceptance'

/** The machine's move that a verdict of CCI's call asks for, of a document in a status (API-53, D63). */
export function moveOfVerdict(verdict: 'ACCEPTED' | 'REJECTED', status: DocumentStatus | null): VerdictMove {
  if (documentMachine.is.rejected(verdict)) return isDecided(status) ? 'reverseAcceptance' : 'reject'
  // What is accepted already stays so: only its date is corrected.
  return documentMachine.is.rejected(status) ? 'reverseRejection' : 'accept'
}

/** What the words of a document's state are; a document is masculine. */
export const documentStatusLabels: Record<DocumentStatus, string> = {
  PENDING: 'Pendiente',
  ACCEPTED: 'Aceptado',
  REJECTED: 'Rechazado',
  LAPSED: 'Caducado',
}

/** The longest reason of a rejection, in characters. */
export const REASON_MAX = 200

/** How a reader stands to a set of documents: the centre, its owner, the evaluator a request names, or a bank. */
export type Reader = 'centre' | 'owner' | 'named' | 'published'

/** How an actor who may see a set of documents stands to it (D14, D16, D17). */
export function readerOf(
  actor: Pick<Actor, 'role' | 'participantId'>,
  set: { participantId: string; evaluatorId: string | null },
): Reader {
  if (actor.role === 'CCI') return 'centre'
  if (set.participantId === actor.participantId) return 'owner'
  return set.evaluatorId === actor.participantId ? 'named' : 'published'
}

/** Whether a reader changes what it reads: only the owner and CCI do (D14). */
export function changesDocuments(reader: Reader): boolean {
  return reader === 'owner' || reader === 'centre'
}

/** Whether an upload may name a participant: the one whose documents they are, or the caller's own (D41, API-54). */
export function mayNameParticipant(id: string, actor: Pick<Actor, 'participantId'>, ownerId: string): boolean {
  return id === ownerId || id === actor.participantId
}

/** One version of a document, as the rules of reading see it. */
export type Version = {
  id: string
  number: number
  status: StoredDocumentStatus
  expiresOn: Day | null
  isCurrent: boolean
  deletedAt: string | null
}

/** The version that stands now, or undefined after a deletion. */
export function currentVersion<V extends Version>(versions: readonly V[]): V | undefined {
  return versions.find(version => version.isCurrent)
}

const newestAccepted = <V extends Version>(versions: readonly V[]): V | undefined =>
  versions
    .filter(version => documentMachine.is.accepted(version.status) && version.deletedAt === null)
    .toSorted((a, b) => b.number - a.number)[0]

/** What banks read: the newest accepted version, until it lapses or its successor is accepted (D10). */
export function publishedVersion<V extends Version>(versions: readonly V[], today: Day): V | undefined {
  const newest = newestAccepted(versions)
  return newest && documentMachine.is.inForce(documentStatusOn(newest.status, newest.expiresOn, today))
    ? newest
    : undefined
}

/**
 * The version whose state a reader is told: the one that stands, and to a bank the one whose file it reads, whatever has been
 * uploaded or deleted since; of nothing that it could read the one that stands, or last stood accepted (D10, D16).
 */
export function toldVersion<V extends Version>(reader: Reader, versions: readonly V[], today: Day): V | undefined {
  const current = currentVersion(versions)
  if (reader !== 'published') return current
  return publishedVersion(versions, today) ?? current ?? newestAccepted(versions)
}

/**
 * The versions a reader finds in a document's history, or null when it has none to see (D8, D16, D17): CCI all, the owner
 * all but the deleted, a bank what is published; the evaluator that a request names sees no history.
 */
export function historyFor<V extends Version>(reader: Reader, versions: readonly V[], today: Day): V[] | null {
  if (reader === 'named') return null
  if (reader === 'centre') return [...versions]
  if (reader === 'owner') return versions.filter(version => version.deletedAt === null)
  const published = publishedVersion(versions, today)
  return published ? [published] : []
}

/** Whether a history has more to tell than the one file there is (ERR-22): its only version may have been deleted (D8). */
export function hasOtherVersions(history: readonly Pick<Version, 'deletedAt'>[]): boolean {
  return history.length > 1 || history.some(({ deletedAt }) => deletedAt !== null)
}

/**
 * The version a reader gets by a document's id, or by a version's when `asked` names one (D9, D16, D17, D29).
 * 'notAccepted': it sees the document but may not have its file (ERR-12). 'notFound': there is none for it.
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
