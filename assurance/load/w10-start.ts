import type { Line } from '#assurance/load/line.ts'
import { loadNow } from '#assurance/load/line.ts'
import { migrationOnLine } from '#assurance/load/w10-migration.ts'
import { restart, settle, type World } from '#assurance/load/world.ts'

/**
 * A cold start of portal and PostgreSQL up to the first answered call, with all data in place; and a migration, as a
 * portal runs it that starts beside another.
 */
export async function coldStart(world: World): Promise<Line[]> {
  const lines: Line[] = []
  for (const [signal, what] of [
    ['SIGTERM', 'start after an orderly stop'],
    ['SIGKILL', 'start after a kill'],
  ] as const) {
    await settle(world, () => {})
    const load = loadNow()
    const tookMs = await restart(world, signal)
    lines.push({
      w: 'W10',
      what,
      asked: 'to ready, no migration pending',
      measured: `${tookMs.toFixed(0)} ms`,
      failed: {},
      target: signal === 'SIGTERM' ? '≤ 2 s' : '≤ 3 s (R2)',
      holds: tookMs <= (signal === 'SIGTERM' ? 2000 : 3000),
      load,
    })
  }
  return [...lines, ...(await migrationOnLine(world))]
}
