import { DomainError } from '#domain/domain-error.ts'

const noRoom = new Set<string | undefined>(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error is the operating system's about a file, and not one of ours. */
export function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return errno !== undefined && syscall !== undefined
}

/**
 * What is thrown instead of a disk's error: no room, or a disk that fails, which the operator's log names. Anything else
 * is thrown as it is.
 */
export function ofDisk(error: unknown): unknown {
  if (!isOfDisk(error)) return error
  // The caller that went away while it sent has an error of the system as well, of its socket.
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return error
  console.error('ALARM: the file store fails:', error.message)
  // Too much is open at once, here or on the machine: the disk is well.
  if (error.code === 'EMFILE' || error.code === 'ENFILE') return new DomainError('unavailable')
  return new DomainError(noRoom.has(error.code) ? 'storageFull' : 'storageFailed')
}
