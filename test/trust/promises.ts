import { corruption } from '#test/trust/corruption.ts'
import { killLoop } from '#test/trust/kill.ts'
import { lawfulStates } from '#test/trust/model.ts'
import { powerCuts } from '#test/trust/power.ts'
import type { TrustPromise } from '#test/trust/promise.ts'
import { restoreDrill } from '#test/trust/restore-drill.ts'
import { startRace } from '#test/trust/start-race.ts'
import { virusScan } from '#test/trust/virus.ts'

/** Every promise that can be run for as long as one likes, in the order of its id. */
export const promises: TrustPromise[] = [
  powerCuts,
  killLoop,
  corruption,
  lawfulStates,
  startRace,
  restoreDrill,
  virusScan,
]
