import type { Contract } from '#domain/contract.ts'
import type { Reason } from '#domain/messages.ts'

/** What decides which refusals are common to a call and others like it. */
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
  'networkNotAllowed',
  'passwordMissing',
  'secondFactorMissing',
  'forbidden',
]
const ofWrite: readonly Reason[] = ['headersMissing', 'bodyTooLarge', 'outcomeUnknown']
const ofKey: readonly Reason[] = ['keyReused', 'keyInProgress', 'notFound']
/** A file that is kept is inspected, scanned and counted; one that is read once only has to arrive. */
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
/** A file from the store is scanned before it leaves if it came before there was a scanner. */
const ofStoredFile: readonly Reason[] = ['fileInfected', 'fileUnscannable', 'scannerDown', 'storageFailed']
/** A file that the call makes may lie on the disk until it is sent. */
const ofFile: readonly Reason[] = ['storageFailed', 'storageFull']

/** Whether a call takes an `Idempotency-Key`: a write of somebody signed in that does not say that it takes none. */
export const takesKey = ({
  method,
  who,
  withoutIdempotencyKey,
}: Pick<Contract, 'method' | 'who' | 'withoutIdempotencyKey'>): boolean =>
  method !== 'GET' && who !== 'anyone' && !withoutIdempotencyKey

/**
 * Every reason with which a call may refuse: those that its contract names, then those that follow from its method, who may
 * call it, whether it takes a key, and the files that come and go. The OpenAPI document publishes their statuses (D18).
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
