import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportServices, listServices } from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import type { Role } from '#domain/identity/roles.ts'
import {
  exportUsers,
  exportUsersOfParticipant,
  listUsers,
  listUsersOfParticipant,
} from '#domain/identity/user/contract.ts'
import { exportIncidents, listIncidents, raiseIncident } from '#domain/incident/contract.ts'
import { exportInvitations, listInvitations } from '#domain/invitation/contract.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListExport } from '#domain/list/export.ts'
import { WORKBOOK_MAX } from '#domain/list/export.ts'
import { exportNotifications, listNotifications } from '#domain/notification/contract.ts'
import { exportOverview, readOverview } from '#domain/participant/contract.ts'
import { exportQueue, readQueue } from '#domain/validation/contract.ts'
import { livingServices } from '#server/catalogue/queries.ts'
import { withExport } from '#server/http/list/export.ts'
import { newId } from '#server/platform/ids.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import { withoutFormula } from '#server/platform/spreadsheet/write.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
const people: Partial<Record<Role, Caller>> = {}
const as = (role: Role) => people[role]!
const today = '2026-11-21'

beforeAll(async () => {
  portal = await startTestPortal()
  people.CCI = await portal.signIn('cci@almotacen.example')
  people.PROVIDER = await portal.signIn('proveedor@almotacen.example')
  people.AUDIT = await portal.signIn('evaluador@almotacen.example')
  people.ENTITY = await portal.signIn('entidad@almotacen.example')
  const participant = await portal.app.db
    .selectFrom('portal_user')
    .select('participant_id')
    .where('email', '=', 'lumbre@almotacen.example')
    .executeTakeFirstOrThrow()
  const body = { title: '=HYPERLINK("http://mal.example")', detail: 'Tarde', providerId: participant.participant_id }
  await as('ENTITY').call(raiseIncident, { body })
  await as('CCI').call(raiseIncident, { body: { ...body, title: 'Del centro' } })
  await as('PROVIDER').call(raiseIncident, { body: { title: 'De Tramontana', detail: 'Nadie abrió' } })
})
afterAll(() => portal.stop())

type Case = {
  list: Contract
  contract: unknown
  params?: () => object
  /** Two roles if two have the list, and two sets of filters. */
  roles: Role[]
  queries: Record<string, string>[]
  /** A role that the list refuses. */
  refused: Role | null
}
const cases: Record<string, Case> = {
  invitaciones: {
    list: listInvitations,
    contract: exportInvitations,
    roles: ['CCI'],
    queries: [{ status: 'ACCEPTED' }, { sort: 'email,desc', email: 'almotacen' }],
    refused: 'PROVIDER',
  },
  usuarios: {
    list: listUsers,
    contract: exportUsers,
    roles: ['CCI', 'PROVIDER'],
    queries: [{ sort: 'participant,asc' }, { role: 'ROLE_PROVIDER', sort: 'email,desc' }],
    refused: null,
  },
  'usuarios de una organización': {
    list: listUsersOfParticipant,
    contract: exportUsersOfParticipant,
    params: () => ({ id: as('PROVIDER').me.idGenericEntity }),
    roles: ['CCI', 'PROVIDER'],
    queries: [{}, { email: 'proveedor2' }],
    refused: null,
  },
  proveedores: {
    list: readOverview,
    contract: exportOverview,
    params: () => ({ kind: 'PROVIDER' }),
    roles: ['CCI', 'ENTITY', 'AUDIT', 'PROVIDER'],
    queries: [{}, { status: 'QUALIFIED', sort: 'expiredAt,desc' }],
    refused: null,
  },
  'proveedores favoritos': {
    list: readOverview,
    contract: exportOverview,
    params: () => ({ kind: 'PROVIDER' }),
    roles: ['ENTITY', 'CCI'],
    queries: [{ fav: 'true' }, { fav: 'false', sort: 'service,desc' }],
    refused: null,
  },
  entidades: {
    list: readOverview,
    contract: exportOverview,
    params: () => ({ kind: 'ENTITY' }),
    roles: ['CCI'],
    queries: [{}, { provider: 'caja', sort: 'sentAt,desc' }],
    refused: 'ENTITY',
  },
  evaluadores: {
    list: readOverview,
    contract: exportOverview,
    params: () => ({ kind: 'AUDIT' }),
    roles: ['CCI'],
    queries: [{}, { status: 'ACCEPTED' }],
    refused: 'AUDIT',
  },
  'cola-de-verificacion': {
    list: readQueue,
    contract: exportQueue,
    roles: ['CCI'],
    queries: [{ sort: 'receivedAt,desc' }, { kind: 'report' }],
    refused: 'ENTITY',
  },
  incidencias: {
    list: listIncidents,
    contract: exportIncidents,
    roles: ['CCI', 'PROVIDER', 'ENTITY'],
    queries: [{ sort: 'title,asc' }, { status: 'PENDING' }],
    refused: 'AUDIT',
  },
  notificaciones: {
    list: listNotifications,
    contract: exportNotifications,
    roles: ['PROVIDER', 'CCI'],
    queries: [{}, { isRead: 'false', sort: 'createdAt,asc' }],
    refused: null,
  },
  servicios: {
    list: listServices,
    contract: exportServices,
    roles: ['CCI', 'ENTITY'],
    queries: [{}, { sort: 'type,desc' }],
    refused: null,
  },
}

