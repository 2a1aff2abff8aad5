import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOf } from '#assurance/load/world.ts'
import { startProcess } from '#test/support/process.ts'

const PARTICIPANTS = 5000
const ENTRIES = 50_000
const MONTHS = 36
const crowdSql = join(import.meta.dirname, '../../test/support/crowd.sql')

/** Entries as those of a file that is read, appended as the portal does: through the chain's function. */
const APPEND = `select append_to_trail(jsonb_agg(jsonb_build_object('at', now(), 'event', 'document.read', 'before', '', 'after', n,
  'actorId', 'b' || lpad(to_hex(n % ${PARTICIPANTS}), 25, '0'), 'actorRole', 'PROVIDER',
  'salt', md5(n::text), 'dataHash', encode(sha256(n::text::bytea), 'hex'), 'participantId', 'a' || lpad(to_hex(n % ${PARTICIPANTS}), 25, '0'), 'objectKind', 'document',
  'objectId', 'e' || lpad(to_hex(n), 25, '0'), 'data',
  jsonb_build_object('validationId', 'c' || lpad(to_hex(n), 25, '0'), 'file', 'archivo.pdf')) order by n))
  from generate_series($1::int, $2::int) n`

/** A table with the columns and indexes of the audit log, in partitions of the numbers of a month each. */
const PARTITIONED = `create table trail_by_month (like trail including defaults including constraints) partition by range (number);
create unique index on trail_by_month (number); create index on trail_by_month (actor_id);
create index on trail_by_month (object_kind, object_id); create index on trail_by_month (participant_id);
create index on trail_by_month ((data ->> 'validationId'))`

async function median(runs: number, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)]!.toFixed(2)
}

async function reportTables(database: pg.Client): Promise<void> {
  const { rows } = await database.query(
    `select relname, n_live_tup::int as rows,
    pg_total_relation_size(relid)::float8 / n_live_tup as bytes from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup >= $1 order by pg_total_relation_size(relid) desc limit 16`,
    [PARTICIPANTS / 5],
  )
  console.log('| Table | Rows | Bytes of a row with its indexes |\n| --- | --- | --- |')
  for (const { relname, rows: count, bytes } of rows) console.log(`| ${relname} | ${count} | ${Math.round(bytes)} |`)
}

async function reportPartitions(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ last: string }>('select max(number) as last from trail')
  const each = Math.ceil(Number(rows[0]!.last) / MONTHS)
  await database.query(PARTITIONED)
  for (let month = 0; month < MONTHS; month++) {
    const [from, to] = [month * each + 1, (month + 1) * each + 1]
    await database.query(
      `create table trail_month_${month} partition of trail_by_month for values from (${from}) to (${to})`,
    )
  }
  await database.query('insert into trail_by_month select * from trail')
  await database.query('analyze trail_by_month')
  const last = (table: string) =>
    median(201, () => database.query(`select number, hash from ${table} order by number desc limit 1`))
  const whose = (table: string) =>
    median(51, () =>
      database.query(
        `select * from ${table} where participant_id = 'a' || lpad('7', 25, '0') order by number desc limit 20`,
      ),
    )
  console.log(
    `The last entry: ${await last('trail')} ms of one table, ${await last('trail_by_month')} ms of ${MONTHS} partitions`,
  )
  console.log(`20 entries of a participant: ${await whose('trail')} ms and ${await whose('trail_by_month')} ms`)
  const detach = await median(1, () =>
    database.query('alter table trail_by_month detach partition trail_month_0 concurrently'),
  )
  const drop = await median(1, () => database.query('drop table trail_month_0'))
  console.log(`A month of ${each} entries is detached in ${detach} ms and dropped in ${drop} ms`)
}

/** The room that rows take, and the audit log in partitions: the figures of docs/measurements.md, from which docs/operations/scaling.md calculates. */
export async function reportStorage(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-storage-'))
  const portal = await startProcess(dataDir)
  const database = new pg.Client(connectionOf(dataDir))
  try {
    await database.connect()
    await database.query(readFileSync(crowdSql, 'utf8').replaceAll(':participants', String(PARTICIPANTS)))
    for (let from = 1; from <= ENTRIES; from += 1000) await database.query(APPEND, [from, from + 999])
    await database.query('vacuum (analyze)')
    await reportTables(database)
    await reportPartitions(database)
  } finally {
    await database.end()
    await portal.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
