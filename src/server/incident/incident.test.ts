import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDocumentCatalogues, replaceDocumentCatalogue } from '#domain/catalogue/contract.ts'
import { refusals } from '#domain/messages.ts'
import { listParticipants } from '#domain/participant/contract.ts'
import { WAITING_MAX } from '#domain/states/incident.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { attach, idOf, list, opened, raise, raised, save, seen, words } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

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

const auditLogOf = (id: string) => entriesAbout(portal, id)
const noticesOf = async (id: string): Promise<string[]> => {
  const rows = await portal.app.db
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
  const rows = await portal.app.db.selectFrom('notification').select(['message', 'info']).orderBy('id').execute()
  return rows.filter(({ info }) => (info as { idIssue?: string }).idIssue === id).map(({ message }) => message)
}

describe('raising', () => {
  test('INC-05 API-75 ROLE-29: a provider raises one about itself, and it waits for CCI', async () => {
    const draft = words()
    const { status, body } = await raise(provider, { title: ` ${draft.title} `, detail: ` ${draft.detail}\n` })
    expect(status).toBe(201)
    expect(body).toMatchObject({
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
    expect((await auditLogOf(body.id)).map(entry => [entry.event, entry.participant_id])).toEqual([
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

  test('API-75 ROLE-16 FORM-55: an incident raised by CCI waits for its files, and sends no notice before it is open', async () => {
    const { status, body } = await raise(cci, { ...words(), providerId: idOf(other) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'PENDING', issuerId: idOf(cci) })
    expect(await noticesOf(body.id)).toEqual([])
    expect((await seen(other, body.id)).status).toBe(404)
    expect((await save(cci, body.id)).problem.code).toBe('incidentDocumentsMissing')
    await attach(cci, body.id)
    expect((await save(cci, body.id)).body.status).toBe('OPEN')
    expect(await noticesOf(body.id)).toEqual(['ISSUE_OPEN CCI', 'ISSUE_OPEN PROVIDER'])
    expect((await seen(other, body.id)).body.status).toBe('OPEN')
    expect((await auditLogOf(body.id)).map(entry => entry.event)).toEqual([
      'incident.prepared',
      'incident.document-added',
      'incident.opened',
    ])
  })

  test('API-75 FORM-61: refuses an incident about a provider that was not admitted and could not read it', async () => {
    const waiting = await portal.signIn('hontanar@almotacen.example')
    const { status, problem } = await raise(cci, { ...words(), providerId: idOf(waiting) })
    expect([status, problem.code]).toEqual([409, 'incidentProviderWaits'])
    const ids = async (query: object) => {
      const params = { kind: 'provider' } as const
      const { body } = await cci.call(listParticipants, { params, query: { size: 1000, ...query } })
      expect(body.totalElements).toBe(body.content.length)
      return body.content.map((each: { id: string }) => each.id)
    }
    const [chosen, others] = [await ids({ onboarded: 'true' }), await ids({ onboarded: 'false' })]
    expect(chosen).toContain(idOf(other))
    expect(others).toContain(idOf(waiting))
    expect([...chosen, ...others].sort()).toEqual((await ids({})).sort())
  })

  test('API-75 ROLE-16: opens at once and notifies both sides when no file is required', async () => {
    const asked = (await cci.call(listDocumentCatalogues, { query: { type: 'ISSUE' } })).body.content[0]!
    const ask = (docList: typeof asked.docList) =>
      cci.call(replaceDocumentCatalogue, { params: { id: asked.id }, body: { type: 'ISSUE', docList } })
    await ask([])
    const { status, body } = await raise(cci, { ...words(), providerId: idOf(other) })
    await ask(asked.docList)
    expect([status, body.status]).toEqual([201, 'OPEN'])
    expect(await noticesOf(body.id)).toEqual(['ISSUE_OPEN CCI', 'ISSUE_OPEN PROVIDER'])
  })

  test.each([
    ['nothing at all', {}, 'incidentIncomplete', ['detail', 'providerId', 'title']],
    [
      'invisible characters',
      { title: '\u200b', detail: '\u2060\ufeff' },
      'incidentIncomplete',
      ['detail', 'providerId', 'title'],
    ],
    ['no detail', { title: 'Valija', detail: ' ' }, 'incidentIncomplete', ['detail', 'providerId']],
    ['no provider', { title: 'Valija', detail: 'Tarde' }, 'incidentProviderMissing', ['providerId']],
    [
      'an empty provider',
      { title: 'Valija', detail: 'Tarde', providerId: '' },
      'incidentProviderMissing',
      ['providerId'],
    ],
  ])('FORM-44 API-75: %s is refused, and nothing is made', async (_what, body, codeOfCci, fields) => {
    const before = await list(cci, { size: 9999 })
    for (const caller of [cci, entity]) {
      const { status, problem } = await raise(caller, body)
      expect(status).toBe(400)
      // The message for a missing provider is CCI's.
      const code = caller === cci ? codeOfCci : 'incidentIncomplete'
      expect(problem).toMatchObject({ code, detail: refusals[code as keyof typeof refusals].sentence })
      expect(Object.keys(problem.fields!).sort()).toEqual(fields)
    }
    expect(await list(cci, { size: 9999 })).toEqual(before)
  })

  test('LIM-23 API-75: 200 characters fit, 201 do not, and fields that the caller may not set are refused by name', async () => {
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

test('API-75: an issuer with fifty incidents waiting for CCI raises no more until one is open', async () => {
  const caller = await portal.signIn('externalizacion@santander.example')
  const attempt = () => {
    portal.clock.move(3000)
    return raise(caller, { ...words(), providerId: idOf(other) })
  }
  const first = (await attempt()).body
  for (let n = 1; n < WAITING_MAX; n++) expect((await attempt()).status).toBe(201)
  const refused = await attempt()
  expect([refused.status, refused.problem.code]).toEqual([409, 'incidentsWaiting'])
  await attach(cci, first.id)
  expect((await save(cci, first.id)).body.status).toBe('OPEN')
  expect((await attempt()).status).toBe(201)
  expect((await raise(cci, { ...words(), providerId: idOf(other) })).status).toBe(201)
})

describe('saving', () => {
  test('INC-09 API-76: a pending incident needs every file, then CCI opens it with its text corrected', async () => {
    const incident = await raised(entity, idOf(other))
    const early = await save(cci, incident.id)
    expect(early.problem).toMatchObject({
      code: 'incidentDocumentsMissing',
      detail: refusals.incidentDocumentsMissing.sentence,
    })
    expect((await seen(cci, incident.id)).body).toEqual({ ...incident, bulletinPhase: null })

    await attach(cci, incident.id)
    portal.clock.move(1000)
    const { status, body } = await save(cci, incident.id, { title: ' Retraso de valija ', status: 'OPEN' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'OPEN', title: 'Retraso de valija', detail: incident.detail })
    expect(body.updatedAt).toBe(portal.clock.now())
    expect(await noticesOf(incident.id)).toEqual(['ISSUE_CREATED CCI', 'ISSUE_OPEN ENTITY', 'ISSUE_OPEN PROVIDER'])
    const last = (await auditLogOf(incident.id)).at(-1)!
    expect(last).toMatchObject({
      event: 'incident.opened',
      data: { from: 'PENDING', to: 'OPEN', titleBefore: incident.title },
    })
  })

  test('INC-10 API-76: closing and reopening notify both sides each time', async () => {
    const incident = await opened(cci, entity, idOf(other))
    const moves = ['CLOSED', 'OPEN'] as const
    for (const status of moves) expect((await save(cci, incident.id, { status })).body.status).toBe(status)
    const later = (await noticesOf(incident.id)).filter(notice => notice.startsWith('ISSUE_MODIFIED'))
    expect(later).toEqual([
      'ISSUE_MODIFIED ENTITY',
      'ISSUE_MODIFIED ENTITY',
      'ISSUE_MODIFIED PROVIDER',
      'ISSUE_MODIFIED PROVIDER',
    ])
    expect((await auditLogOf(incident.id)).map(entry => entry.event).slice(-2)).toEqual([
      'incident.closed',
      'incident.reopened',
    ])
  })

  test('INC-11 API-76: without a status, or with the same, nothing changes and no notice is sent', async () => {
    const incident = await opened(cci, provider)
    const [notices, trail] = [await noticesOf(incident.id), await auditLogOf(incident.id)]
    portal.clock.move(1000)
    for (const body of [{}, { status: 'OPEN' }, { title: incident.title, detail: incident.detail }]) {
      expect(await save(cci, incident.id, body)).toMatchObject({ status: 200, body: incident })
    }
    expect(await noticesOf(incident.id)).toEqual(notices)
    expect(await auditLogOf(incident.id)).toEqual(trail)
  })

  test('API-76 ROLE-16: correcting the text of an open incident notifies both sides', async () => {
    const incident = await opened(cci, entity, idOf(other))
    portal.clock.move(1000)
    const title = `${incident.title} de valija`
    const { status, body } = await save(cci, incident.id, { title: ` ${title} `, version: incident.version })
    expect([status, body]).toEqual([
      200,
      { ...incident, title, version: incident.version + 1, updatedAt: portal.clock.now() },
    ])
    const told = (await noticesOf(incident.id)).filter(notice => notice.startsWith('ISSUE_MODIFIED'))
    expect(told).toEqual(['ISSUE_MODIFIED ENTITY', 'ISSUE_MODIFIED PROVIDER'])
    expect(await messagesOf(incident.id)).toContain(`La incidencia «${incident.title}» se llama ahora «${title}».`)
    expect((await auditLogOf(incident.id)).at(-1)).toMatchObject({
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
    expect((await auditLogOf(incident.id)).slice(-2)).toMatchObject([
      { event: 'incident.edited', data: { detail, detailBefore: incident.detail } },
      { event: 'incident.closed', data: { from: 'OPEN', to: 'CLOSED' } },
    ])
    expect((await verifyAuditLog(portal.app.db)).ok).toBe(true)
  })

  test('API-76: does not overwrite a change made meanwhile by another user', async () => {
    const incident = await opened(cci, provider)
    const { id, title } = incident
    const { version } = incident
    await save(cci, id, { detail: 'Lo que dijo el primero', version })
    const trail = await auditLogOf(id)
    const late = await save(cci, id, { detail: 'Lo que dijo el segundo', version })
    expect([late.status, late.problem.code]).toEqual([409, 'changedMeanwhile'])
    expect((await seen(cci, id)).body).toMatchObject({ title, detail: 'Lo que dijo el primero' })
    expect(await auditLogOf(id)).toEqual(trail)
    await attach(cci, id)
    const closed = await save(cci, id, { status: 'CLOSED', title: `${title} bis`, version: version + 1 })
    expect(closed.body).toMatchObject({ status: 'CLOSED', title: `${title} bis`, detail: 'Lo que dijo el primero' })
  })

  test('API-76: a closed incident keeps its text until it is open again; none can be emptied, no pending one closed', async () => {
    const closed = await opened(cci, provider)
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
