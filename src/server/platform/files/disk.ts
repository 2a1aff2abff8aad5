import { DomainError } from '#domain/contract/domain-error.ts'

const noRoom = new Set<string | undefined>(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error comes from the operating system, and not from our code. */
export function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return errno !== undefined && syscall !== undefined
}

/**
 * Converts a disk error to the DomainError storageFull, storageFailed or unavailable, and logs it for the operator.
 * Returns other errors unchanged.
 */
export function ofDisk(error: unknown): unknown {
  if (!isOfDisk(error)) return error
  // A caller that disconnects during an upload causes a system error too, of its socket.
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return error
  console.error('ALARM: the file store fails:', error.message)
  // Too many open files, in this process or on the machine: not a fault of the disk.
  if (error.code === 'EMFILE' || error.code === 'ENFILE') return new DomainError('unavailable')
  return new DomainError(noRoom.has(error.code) ? 'storageFull' : 'storageFailed')
}
