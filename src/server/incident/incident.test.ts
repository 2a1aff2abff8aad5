import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IncidentWire } from '#domain/incident/contract.ts'
import {
  attachIncidentDocument,
  countIncidents,
  incidentDocumentContent,
  listFavouriteIncidents,
  listIncidentDocuments,
  listIncidents,
  raiseIncident,
  readIncident,
  saveIncident,
} from '#domain/incident/contract.ts'
import { refusals } from '#domain/messages.ts'
import { deleteParticipant, editParticipant, readOverview } from '#domain/participant/contract.ts'
import { verifyTrail } from '#server/trail/verify.ts'
import { pdf } from '#test/support/documents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const REPORT = 'Informe de la incidencia'
const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
/** Tramontana. */
let provider: Caller
/** Lumbre, another provider. */
let other: Caller
let entity: Caller
let otherEntity: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  other = await portal.signIn('lumbre@almotacen.example')
  entity = await portal.signIn('entidad@almotacen.example')
  otherEntity = await portal.signIn('externalizacion@santander.example')
})
afterAll(() => portal.stop())
beforeEach(() => void portal.clock.move(1000))

let serial = 0
const idOf = (caller: Caller) => caller.me.idGenericEntity
const words = () => ({ title: `Retraso ${++serial}`, detail: 'Llegó con tres horas de retraso.' })
const raise = (caller: Caller, body: Record<string, unknown>): Promise<Answer<IncidentWire>> =>
  caller.call(raiseIncident, { body })
const raised = async (caller: Caller, providerId?: string): Promise<IncidentWire> =>
  (await raise(caller, { ...words(), providerId })).body
const save = (caller: Caller, id: string, body: Record<string, unknown> = {}): Promise<Answer<IncidentWire>> =>
  caller.call(saveIncident, { params: { id }, body })
const attach = (caller: Caller, issueId: string, file = pdf(`informe ${++serial}`), documentCatalogName = REPORT) =>
  caller.call(attachIncidentDocument, { body: { issueDocument: { issueId, documentCatalogName } }, files: { file } })
const seen = (caller: Caller, id: string): Promise<Answer<IncidentWire>> =>
  caller.call(readIncident, { params: { id } })
const list = async (caller: Caller, query: Record<string, unknown> = {}): Promise<IncidentWire[]> =>
  (await caller.call(listIncidents, { query })).body.content
const opened = async (caller: Caller, providerId?: string): Promise<IncidentWire> => {
  const { id } = await raised(caller, providerId)
  await attach(cci, id)
  return (await save(cci, id)).body
}

const trailOf = (id: string) =>
  portal.portal.db.selectFrom('trail').selectAll().where('object_id', '=', id).orderBy('number').execute()
const noticesOf = async (id: string): Promise<string[]> => {
  const rows = await portal.portal.db
    .selectFrom('notification as n')
    .innerJoin('participant as p', 'p.id', 'n.participant_id')
    .select(['n.type', 'p.id', 'p.kind', 'n.info'])
    .orderBy('n.id')
    .execute()
  return rows
    .filter(({ info }) => (info as { idIssue?: string }).idIssue === id)
    .map(({ type, kind }) => `${type} ${kind}`)
    .sort()
}

const messagesOf = async (id: string): Promise<string[]> => {
  const rows = await portal.portal.db.selectFrom('notification').select(['message', 'info']).orderBy('id').execute()
  return rows.filter(({ info }) => (info as { idIssue?: string }).idIssue === id).map(({ message }) => message)
}