/** All rows of a call, in the list's order and shape. */
async function listed({ list, params }: Case, caller: Caller, query: object): Promise<never[]> {
  const answer = await caller.call(list, { params: params?.(), query: { ...query, size: 9999 } } as never)
  return answer.body.content
}

const ask = (contract: unknown, caller: Caller, query: object, params?: object) =>
  caller.call(contract as Contract, { params, query } as never)

/** Reads a CSV as Excel does when it knows the separator. */
const cellsOf = (csv: Buffer) => readCsv(Buffer.concat([Buffer.from('sep=;\r\n'), csv.subarray(3)])).slice(1)

function expectedOf(kase: Case, role: Role, rows: readonly never[]): string[][] {
  const reader = { role, params: kase.params?.() as never, today }
  const columns: readonly ListColumn<never>[] = (kase.contract as ListExport).columnsOf(reader)
  return [columns.map(column => column.label), ...rows.map(row => columns.map(column => column.text(row)))]
}

describe.each(Object.entries(cases))('the export of %s', (_name, kase) => {
  test.each(kase.roles.flatMap(role => kase.queries.map(query => ({ role, query }))))(
    'API-08 D27: is the list of $role with $query, as CSV and as XLSX',
    async ({ role, query }) => {
      const rows = await listed(kase, as(role), query)
      const csv = await ask(kase.contract, as(role), query, kase.params?.())
      if (rows.length === 0) {
        expect([csv.status, csv.problem.code]).toEqual([409, 'exportEmpty'])
        return
      }
      const expected = expectedOf(kase, role, rows)
      expect(csv.status).toBe(200)
      expect(cellsOf(csv.body as Buffer)).toEqual(expected.map(row => row.map(withoutFormula)))
      const xlsx = await ask(kase.contract, as(role), { ...query, format: 'xlsx' }, kase.params?.())
      const [sheet] = (await readXlsx(xlsx.body as Buffer)).sheets
      expect(sheet!.rows.map(row => row.map(cell => cell ?? ''))).toEqual(expected)
      expect([...(sheet!.cells?.values() ?? [])].filter(cell => cell.formula)).toEqual([])
    },
  )

  test('API-08: has rows to compare', async () => {
    const many = await Promise.all(kase.roles.map(role => listed(kase, as(role), kase.queries[0]!)))
    expect(many.flat().length).toBeGreaterThan(0)
  })
})

