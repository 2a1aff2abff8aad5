import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { FileState } from '#server/platform/files/store.ts'

const KIB = 1024

/**
 * How many bytes of a file to read at once: all of a small one, because each piece costs more than its bytes. A larger
 * one comes in pieces: slow readers hold little memory, and little of an archive is read ahead of its reader.
 */
export const pieceOf = (size: number): number => (size <= KIB * KIB ? Math.max(size, 1) : 64 * KIB)

/**
 * Passes a stored file's bytes through and fails with `damaged()` before the end when they do not match the hash.
 * `beforeEnd` runs after the verification and before the last bytes are sent.
 */
export function verified(
  source: Readable,
  sha256: string,
  damaged: () => Error,
  beforeEnd?: () => Promise<void>,
): Readable {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  // Holds back the last chunk until the hash matches, so that a damaged file is never delivered completely.
  const verifier = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const ready = held
      held = chunk
      done(null, ready)
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) return done(damaged())
      const last = held
      Promise.resolve(beforeEnd?.()).then(() => done(null, last), done)
    },
  })
  // `pipeline` closes both ends: a reader that disconnects leaves nothing open behind.
  return pipeline(source, verifier, () => {})
}

/** Reads a stored file to its end. @returns whether it has the hash and size @throws errors of `source` */
export async function stateOf(
  source: Readable,
  { sha256, size }: { sha256: string; size: number },
  pace: (bytes: number) => Promise<void>,
): Promise<FileState> {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of source) {
    hash.update(chunk)
    read += chunk.length
    await pace(chunk.length)
  }
  return read === size && hash.digest('hex') === sha256 ? 'whole' : 'corrupt'
}