describe('raising', () => {
  test('INC-05 API-75 ROLE-29: a provider raises one about itself, and it waits for CCI', async () => {
    const draft = words()
    const { status, body } = await raise(provider, { title: ` ${draft.title} `, detail: ` ${draft.detail}\n` })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{26}$/),
      ...draft,
      providerId: idOf(provider),
      providerName: expect.stringContaining('Tramontana'),
      issuerId: idOf(provider),
      issuerName: expect.stringContaining('Tramontana'),
      status: 'PENDING',
      createdAt: portal.clock.now(),
      updatedAt: portal.clock.now(),
      version: 1,
      documents: [],
    })
    expect((await seen(provider, body.id)).body).toEqual(body)
    expect(await noticesOf(body.id)).toEqual(['ISSUE_CREATED CCI'])
    expect((await trailOf(body.id)).map(entry => [entry.event, entry.participant_id])).toEqual([
      ['incident.raised', idOf(provider)],
    ])
  })

  test('API-75 ROLE-29: about itself only; another provider does not exist for it', async () => {
    expect((await raise(provider, { ...words(), providerId: idOf(provider) })).status).toBe(201)
    const foreign = await raise(provider, { ...words(), providerId: idOf(other) })
    const missing = await raise(provider, { ...words(), providerId: UNKNOWN })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
  })

  test('API-75 ROLE-33: an entity chooses a published provider', async () => {
    const { status, body } = await raise(entity, { ...words(), providerId: idOf(other) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'PENDING', issuerId: idOf(entity), providerId: idOf(other) })
    const waiting = await portal.signIn('hontanar@almotacen.example')
    for (const providerId of [idOf(waiting), idOf(otherEntity), UNKNOWN]) {
      expect((await raise(entity, { ...words(), providerId })).status).toBe(404)
    }
  })

  test('API-75 ROLE-16: one that CCI raises is open at once, and both sides hear it', async () => {
    const { status, body } = await raise(cci, { ...words(), providerId: idOf(other) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'OPEN', issuerId: idOf(cci) })
    expect(await noticesOf(body.id)).toEqual(['ISSUE_OPEN CCI', 'ISSUE_OPEN PROVIDER'])
  })

  test.each([
    ['nothing at all', {}, 'incidentIncomplete', ['detail', 'providerId', 'title']],
    ['no detail', { title: 'Valija', detail: ' ' }, 'incidentIncomplete', ['detail', 'providerId']],
    ['no provider', { title: 'Valija', detail: 'Tarde' }, 'incidentProviderMissing', ['providerId']],
    [
      'an empty provider',
      { title: 'Valija', detail: 'Tarde', providerId: '' },
      'incidentProviderMissing',
      ['providerId'],
    ],
  ])('FORM-44 API-75: %s is refused, and nothing is made', async (_what, body, code, fields) => {
    const before = await list(cci, { size: 9999 })
    for (const caller of [cci, entity]) {
      const { status, problem } = await raise(caller, body)
      expect(status).toBe(400)
      expect(problem).toMatchObject({ code, detail: refusals[code as keyof typeof refusals].sentence })
      expect(Object.keys(problem.fields!).sort()).toEqual(fields)
    }
    expect(await list(cci, { size: 9999 })).toEqual(before)
  })

  test('LIM-23 API-75: 200 characters fit, 201 do not, and what is not its own is refused by name', async () => {
    expect((await raise(provider, { title: 'Larga', detail: 'ñ'.repeat(200) })).status).toBe(201)
    const { status, problem } = await raise(provider, { title: 'Larga', detail: 'ñ'.repeat(201) })
    expect([status, problem.code, problem.fields]).toEqual([
      400,
      'invalid',
      { detail: 'No puede superar los 200 caracteres.' },
    ])
    const forged = await raise(provider, { ...words(), status: 'OPEN', issuerId: idOf(entity) })
    expect(forged.problem.code).toBe('unknownField')
    expect(Object.keys(forged.problem.fields!).sort()).toEqual(['issuerId', 'status'])
  })
})