test.each(Object.entries(cases).filter(([, kase]) => kase.refused !== null))(
  'ROLE-17: the export of %s is forbidden to a role without its list',
  async (_name, kase) => {
    const answer = await ask(kase.contract, as(kase.refused!), {}, kase.params?.())
    expect([answer.status, answer.problem.code]).toEqual([403, 'forbidden'])
  },
)

test('BASE-13 D27: a title that looks like a formula is neutralised in the CSV', async () => {
  const { body } = await ask(exportIncidents, as('ENTITY'), {})
  const [, row] = cellsOf(body as Buffer)
  expect(row![0]).toBe('\'=HYPERLINK("http://mal.example")')
})

test('STAT-07: none carries what its list does not show', async () => {
  const secrets = Object.values(cases).flatMap(kase =>
    kase.roles.map(async role => {
      const answer = await ask(kase.contract, as(role), {}, kase.params?.())
      const text = (answer.body as Buffer).toString()
      // Enum values, identifiers and timestamps of the API.
      expect(text).not.toMatch(/\b(PENDING|ACCEPTED|REJECTED|QUALIFIED|LAPSED|EXPIRED|OPEN|CLOSED|ROLE_\w+)\b/)
      expect(text).not.toMatch(/\b[0-9a-hjkmnp-tv-z]{26}\b/)
      expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/)
    }),
  )
  await Promise.all(secrets)
})

test('the file says which list and which day', async () => {
  const { headers } = await ask(exportOverview, as('PROVIDER'), { format: 'xlsx' }, { kind: 'PROVIDER' })
  expect(headers.get('content-disposition')).toContain('"servicios-2026-11-21.xlsx"')
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})

test('exports the shown columns, each with those grouped under it, and refuses an unknown one', async () => {
  const { body } = await ask(exportOverview, as('ENTITY'), { columns: 'status,provider' }, { kind: 'PROVIDER' })
  expect(cellsOf(body as Buffer)[0]).toEqual(['Proveedor', 'CIF', 'Favorito', 'Estado'])
  for (const columns of ['token', 'provider,', 'sentAt']) {
    const answer = await ask(exportOverview, as('ENTITY'), { columns }, { kind: 'PROVIDER' })
    expect([answer.status, answer.problem.code, Object.keys(answer.problem.fields ?? {})]).toEqual([
      400,
      'invalid',
      ['columns'],
    ])
  }
})

test('ERR-27: without rows there is no file and nothing is noted', async () => {
  const before = await exportsNoted()
  const none = await ask(exportInvitations, as('CCI'), { email: 'nadie@' })
  expect([none.status, none.problem.detail]).toEqual([409, 'No hay nada que exportar: la lista está vacía.'])
  const logins = await ask(exportLogins, as('CCI'), { email: 'nadie@', format: 'xlsx' })
  expect([logins.status, logins.problem.code]).toEqual([409, 'exportEmpty'])
  expect(await exportsNoted()).toEqual(before)
})

test('an export leaves one entry with its user, list, filters and number of rows', async () => {
  const before = (await exportsNoted()).length
  const { body } = await ask(exportUsers, as('PROVIDER'), { email: 'proveedor2', format: 'xlsx', columns: 'email' })
  expect(body).toBeTruthy()
  const entries = (await exportsNoted()).slice(before)
  expect(entries).toEqual([
    {
      actor_id: as('PROVIDER').me.userId,
      participant_id: as('PROVIDER').me.idGenericEntity,
      object_kind: 'list',
      object_id: 'user.list',
      // The audit log does not keep the typed filter values, because an entry outlives the person they name (D44).
      data: { format: 'xlsx', filters: {}, typed: ['email'], sort: 'name', columns: ['email', 'tlf'], rows: 1 },
    },
  ])
})

test('API-22: the users of all participants have one order, by e-mail within a participant', async () => {
  const { body } = await as('CCI').call(listUsers, { query: { sort: 'participant,desc', size: 9999 } as never })
  const users = body.content as { nameGenericEntity: string; email: string }[]
  const mates = Map.groupBy(users, user => user.nameGenericEntity)
  expect([...mates.values()].some(each => each.length > 1)).toBe(true)
  for (const each of mates.values()) {
    expect(each.map(user => user.email)).toEqual(each.map(user => user.email).toSorted())
  }
})

