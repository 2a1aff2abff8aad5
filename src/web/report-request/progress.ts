/** Bytes of one call that carries several files. */
export type Progress = { sent: number; total: number }

/**
 * How much of each file has left, in bytes, when `sent` of `total` bytes of the call have: files travel one after the
 * other, and what surrounds them is shared out.
 */
export function progressOfEach({ sent, total }: Progress, sizes: readonly number[]): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  let left = total > 0 ? Math.floor((sent / total) * all) : 0
  return sizes.map(size => {
    const gone = Math.min(size, left)
    left -= gone
    return gone
  })
}