describe('saving', () => {
  test('INC-09 API-76: a pending one needs a file on every entry, then CCI opens it with its words put right', async () => {
    const incident = await raised(entity, idOf(other))
    const early = await save(cci, incident.id)
    expect(early.problem).toMatchObject({
      code: 'incidentDocumentsMissing',
      detail: refusals.incidentDocumentsMissing.sentence,
    })
    expect((await seen(cci, incident.id)).body).toEqual(incident)

    await attach(cci, incident.id)
    portal.clock.move(1000)
    const { status, body } = await save(cci, incident.id, { title: ' Retraso de valija ', status: 'OPEN' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'OPEN', title: 'Retraso de valija', detail: incident.detail })
    expect(body.updatedAt).toBe(portal.clock.now())
    expect(await noticesOf(incident.id)).toEqual(['ISSUE_CREATED CCI', 'ISSUE_OPEN ENTITY', 'ISSUE_OPEN PROVIDER'])
    const last = (await trailOf(incident.id)).at(-1)!
    expect(last).toMatchObject({
      event: 'incident.opened',
      data: { from: 'PENDING', to: 'OPEN', titleBefore: incident.title },
    })
  })

  test('INC-10 API-76: then it is closed and opened again, and both sides hear it each time', async () => {
    const incident = await opened(entity, idOf(other))
    const moves = ['CLOSED', 'OPEN'] as const
    for (const status of moves) expect((await save(cci, incident.id, { status })).body.status).toBe(status)
    const later = (await noticesOf(incident.id)).filter(notice => notice.startsWith('ISSUE_MODIFIED'))
    expect(later).toEqual([
      'ISSUE_MODIFIED ENTITY',
      'ISSUE_MODIFIED ENTITY',
      'ISSUE_MODIFIED PROVIDER',
      'ISSUE_MODIFIED PROVIDER',
    ])
    expect((await trailOf(incident.id)).map(entry => entry.event).slice(-2)).toEqual([
      'incident.closed',
      'incident.reopened',
    ])
  })

  test('INC-11 API-76: without a status, or with the same, nothing moves and nobody is told', async () => {
    const incident = await opened(provider)
    const [notices, trail] = [await noticesOf(incident.id), await trailOf(incident.id)]
    portal.clock.move(1000)
    for (const body of [{}, { status: 'OPEN' }, { title: incident.title, detail: incident.detail }]) {
      expect(await save(cci, incident.id, body)).toMatchObject({ status: 200, body: incident })
    }
    expect(await noticesOf(incident.id)).toEqual(notices)
    expect(await trailOf(incident.id)).toEqual(trail)
  })

  test('API-76 ROLE-16: the words of an open one are put right, and both sides hear it', async () => {
    const incident = await opened(entity, idOf(other))
    portal.clock.move(1000)
    const title = `Retraso de valija ${++serial}`
    const { status, body } = await save(cci, incident.id, { title: ` ${title} `, version: incident.version })
    expect([status, body]).toEqual([
      200,
      { ...incident, title, version: incident.version + 1, updatedAt: portal.clock.now() },
    ])
    const told = (await noticesOf(incident.id)).filter(notice => notice.startsWith('ISSUE_MODIFIED'))
    expect(told).toEqual(['ISSUE_MODIFIED ENTITY', 'ISSUE_MODIFIED PROVIDER'])
    expect(await messagesOf(incident.id)).toContain(`La incidencia «${incident.title}» se llama ahora «${title}».`)
    expect((await trailOf(incident.id)).at(-1)).toMatchObject({
      event: 'incident.edited',
      actor_id: cci.me.userId,
      participant_id: idOf(other),
      data: { title, titleBefore: incident.title },
    })

    const detail = 'Llegó con dos horas de retraso.'
    expect((await save(cci, incident.id, { detail, status: 'CLOSED' })).body).toMatchObject({
      status: 'CLOSED',
      title,
      detail,
    })
    expect(await messagesOf(incident.id)).toEqual(
      expect.arrayContaining([
        `La incidencia «${title}» tiene otro detalle.`,
        `La incidencia «${title}» está cerrada.`,
      ]),
    )
    expect((await trailOf(incident.id)).slice(-2)).toMatchObject([
      { event: 'incident.edited', data: { detail, detailBefore: incident.detail } },
      { event: 'incident.closed', data: { from: 'OPEN', to: 'CLOSED' } },
    ])
    expect((await verifyTrail(portal.portal.db)).ok).toBe(true)
  })

  test('API-76: what someone else changed meanwhile is not written over', async () => {
    const incident = await opened(provider)
    const { id, title } = incident
    const { version } = incident
    await save(cci, id, { detail: 'Lo que dijo el primero', version })
    const trail = await trailOf(id)
    const late = await save(cci, id, { detail: 'Lo que dijo el segundo', version })
    expect([late.status, late.problem.code]).toEqual([409, 'changedMeanwhile'])
    expect((await seen(cci, id)).body).toMatchObject({ title, detail: 'Lo que dijo el primero' })
    expect(await trailOf(id)).toEqual(trail)
    await attach(cci, id)
    const closed = await save(cci, id, { status: 'CLOSED', title: `${title} bis`, version: version + 1 })
    expect(closed.body).toMatchObject({ status: 'CLOSED', title: `${title} bis`, detail: 'Lo que dijo el primero' })
  })

  test('API-76: what a closed one says stays, until it is open again; none can be emptied, nor a pending one closed', async () => {
    const closed = await opened(provider)
    await save(cci, closed.id, { status: 'CLOSED' })
    for (const status of [undefined, 'CLOSED']) {
      const changed = await save(cci, closed.id, { detail: 'Otra cosa', status })
      expect([changed.status, changed.problem.code]).toEqual([400, 'unknownField'])
      expect(Object.keys(changed.problem.fields!)).toEqual(['detail'])
    }
    expect((await seen(cci, closed.id)).body).toMatchObject({ status: 'CLOSED', detail: closed.detail })
    const again = await save(cci, closed.id, { detail: 'Otra cosa', status: 'OPEN' })
    expect(again.body).toMatchObject({ status: 'OPEN', detail: 'Otra cosa' })
    const emptied = await save(cci, closed.id, { title: ' ' })
    expect([emptied.problem.code, Object.keys(emptied.problem.fields!)]).toEqual(['incidentIncomplete', ['title']])
    const long = await save(cci, closed.id, { detail: 'ñ'.repeat(201) })
    expect([long.problem.code, Object.keys(long.problem.fields!)]).toEqual(['invalid', ['detail']])
    const pending = await raised(provider)
    await attach(cci, pending.id)
    expect((await save(cci, pending.id, { title: ' ' })).problem.code).toBe('incidentIncomplete')
    expect((await save(cci, pending.id, { status: 'CLOSED' })).problem.code).toBe('wrongState')
    expect((await save(cci, pending.id, { status: 'PENDING' })).problem.code).toBe('invalid')
    expect((await seen(cci, pending.id)).body.status).toBe('PENDING')
  })

  test('API-76 ROLE-16: only CCI saves, and two at once make one move', async () => {
    const incident = await raised(provider)
    await attach(cci, incident.id)
    for (const caller of [provider, entity]) expect((await save(caller, incident.id)).status).toBe(403)
    expect((await save(cci, UNKNOWN)).status).toBe(404)
    const both = await Promise.all([save(cci, incident.id), save(cci, incident.id)])
    expect(both.map(answer => [answer.status, answer.body.status])).toEqual([
      [200, 'OPEN'],
      [200, 'OPEN'],
    ])
    expect((await noticesOf(incident.id)).filter(notice => notice.startsWith('ISSUE_OPEN'))).toHaveLength(1)
  })
})

