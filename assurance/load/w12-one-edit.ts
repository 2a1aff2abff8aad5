import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures } from '#assurance/load/line.ts'
import { whileWriting, writesIn } from '#assurance/load/w10-migration.ts'
import { costOf, loopIn } from '#assurance/load/watch.ts'
import { heardOf, idOf, type World } from '#assurance/load/world.ts'
import type { JobName } from '#domain/notification/operation/job/job.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { overview } from '#server/admin/overview.ts'
import { connect } from '#server/platform/database/connect.ts'

/** What one lock may cost others, in milliseconds. */
const LONGEST_LOCK_MS = 50
const ALONE_S = 10
const LOOK_MS = 200
const PATIENCE_S = 150

type Edit = { what: string; begin(): Promise<unknown>; isOver(): Promise<boolean> }

/** Work that concerns thousands of participants, each while people write (decision 047). */
export async function oneEdit(world: World): Promise<Line[]> {
  await heardOf(world, 1)
  const alone = await whileWriting(world, () => sleep(ALONE_S * 1000))
  const lines: Line[] = []
  for (const edit of await editsOf(world)) {
    const load = loadNow()
    await heardOf(world, 1)
    const { value: during, cost } = await costOf(world, () => whileWriting(world, () => done(edit)))
    lines.push({
      w: 'W12',
      what: edit.what,
      asked: '50 changes/s beside it',
      measured: `${during.seconds.toFixed(1)} s; longest lock ${during.lockMs.toFixed(0)} ms (without it ${alone.lockMs.toFixed(0)}); changes ${writesIn(during.figures)} (without it ${writesIn(alone.figures)}); ${loopIn(cost)}`,
      failed: during.figures.failed,
      target: `locks ≤ ${LONGEST_LOCK_MS} ms`,
      holds: during.lockMs <= LONGEST_LOCK_MS && noFailures(during.figures),
      load,
    })
  }
  return lines
}

/** Measures no longer than its patience: a slow machine is no failure. */
async function done({ begin, isOver }: Edit): Promise<void> {
  const due = performance.now() + PATIENCE_S * 1000
  await begin()
  while (!(await isOver()) && performance.now() < due) await sleep(LOOK_MS)
}

async function editsOf(world: World): Promise<Edit[]> {
  const { database, dataDir, cci } = world
  const one = async (text: string) => (await database.query(text)).rows[0]
  const isNone = async (from: string) => (await one(`select not exists (select from ${from}) as yes`)).yes as boolean
  const most = await one(`select service_id as id, count(*)::int as rows from overview_row
    where service_id is not null group by 1 order by 2 desc limit 1`)
  const [{ sha256, size }] = (
    await database.query(`select f.sha256, f.size, (select count(*) from document_version w where w.sha256 = f.sha256) as of
      from stored_file f order by 3 desc limit 1`)
  ).rows
  const run = (name: JobName) => world.ask(cci, { method: 'POST', path: `/jobs/${name}/runs` })
  const ofJob = (what: string, name: JobName, before: string): Edit => ({
    what,
    begin: async () => {
      await database.query(before)
      await run(name)
    },
    isOver: () => isNone(`job where name = '${name}' and asked_at is not null`),
  })
  return [
    {
      what: `a service of ${most.rows} requests gets another name`,
      begin: () => database.query(`update service set description = description || ' bis' where id = '${most.id}'`),
      isOver: () => isNone('overview_rename'),
    },
    {
      what: 'overview rebuild',
      begin: async () => {
        const { db } = connect(
          { host: join(dataDir, 'pg/run'), port: database.port, user: 'postgres', database: 'almotacen' },
          1,
        )
        await (overview as AppCommand).run({ db } as never, ['rebuild'], undefined as never)
        await db.destroy()
      },
      isOver: async () => true,
    },
    ofJob(
      'the review desk announces all that waits',
      'announce-overdue',
      'update queue_assignment set overdue_told_for = null',
    ),
    ofJob('all scores get their certificates', 'certify-scores', 'delete from certificate'),
    {
      what: `a file of every owner is lost (${size} bytes)`,
      begin: async () => {
        const path = join(dataDir, 'files', sha256.slice(0, 2), sha256)
        await rename(path, `${path}.lost`)
        await world.ask(cci, { method: 'GET', path: `/documents/${idOf('e', 9)}/content` }).catch(() => {})
      },
      isOver: async () =>
        (await one('select count(*) filter (where told_at is not null)::int as told from file_damage')).told > 0,
    },
  ]
}
