import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { overviewSorts, readOverview } from '#domain/participant/contract.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { parseRating, ratingLevel } from '#domain/values/rating.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let entity: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
  evaluator = await world.signIn('evaluador@almotacen.example')
  entity = await world.signIn('entidad@almotacen.example')
})
afterAll(() => world.stop())

type Kind = 'PROVIDER' | 'ENTITY' | 'AUDIT'
const ask = (caller: Caller, query: object = {}, kind: Kind = 'PROVIDER') =>
  caller.call(readOverview, { params: { kind }, query: { size: 100, ...query } })
const rows = async (caller: Caller, query: object = {}, kind: Kind = 'PROVIDER'): Promise<OverviewRow[]> => {
  const { body } = await ask(caller, query, kind)
  expect(body.totalElements).toBe(body.content.length)
  return body.content
}
/** Labels such as 'Tramontana: Valija interna'. */
const short = (found: OverviewRow[]) => found.map(row => `${row.provider.split(' ')[0]}: ${row.service ?? '-'}`)

describe('rows that each role sees', () => {
  it('SRCH-13 ROLE-30 ROLE-35: an entity sees each request of the onboarded providers, and those without', async () => {
    expect(short(await rows(entity))).toEqual(
      [
        'Arcadio: Transporte de valija',
        'Cantera: Alojamiento en nube',
        'Lumbre: Atención telefónica',
        'Lumbre: Custodia documental',
        'Mirlo: Firma electrónica',
        'Ribera: -',
        'Tramontana: Custodia documental',
        'Tramontana: Digitalización certificada',
        'Tramontana: Destrucción confidencial',
        'Tramontana: Archivo intermedio',
        'Tramontana: Valija interna',
        'Valdeoca: Impresión y ensobrado',
      ].sort(byStart(await rows(entity))),
    )
  })

  it('API-37: CCI also sees participants with sent documentation, but no drafts', async () => {
    const found = short(await rows(cci))
    expect(found).toHaveLength(14)
    expect(found).toContain('Hontanar: -')
    expect(found).toContain('Guadalmina: -')
    expect(found.join()).not.toContain('Peñafiel')
  })

  it('ROLE-28: a provider sees its own', async () => {
    const found = await rows(provider)
    expect(found).toHaveLength(5)
    expect(found.every(row => row.idProvider === provider.me.idGenericEntity)).toBe(true)
  })

  it('ROLE-39: an evaluator sees the requests that name it, and neither incidents nor documentation', async () => {
    const found = await rows(evaluator)
    expect(short(found).sort()).toEqual([
      'Cantera: Alojamiento en nube',
      'Mirlo: Firma electrónica',
      'Tramontana: Archivo intermedio',
      'Tramontana: Custodia documental',
      'Tramontana: Valija interna',
    ])
    for (const row of found) expect(row).toMatchObject({ issue: null, validationStatus: null })
    expect(await rows(evaluator, { issue: 'CLOSED' })).toEqual([])
    expect(await rows(evaluator, { issue: '-' })).toHaveLength(5)
    expect(await rows(evaluator, { status: 'ACCEPTED' })).toEqual([])
  })

  it('SRCH-04 SRCH-05: the views of entities and evaluators are for CCI', async () => {
    for (const caller of [provider, evaluator, entity]) {
      for (const kind of ['ENTITY', 'AUDIT'] as const) expect((await ask(caller, {}, kind)).status).toBe(403)
    }
    const draft = await world.signIn('borrador@almotacen.example')
    expect((await ask(draft)).status).toBe(403)
  })

  it('API-37 PART-13: an entity is a row with its NRBE and the status of its documentation', async () => {
    expect((await rows(cci, {}, 'ENTITY')).map(row => [row.details.codNRBE, row.validationStatus])).toEqual([
      ['0049', 'ACCEPTED'],
      ['2100', 'PENDING'],
      ['3058', 'ACCEPTED'],
    ])
  })

  it('API-37 PART-07: an evaluator is a row with its accreditation', async () => {
    expect(
      (await rows(cci, { sort: 'expiredAt' }, 'AUDIT')).map(row => [row.provider, row.expiredAt, row.status]),
    ).toEqual([
      ['Peñalara Control, S.L.P.', '2026-10-12', null],
      ['Auditoría Somport, S.L.P.', '2027-06-19', null],
      ['Quintanilla y Robles Auditores, S.L.P.', '2028-03-15', null],
      ['Ferrández Vilar Auditores, S.L.P.', null, null],
    ])
    const pending = await rows(cci, { status: 'PENDING' }, 'AUDIT')
    expect(pending.map(row => row.provider)).toEqual(['Ferrández Vilar Auditores, S.L.P.'])
    expect(await rows(cci, { from: '2027-01-01T00:00:00.000Z' }, 'AUDIT')).toHaveLength(2)
    expect(await rows(cci, { score: 'A' }, 'AUDIT')).toEqual([])
  })
})