describe('files', () => {
  test('INC-06 API-77 API-78: CCI attaches them, and who sees the incident reads them', async () => {
    const incident = await raised(entity, idOf(other))
    const file = pdf('valija', 'informe de valija.pdf')
    const { status, body } = await attach(cci, incident.id, file)
    expect(status).toBe(201)
    expect(body).toEqual({
      issueId: incident.id,
      documentCatalogName: REPORT,
      file: expect.any(String),
      name: file.name,
      mediaType: 'application/pdf',
      size: file.content.length,
      uploadedAt: portal.clock.now(),
    })
    for (const caller of [cci, entity, other]) {
      const answer = await caller.call(listIncidentDocuments, { query: { issueId: incident.id } })
      expect(answer.body).toEqual({ content: [body], totalElements: 1 })
      expect((await seen(caller, incident.id)).body.documents).toEqual([body])
      const content = await caller.call(incidentDocumentContent, { params: { id: body.file } })
      expect(String(content.body)).toBe(file.content)
      expect(content.headers.get('content-disposition')).toContain('informe de valija.pdf')
    }
    for (const caller of [provider, otherEntity]) {
      expect((await caller.call(listIncidentDocuments, { query: { issueId: incident.id } })).status).toBe(404)
      expect((await caller.call(incidentDocumentContent, { params: { id: body.file } })).status).toBe(404)
    }
    const reads = await portal.portal.db
      .selectFrom('file_read')
      .select(['kind', 'user_id', 'by_centre'])
      .where('incident_document_id', '=', body.file)
      .orderBy('id')
      .execute()
    expect(reads.map(each => [each.kind, each.user_id, each.by_centre])).toEqual(
      expect.arrayContaining([
        ['documentIssue', cci.me.userId, true],
        ['documentIssue', entity.me.userId, false],
        ['documentIssue', other.me.userId, false],
      ]),
    )
    const events = (await trailOf(incident.id)).map(entry => entry.event)
    expect(events.filter(event => event === 'incident.document-read')).toHaveLength(3)
  })

  test('API-78: another file takes the place of the one before, which the trail names', async () => {
    const incident = await raised(provider)
    const first = (await attach(cci, incident.id, pdf('uno'))).body
    const second = (await attach(cci, incident.id, pdf('dos'))).body
    expect(second).toMatchObject({ file: first.file, name: 'dos.pdf' })
    expect((await seen(cci, incident.id)).body.documents).toEqual([second])
    const last = (await trailOf(incident.id)).at(-1)!
    expect(last).toMatchObject({ event: 'incident.document-added', data: { file: 'dos.pdf', replaces: 'uno.pdf' } })
  })

  test('API-78: what nobody asks for, what is no such file, and what others may not, is refused', async () => {
    const incident = await raised(provider)
    expect((await attach(cci, incident.id, pdf('uno'), 'Nadie lo pide')).problem.code).toBe('unknownDocument')
    expect((await attach(cci, incident.id, { name: 'a.pdf', content: 'no es un PDF' })).problem.code).toBe('fileType')
    expect((await attach(cci, UNKNOWN)).status).toBe(404)
    for (const caller of [provider, entity]) expect((await attach(caller, incident.id)).status).toBe(403)
    const missing = await cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId: incident.id, documentCatalogName: REPORT } },
    })
    expect(missing.problem.code).toBe('fileMissing')
    expect((await seen(cci, incident.id)).body.documents).toEqual([])
  })
})

