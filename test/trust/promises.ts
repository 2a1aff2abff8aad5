import { corruption } from '#test/trust/corruption.ts'
import { databaseFaults } from '#test/trust/database-faults.ts'
import { enumeration } from '#test/trust/enumeration.ts'
import { laidOpen } from '#test/trust/ffuf.ts'
import { fullDisk } from '#test/trust/full-disk.ts'
import { hostileCalls } from '#test/trust/fuzz.ts'
import { sqlInjection } from '#test/trust/injection.ts'
import { ioErrors } from '#test/trust/io-errors.ts'
import { killLoop } from '#test/trust/kill.ts'
import { mailDay } from '#test/trust/mail-day.ts'
import { lawfulStates } from '#test/trust/model.ts'
import { concurrency } from '#test/trust/nemesis.ts'
import { powerCuts } from '#test/trust/power.ts'
import type { TrustPromise } from '#test/trust/promise.ts'
import { restoreDrill } from '#test/trust/restore-drill.ts'
import { rollingRestart } from '#test/trust/rolling.ts'
import { soak } from '#test/trust/soak.ts'
import { startRace } from '#test/trust/start-race.ts'
import { virusScan } from '#test/trust/virus.ts'
import { pageScan } from '#test/trust/wapiti.ts'

/** Every promise that can be run for as long as one likes, in the order of its id. */
export const promises: TrustPromise[] = [
  powerCuts,
  killLoop,
  databaseFaults,
  fullDisk,
  ioErrors,
  mailDay,
  corruption,
  lawfulStates,
  concurrency,
  startRace,
  rollingRestart,
  restoreDrill,
  soak,
  hostileCalls,
  sqlInjection,
  pageScan,
  laidOpen,
  enumeration,
  virusScan,
]
