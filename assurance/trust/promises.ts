import { bombs } from '#assurance/trust/bombs.ts'
import { corruption } from '#assurance/trust/corruption.ts'
import { databaseFaults } from '#assurance/trust/database-faults.ts'
import { enumeration } from '#assurance/trust/enumeration.ts'
import { laidOpen } from '#assurance/trust/ffuf.ts'
import { fullDisk } from '#assurance/trust/full-disk.ts'
import { hostileCalls } from '#assurance/trust/fuzz.ts'
import { hardships } from '#assurance/trust/hardships.ts'
import { sqlInjection } from '#assurance/trust/injection.ts'
import { ioErrors } from '#assurance/trust/io-errors.ts'
import { killLoop } from '#assurance/trust/kill.ts'
import { mailDay } from '#assurance/trust/mail-day.ts'
import { lawfulStates } from '#assurance/trust/model.ts'
import { concurrency } from '#assurance/trust/nemesis.ts'
import { oneEditHoldsUpNobody } from '#assurance/trust/one-edit.ts'
import { powerCuts } from '#assurance/trust/power.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { restoreDrill } from '#assurance/trust/restore-drill.ts'
import { rollingRestart } from '#assurance/trust/rolling.ts'
import { soak } from '#assurance/trust/soak.ts'
import { startRace } from '#assurance/trust/start-race.ts'
import { strangeWebhooks } from '#assurance/trust/strange.ts'
import { twoWorlds } from '#assurance/trust/two-worlds.ts'
import { virusScan } from '#assurance/trust/virus.ts'
import { pageScan } from '#assurance/trust/wapiti.ts'

/** Every repeatable promise, in the order of its id. */
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
  strangeWebhooks,
  oneEditHoldsUpNobody,
  hostileCalls,
  sqlInjection,
  pageScan,
  laidOpen,
  enumeration,
  twoWorlds,
  virusScan,
  bombs,
  hardships,
]