test('API-06: a list longer than a batch is there once and whole; a workbook has an end, a CSV none', async () => {
  for (let from = 0; from < 5000; from += 2500) await addServices(from, 2500)
  const keysOf = (body: unknown) =>
    cellsOf(body as Buffer)
      .slice(1)
      .map(row => row[2]!)
  const keys = keysOf((await ask(exportServices, as('CCI'), {})).body)
  const { body } = await as('CCI').call(listServices, { query: { size: 9999 } as never })
  expect(keys).toEqual((body.content as { key: string }[]).map(row => row.key))
  expect(new Set(keys).size).toBe(keys.length)
  for (let from = 5000; from <= WORKBOOK_MAX; from += 2500) await addServices(from, 2500)
  const book = await ask(exportServices, as('CCI'), { format: 'xlsx' })
  expect([book.status, book.problem.code]).toEqual([409, 'exportTooLarge'])
  expect(book.problem.detail).toContain('10.000 como máximo')
  expect((await ask(exportServices, as('CCI'), {})).status).toBe(200)
}, 60_000)

test('exports rows of one moment, without changes between batches', async () => {
  const { db } = portal.app
  await addServices(50_000, 2500)
  const first = await db.selectFrom('service').select(['version', 'created_at']).limit(1).executeTakeFirstOrThrow()
  const seen: number[] = []
  const [, route] = withExport(exportServices, async call => {
    const page = await livingServices(call.db, call.query)
    seen.push(page.totalElements)
    // The new row sorts first, so it would push a row that was read into the next batch.
    await db
      .insertInto('service')
      .values({ ...first, id: newId(portal.clock.now()), key: `Z${seen.length}`, type: 'Prueba', description: ' ' })
      .execute()
    return page
  })
  const actor = { userId: as('CCI').me.userId, participantId: as('CCI').me.idGenericEntity, role: 'CCI' }
  const query = exportServices.query!.parse({})
  const { bytes } = await route!.handler({ app: portal.app, db, actor, scope: 'all', params: undefined, query })
  const keys = cellsOf(Buffer.from(bytes)).slice(1)
  expect(seen.length).toBeGreaterThan(1)
  expect(new Set(seen).size).toBe(1)
  expect(new Set(keys.map(row => row[2])).size).toBe(seen[0])
}, 60_000)

test('an export that cannot be named leaves no entry in the trail', async () => {
  const before = await exportsNoted()
  const nameless = () => Symbol('no name') as never
  const [, route] = withExport({ ...exportServices, fileOf: nameless }, ({ db, query }) => livingServices(db, query))
  const actor = { userId: as('CCI').me.userId, participantId: as('CCI').me.idGenericEntity, role: 'CCI' }
  const query = exportServices.query!.parse({})
  const { app: running } = portal
  const call = { app: running, db: running.db, actor, scope: 'all', params: undefined, query }
  await expect(route!.handler(call)).rejects.toThrow('Symbol')
  expect(await exportsNoted()).toEqual(before)
})

async function addServices(from: number, count: number): Promise<void> {
  const { db } = portal.app
  const one = await db.selectFrom('service').select(['id', 'version', 'created_at']).limit(1).executeTakeFirstOrThrow()
  const services = Array.from({ length: count }, (_, n) => ({
    ...one,
    id: `${one.id.slice(0, 19)}${String(from + n).padStart(7, '0')}`,
    key: `P${from + n}`,
    type: 'Prueba',
    // All rows are equal, so only the tie-breaker orders them.
    description: 'Igual',
  }))
  await db.insertInto('service').values(services).execute()
}

async function exportsNoted() {
  return portal.app.db
    .selectFrom('trail')
    .select(['actor_id', 'participant_id', 'object_kind', 'object_id', 'data'])
    .where('event', '=', 'list.exported')
    .orderBy('number')
    .execute()
}
