import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures } from '#assurance/load/line.ts'
import { whileWriting, writesIn } from '#assurance/load/w10-migration.ts'
import { heardOf, type World } from '#assurance/load/world.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { migrate, migrationNames } from '#server/platform/database/migrate.ts'

/** How long a migration may hold a writer, in milliseconds (CARE-07). */
const LONGEST_LOCK_MS = 400
/** On a small machine the changes alone wait for each other about as long: a migration may add a quarter. */
const NOISE = 1.25
const ALONE_S = 10

const migrations = join(import.meta.dirname, '../../db/migrations')
const again = '9999-again.sql'

/** Enough for several pieces of each, and few enough for the portal's jobs to be done soon. */
const FEW = 500
const few = (table: string, id = 'id') => `${id} in (select ${id} from ${table} order by ${id} limit ${FEW})`

/** As in 0053: any stale row refreshes its participant, not only those marked by today's functions. */
const refreshAny = `drop trigger overview_stale_refreshed on overview_stale;
  create constraint trigger overview_stale_refreshed after insert on overview_stale
    deferrable initially deferred for each row execute function refresh_stale_overview()`

/** What gives the migrations that fill rows something to fill, and the trigger that two of them rely on. */
const undone: Record<string, string> = {
  '0037-year-of-the-accounts.sql': `update participant set economic_year = null where ${few('participant')}`,
  '0040-what-was-announced.sql': `update score set announced = null where ${few('score')};
    update document_version set lapse_announced_at = null where ${few('document_version')};
    update portal_user set ending_announced = null where ${few('portal_user')}`,
  '0042-last-change-so-far.sql': 'truncate last_change',
  '0044-overview-rows-so-far.sql': `${refreshAny};
    delete from overview_row
    where participant_id in (select id from participant order by id limit ${FEW})`,
  '0054-renewals-so-far.sql': 'truncate expiry_step',
  '0065-review-desk-so-far.sql': `delete from precheck_task where ${few('precheck_task', 'version_id')}`,
}

/** Runs each released on-line migration again while people write, after undoing what it made. */
export async function releasedMigrations(world: World): Promise<Line[]> {
  const owner = { host: join(world.dataDir, 'pg/run'), port: PORT, user: 'almotacen', database: 'almotacen' }
  const client = new pg.Client(owner)
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-migrations-'))
  try {
    await cp(migrations, folder, { recursive: true })
    await heardOf(world, 1)
    const alone = await whileWriting(world, () => sleep(ALONE_S * 1000))
    const longestMs = Math.max(LONGEST_LOCK_MS, NOISE * alone.lockMs)
    const lines: Line[] = []
    for (const name of await migrationNames()) {
      const text = await readFile(join(migrations, name), 'utf8')
      if (!text.startsWith('-- on line')) continue
      await client.query(undone[name] ?? '')
      for (const [, index] of text.matchAll(/^create (?:unique )?index concurrently if not exists (\w+)/gm)) {
        await client.query(`drop index concurrently if exists ${index}`)
      }
      await client.query('analyze')
      await writeFile(join(folder, again), text)
      const load = loadNow()
      await heardOf(world, 1)
      const during = await whileWriting(world, () => migrate(owner, { folder }))
      await client.query('delete from kysely_migration where name = $1', [again])
      lines.push({
        w: 'W13',
        what: `${name} again`,
        asked: '50 changes/s beside it',
        measured: `${during.seconds.toFixed(1)} s; longest lock ${during.lockMs.toFixed(0)} ms (without it ${alone.lockMs.toFixed(0)}); changes ${writesIn(during.figures)} (without it ${writesIn(alone.figures)})`,
        failed: during.figures.failed,
        target: `locks ≤ ${longestMs.toFixed(0)} ms`,
        holds: during.lockMs <= longestMs && noFailures(during.figures),
        load,
      })
    }
    return lines
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
  }
}
