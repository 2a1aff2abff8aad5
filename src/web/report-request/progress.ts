/** The progress of one call that carries several files, in bytes. */
export type Progress = { sent: number; total: number }

/**
 * The bytes sent of each file when `sent` of `total` bytes of the call are sent: files are sent in order, and the
 * multipart overhead is spread over them.
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
