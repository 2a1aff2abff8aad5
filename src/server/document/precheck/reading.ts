import { readingLimits } from '#domain/document/precheck/text.ts'
import type { work } from '#server/document/precheck/read-task.ts'
import { readerTask } from '#server/platform/reader/reader.ts'

/** The checks of a file, made in a reader (DESK-14). @throws UnreadFile */
export const checksOfFile = readerTask<typeof work>(new URL('./read-task.ts', import.meta.url), {
  ms: readingLimits.ms,
  megabytes: readingLimits.megabytes,
})
