import { logProblem } from '#server/platform/log.ts'

/** Work that goes on beside the rounds that begin it. */
export type Lanes = {
  /** How much is under way. */
  readonly size: number
  /** Begins work. @returns its end; a failure is logged */
  begin(work: () => Promise<unknown>): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/** @param event the log's name of a failure */
export function makeLanes(event: string): Lanes {
  const underWay = new Set<Promise<void>>()
  return {
    get size() {
      return underWay.size
    },
    begin(work) {
      const running = work()
        .catch(error => logProblem(event, error))
        .then(() => {
          underWay.delete(running)
        })
      underWay.add(running)
      return running
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