/** The default order: the requests of a provider by creation. */
function byStart(found: OverviewRow[]) {
  const order = short(found)
  return (a: string, b: string) => order.indexOf(a) - order.indexOf(b)
}

describe('content of a row', () => {
  it('SRCH-13: a row has all its parts', async () => {
    const [row] = await rows(entity, { provider: 'cantera' })
    expect(row).toMatchObject({
      provider: 'Cantera Nube, S.L.',
      issue: 'CLOSED',
      service: 'Alojamiento en nube',
      audit: 'Quintanilla y Robles Auditores, S.L.P.',
      expiredAt: '2027-07-24',
      score: 'A+/A/A+',
      status: 'QUALIFIED',
      validationStatus: 'ACCEPTED',
      details: {
        commercialName: 'Cantera Nube',
        companyType: 'GRANDE',
        numEmployees: '_250',
        concept: 'Centros de Madrid y Zaragoza',
        documents: 2,
        documentsAccepted: 2,
        evaluatorAccredited: true,
        fav: true,
      },
    })
    expect(row!.details.sentAt).toMatch(/^2026-07-/)
  })

  it('SRCH-13: a provider without requests is a row of its own', async () => {
    expect(await rows(entity, { provider: 'ribera' })).toMatchObject([
      { validationId: null, service: null, audit: null, status: null, score: null, expiredAt: null, issue: null },
    ])
  })

  it('ROLE-36: the state of incidents, which one that CCI did not open yet is not', async () => {
    const issueOf = async (provider: string) => (await rows(entity, { provider }))[0]!.issue
    expect(await issueOf('lumbre')).toBe('OPEN')
    expect(await issueOf('cantera')).toBe('CLOSED')
    expect(await issueOf('valdeoca')).toBeNull()
  })

  it('VAL-13 VAL-14: the statuses are those of the day', async () => {
    const statusOf = async () =>
      Object.fromEntries((await rows(provider)).map(row => [row.service, row.status] as const))
    expect(await statusOf()).toEqual({
      'Custodia documental': 'QUALIFIED',
      'Digitalización certificada': 'PENDING',
      'Destrucción confidencial': 'REJECTED',
      'Archivo intermedio': 'LAPSED',
      'Valija interna': 'EXPIRED',
    })
  })

  it('VAL-13: a documentation lapses with a required document of it, not with an optional one', async () => {
    const { db } = world.app
    const version = (name: string) =>
      db
        .selectFrom('document_version as w')
        .innerJoin('document as d', 'd.id', 'w.document_id')
        .innerJoin('validation as v', 'v.id', 'd.validation_id')
        .innerJoin('participant as p', 'p.id', 'v.participant_id')
        .select(['w.id', 'w.expires_on'])
        .where('p.name', 'like', 'Ribera%')
        .where('d.name', '=', name)
        .executeTakeFirstOrThrow()
    const statusAfter = async (name: string, expires_on: string) => {
      const { id, expires_on: before } = await version(name)
      await db.updateTable('document_version').set({ expires_on }).where('id', '=', id).execute()
      const [row] = await rows(cci, { provider: 'ribera' })
      const filtered = await rows(cci, { provider: 'ribera', status: 'ACCEPTED' })
      await db.updateTable('document_version').set({ expires_on: before }).where('id', '=', id).execute()
      return [row!.validationStatus, filtered.length]
    }
    expect(await statusAfter('Escritura de constitución', '2026-11-21')).toEqual(['ACCEPTED', 1])
    expect(await statusAfter('Escritura de constitución', '2026-11-20')).toEqual(['LAPSED', 0])
    expect(await statusAfter('Plan de continuidad de negocio', '2026-11-20')).toEqual(['ACCEPTED', 1])
  })
})

