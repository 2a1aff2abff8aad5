import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { listUsers, listUsersOfEntity, listUsersOfParticipant } from '#domain/identity/user/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { address as at } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { emailsOf, list } from '#test/support/users.ts'

const MISSING = '0'.repeat(26)

let world: TestPortal
let centre: Caller
let provider: Caller
let colleague: Caller
let entity: Caller

beforeAll(async () => {
  world = await startTestPortal()
  centre = await world.signIn(at('cci'))
  provider = await world.signIn(at('proveedor'))
  colleague = await world.signIn(at('proveedor2'))
  entity = await world.signIn(at('entidad'))
})
afterAll(() => world.stop())

describe('lists of users', () => {
  test('API-19 API-23: a page says its content and total, and says it again under data', async () => {
    const { status, body } = await list(entity)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['content', 'data', 'totalElements'])
    expect(body.data).toEqual({ content: body.content, totalElements: body.totalElements })
    expect(body.content.map((user: UserWire) => user.email)).toEqual([at('entidad'), at('entidad2')])
    expect(body.content[0]).toMatchObject({
      roles: ['ROLE_ENTITY', 'ROLE_ADMIN'],
      idGenericEntity: entity.me.idGenericEntity,
      nameGenericEntity: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
      status: 'ACCEPTED',
      lastChangePassword: expect.any(String),
    })
  })

  test('ROLE-42 ROLE-19: a participant lists its own users, whatever it asks for; CCI all', async () => {
    expect(await emailsOf(provider)).toEqual([at('proveedor2'), at('proveedor')])
    expect(await emailsOf(colleague)).toEqual([at('proveedor2'), at('proveedor')])
    expect(await emailsOf(provider, { email: 'entidad' })).toEqual([])
    expect(await emailsOf(provider, { participant: 'Cajamar' })).toEqual([])
    const all = await emailsOf(centre)
    expect(all).toEqual(
      expect.arrayContaining([at('cci'), at('proveedor2'), at('entidad'), at('nuevo'), at('evaluador')]),
    )
    expect(all.every((email: string) => email.includes('@'))).toBe(true)
  })

  test('API-22 ROLE-42: management keeps those of the own participant', async () => {
    expect(await emailsOf(centre, { management: 'true' })).toEqual([at('cci2'), at('cci')])
    expect(await emailsOf(centre, { management: 'false' })).toHaveLength((await emailsOf(centre)).length)
    expect(await emailsOf(provider, { management: 'true' })).toEqual([at('proveedor2'), at('proveedor')])
  })

  test.each([
    ['name', 'iñigo', ['proveedor2']],
    ['name', 'INIGO SALCEDO', ['proveedor2']],
    ['name', 'lucia ferrer', ['proveedor']],
    ['email', 'PROVEEDOR2@', ['proveedor2']],
    ['email', 'roveedor@', ['proveedor']],
    ['email', '%', []],
    ['name', '_', []],
    ['participant', 'auditoria somport', ['somport']],
    ['participant', 'B0047', ['proveedor2', 'proveedor']],
  ])('API-10 API-22: by %s «%s», whatever its case and accents', async (field, text, names) => {
    expect(await emailsOf(centre, { [field]: text })).toEqual(names.map(at))
  })

  test('LIM-34 USR-04: by role and by status', async () => {
    for (const role of ['PROVIDER', 'ENTITY', 'AUDIT', 'CCI']) {
      const { content } = (await list(centre, { role: `ROLE_${role}` })).body
      expect(content.length).toBeGreaterThan(1)
      expect(content.every((user: UserWire) => user.role === role)).toBe(true)
    }
    const pending = (await list(centre, { status: 'PENDING' })).body.content
    expect(pending.map((user: UserWire) => user.email)).toContain(at('borrador'))
    expect(pending.every((user: UserWire) => user.status === 'PENDING')).toBe(true)
    expect((await list(centre, { role: 'CCI' })).status).toBe(400)
  })

  test('API-22 LIM-13: pages of six in the requested order, without repetition', async () => {
    const first = await centre.call(listUsers)
    expect(first.body.content).toHaveLength(6)
    const { totalElements } = first.body
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(totalElements / 6) }, (_, page) =>
        centre.call(listUsers, { query: { page, size: 6 } }),
      ),
    )
    const ids = pages.flatMap(page => page.body.content.map((user: UserWire) => user.id))
    expect(new Set(ids).size).toBe(totalElements)
    const down = await emailsOf(centre, { sort: 'email,desc' })
    expect(down).toEqual([...down].sort().reverse())
    for (const sort of ['name', 'role', 'status', 'participant', 'createdAt,desc']) {
      expect((await list(centre, { sort })).body.totalElements).toBe(totalElements)
    }
    expect((await list(centre, { sort: 'password_hash' })).status).toBe(400)
  })

  test('API-20 API-21: lists the users of one participant, by either path', async () => {
    const id = provider.me.idGenericEntity
    for (const contract of [listUsersOfParticipant, listUsersOfEntity]) {
      for (const caller of [centre, provider, colleague]) {
        const { body } = await caller.call(contract, { params: { id } })
        expect(body.data.content.map((user: UserWire) => user.email)).toEqual([at('proveedor2'), at('proveedor')])
      }
      const found = await centre.call(contract, { params: { id }, query: { name: 'lucia' } })
      expect(found.body.totalElements).toBe(1)
      const foreign = await entity.call(contract, { params: { id } })
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual((await entity.call(contract, { params: { id: MISSING } })).body)
      expect((await centre.call(contract, { params: { id: MISSING } })).status).toBe(404)
    }
  })

  test('D44: 404 for the users of a deleted participant', async () => {
    const id = (await world.signIn(at('cantera'))).me.idGenericEntity
    await centre.call(deleteParticipant, { body: { idGenericEntity: id } })
    expect((await centre.call(listUsersOfParticipant, { params: { id } })).status).toBe(404)
  })

  test('API-10: the search as one types has its indexes', async () => {
    // The planner scans small tables, and only the owner may run analyze.
    const rows = await world.asOwner(`begin;
      insert into portal_user (id, participant_id, email, name, surnames, status, created_at)
        select lpad(n::text, 26, '0'), '${provider.me.idGenericEntity}', n || '@x.example', md5(n::text), '', 'PENDING',
          now() from generate_series(1, 5000) n;
      analyze portal_user;
      explain select id from portal_user u
        where u.deleted_at is null and fold(u.name || ' ' || u.surnames) like '%salcedo%';
      rollback`)
    const plan = JSON.stringify(rows)
    expect(plan).toContain('portal_user_by_name')
  })
})
