import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { listUsers } from '#domain/identity/user/contract.ts'
import { listIncidents } from '#domain/incident/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { listParticipants, readOverview } from '#domain/participant/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

// Totals come from other queries than pages and must exclude the same deleted participants.

let portal: TestPortal
/** The ids that no list may contain: deleted participants, and the incidents on either side of them. */
let gone: string[]
/** A deleted request; only notifications still refer to it. */
let withdrawn: string
let callers: Record<'cci' | 'proveedor' | 'evaluador' | 'entidad', Caller>
beforeAll(async () => {
  portal = await startTestPortal()
  const signIn = (name: string) => portal.signIn(`${name}@almotacen.example`)
  callers = {
    cci: await signIn('cci'),
    proveedor: await signIn('proveedor'),
    evaluador: await signIn('evaluador'),
    entidad: await signIn('entidad'),
  }
  const { db } = portal.app
  // Only marks the row as deleted, so that all its other rows remain and could be counted.
  const deleted = await db
    .updateTable('participant')
    .set({ deleted_at: portal.clock.now() })
    .where(eb => eb.or(['Lumbre', 'Hontanar', 'Banco Santander'].map(name => eb('display_name', 'like', `${name}%`))))
    .returning('id')
    .execute()
  gone = deleted.map(({ id }) => id)
  expect(gone).toHaveLength(3)
  await db.updateTable('validation').set({ status: 'PENDING' }).where('participant_id', 'in', gone).execute()
  const { proveedor, entidad } = callers
  const sides = [proveedor.me.idGenericEntity, ...gone].flatMap(provider_id =>
    [entidad.me.idGenericEntity, ...gone].map(issuer_id => ({ provider_id, issuer_id })),
  )
  const incidents = sides.map(side => ({
    ...side,
    ...{ id: newId(portal.clock.now()), title: 'Retraso', detail: 'Sin más', status: 'PENDING' },
    ...{ raised_by: entidad.me.userId, created_at: portal.clock.now(), updated_at: portal.clock.now() },
  }))
  await db.insertInto('incident').values(incidents).execute()
  const request = await db
    .selectFrom('validation')
    .select('id')
    .where('kind', '=', 'AUDIT_REPORT')
    .where('status', '=', 'PENDING')
    .where('participant_id', 'not in', gone)
    .executeTakeFirstOrThrow()
  await db.updateTable('validation').set({ deleted_at: portal.clock.now() }).where('id', '=', request.id).execute()
  const theirs = incidents.filter(each => gone.includes(each.provider_id) || gone.includes(each.issuer_id))
  withdrawn = request.id
  gone.push(...theirs.map(({ id }) => id))
  const cci = callers.cci.me
  const notes = await db
    .selectFrom('notification')
    .select('id')
    .where('participant_id', '=', cci.idGenericEntity)
    .execute()
  await db
    .updateTable('notification')
    .set({ about: [gone[0]!] })
    .where(
      'id',
      'in',
      notes.slice(0, 2).map(({ id }) => id),
    )
    .execute()
  const read = notes
    .slice(1, 4)
    .map(({ id }) => ({ notification_id: id, user_id: cci.userId, read_at: portal.clock.now() }))
  await db.insertInto('notification_read').values(read).execute()
})
afterAll(() => portal.stop())

type Asked = { params?: object; query?: object }
type Page = { content: { id?: string }[]; totalElements: number }

/** All rows of a list, page by page. */
async function rowsOf(caller: Caller, contract: Contract, { params, query }: Asked) {
  const rows: Page['content'] = []
  for (let page = 0; ; page++) {
    const answer = await caller.call(contract, { params: params as never, query: { ...query, size: 4, page } as never })
    expect(answer.status).toBe(200)
    const { content, totalElements } = answer.body as Page
    rows.push(...content)
    if (content.length < 4) return { rows, totalElements }
  }
}

const lists: [string, Contract, Asked[]][] = [
  [
    'users',
    listUsers as unknown as Contract,
    [
      {},
      { name: 'a' },
      { email: 'almotacen' },
      { status: 'ACCEPTED' },
      { role: 'ROLE_PROVIDER' },
      { participant: 's.l.' },
      { management: true },
    ].map(query => ({ query })),
  ],
  [
    'incidents',
    listIncidents as unknown as Contract,
    [{}, { status: 'PENDING' }, { status: 'OPEN' }, { provider: 'a' }, { to: '2027-01-01T00:00:00.000Z' }].map(
      query => ({ query }),
    ),
  ],
  [
    'notifications',
    listNotifications as unknown as Contract,
    [{}, { isRead: true }, { isRead: false }].map(query => ({ query })),
  ],
  [
    'queue',
    readQueue as unknown as Contract,
    [{}, { kind: 'documentation' }, { kind: 'report' }, { kind: 'incident' }].map(query => ({ query })),
  ],
  [
    'participants',
    listParticipants as unknown as Contract,
    [{ params: { kind: 'provider' } }, { params: { kind: 'provider' }, query: { name: 'a' } }],
  ],
  ['overview', readOverview as unknown as Contract, overviews()],
]

function overviews(): Asked[] {
  const asked = [
    {},
    { provider: 'a' },
    { status: 'LAPSED' },
    { status: 'ACCEPTED' },
    { issue: '-' },
    { fav: false },
    { score: 'a' },
  ]
  return ['provider', 'status,desc'].flatMap(sort =>
    asked.map(query => ({ params: { kind: 'PROVIDER' }, query: { ...query, sort } })),
  )
}

test.each(lists)(
  'API-06: the %s are as many as their pages hold, none of them twice and none of the deleted',
  async (_name, contract, asked) => {
    let most = 0
    for (const caller of Object.values(callers)) {
      for (const each of asked) {
        const first = await caller.call(contract, { params: each.params as never, query: each.query as never })
        if (first.status === 403) continue
        const { rows, totalElements } = await rowsOf(caller, contract, each)
        expect([each, totalElements]).toEqual([each, rows.length])
        expect(new Set(rows.map(row => JSON.stringify(row))).size).toBe(rows.length)
        const hidden = (contract as unknown) === listNotifications ? gone : [...gone, withdrawn]
        expect(hidden.filter(id => JSON.stringify(rows).includes(id))).toEqual([])
        most = Math.max(most, rows.length)
      }
    }
    expect(most).toBeGreaterThan(0)
  },
)

test.each(lists)(
  'API-05: beyond the last page of %s there is nothing, as far as one may ask',
  async (_, contract, asked) => {
    for (const { params, query } of asked) {
      const far = { ...query, page: 1_000_000, size: 9999 }
      const { status, body } = await callers.cci.call(contract, { params: params as never, query: far as never })
      expect([status, (body as Page).content]).toEqual([200, []])
    }
  },
)
