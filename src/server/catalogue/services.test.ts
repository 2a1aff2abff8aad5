import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { deleteService, listServices, readService, saveService } from '#domain/catalogue/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import { request } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const LINES = 'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.'
const IN_USE = 'No se puede eliminar este servicio, posiblemente esté en uso.'
const EMPTY = 'No puede estar vacio'
const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluatorId: string

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  evaluatorId = (await portal.signIn('evaluador@almotacen.example')).me.idGenericEntity
})
afterAll(() => portal.stop())

const save = (body: Record<string, unknown>) => cci.call(saveService, { body })
const remove = (id: string) => cci.call(deleteService, { params: { id } })
const all = async (): Promise<ServiceWire[]> => (await cci.call(listServices)).body.content
const called = async (name: string) => (await all()).find(service => service.name === name)!
const events = async (event: string) =>
  (await portal.app.db.selectFrom('trail').selectAll().where('event', '=', event).execute()).map(entry => entry.data)
const ask = (service: string) =>
  request(provider, { provider: provider.me.idGenericEntity, evaluator: evaluatorId, service })

describe('adding', () => {
  test('API-65 ROLE-09 SRV-03: a new service has a key of its own and is named by its description', async () => {
    const { status, body } = await save({ type: ' Archivo ', description: ' Archivo  definitivo' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ key: 'SRV-11', type: 'Archivo', description: 'Archivo definitivo', version: 1 })
    expect(body.name).toBe(body.description)
    expect(await called('Archivo definitivo')).toEqual(body)
    expect(await events('service.created')).toContainEqual({ type: 'Archivo', description: 'Archivo definitivo' })
  })

  test.each([
    ['nothing', {}, { type: EMPTY, description: EMPTY }],
    ['only a type', { type: 'Archivo', description: '  ' }, { description: EMPTY }],
    ['only a description', { description: 'Sin tipo' }, { type: EMPTY }],
  ])('FORM-47 API-65: needs type and description, not %s', async (_what, body, fields) => {
    const before = await all()
    expect(await save(body)).toMatchObject({
      status: 400,
      problem: { code: 'emptyLines', detail: LINES, fields },
    })
    expect(await all()).toEqual(before)
  })

  test('API-65: refuses a repeated service and texts longer than a cell', async () => {
    expect((await save({ type: 'ARCHIVO', description: 'custodia documentál' })).problem).toMatchObject({
      code: 'invalid',
      fields: { description: 'Ya hay un servicio con este tipo y esta descripción' },
    })
    expect((await save({ type: 'Papel', description: 'Custodia documental' })).status).toBe(200)
    expect((await save({ type: 'x'.repeat(201), description: 'Larga' })).problem.fields).toHaveProperty('type')
    expect((await save({ type: 'Archivo', description: 'Con clave', key: 'MIA' })).problem.code).toBe('unknownField')
  })

  test('API-65: of simultaneous equal services one is added, and no key repeats', async () => {
    const same = Array.from({ length: 6 }, () => save({ type: 'Archivo', description: 'A la vez' }))
    const others = Array.from({ length: 6 }, (_, n) => save({ type: 'Archivo', description: `Otro ${n}` }))
    const statuses = (await Promise.all(same)).map(answer => answer.status).sort()
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400])
    expect((await Promise.all(others)).every(answer => answer.status === 200)).toBe(true)
    const keys = (await all()).map(service => service.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('editing', () => {
  test('API-65 SRV-03: keeps id and key, and counts its versions', async () => {
    const before = await called('Valija interna')
    const { id, version } = before
    const { body } = await save({ id, version, type: 'Transporte', description: 'Valija entre sedes' })
    expect(body).toEqual({
      ...before,
      type: 'Transporte',
      name: 'Valija entre sedes',
      description: 'Valija entre sedes',
      version: version + 1,
    })
    expect(await events('service.edited')).toEqual([
      {
        from: { type: 'Logística', description: 'Valija interna' },
        to: { type: 'Transporte', description: 'Valija entre sedes' },
      },
    ])
    expect((await save({ id, type: 'Transporte', description: 'Valija entre sedes' })).body).toEqual(body)
    expect(await events('service.edited')).toHaveLength(1)
  })

  test('API-65: refuses an edit of a service that changed meanwhile, and loses nothing', async () => {
    const { id, version, type } = await called('Firma electrónica')
    expect((await save({ id, version, type, description: 'Firma electrónica cualificada' })).status).toBe(200)
    expect((await save({ id, version, type, description: 'Otra' })).problem).toMatchObject({
      status: 409,
      code: 'changedMeanwhile',
    })
    expect((await called('Firma electrónica cualificada')).version).toBe(version + 1)
  })

  test('API-65: refuses an edit of an unknown service, or one that makes two services equal', async () => {
    expect((await save({ id: UNKNOWN, type: 'a', description: 'b' })).status).toBe(404)
    const { id } = await called('Alojamiento en nube')
    const twin = { id, type: 'Digital', description: 'Digitalización certificada' }
    expect((await save(twin)).problem.code).toBe('invalid')
  })
})

describe('deleting', () => {
  test('API-49 ERR-07: not while a living request is about it', async () => {
    const { id } = (await save({ type: 'Archivo', description: 'En uso' })).body
    expect((await ask(id)).status).toBe(201)
    expect(await remove(id)).toMatchObject({ status: 409, problem: { code: 'serviceInUse', detail: IN_USE } })
    expect(await called('En uso')).toBeDefined()
  })

  test('API-49: a withdrawn request, or one of a deleted participant, does not keep a service', async () => {
    const { db } = portal.app
    const back = (await save({ type: 'Archivo', description: 'Retirada' })).body
    const gone = (await save({ type: 'Archivo', description: 'De nadie' })).body
    const taken = (await ask(back.id)).body
    await db.updateTable('validation').set({ deleted_at: portal.clock.now() }).where('id', '=', taken.id).execute()
    expect((await remove(back.id)).status).toBe(204)

    const cantera = await portal.signIn('cantera@almotacen.example')
    const { idGenericEntity } = cantera.me
    const asked = await request(cantera, { provider: idGenericEntity, evaluator: evaluatorId, service: gone.id })
    expect(asked.status).toBe(201)
    expect((await remove(gone.id)).status).toBe(409)
    expect((await cci.call(deleteParticipant, { body: { idGenericEntity } })).status).toBe(200)
    expect((await remove(gone.id)).status).toBe(204)
  })

  test('API-49 API-64: a free one is gone from the list, and can still be read', async () => {
    const { id } = (await save({ type: 'Archivo', description: 'Libre' })).body
    expect((await remove(id)).status).toBe(204)
    expect(await called('Libre')).toBeUndefined()
    expect((await provider.call(readService, { params: { id } })).body.name).toBe('Libre')
    expect((await ask(id)).status).toBe(400)
    expect((await remove(id)).status).toBe(404)
    expect((await save({ id, type: 'Archivo', description: 'Vuelve' })).status).toBe(404)
    expect(await events('service.deleted')).toContainEqual(expect.objectContaining({ description: 'Libre' }))
    // The description is free again, the key is not.
    const again = await save({ type: 'Archivo', description: 'Libre' })
    expect(again.status).toBe(200)
  })

  test('API-49: of a simultaneous request and deletion of its service only one succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = (await save({ type: 'Carrera', description: `Vuelta ${round}` })).body
      const [sent, removed] = await Promise.all([ask(id), remove(id)])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([sent.status, removed.status])
    }
  })

  test('API-49 ERR-07: a score keeps it for a year after it lapsed, and no longer', async () => {
    const { id } = (await save({ type: 'Archivo', description: 'Caduca' })).body
    const validation = (await ask(id)).body
    const { db } = portal.app
    await db.updateTable('validation').set({ status: 'QUALIFIED' }).where('id', '=', validation.id).execute()
    const file = await db.selectFrom('stored_file').select('sha256').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('score')
      .values({
        id: `${validation.id.slice(0, 25)}z`,
        validation_id: validation.id,
        rating: 'A/A/A',
        expires_on: '2026-11-30',
        file_name: 'dictamen.pdf',
        sha256: file.sha256,
        scored_by: cci.me.userId,
        scored_at: portal.clock.now(),
      })
      .execute()
    portal.clock.move(365 * DAY)
    cci = await portal.signIn('cci@almotacen.example')
    expect((await remove(id)).status).toBe(409)
    portal.clock.move(10 * DAY)
    cci = await portal.signIn('cci@almotacen.example')
    expect((await remove(id)).status).toBe(204)
    expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  })
})