describe('reading', () => {
  test('API-73 ROLE-34 ROLE-16: an entity sees those it raised, a provider those about itself, CCI all', async () => {
    const mine = await raised(entity, idOf(other))
    const theirs = await raised(otherEntity, idOf(other))
    const own = await raised(other)
    const ids = async (caller: Caller) => (await list(caller, { size: 9999 })).map(incident => incident.id)
    expect(await ids(entity)).toContain(mine.id)
    expect((await list(entity, { size: 9999 })).every(incident => incident.issuerId === idOf(entity))).toBe(true)
    expect(await ids(other)).toEqual(expect.arrayContaining([mine.id, theirs.id, own.id]))
    expect((await list(other)).every(incident => incident.providerId === idOf(other))).toBe(true)
    expect(await ids(cci)).toEqual(expect.arrayContaining([mine.id, theirs.id, own.id]))
    for (const [caller, id] of [
      [entity, theirs.id],
      [entity, own.id],
      [provider, mine.id],
      [entity, UNKNOWN],
    ] as const) {
      expect((await seen(caller, id)).body).toEqual((await seen(caller, UNKNOWN)).body)
      expect((await seen(caller, id)).status).toBe(404)
    }
    const evaluator = await portal.signIn('evaluador@almotacen.example')
    expect((await seen(evaluator, mine.id)).status).toBe(403)
  })

  test("ROLE-36: of other entities' incidents an entity reads the state of the provider alone", async () => {
    const state = async () =>
      (await otherEntity.call(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider: idOf(provider) } }))
        .body.content[0].issue
    const before = await list(otherEntity, { providerId: idOf(provider) })
    const incident = await opened(entity, idOf(provider))
    expect(await state()).toBe('OPEN')
    expect(await list(otherEntity, { providerId: idOf(provider) })).toEqual(before)
    expect((await seen(otherEntity, incident.id)).status).toBe(404)
  })

  test('API-73: by issuer, provider, state, name and day, in pages and orders', async () => {
    const incident = await opened(entity, idOf(other))
    const newest = (await list(cci, { size: 1 }))[0]!
    expect(newest.id).toBe(incident.id)
    expect(await list(cci, { size: 1, page: 1 })).not.toContainEqual(newest)
    expect((await list(cci, { issuerId: idOf(entity), providerId: idOf(other), size: 1 }))[0]!.id).toBe(incident.id)
    expect(await list(entity, { issuerId: idOf(otherEntity) })).toEqual([])
    for (const status of ['PENDING', 'OPEN', 'CLOSED'] as const) {
      const found = await list(cci, { status, size: 9999 })
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map(each => each.status))).toEqual(new Set([status]))
    }
    const named = await list(cci, { provider: 'LUMBRE', size: 9999 })
    expect(new Set(named.map(each => each.providerId))).toEqual(new Set([idOf(other)]))
    expect(await list(cci, { from: '2026-11-22T00:00:00.000Z' })).toEqual([])
    expect((await list(cci, { to: '2026-11-01T22:59:00.000Z' })).map(each => each.status)).toEqual(['CLOSED'])
    const names = (await list(cci, { sort: 'provider', size: 9999 })).map(each => each.providerName)
    expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare))
    const states = (await list(cci, { sort: 'status,desc', size: 9999 })).map(each => each.status)
    expect([states[0], states.at(-1)]).toEqual(['CLOSED', 'PENDING'])
    const asked = (query: Record<string, string>) => cci.call(readIncident, { params: { id: incident.id }, query })
    expect((await asked({ providerId: idOf(other), issuerId: idOf(entity) })).status).toBe(200)
    expect((await asked({ providerId: idOf(provider) })).status).toBe(404)
  })

  test('API-73: how many there are in each state, of those that the caller sees', async () => {
    for (const caller of [cci, entity, other]) {
      const all = await list(caller, { size: 9999 })
      const of = (status: string) => all.filter(incident => incident.status === status).length
      expect((await caller.call(countIncidents)).body).toEqual({
        PENDING: of('PENDING'),
        OPEN: of('OPEN'),
        CLOSED: of('CLOSED'),
      })
    }
  })

  test('API-74: those about the favourites of an entity, of what the caller sees', async () => {
    const favs = (caller: Caller, id: string, query: Record<string, unknown> = {}) =>
      caller.call(listFavouriteIncidents, { params: { id }, query: { size: 9999, ...query } })
    const mark = (marker: Caller, marked: Caller) =>
      marker.call(editParticipant, {
        params: { kind: 'provider', id: idOf(marked) },
        body: { idProvider: idOf(marked), idEntity: idOf(marker) },
      })
    const ids = (answer: Answer<{ content: IncidentWire[] }>) => answer.body.content.map(incident => incident.id)
    const mine = await raised(otherEntity, idOf(other))
    const theirs = await raised(entity, idOf(other))
    const elsewhere = await raised(otherEntity, idOf(provider))
    expect(ids(await favs(otherEntity, idOf(otherEntity)))).toEqual([])
    await mark(otherEntity, other)
    const found = ids(await favs(otherEntity, idOf(otherEntity)))
    expect(found).toContain(mine.id)
    expect(found).not.toContain(theirs.id)
    expect(found).not.toContain(elsewhere.id)
    expect(ids(await favs(cci, idOf(otherEntity)))).toEqual(expect.arrayContaining([mine.id, theirs.id]))
    expect(ids(await favs(cci, idOf(otherEntity)))).not.toContain(elsewhere.id)
    const closed = await favs(cci, idOf(otherEntity), { status: 'CLOSED' })
    expect(closed.body.content.every((each: IncidentWire) => each.status === 'CLOSED')).toBe(true)
    for (const [caller, id] of [
      [entity, idOf(otherEntity)],
      [provider, idOf(otherEntity)],
      [cci, idOf(provider)],
      [entity, UNKNOWN],
    ] as const) {
      expect((await favs(caller, id)).status).toBe(404)
    }
  })
})

test('ROLE-16: a deleted provider takes its incidents along, from every role', async () => {
  const valdeoca = await portal.signIn('valdeoca@almotacen.example')
  const incident = await raised(entity, idOf(valdeoca))
  const file = (await attach(cci, incident.id)).body.file
  await cci.call(deleteParticipant, { body: { idGenericEntity: idOf(valdeoca) } })
  for (const caller of [cci, entity]) {
    expect((await seen(caller, incident.id)).status).toBe(404)
    expect((await caller.call(incidentDocumentContent, { params: { id: file } })).status).toBe(404)
    expect((await list(caller, { size: 9999 })).map(each => each.id)).not.toContain(incident.id)
  }
  expect((await save(cci, incident.id)).status).toBe(404)
  expect((await raise(entity, { ...words(), providerId: idOf(valdeoca) })).status).toBe(404)
})

test('what happened to incidents stands in a trail that verifies', async () => {
  expect(await verifyTrail(portal.portal.db)).toMatchObject({ ok: true })
})
