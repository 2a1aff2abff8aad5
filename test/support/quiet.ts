import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** Waits for idle: follow-up requests are sent within a frame or two. */
export function quietOf(context: BrowserContext): () => Promise<void> {
  let pending = 0
  // The stream of changes has no end.
  const counted = (by: number) => (request: { url(): string }) => {
    if (!request.url().endsWith('/api/v1/stream')) pending += by
  }
  context.on('request', counted(1))
  context.on('requestfinished', counted(-1))
  context.on('requestfailed', counted(-1))
  return async () => {
    for (let calm = 0; calm < 4; calm = pending > 0 ? 0 : calm + 1) await sleep(25)
  }
}
