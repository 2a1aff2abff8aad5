import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeSession } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser } from '#domain/identity/user/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  readOverview,
  readOwnParticipant,
  readParticipant,
} from '#domain/participant/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let entity: Caller
let provider: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  entity = await world.signIn('entidad@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
})
afterAll(() => world.stop())

const remove = (caller: Caller, idGenericEntity: string) =>
  caller.call(deleteParticipant, { body: { idGenericEntity } })
const overview = async (caller: Caller, query: object = {}) =>
  (await caller.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 100, ...query } })).body.content

describe('deleting a participant', () => {
  it('API-36 ROLE-14: only CCI may, and never the centre', async () => {
    for (const caller of [entity, provider]) {
      expect((await remove(caller, caller.me.idGenericEntity)).status).toBe(403)
    }
    const centre = await remove(cci, cci.me.idGenericEntity)
    expect(centre).toMatchObject({
      status: 409,
      problem: { detail: 'Error en el Servidor consultar con el administrador del sistema' },
    })
    expect((await remove(cci, '00000000000000000000000000')).status).toBe(404)
  })

  it('API-36 ROLE-14: hides it from every role at once and ends its sessions and links', async () => {
    const cantera = await world.signIn('cantera@almotacen.example')
    const id = cantera.me.idGenericEntity
    const ended = world.clock.now()
    const earlier = await world.signIn('cantera@almotacen.example')
    await earlier.call(closeSession, { body: { close: 'true' } })
    const contactDetails = {
      name: 'Ana',
      surNames: 'Soto',
      position: 'Compras',
      tlf: '910000000',
      email: 'a@x.example',
    }
    const former = (await cantera.call(createUser, { body: { user: { contactDetails } } })).body.id
    await cantera.call(deleteUser, { body: { id: former } })
    world.clock.move(1000)
    const { cif } = (await cantera.call(readOwnParticipant)).body
    expect(await overview(entity, { idProvider: id })).toHaveLength(1)
    expect((await remove(cci, id)).body).toEqual({ status: '00' })

    for (const caller of [cci, entity]) {
      expect((await caller.call(readParticipant, { params: { kind: 'provider', id } })).status).toBe(404)
      expect(await overview(caller, { idProvider: id })).toEqual([])
    }
    expect((await cantera.call(readOwnParticipant)).status).toBe(401)
    await expect(world.signIn('cantera@almotacen.example')).rejects.toThrow('403')
    const { db } = world.app
    const sessions = await db
      .selectFrom('session as s')
      .innerJoin('portal_user as u', 'u.id', 's.user_id')
      .select('s.ended_at')
      .where('u.participant_id', '=', id)
      .orderBy('s.ended_at')
      .execute()
    // Sessions that had ended keep their end, which starts their retention period.
    expect(sessions).toEqual([{ ended_at: ended }, { ended_at: world.clock.now() }])
    const users = await db.selectFrom('portal_user').select('deleted_at').where('id', '=', former).execute()
    expect(users).toEqual([{ deleted_at: ended }])
    expect(await db.selectFrom('favourite').selectAll().where('provider_id', '=', id).execute()).toEqual([])
    const invitations = await db.selectFrom('invitation').select('status').where('participant_id', '=', id).execute()
    expect(invitations).toEqual([{ status: 'REJECTED' }])
    const trail = await db.selectFrom('trail').select('data').where('event', '=', 'participant.deleted').execute()
    expect(trail).toEqual([{ data: { kind: 'PROVIDER', users: 1, sessions: 1, favourites: 1, invitations: 1 } }])

    const again = await cci.call(createParticipant, { params: { kind: 'provider' }, body: { name: 'Otra', cif } })
    expect(again).toMatchObject({ status: 201, body: { cif } })
    expect((await remove(cci, id)).status).toBe(404)
  })

  it('API-36 ROLE-39: a deleted evaluator’s name stays on published scores', async () => {
    const evaluator = await world.signIn('evaluador@almotacen.example')
    await remove(cci, evaluator.me.idGenericEntity)
    const rows = await overview(provider)
    expect(
      rows.filter((row: { audit: string }) => row.audit === 'Quintanilla y Robles Auditores, S.L.P.'),
    ).toHaveLength(3)
  })

  it('API-36: the agenda omits a deleted participant', async () => {
    const somport = await world.signIn('somport@almotacen.example')
    const named = async () => (await cci.call(readAgenda)).body.content.map((item: AgendaItem) => item.provider)
    expect(await named()).toContain('Auditoría Somport, S.L.P.')
    await remove(cci, somport.me.idGenericEntity)
    expect(await named()).not.toContain('Auditoría Somport, S.L.P.')
  })

  it('API-36: a deleted entity’s NRBE is free', async () => {
    await remove(cci, entity.me.idGenericEntity)
    const body = { name: 'Otra caja', codNRBE: '3058' }
    expect((await cci.call(createParticipant, { params: { kind: 'entity' }, body })).status).toBe(201)
    expect((await cci.call(createParticipant, { params: { kind: 'entity' }, body })).problem.code).toBe('nrbeExists')
  })
})

describe('an answer that was kept for a repetition', () => {
  beforeAll(async () => {
    cci = await world.signIn('cci@almotacen.example')
    entity = await world.signIn('externalizacion@santander.example')
    provider = await world.signIn('proveedor@almotacen.example')
  })

  it('D44 R9: repeating a call reveals nothing of a participant deleted since, and repeats no effect', async () => {
    const { me } = await world.signIn('mirlo@almotacen.example')
    const id = me.idGenericEntity
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const raise = () =>
      entity.call(raiseIncident, {
        body: { providerId: id, title: 'Retraso de todos', detail: 'Dos horas' },
        ...keyed('raise'),
      })
    const mark = () =>
      entity.call(editParticipant, {
        params: { kind: 'provider', id },
        body: { idProvider: id, idEntity: entity.me.idGenericEntity },
        ...keyed('mark'),
      })
    const contactDetails = {
      email: 'fugaz@mirlo.example',
      name: 'Fugaz',
      surNames: 'Prieto',
      position: 'Compras',
      tlf: '910000000',
    }
    const employ = () =>
      cci.call(createUser, { body: { user: { idGenericEntity: id, contactDetails } }, ...keyed('employ') })
    const firsts = [await raise(), await mark(), await employ()]
    for (const first of firsts) expect(first.status, JSON.stringify(first.problem)).toBeLessThan(300)
    expect((await raise()).body).toEqual(firsts[0]!.body)
    const incidents = () => world.asOwner("select count(*) from incident where title = 'Retraso de todos'")
    const before = await incidents()
    const end = () => cci.call(deleteParticipant, { body: { idGenericEntity: id }, ...keyed('end') })
    const ended = await end()
    expect(ended.status).toBe(200)
    for (const repeat of [raise, mark, employ]) {
      const { status, body } = await repeat()
      expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining(id)])
    }
    expect(await incidents()).toEqual(before)
    expect(await end()).toMatchObject({ status: 200, body: ended.body })
  })

  it('D44 R9: repeating a call reveals nothing of a user deleted since', async () => {
    const contactDetails = {
      email: 'breve@tramontana.example',
      name: 'Breve',
      surNames: 'Soto',
      position: 'Compras',
      tlf: '910000000',
    }
    const employ = () =>
      provider.call(createUser, { body: { user: { contactDetails } }, headers: { 'idempotency-key': 'breve' } })
    const { status, body } = await employ()
    expect(status).toBe(201)
    expect((await provider.call(deleteUser, { body: { id: body.id } })).status).toBe(204)
    expect((await employ()).status).toBe(404)
  })
})
