import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raiseIncident } from '#domain/incident/contract.ts'
import { deleteParticipant, readOverview } from '#domain/participant/contract.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { searchEverything } from '#domain/search/contract.ts'
import { HITS_MAX, SEARCH_MAX } from '#domain/search/search.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { newId } from '#server/platform/ids.ts'
import { requestHits } from '#server/search/requests.ts'
import { attach, save } from '#test/support/incidents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const NONSENSE = 'xqzjwvk'

let portal: TestPortal
/** CCI, Tramontana, Quintanilla (evaluator of Tramontana), Cajamar; Hontanar, which waits for its first acceptance. */
let people: Record<'cci' | 'provider' | 'evaluator' | 'entity' | 'waiting', Caller>

beforeAll(async () => {
  portal = await startTestPortal()
  people = {
    cci: await portal.signIn('cci@almotacen.example'),
    provider: await portal.signIn('proveedor@almotacen.example'),
    evaluator: await portal.signIn('evaluador@almotacen.example'),
    entity: await portal.signIn('entidad@almotacen.example'),
    waiting: await portal.signIn('hontanar@almotacen.example'),
  }
})
afterAll(() => portal.stop())

const ask = (caller: Caller, q: string): Promise<Answer<SearchHits>> => caller.call(searchEverything, { query: { q } })
const found = async (caller: Caller, q: string) => {
  const { status, body } = await ask(caller, q)
  expect(status).toBe(200)
  return body
}
const names = async (caller: Caller, q: string) => (await found(caller, q)).participants.map(({ name }) => name)
/** The number of hits of each kind: participants, requests, incidents, users, services. */
const counts = async (caller: Caller, q: string) => Object.values(await found(caller, q)).map(({ length }) => length)

const TRAMONTANA = 'Tramontana Custodia Digital, S.L.'

test('a bank finds any service by a part of its name, a provider only its own', async () => {
  const { services } = await found(people.entity, 'CUSTÓDIA docu')
  expect(services.map(({ name }) => name)).toEqual(['Custodia documental'])
  expect((await found(people.cci, 'valija')).services.length).toBeGreaterThan(1)
  for (const caller of [people.provider, people.evaluator]) {
    expect((await found(caller, 'custodia docu')).services).toEqual([])
  }
})

describe('words', () => {
  test.each([
    ['tramontana', [TRAMONTANA]],
    ['TRAMÓNTANA', [TRAMONTANA]],
    ['digital tramontana', [TRAMONTANA]],
    ['custo ramon', [TRAMONTANA]],
    ['tramontana arcadio', []],
    ['0049', ['Banco Santander, S.A.']],
    ['penafiel', ['Peñafiel Transcripciones, S.L.']],
    ['Pen\u0303afiel', ['Peñafiel Transcripciones, S.L.']],
    ['Ｔramontana', [TRAMONTANA]],
    ['t', []],
    ['   ', []],
    [NONSENSE, []],
  ])('CCI that types %j finds %j', async (q, expected) => {
    expect(await names(people.cci, q)).toEqual(expected)
  })

  test('a participant is found by its CIF', async () => {
    const { cif } = (await found(people.cci, 'tramontana')).participants[0]!
    expect(await names(people.cci, ` ${cif.toLowerCase()} `)).toEqual([TRAMONTANA])
    expect(await names(people.cci, cif.slice(3))).toEqual([TRAMONTANA])
  })

  test('matches at the start of a word come first, then those within, each by name', async () => {
    expect(await names(people.cci, 'en')).toEqual([
      'Valdeoca Impresión y Ensobrado, S.A.',
      'Arcadio Mensajería Segura, S.A.',
      'Banco Bilbao Vizcaya Argentaria, S.A.',
      'Hontanar Centros de Datos, S.A.',
      'Peñafiel Transcripciones, S.L.',
      'Peñalara Control, S.L.P.',
    ])
  })

  test.each(['%', '%%', '_', '__', '\\', '\\%', "'--", '%a%', 'tramontana%', 'tram_ntana', '％％', '＿＿'])(
    'nothing of %j is a pattern',
    async q => {
      expect(await counts(people.cci, q)).toEqual([0, 0, 0, 0, 0])
    },
  )

  test('a text is as long as it may be, and no longer; nothing else may be asked', async () => {
    expect((await ask(people.cci, 'ñ'.repeat(SEARCH_MAX))).status).toBe(200)
    expect((await ask(people.cci, 'ñ'.repeat(SEARCH_MAX + 1))).status).toBe(400)
    expect((await people.cci.fetch('GET', '/search?q=tramontana&role=CCI')).problem.code).toBe('unknownField')
    expect(await counts(people.cci, 'a b c d e f g h i j k l m n o p q r s t u v w x y z')).toEqual([0, 0, 0, 0, 0])
  })

  test('each kind has as many hits as can be shown', async () => {
    const { db } = portal.app
    const rows = Array.from({ length: HITS_MAX + 2 }, (_, index) => ({
      id: newId(portal.clock.now()),
      kind: 'PROVIDER',
      name: `Repetida ${String.fromCharCode(65 + index)}`,
      created_at: portal.clock.now(),
    }))
    await db.insertInto('participant').values(rows).execute()
    const hits = await names(people.cci, 'repetida')
    await db.deleteFrom('participant').where('name', 'like', 'Repetida %').execute()
    expect(hits).toEqual(rows.slice(0, HITS_MAX).map(({ name }) => name))
  })
})

