import { parentPort } from 'node:worker_threads'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { StampError, stamp } from '#server/document/watermark/stamp.ts'

export type StampRequest = { bytes: Uint8Array; lines: readonly [string, string] }
export type StampAnswer = { bytes: Uint8Array } | { fault: MarkFault }

parentPort!.on('message', async ({ bytes, lines }: StampRequest) => {
  try {
    const stamped = await stamp(bytes, lines)
    parentPort!.postMessage({ bytes: stamped } satisfies StampAnswer, [stamped.buffer as ArrayBuffer])
  } catch (error) {
    parentPort!.postMessage({ fault: error instanceof StampError ? error.fault : 'unreadable' } satisfies StampAnswer)
  }
})
