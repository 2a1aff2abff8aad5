import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export type Measured = { bytes: number; sha256: string }

/** Passes bytes through, counted and hashed. */
export function meter(): { stream: Transform; result(): Measured } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
