import { setImmediate as letOthersPass } from 'node:timers/promises'
import type { Steps } from '#domain/supervision/register/table/in-steps.ts'

/** How long steps run before others get their turn, in milliseconds. */
const STRETCH_MS = 10

/** Takes the steps of long work, and lets other calls pass in between. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < STRETCH_MS) continue
    await letOthersPass()
    since = performance.now()
  }
}
