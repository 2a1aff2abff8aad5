import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { StampError, stamp } from '#server/document/watermark/stamp.ts'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { Work } from '#server/platform/reader/reader.ts'

type Lines = readonly [string, string]

/** The marked PDF, or why it cannot be marked. */
export const work: Work<Lines, Uint8Array | { fault: MarkFault }> = async (lines, file) => {
  try {
    return await stamp(await bytesOf(file), lines)
  } catch (error) {
    return { fault: error instanceof StampError ? error.fault : 'unreadable' }
  }
}