describe('reach', () => {
  test('D16 D17 D49: each role finds its participants by name', async () => {
    const { cci, provider, evaluator, entity } = people
    const table = await Promise.all(
      ['tramontana', 'lumbre', 'hontanar', 'santander', 'somport'].map(async q => [
        q,
        ...(await Promise.all([cci, provider, evaluator, entity].map(async caller => (await names(caller, q)).length))),
      ]),
    )
    expect(table).toEqual([
      ['tramontana', 1, 1, 1, 1],
      ['lumbre', 1, 0, 0, 1],
      ['hontanar', 1, 0, 0, 0],
      ['santander', 1, 0, 0, 0],
      ['somport', 1, 0, 0, 0],
    ])
  })

  test('D49: refuses a participant before its first acceptance, with the reason', async () => {
    const { status, problem } = await ask(people.waiting, 'hontanar')
    expect([status, problem.code]).toEqual([403, (await ask(people.waiting, NONSENSE)).problem.code])
  })

  test('a hidden name answers like nonsense, byte for byte', async () => {
    const bytes = async (caller: Caller, q: string) => {
      const answer = await fetch(`${portal.url}/api/v1/search?q=${encodeURIComponent(q)}`, {
        headers: { authorization: caller.token, cookie: caller.cookie, 'x-requested-with': 'XMLHttpRequest' },
      })
      return [answer.status, answer.headers.get('content-length'), await answer.text()]
    }
    const lucia = 'proveedor@almotacen.example'
    const foreign = [
      [people.provider, ['lumbre', 'hontanar', 'santander', 'centralita', lucia, 'Rosario Cebrián']],
      [people.evaluator, ['lumbre', 'hontanar', 'santander', 'centralita', 'ensobrado', lucia]],
      [people.entity, ['hontanar', 'santander', 'centralita', 'ensobrado de la', lucia, 'Lucía Ferrer']],
    ] as const
    for (const [caller, texts] of foreign) {
      const nothing = await bytes(caller, NONSENSE)
      expect(nothing[0]).toBe(200)
      for (const text of texts) expect(await bytes(caller, text), text).toEqual(nothing)
    }
  })

  test('requests: each role finds those of its list, by provider, service and evaluator', async () => {
    for (const caller of [people.cci, people.provider, people.evaluator, people.entity]) {
      const listed = (await caller.call(listValidations, { query: { type: 'AUDIT_REPORT' } })).body.content
      const ids = new Set(listed.map(({ id }: { id: string }) => id))
      const hits: string[] = []
      for (const row of listed) {
        for (const q of [`${row.nameGenericEntity ?? ''} ${row.service}`, `${row.service} ${row.audit}`]) {
          const { requests } = await found(caller, q)
          hits.push(...requests.map(({ id }) => id))
          expect(requests.map(({ id }) => id)).toContain(row.id)
        }
      }
      expect(hits.filter(id => !ids.has(id))).toEqual([])
      expect(ids.size).toBeGreaterThan(0)
    }
  })

  test('a request is found by all its words, however many things each of them names', async () => {
    const listed = (await people.cci.call(listValidations, { query: { type: 'AUDIT_REPORT' } })).body.content
    for (const row of listed) {
      // Each word belongs to a service, an evaluator or a provider, and some to two: more combinations than are looked
      // up separately.
      const q = `${row.service} ${row.audit}`.replace(/[.,]/g, ' ')
      const few = (await found(people.cci, q)).requests.map(({ id }) => id)
      const many = (await found(people.cci, `s a c i ${q}`.slice(0, SEARCH_MAX))).requests.map(({ id }) => id)
      expect(many).toContain(row.id)
      expect(few.filter(id => !many.includes(id))).toEqual([])
    }
    expect(listed.length).toBeGreaterThan(5)
  })

  test('incidents: words of the title and of the provider together, each as it begins or is within a word', async () => {
    const [one] = (await found(people.cci, 'centralita')).incidents
    const provider = one!.providerName.toLowerCase().split(' ')[0]!
    for (const q of [`centralita ${provider}`, `tralita ${provider.slice(2)}`, provider.slice(1), `½ centralita`]) {
      const ids = (await found(people.cci, q)).incidents.map(({ id }) => id)
      expect([q, ids.includes(one!.id)]).toEqual([q, !q.startsWith('½')])
    }
  })

  test('a request shows its current status, as in its list', async () => {
    const overview = await people.cci.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 100 } })
    const rows = overview.body.content.filter((row: { validationId: string | null }) => row.validationId)
    const statuses = new Set<string>()
    for (const row of rows) {
      const { requests } = await found(people.cci, `${row.provider} ${row.service}`)
      const hit = requests.find(({ id }) => id === row.validationId)
      expect(hit).toMatchObject({ provider: row.provider, service: row.service, audit: row.audit, status: row.status })
      statuses.add(row.status)
    }
    expect(statuses).toContain('LAPSED')
  })

  test('ROLE-16 ROLE-34: incidents: CCI all, a provider its own, an entity those that it raised', async () => {
    const about = (await found(people.entity, 'lumbre')).participants[0]!.id
    const body = { title: 'Retraso de valija', detail: 'Tres horas tarde', providerId: about }
    const { id } = (await people.entity.call(raiseIncident, { body })).body
    const ids = async (caller: Caller, q: string) => (await found(caller, q)).incidents.map(hit => hit.id)
    for (const caller of [people.cci, people.entity]) {
      expect(await ids(caller, 'valija')).toEqual([id])
      expect(await ids(caller, 'lumbre retraso')).toEqual([id])
    }
    for (const caller of [people.provider, people.evaluator]) expect(await ids(caller, 'valija')).toEqual([])
    const lumbre = await portal.signIn('lumbre@almotacen.example')
    expect(await ids(lumbre, 'valija')).toEqual([])
    await attach(people.cci, id)
    await save(people.cci, id)
    expect(await ids(lumbre, 'valija')).toEqual([id])
    expect(await ids(await portal.signIn('externalizacion@santander.example'), 'valija')).toEqual([])
  })

  test('ROLE-19: users are found by CCI, by name and address', async () => {
    for (const q of ['lucia ferrer', 'ferrer lucia', 'proveedor@almotacen']) {
      expect((await found(people.cci, q)).users).toEqual([
        {
          id: people.provider.me.userId,
          name: 'Lucía Ferrer Casals',
          email: 'proveedor@almotacen.example',
          participant: TRAMONTANA,
        },
      ])
    }
    for (const caller of [people.provider, people.evaluator, people.entity]) {
      expect((await found(caller, 'lucia ferrer')).users).toEqual([])
    }
  })

  test('D16: an evaluator finds its requests by the name they show, and by nothing else that it is known by', async () => {
    const { db } = portal.app
    const id = people.evaluator.me.idGenericEntity
    const { display_name: name, cif } = await db
      .selectFrom('participant')
      .select(['display_name', 'cif'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.updateTable('participant').set({ commercial_name: 'Zahorí Xilográfico' }).where('id', '=', id).execute()
    for (const caller of [people.cci, people.provider, people.entity, people.evaluator]) {
      const of = async (q: string) => (await found(caller, q)).requests.filter(hit => hit.idAudit === id).length
      expect(await of(name)).toBeGreaterThan(0)
      expect([await of(cif), await of(cif.slice(2)), await of('Xilográfico')]).toEqual([0, 0, 0])
    }
  })

  test('D44: a request deleted since it was found is not shown', async () => {
    const { db } = portal.app
    const ids = (await found(people.cci, 'mirlo')).requests.map(hit => hit.id)
    const shown = async () => (await requestHits(db, { ids, today: portal.clock.today() })).map(hit => hit.id)
    expect(await shown()).toEqual(ids)
    const deleted = (deleted_at: string | null) =>
      db.updateTable('validation').set({ deleted_at }).where('id', '=', ids[0]!).execute()
    await deleted(portal.clock.now())
    expect(await shown()).toEqual(ids.slice(1))
    await deleted(null)
  })

  test('D44: a search finds nothing deleted', async () => {
    const { id, name } = (await found(people.cci, 'valdeoca')).participants[0]!
    const requests = (await found(people.cci, name)).requests.map(hit => hit.id)
    expect(requests).not.toEqual([])
    expect(await counts(people.cci, 'valdeoca')).not.toEqual([0, 0, 0, 0, 0])
    await people.cci.call(deleteParticipant, { body: { idGenericEntity: id } })
    for (const caller of [people.cci, people.entity]) expect(await counts(caller, 'valdeoca')).toEqual([0, 0, 0, 0, 0])
    expect(await requestHits(portal.app.db, { ids: requests, today: portal.clock.today() })).toEqual([])
  })
})
