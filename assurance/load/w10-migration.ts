import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writesOf } from '#assurance/load/calls.ts'
import type { Send } from '#assurance/load/drive.ts'
import { arrivals, openLoop } from '#assurance/load/drive.ts'
import type { Figures } from '#assurance/load/figures.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures } from '#assurance/load/line.ts'
import { heardOf, idOf, type World } from '#assurance/load/world.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { migrate } from '#server/platform/database/migrate.ts'

const WRITES_A_SECOND = 50
const BEFORE_S = 10
const LOOK_MS = 10
const READER_S = 5
const BATCH = 250_000
const LONGEST_LOCK_MS = 500

const migrations = join(import.meta.dirname, '../../db/migrations')
const name = '9999-measured.sql'
/** Statements that take an exclusive lock, and statements that read every row. */
const text = `-- on line
alter table trail add column if not exists measured text;
create index concurrently if not exists trail_measured on trail (at);`
const undone = `drop index trail_measured; alter table trail drop column measured;
  delete from kysely_migration where name = '${name}'`

/**
 * Adds a column and an index to the largest table during writes, each with an audit log entry; then again during a long
 * read. The missing entries are made up: their hash chain does not verify.
 */
export async function migrationOnLine(world: World): Promise<Line[]> {
  const owner = { host: join(world.dataDir, 'pg/run'), port: PORT, user: 'almotacen', database: 'almotacen' }
  const client = new pg.Client(owner)
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-migrations-'))
  try {
    const rows = await lengthen(client, world.scale.migrated)
    await cp(migrations, folder, { recursive: true })
    await writeFile(join(folder, name), text)
    const lines: Line[] = []
    for (const reads of [false, true]) {
      const load = loadNow()
      await heardOf(world, 1)
      const before = await whileWriting(world, () => sleep(BEFORE_S * 1000))
      const reading = reads && readFor(owner)
      const during = await whileWriting(world, () => migrate(owner, { folder }))
      await reading
      await client.query(undone)
      lines.push({
        w: 'W10',
        what: `a migration of ${rows} rows while people write${reads ? `, and somebody reads them for ${READER_S} s` : ''}`,
        asked: `a column and an index of the trail, ${WRITES_A_SECOND} changes/s`,
        measured: `${during.seconds.toFixed(1)} s; longest lock ${during.lockMs.toFixed(0)} ms (without it ${before.lockMs.toFixed(0)}); changes ${writesIn(during.figures)} (without it ${writesIn(before.figures)})`,
        failed: during.figures.failed,
        target: `locks ≤ ${LONGEST_LOCK_MS} ms`,
        holds: during.lockMs <= LONGEST_LOCK_MS && noFailures(during.figures),
        load,
      })
    }
    return lines
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
  }
}

/** The latencies of changes, in words. */
export const writesIn = ({ p50, p99, worst }: Figures) =>
  `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${worst.toFixed(0)} ms`

/** Adds entries up to the given number. @returns the count. */
async function lengthen(client: pg.Client, wanted: number): Promise<number> {
  const { rows } = await client.query('select count(*)::int as there, max(number)::int as last from trail')
  const { there, last } = rows[0] as { there: number; last: number }
  for (let added = 0; there + added < wanted; added += BATCH) {
    const from = last + 1 + added
    await client.query(
      `insert into trail (number, at, event, actor_id, actor_role, participant_id, object_kind, object_id, data,
         previous_hash, hash)
       select n, now() - ($2 - n) * interval '1 second', 'document.read', $3, 'PROVIDER', $4, 'document', $5,
         jsonb_build_object('validationId', $6::text, 'file', 'archivo.pdf'), repeat('0', 64), encode(sha256(n::text::bytea), 'hex')
       from generate_series($1::bigint, $2::bigint) n`,
      [
        from,
        from + Math.min(BATCH, wanted - there - added) - 1,
        idOf('b', 1),
        idOf('a', 1),
        idOf('e', 9),
        idOf('c', 1),
      ],
    )
  }
  await client.query('analyze trail')
  return Math.max(there, wanted)
}

async function readFor(connection: pg.ClientConfig): Promise<void> {
  const reader = new pg.Client(connection)
  await reader.connect()
  await reader.query('begin; select number from trail limit 1')
  void sleep(READER_S * 1000).then(() => reader.end())
}

/** Runs an action during scheduled writes; returns its duration and the portal's longest wait. */
export async function whileWriting(world: World, work: () => Promise<unknown>) {
  const kinds = writesOf(world)
  const locks = watchLocks(world.database)
  const begin = performance.now()
  let over = false
  let second = 0
  const working = work().finally(() => {
    over = true
  })
  const loads: ReturnType<typeof openLoop>[] = []
  while (!over) {
    const first = second++ * 2 * WRITES_A_SECOND
    const send: Send = n => kinds[n % kinds.length]!.send(first + n)
    loads.push(openLoop(arrivals({ perSecond: WRITES_A_SECOND, seconds: 1, seed: second }), send))
    await Promise.race([working.catch(() => {}), sleep(Math.max(0, begin + second * 1000 - performance.now()))])
  }
  const seconds = (performance.now() - begin) / 1000
  const samples = (await Promise.all(loads)).flat()
  const lockMs = await locks()
  await working
  return { seconds, lockMs, figures: figuresOf(samples, seconds) }
}

/**
 * Samples the lock waits of the portal's sessions. @returns the function that stops it and returns the longest wait.
 */
function watchLocks(database: pg.Client): () => Promise<number> {
  let over = false
  let longest = 0
  const looking = (async () => {
    while (!over) {
      const { rows } = await database.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float as ms
         from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.usename = 'almotacen_app'`,
      )
      longest = Math.max(longest, rows[0]!.ms ?? 0)
      await sleep(LOOK_MS)
    }
  })()
  return async () => {
    over = true
    await looking
    return longest
  }
}