describe('filters', () => {
  it.each([
    ['CANTERA', ['Cantera: Alojamiento en nube']],
    ['electronica', ['Mirlo: Firma electrónica']],
    ['  impresion   y ', ['Valdeoca: Impresión y ensobrado']],
    ['A00317', ['Arcadio: Transporte de valija']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ["'; drop table participant; --", []],
  ])('SRCH-06: by provider %j', async (provider, found) =>
    expect(short(await rows(entity, { provider }))).toEqual(found),
  )

  it('SRCH-06: by service, evaluator and provider', async () => {
    const [row] = await rows(entity, { provider: 'cantera' })
    expect(short(await rows(entity, { service: row!.idService }))).toEqual(['Cantera: Alojamiento en nube'])
    expect(await rows(entity, { audit: row!.idAudit })).toHaveLength(5)
    expect(await rows(entity, { idProvider: row!.idProvider })).toEqual([row])
  })

  it.each([
    ['QUALIFIED', 3],
    ['PENDING', 2],
    ['REJECTED', 2],
    ['LAPSED', 2],
    ['EXPIRED', 2],
  ])('LIM-35: by status %s', async (status, count) => {
    const found = await rows(entity, { status })
    expect(found.map(row => row.status)).toEqual(Array(count).fill(status))
  })

  it('LIM-35: by Aceptada, which is the documentation’s', async () => {
    expect(await rows(entity, { status: 'ACCEPTED' })).toHaveLength(12)
    expect(short(await rows(cci, { status: 'ACCEPTED' }))).not.toContain('Hontanar: -')
  })

  it('LIM-36: by the state of incidents', async () => {
    expect(short(await rows(entity, { issue: 'OPEN' }))).toEqual([
      'Lumbre: Atención telefónica',
      'Lumbre: Custodia documental',
    ])
    expect(short(await rows(entity, { issue: 'CLOSED' }))).toEqual(['Cantera: Alojamiento en nube'])
    expect(await rows(entity, { issue: '-' })).toHaveLength(9)
  })

  it('SRCH-06: by a part of the rating', async () => {
    expect(short(await rows(entity, { score: 'a+/a' }))).toEqual(['Cantera: Alojamiento en nube'])
    expect(await rows(entity, { score: 'C/B' })).toHaveLength(2)
    expect(await rows(entity, { score: '%' })).toEqual([])
  })

  it('API-09: by the days of expiry, both included', async () => {
    const between = async (from: string, to: string) =>
      short(await rows(entity, { from: `${from}T00:00:00.000Z`, to: `${to}T22:59:00.000Z` }))
    expect(await between('2027-07-24', '2027-07-24')).toEqual(['Cantera: Alojamiento en nube'])
    expect(await between('2027-07-25', '2027-08-30')).toEqual([])
    expect(await between('2027-07-01', '2027-07-23')).toEqual([])
    expect(await between('2026-12-14', '2027-07-24')).toHaveLength(3)
  })

  it('LIM-37 ROLE-31: by one’s own marks, or by being without', async () => {
    expect(new Set((await rows(entity, { fav: true })).map(row => row.provider.split(' ')[0]))).toEqual(
      new Set(['Cantera', 'Lumbre', 'Tramontana']),
    )
    expect(await rows(entity, { fav: false })).toHaveLength(4)
    const other = await world.signIn('externalizacion@santander.example')
    expect(await rows(other, { fav: true })).toEqual([])
    expect(await rows(provider, { fav: true })).toEqual([])
    expect(await rows(cci, { fav: true })).toHaveLength(8)
  })

  it('SRCH-06: filters are all applied, and unknown ones refused', async () => {
    expect(short(await rows(entity, { fav: true, status: 'LAPSED', provider: 'lumbre' }))).toEqual([
      'Lumbre: Atención telefónica',
    ])
    expect((await ask(entity, { colour: 'red' })).status).toBe(400)
    expect((await ask(entity, { service: 'no' })).status).toBe(400)
    expect((await ask(entity, { sort: 'cif;drop' })).status).toBe(400)
  })
})

describe('order and pages', () => {
  const keys: Record<(typeof overviewSorts)[number], (row: OverviewRow) => string | null> = {
    provider: row => row.provider,
    service: row => row.service,
    audit: row => row.audit,
    expiredAt: row => row.expiredAt,
    status: row => row.status && { PENDING: 'd', REJECTED: 'e', QUALIFIED: 'b', LAPSED: 'a', EXPIRED: 'c' }[row.status],
    sentAt: row => row.details.sentAt,
    score: row => {
      const rating = parseRating(row.score ?? '')
      return rating && String(ratingLevel(rating)).padStart(2, '0')
    },
  }

  it.each(overviewSorts.flatMap(sort => [`${sort}`, `${sort},asc`, `${sort},desc`]))(
    'SRCH-07 API-06: sorted by %s, missing values come last and no row comes twice',
    async sort => {
      const found = await rows(cci, { sort })
      const values = found.map(keys[sort.split(',')[0] as keyof typeof keys])
      const present = values.filter(value => value !== null)
      const sign = sort.endsWith('desc') ? -1 : 1
      expect(values).toEqual([...present, ...values.filter(value => value === null)])
      expect(present).toEqual([...present].sort((a, b) => sign * compareSpanish(a, b)))

      const paged: OverviewRow[] = []
      for (let page = 0; page < 5; page++) {
        const { body } = await ask(cci, { sort, size: 3, page })
        expect(body.totalElements).toBe(14)
        paged.push(...body.content)
      }
      expect(paged).toEqual(found)
    },
  )

  it('SRCH-07 API-05 API-06: a page has the requested size, else 1000, and is empty beyond the last', async () => {
    expect((await ask(cci, { size: 6 })).body.content).toHaveLength(6)
    expect((await cci.call(readOverview, { params: { kind: 'PROVIDER' } })).body.content).toHaveLength(14)
    expect((await ask(cci, { page: 1000, size: 9999 })).body).toEqual({ content: [], totalElements: 14 })
  })
})
