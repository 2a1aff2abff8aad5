import type { Contract } from '#domain/contract/contract.ts'
import type { Reason } from '#domain/messages.ts'

/** The contract fields that determine the common errors of a call. */
type Call = Pick<
  Contract,
  'method' | 'who' | 'answer' | 'files' | 'withoutIdempotencyKey' | 'requiresRecentAuth' | 'lengthUnknown' | 'refusals'
>

const ofEveryCall: readonly Reason[] = [
  'invalid',
  'unknownField',
  'notEncrypted',
  'packed',
  'tooMany',
  'failed',
  'unavailable',
]
const ofSession: readonly Reason[] = [
  'noSession',
  'keyEnded',
  'outsideScope',
  'networkNotAllowed',
  'passwordMissing',
  'secondFactorMissing',
  'forbidden',
]
const ofWrite: readonly Reason[] = ['headersMissing', 'bodyTooLarge', 'outcomeUnknown']
const ofKey: readonly Reason[] = ['keyReused', 'notFound']
/** A stored file is inspected, scanned and counted against the quota; a file that is read once only has to arrive. */
const ofUpload: readonly Reason[] = ['fileMissing', 'uploadCut', 'fileTooLarge', 'storageFailed', 'storageFull']
const ofKeptFile: readonly Reason[] = [
  'fileType',
  'pdfUnreadable',
  'pdfIncomplete',
  'macrosUndeclared',
  'archiveHarmful',
  'archiveMismatch',
  'imageTooLarge',
  'fileInfected',
  'fileUnscannable',
  'quotaExceeded',
  'scannerDown',
]
/** A stored file that predates the scanner is scanned before it is sent. */
const ofStoredFile: readonly Reason[] = ['fileInfected', 'fileUnscannable', 'scannerDown', 'storageFailed']
/** A generated file may be written to disk before it is sent. */
const ofFile: readonly Reason[] = ['storageFailed', 'storageFull']

/** Whether a call takes an `Idempotency-Key`: every write of a signed-in user, unless its contract opts out. */
export const takesKey = ({
  method,
  who,
  withoutIdempotencyKey,
}: Pick<Contract, 'method' | 'who' | 'withoutIdempotencyKey'>): boolean =>
  method !== 'GET' && who !== 'anyone' && !withoutIdempotencyKey

/**
 * Every reason with which a call may fail: first those of its contract, then those that follow from its method,
 * callers, idempotency key and files. The OpenAPI document publishes their statuses (D18).
 */
export function errorsOf(call: Call): Reason[] {
  const files = Object.values(call.files ?? {})
  const isSigned = call.who !== 'anyone'
  const isWrite = call.method !== 'GET'
  return [
    ...new Set([
      ...(call.refusals ?? []),
      ...(call.requiresRecentAuth ? (['signInAgain'] as const) : []),
      ...ofEveryCall,
      ...(isSigned ? ofSession : []),
      ...(isWrite ? ofWrite : []),
      ...(isSigned && isWrite ? (['csrf'] as const) : []),
      ...(takesKey(call) ? ofKey : []),
      ...(files.length > 0 ? ofUpload : []),
      ...(files.some(({ keep }) => keep !== false) ? ofKeptFile : []),
      ...(call.refusals?.includes('fileDamaged') ? ofStoredFile : []),
      ...(call.answer === 'file' ? ofFile : []),
      ...(call.lengthUnknown ? (['httpTooOld'] as const) : []),
    ]),
  ]
}
