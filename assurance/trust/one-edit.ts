import { oneEdit } from '#assurance/load/w12-one-edit.ts'
import { releasedMigrations } from '#assurance/load/w13-released-migrations.ts'
import { defaultScale, inWorld } from '#assurance/load/world.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'

const scale = { ...defaultScale, sessions: 200, trail: 10_000 }

export const oneEditHoldsUpNobody: TrustPromise = {
  id: 'R21',
  text: `With ${scale.participants.toLocaleString('en')} participants, others wait 50 ms at most beside an edit or job that concerns thousands of them, and 400 ms beside a migration on line.`,
  trials: 1,
  tx: 'rounds',
  run: async ({ trials, log }) => {
    const failures: string[] = []
    for (let trial = 1; trial <= trials; trial++) {
      await inWorld(scale, log, async world => {
        for (const line of [...(await oneEdit(world)), ...(await releasedMigrations(world))]) {
          log(`${line.what}: ${line.measured}`)
          if (!line.holds) failures.push(`${line.what}: ${line.measured} ${JSON.stringify(line.failed)}`)
        }
      })
    }
    return { trials, failures }
  },
}
