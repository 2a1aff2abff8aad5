import { outcomeOf } from '#assurance/load/client.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, mib } from '#assurance/load/line.ts'
import { costOf, cpuIn, grownMib, loopIn, memoryIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const TARGET_ROWS = 500_000
const NEW_LINE = 0x0a

/** Exports years of the login register as CSV. */
export async function exportOfLogins(world: World): Promise<Line[]> {
  await fillLogins(world)
  await heardOf(world, 1)
  const { rows } = await world.database.query<{ count: string }>(
    `select count(*) as count from session s join portal_user u on u.id = s.user_id
     join participant p on p.id = u.participant_id where p.deleted_at is null`,
  )
  const count = Number(rows[0]!.count)
  const load = loadNow()
  const begin = performance.now()
  let [bytes, lines, first] = [0, 0, 0]
  const onBytes = (chunk: Buffer) => {
    first ||= performance.now() - begin
    bytes += chunk.length
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) lines++
  }
  const call = { method: 'GET', path: '/registersLogin/export?format=csv', onBytes, patienceMs: 600_000 } as const
  const { value: outcome, cost } = await costOf(world, () =>
    // Including the header line.
    outcomeOf(world.ask(world.cci, call), { isRight: () => lines === count + 1 }),
  )
  const seconds = (performance.now() - begin) / 1000
  return [
    {
      w: 'W8',
      what: 'every sign-in as CSV',
      asked: `${count} rows`,
      measured: `${seconds.toFixed(1)} s, ${mib(bytes)}, the first byte after ${(first / 1000).toFixed(1)} s; ${memoryIn(cost)}; ${loopIn(cost)}; ${cpuIn(cost)}`,
      failed: outcome === 'ok' ? {} : { [outcome]: 1 },
      target: `${TARGET_ROWS} rows in ≤ 15 s, RSS + 32 MiB at most`,
      holds: outcome === 'ok' && seconds <= 15 && grownMib(cost) <= 32 && count >= TARGET_ROWS,
      load,
    },
  ]
}

/** Sign-ins of the crowd over the last years, each with its end. */
async function fillLogins({ database, scale }: World): Promise<void> {
  await database.query(
    `insert into session (id, user_id, token_hash, device_id, address, started_at, last_seen_at, ended_at, proved_at)
     select 'v' || lpad(to_hex(n), 25, '0'), 'b' || lpad(to_hex(1 + n % $2), 25, '0'), encode(sha256(n::text::bytea), 'hex'),
       'd' || n % $2, '192.0.2.1', at, at + interval '20 minutes', at + interval '20 minutes', at
     from (select n, now() - interval '1 day' - n * interval '3 minutes' as at from generate_series(1, $1::bigint) n) m
     on conflict do nothing`,
    [scale.logins, scale.participants],
  )
  await database.query('vacuum (analyze) session')
}
