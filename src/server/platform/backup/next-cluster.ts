/** The portal's own database goes from one major version of PostgreSQL to another (CARE-14). */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { onlyOf } from '#domain/values/certain.ts'
import type { TableShape } from '#server/platform/backup/catalog.ts'
import {
  columnsText,
  copySettings,
  migrationsOf,
  quotedName,
  sequencesOf,
  tableShapes,
} from '#server/platform/backup/catalog.ts'
import { BackupError } from '#server/platform/backup/manifest.ts'
import { fillTables, withClient } from '#server/platform/backup/restore-rows.ts'
import type { Binaries } from '#server/platform/database/binaries.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import type { Place } from '#server/platform/database/embedded-place.ts'
import { nextCluster, preparePlace, readPid, replaceCluster } from '#server/platform/database/embedded-place.ts'
import { isAlive, stopAtOnce } from '#server/platform/database/embedded-process.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { migrate, pendingMigrations } from '#server/platform/database/migrate.ts'

export type Step = { dataDir: string; earlier: Binaries; later: Binaries; log(sentence: string): void }

/**
 * Copies every row of the cluster, which `earlier` opens, into a new cluster of `later`, compares them, and puts the new one in its
 * place. The portal has to be stopped. Until then the cluster is only read: whatever ends the step leaves it as it was.
 * @returns how much was copied, and where the cluster of before is kept
 * @throws BackupError when the portal runs, the schema is unknown here, or a table differs; Error of a server that does not start
 */
export async function moveToNextCluster({ dataDir, earlier, later, log }: Step) {
  const place = preparePlace(dataDir)
  const kept = `${place.cluster}-${earlier.major}`
  if (existsSync(kept)) throw new BackupError(`${kept} is there already. Nothing was done. Remove or rename it.`)
  const beside = join(place.home, 'next')
  await clear(beside, place)
  const from = await startEmbedded({ dataDir, binaries: earlier, log })
  try {
    const to = await startEmbedded({ dataDir: beside, binaries: later, log })
    const copied = await withClient(from.connection, source => copyRows(source, to.connection)).finally(to.stop)
    await from.stop()
    if (isRunning(place))
      throw new BackupError('The portal was started meanwhile. Nothing was changed. Stop it, and repeat.')
    replaceCluster(place, join(beside, 'pg/cluster'), kept)
    await clear(beside, place)
    return { ...copied, kept }
  } finally {
    await from.stop()
  }
}

const isRunning = (place: Place) => {
  const pid = readPid(place)
  return pid !== undefined && isAlive(pid)
}

/** Removes what a step that was killed has left, with the server that still runs there. */
async function clear(beside: string, place: Place): Promise<void> {
  rmSync(nextCluster(place), { recursive: true, force: true })
  if (!existsSync(beside)) return
  const there = preparePlace(beside)
  for (stopAtOnce(there); isRunning(there); ) await sleep(20)
  rmSync(beside, { recursive: true })
}

type Copied = { tables: number; rows: number }

async function copyRows(source: pg.Client, connection: Parameters<typeof withClient>[0]): Promise<Copied> {
  const { rows: alone } = await source.query('select pg_try_advisory_lock($1) as mine', [jobLocks.running])
  if (!alone[0].mine) throw new BackupError('The portal runs. Nothing was done. Stop it, and repeat.')
  const migrations = await migrationsOf(source)
  if (migrations.length === 0) throw new BackupError('There is no portal in this database. Nothing was done.')
  await pendingMigrations(migrations)
  await migrate(connection, { last: migrations.at(-1)! })
  return withClient(connection, async target => {
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    for (const client of [source, target]) await client.query(copySettings)
    const tables = await tableShapes(source)
    await fillTables(target, { tables, sequences: await sequencesOf(source) }, async () => {
      for (const { name, columns } of tables) {
        const table = `public.${quotedName(name)} (${columnsText(columns)})`
        await pipeline(
          source.query(copyTo(`copy ${table} to stdout`)),
          target.query(copyFrom(`copy ${table} from stdin`)),
        )
      }
    })
    let rows = 0
    for (const table of tables) rows += await compareTable(table, source, target)
    await target.query('commit')
    await target.query('analyze')
    return { tables: tables.length, rows }
  })
}

/** @returns the number of rows, which are the same on both sides. @throws BackupError when they are not */
export async function compareTable(
  { name, columns }: TableShape,
  source: pg.Client,
  target: pg.Client,
): Promise<number> {
  const sumOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ rows: number; sum: string }>(
      `select count(*)::float8 as rows,
         coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columnsText(columns)})::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as sum
       from public.${quotedName(name)}`,
    )
    return onlyOf(rows)
  }
  const [one, other] = await Promise.all([sumOf(source), sumOf(target)])
  if (one.rows === other.rows && one.sum === other.sum) return one.rows
  throw new BackupError(`The copy of ${name} differs. Nothing was changed.`)
}
