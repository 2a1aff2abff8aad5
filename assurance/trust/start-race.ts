import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { openApp } from '#server/app/app-start.ts'
import { ensureCci } from '#server/app/centre.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

const SERVERS = 20

/** One round: the given number of portals start at once on an empty database. Returns the failure. */
async function race(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-race-'))
  const database = await createEmptyDatabase()
  const settings = readSettings({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, PUBLIC_URL: 'http://portal.example' })
  const starts = await Promise.allSettled(
    Array.from({ length: SERVERS }, async () => {
      const running = await openApp(settings, database.connection, {
        autoMail: false,
        poolSize: 2,
        owner: database.owner,
      })
      await ensureCci(running.app)
      return running
    }),
  )
  const failures = starts.filter(start => start.status === 'rejected').map(start => String(start.reason))
  const running = starts.filter(start => start.status === 'fulfilled').map(start => start.value)
  if (running[0]) {
    const { db, secrets } = running[0].app
    const centres = await db.selectFrom('participant').select('id').where('kind', '=', 'CCI').execute()
    if (centres.length !== 1) failures.push(`${centres.length} centres`)
    const keys = new Set(running.map(({ app }) => app.secrets.derive('csrf', 'one')))
    if (keys.size !== 1) failures.push(`${keys.size} secret keys, ${secrets.derive('csrf', 'one')}`)
  }
  await Promise.all(running.map(each => each.stop()))
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
  return failures
}

export const startRace: TrustPromise = {
  id: 'R11',
  text: `${SERVERS} servers that start at once on an empty database all come up, with one schema, one centre and one key.`,
  trials: 50,
  tx: 'rounds',
  run: async ({ trials, log }) => {
    const failures: string[] = []
    for (let round = 1; round <= trials; round++) {
      failures.push(...(await race()).map(failure => `round ${round}: ${failure}`))
      if (round % 10 === 0) log(`${round} rounds`)
    }
    return { trials, failures }
  },
}
