import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportLogins, listLogins } from '#domain/identity/login-statistics/contract.ts'
import { exportIncidents, listIncidents } from '#domain/incident/contract.ts'
import { exportInvitations, listInvitations } from '#domain/invitation/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { addDays, madridDay } from '#domain/values/day.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
beforeAll(async () => {
  world = await startTestPortal()
  await world.signIn('entidad@almotacen.example')
  world.clock.move(1)
  cci = await world.signIn('cci@almotacen.example')
})
afterAll(() => world.stop())

const lists = {
  'sign-ins': { table: 'session', column: 'started_at', list: listLogins, file: exportLogins },
  invitations: { table: 'invitation', column: 'created_at', list: listInvitations, file: exportInvitations },
  incidents: { table: 'incident', column: 'created_at', list: listIncidents, file: exportIncidents },
} as const

/** The number of rows of one day in a list, with the web's filter, and in its export. */
async function countsOf({ list, file }: (typeof lists)[keyof typeof lists], day: string) {
  const query = { from: `${day}T00:00:00.000Z`, to: `${day}T22:59:00.000Z` }
  const { body } = await cci.call(list, { query })
  const written = await cci.call(file, { query })
  // An empty export is refused.
  const lines = written.status === 200 ? String(written.body).trim().split('\r\n').length - 1 : 0
  return [body.totalElements, lines]
}

// Winter, summer and both days of the clock change; none near the demo data.
const moments = [
  '2025-01-15T22:59:30.000Z',
  '2025-01-15T23:30:00.000Z',
  '2025-07-15T21:59:30.000Z',
  '2025-07-15T22:30:00.000Z',
  '2025-03-29T23:30:00.000Z',
  '2025-03-30T22:30:00.000Z',
  '2025-10-25T22:30:00.000Z',
  '2025-10-26T23:30:00.000Z',
]

test.each(Object.keys(lists) as (keyof typeof lists)[])(
  'API-09 D4: an event at night counts for its day in Madrid only: %s and their export',
  async name => {
    const { table, column } = lists[name]
    // Not the caller's own session, which would end.
    const [row] = await world.asOwner(`select min(id) as id from ${table}`)
    const { id } = row as { id: string }
    for (const at of moments) {
      await world.asOwner(`update ${table} set ${column} = '${at}' where id = '${id}'`)
      const day = madridDay(at)
      const days = [-1, 0, 1].map(offset => addDays(day, offset))
      const counts = await Promise.all(days.map(one => countsOf(lists[name], one)))
      expect([at, ...counts]).toEqual([at, [0, 0], [1, 1], [0, 0]])
    }
  },
)

test.each(['0000-01-01T00:00:00Z', '0999-12-31T23:59:59Z'])(
  'API-09: %s, which no calendar here has, is refused by name',
  async at => {
    const overview = (query: object) => cci.call(readOverview, { params: { kind: 'PROVIDER' }, query })
    const reads = Object.values(lists).flatMap(({ list, file }) =>
      [list, file].map(each => (query: object) => cci.call(each, { query })),
    )
    for (const read of [overview, ...reads]) {
      for (const end of ['from', 'to']) {
        expect(await read({ [end]: at })).toMatchObject({
          status: 400,
          problem: { fields: { [end]: expect.stringContaining('1000') } },
        })
      }
    }
    for (const end of ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect((await overview({ from: end, to: end })).status).toBe(200)
  },
)
