import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isOutOfRoom } from '#server/platform/database/unavailable.ts'
import { newId } from '#server/platform/ids.ts'
import { logLine, safeError } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Why a server cannot work: its database is away, takes no writes or has no room, or its disk takes no files. */
export type Obstacle = 'database' | 'databaseReadOnly' | 'databaseFull' | 'files'

/** How long a server counts as ready before it looks again, in milliseconds: anyone may ask. */
const GOOD_MS = 1000
/** What is written to see that there is room, in bytes. */
const PROBE_BYTES = 64 * 1024

/**
 * Asks whether database and files can be written, without leaving anything there; at most one look at a time.
 * @returns what is in the way, or null. The log says when that changes.
 */
export function readinessOf(
  db: Db,
  clock: Clock,
  settings: Pick<Settings, 'dataDir' | 'filesUrl'>,
): () => Promise<Obstacle | null> {
  let known: Obstacle | null = null
  let goodUntil = 0
  let looking: Promise<Obstacle | null> | null = null

  async function look(): Promise<Obstacle | null> {
    const found = await findObstacle(db, clock, settings)
    const obstacle = found?.obstacle ?? null
    if (found && obstacle !== known) {
      logLine('error', 'alarm', { message: sentences[found.obstacle], err: safeError(found.error) })
    }
    if (!found && known) logLine('info', 'ready-again', { after: known })
    known = obstacle
    if (!obstacle) goodUntil = performance.now() + GOOD_MS
    return obstacle
  }

  return async () => {
    if (performance.now() < goodUntil) return null
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
}

const sentences: Record<Obstacle, string> = {
  database: 'The database does not answer',
  databaseReadOnly: 'The database takes no writes: it is read-only or a replica',
  databaseFull: 'The database has no room: its disk is full',
  files: 'DATA_DIR takes no files: its disk is full, read-only or refuses the user of the portal',
}

type Found = { obstacle: Obstacle; error: unknown }

/** What is in the way, and the error that says so; null when both can be written. */
export async function findObstacle(
  db: Db,
  clock: Clock,
  settings: Pick<Settings, 'dataDir' | 'filesUrl'>,
): Promise<Found | null> {
  const [ofDatabase, ofFiles] = await Promise.all([
    obstacleOfDatabase(db),
    settings.filesUrl ? null : obstacleOfFiles(settings, newId(clock.now())),
  ])
  return ofDatabase ?? ofFiles
}

/** A temporary file of the database needs room on its disk, and leaves nothing in its tables and its log. */
async function obstacleOfDatabase(db: Db): Promise<Found | null> {
  try {
    const { rows } = await db.transaction().execute(async tx => {
      await sql`set local work_mem = 64`.execute(tx)
      return sql<{ readOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "readOnly", count(*)
        from generate_series(1, ${sql.lit(PROBE_BYTES / 8)}) group by 1`.execute(tx)
    })
    const error = new Error('transaction_read_only is on')
    return onlyOf(rows).readOnly ? { obstacle: 'databaseReadOnly', error } : null
  } catch (error) {
    return { obstacle: isOutOfRoom(error) ? 'databaseFull' : 'database', error }
  }
}

async function obstacleOfFiles({ dataDir }: Pick<Settings, 'dataDir'>, id: string): Promise<Found | null> {
  // Where a killed server leaves it, the sweep finds it.
  const path = join(dataDir, 'files/incoming', `probe-${id}`)
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx' })
    return null
  } catch (error) {
    return { obstacle: 'files', error }
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}
