import { PrivilegesError } from '#server/platform/database/privileges.ts'
import { catchTheRest, logLine } from '#server/platform/log.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** Time limit for cleaning up after the drain, in milliseconds. */
export const ORDER_MS = 5_000
/** Time limit for cleaning up after a failed start, in milliseconds; a newly created database takes long to stop. */
const FAILED_MS = 30_000

/** A failed start whose reason is printed already. */
export class AlreadySaid extends Error {}

export type Life = {
  /** Registers the end of a step that has started. A failed start ends them in reverse order. */
  begun(end: () => Promise<unknown>): void
  /** Sets how a served process stops. Until then, a stop ends it as a failed start. */
  stopsBy(stop: () => Promise<unknown>): void
  /** What is said when a stop begins. */
  atStop(say: () => void): void
}

/** Ends the process before the supervisor sends SIGKILL. Acknowledged writes are on disk, and the next start cleans up. */
export function giveUp(): void {
  logLine('error', 'alarm', { message: 'The stop does not come to its end, and is left there' })
  process.exit(1)
}

/** Runs a process until a signal stops it or its start fails. */
export function live(main: (life: Life) => Promise<void>): void {
  const ends: (() => Promise<unknown>)[] = []
  let stopping = false

  /** A failed start leaves nothing running: the embedded database would outlive the portal. */
  async function putAway(code: 0 | 1): Promise<void> {
    setTimeout(giveUp, FAILED_MS)
    for (const end of ends.toReversed()) await end().catch(problem => console.error(problem))
    process.exit(code)
  }
  let stopBy: () => Promise<unknown> = () => putAway(0)

  let sayStop = () => {}
  const stop = () => {
    if (stopping) return
    stopping = true
    sayStop()
    void stopBy()
  }
  const life: Life = {
    begun: end => void ends.push(end),
    stopsBy: stop => {
      stopBy = async () => {
        await stop()
        process.exit(0)
      }
    },
    atStop: say => {
      sayStop = say
    },
  }
  // A closed terminal or a lost connection sends SIGHUP and can send nothing else afterwards.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  catchTheRest()
  main(life).catch(async error => {
    // After a stop signal, errors of the interrupted start are expected.
    if (stopping) return
    if (error instanceof SettingsError) console.error(`Invalid settings:\n${error.message}`)
    else if (!(error instanceof AlreadySaid)) console.error(error instanceof PrivilegesError ? error.message : error)
    await putAway(1)
  })
}
