import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { gleifFiles } from '#domain/supervision/register/gleif/gleif.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { rowsOf } from '#server/supervision/register/gleif/rows.ts'
import { unpack } from '#server/supervision/register/gleif/unpack.ts'
import { writeLargeLeiFile } from '#test/support/gleif.ts'

/** As many as GLEIF publishes. */
const COUNT = 3_500_000
/** What a load may take: times what unpacking, reading and copying alone take, and MiB over rest. */
const MOST = { times: 2, mib: 200 }

const MIB = 1024 * 1024
const secondsOf = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Loads a file of the shape and size of GLEIF's golden copy. False when that takes too long or too much memory. */
export async function reportGleif(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-gleif-'))
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  const client = new pg.Client(embedded.connection as pg.ClientConfig)
  try {
    await migrate(embedded.connection)
    await client.connect()
    const path = join(folder, 'lei2.csv.gz')
    const bytes = await writeLargeLeiFile(path, COUNT)
    const rows = join(folder, 'rows')
    const script = join(import.meta.dirname, '../../test/support/load-gleif.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(embedded.connection), path])
    const [mib = 0, load = 0] = stdout.split(' ').map(Number)
    const read = await secondsOf(() => pipeline(readRows(path), createWriteStream(rows)))
    await client.query('create table alone (like gleif_lei)')
    const copy = await secondsOf(() =>
      pipeline(createReadStream(rows), client.query(copyFrom('copy alone from stdin'))),
    )
    const { rows: sizes } = await client.query<{ table: number; index: number }>(
      `select pg_table_size('gleif_lei')::float8 as table, pg_indexes_size('gleif_lei')::float8 as index`,
    )
    const { table, index } = sizes[0]!
    const times = load / (read + copy)
    console.log(
      `GLEIF: ${COUNT} LEIs, ${(bytes / MIB / 1024).toFixed(1)} GiB, ${mibText((await stat(path)).size)} packed`,
    )
    console.log(`  load             ${load} s, +${mib} MiB of memory; table ${mibText(table)}, index ${mibText(index)}`)
    console.log(
      `  alone            unpack and read ${read.toFixed(1)} s, copy ${copy.toFixed(1)} s: ${times.toFixed(2)} times`,
    )
    return times <= MOST.times && mib <= MOST.mib
  } finally {
    await client.end().catch(() => {})
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const mibText = (bytes: number) => `${Math.round(bytes / MIB)} MiB`

/** The rows of a file as COPY takes them, made of its columns and nothing else. */
async function* readRows(path: string): AsyncGenerator<string> {
  const { columns, row } = gleifFiles.LEI
  const { content } = await unpack(path)
  for await (const rows of rowsOf(content, header => columns.map(column => header.indexOf(column)))) {
    yield rows
      .map(
        values =>
          `${row(values)!
            .map(each => each ?? '\\N')
            .join('\t')}\n`,
      )
      .join('')
  }
}
