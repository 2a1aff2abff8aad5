import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentCatalogueWire, ServiceWire } from '#domain/catalogue/contract.ts'
import { listDocumentCatalogues, listServices, readDataCatalogue, readService } from '#domain/catalogue/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let provider: Caller
let draft: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
  draft = await world.signIn('borrador@almotacen.example')
})
afterAll(() => world.stop())

describe('services', () => {
  it('API-64 SRV-03: are listed by name, and the name is the description', async () => {
    const { body } = await provider.call(listServices)
    expect(body.totalElements).toBe(10)
    const found: ServiceWire[] = body.content
    expect(found[0]).toMatchObject({ name: 'Alojamiento en nube', description: 'Alojamiento en nube', type: 'Digital' })
    expect(found[0]!.key).not.toBe('')
    expect(found.map(service => service.name).slice(1, 4)).toEqual([
      'Archivo intermedio',
      'Atención telefónica',
      'Custodia documental',
    ])
  })

  it('API-64: are paged and sorted', async () => {
    const { body } = await cci.call(listServices, { query: { sort: 'type,desc', size: 3, page: 0 } })
    expect(body.content.map((service: ServiceWire) => service.type)).toEqual(['Logística', 'Logística', 'Digital'])
    expect(body.totalElements).toBe(10)
  })

  it('API-64: a deleted one is listed no more, but can be read', async () => {
    const [service] = (await cci.call(listServices)).body.content as ServiceWire[]
    await world.app.db
      .updateTable('service')
      .set({ deleted_at: world.clock.now() })
      .where('id', '=', service!.id)
      .execute()
    expect((await provider.call(listServices)).body.totalElements).toBe(9)
    expect((await provider.call(readService, { params: { id: service!.id } })).body).toEqual(service)
    expect((await provider.call(readService, { params: { id: '00000000000000000000000000' } })).status).toBe(404)
  })

  it('API-64: 403 during onboarding', async () => expect((await draft.call(listServices)).status).toBe(403))
})

describe('catalogues', () => {
  const types = async (caller: Caller, type?: DocumentCatalogueWire['type']) =>
    (await caller.call(listDocumentCatalogues, { query: { type } })).body.content.map(
      (catalogue: DocumentCatalogueWire) => catalogue.type,
    )

  it('API-66 CONF-05: a document catalogue lists what is asked, in its order', async () => {
    const { body } = await draft.call(listDocumentCatalogues, { query: { type: 'PROVIDER' } })
    expect(body.totalElements).toBe(1)
    const [{ docList, type }] = body.content
    expect(type).toBe('PROVIDER')
    expect(docList).toHaveLength(5)
    expect(docList[0]).toEqual({
      documentCatalogName: 'Escritura de constitución',
      description: 'Escritura inscrita, con sus modificaciones',
      required: true,
    })
    expect(docList[4]).toMatchObject({ documentCatalogName: 'Plan de continuidad de negocio', required: false })
  })

  it('API-66 ROLE-07: CCI reads all, a participant its own and that of incidents', async () => {
    expect(await types(cci)).toEqual(['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE'])
    expect(await types(provider)).toEqual(['PROVIDER', 'ISSUE'])
    expect(await types(provider, 'AUDIT')).toEqual([])
    expect(await types(cci, 'AUDIT')).toEqual(['AUDIT'])
  })

  it('API-68 CONF-06: the data catalogue of a kind', async () => {
    const data = (caller: Caller, role: 'PROVIDER' | 'AUDIT' | 'ENTITY') =>
      caller.call(readDataCatalogue, { params: { role } })
    const entity = await world.signIn('entidad@almotacen.example')
    expect((await data(entity, 'ENTITY')).body).toEqual({
      type: 'ENTITY',
      version: 1,
      fields: [
        { field: 'Dato obligatorio', required: true },
        { field: 'Dato No obligatorio', required: false },
      ],
    })
    expect((await data(cci, 'PROVIDER')).body).toEqual({ type: 'PROVIDER', version: 1, fields: [] })
    expect((await data(provider, 'ENTITY')).status).toBe(404)
  })
})
