import type { Reply } from '#assurance/load/client.ts'
import { beside, ENTERING, OTHERS } from '#assurance/load/company.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures, timesIn } from '#assurance/load/line.ts'
import { cpuIn, loopIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'

const HEADING = 'name,codNRBE,contactPerson,email'

function send(world: World, rows: readonly string[]): Promise<Reply> {
  const content = `${HEADING}\n${rows.join('\n')}\n`
  const parts = { fields: {}, file: { name: 'lista.csv', content } }
  return world.ask(world.cci, { method: 'POST', path: '/invitations-entity/massive', parts, patienceMs: 300_000 })
}

/**
 * The preload of entities. It invites at most 500 (D28), since each costs a password hash; a longer file is still read
 * to its end, and every wrong row is reported.
 */
export async function massImport(world: World): Promise<Line[]> {
  await heardOf(world, 1)
  const { rows: count } = world.scale
  const lines: Line[] = []
  const note = async (what: string, asked: string, wanted: number, target: string, limitS: number, rows: string[]) => {
    const load = loadNow()
    const { value, cost, seconds, others, entering } = await beside(world, () => send(world, rows))
    const body = value.body.toString()
    const told =
      value.status === 201 ? JSON.parse(body).created : value.status === 400 ? JSON.parse(body).rows.length : 0
    const failed = told === wanted ? {} : { [`wrong ${value.status}: ${told} rows`]: 1 }
    lines.push(
      {
        w: 'W7',
        what,
        asked,
        measured: `${seconds.toFixed(1)} s; ${loopIn(cost)}; ${cpuIn(cost)}`,
        failed,
        target: `${target}, event loop p99 ≤ 50 ms`,
        holds: told === wanted && seconds <= limitS && cost.loopP99 <= 50,
        load,
      },
      {
        w: 'W7',
        what: 'what others read meanwhile',
        asked: `${OTHERS} calls/s`,
        measured: timesIn(others),
        failed: others.failed,
        target: 'p99 ≤ 200 ms',
        holds: others.p99 <= 200 && noFailures(others),
        load,
      },
      {
        w: 'W7',
        what: 'who signs in meanwhile',
        asked: `${ENTERING} a second`,
        measured: timesIn(entering),
        failed: entering.failed,
        target: 'as W4: p95 ≤ 500 ms',
        holds: entering.p95 <= 500 && noFailures(entering),
        load,
      },
    )
  }
  const wrong = Array.from({ length: count }, (_, n) => `Banco ${n},X${n},Ana,sin-arroba-${n}`)
  await note(
    'a file whose every row is wrong, to its whole report',
    `${count} rows`,
    2 * count,
    '10000 rows in ≤ 20 s',
    20,
    wrong,
  )
  const good = await newEntities(world, Math.min(count, IMPORT_MAX))
  const target = `≤ ${good.length / 500} s (10000 in 20 s)`
  await note(
    'a file of as many as are invited at once, to the answer',
    `${good.length} rows`,
    good.length,
    target,
    good.length / 500,
    good,
  )
  return lines
}

/** Rows of banks with unused codes. */
async function newEntities({ database }: World, count: number): Promise<string[]> {
  const { rows } = await database.query<{ code: string }>(
    `select lpad(n::text, 4, '0') as code from generate_series(1, 9999) n
     where lpad(n::text, 4, '0') not in (select nrbe from participant) order by n limit $1`,
    [count],
  )
  return rows.map(({ code }) => `Banco ${code},${code},Ana,ana@banco-${code}.example`)
}
