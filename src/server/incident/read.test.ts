import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IncidentWire } from '#domain/incident/contract.ts'
import {
  attachIncidentDocument,
  countIncidents,
  incidentDocumentContent,
  listFavouriteIncidents,
  listIncidentDocuments,
  readIncident,
} from '#domain/incident/contract.ts'
import { deleteParticipant, editParticipant, readOverview } from '#domain/participant/contract.ts'
import { searchEverything } from '#domain/search/contract.ts'
import { sweepFiles } from '#server/app/housekeeping.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { migrationTexts } from '#server/platform/database/migrate.ts'
import { pdf } from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { attach, idOf, list, opened, REPORT, raise, raised, save, seen, words } from '#test/support/incidents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { age, pathOf } from '#test/support/stored-files.ts'

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

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const auditLogOf = (id: string) => entriesAbout(portal, id)

describe('files', () => {
  test('INC-06 API-77 API-78: CCI attaches files, and every reader of the incident reads them', async () => {
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
    await save(cci, incident.id)
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
    const reads = await portal.app.db
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
    const events = (await auditLogOf(incident.id)).map(entry => entry.event)
    expect(events.filter(event => event === 'incident.document-read')).toHaveLength(3)
  })

  test('API-78: another file takes the place of the one before, which the trail names', async () => {
    const incident = await raised(provider)
    const first = (await attach(cci, incident.id, pdf('uno'))).body
    const second = (await attach(cci, incident.id, pdf('dos'))).body
    expect(second).toMatchObject({ file: first.file, name: 'dos.pdf' })
    expect((await seen(cci, incident.id)).body.documents).toEqual([second])
    const last = (await auditLogOf(incident.id)).at(-1)!
    expect(last).toMatchObject({
      event: 'incident.document-added',
      data: { file: 'dos.pdf', replaces: 'uno.pdf', issuerId: expect.any(String) },
    })
  })

  test('API-78: the file before goes, unless something else speaks of it; attached once more it stays', async () => {
    const [incident, another] = [await raised(provider), await raised(provider)]
    const [only, shared, last] = [pdf('solo aquí'), pdf('en dos'), pdf('al final')]
    await attach(cci, another.id, shared)
    const stored = async () => {
      for (const { content } of [only, shared, last]) await age(pathOf(portal.app, hashOf(content))).catch(() => {})
      await sweepFiles(portal.app)
      const known = await Promise.all(
        [only, shared, last].map(({ content }) => stat(pathOf(portal.app, hashOf(content))).catch(() => null)),
      )
      return known.map(found => found !== null)
    }
    await attach(cci, incident.id, only)
    expect(await stored()).toEqual([true, true, false])
    await attach(cci, incident.id, shared)
    expect(await stored()).toEqual([false, true, false])
    for (const file of [last, last]) expect((await attach(cci, incident.id, file)).status).toBe(201)
    expect(await stored()).toEqual([false, true, true])
  })

  test('API-78: files that were replaced before are gone', async () => {
    const sha256 = 'f'.repeat(64)
    const [size, media_type, created_at] = [10, 'application/pdf', portal.clock.now()]
    const { db } = portal.app
    const names = async () =>
      (await db.selectFrom('stored_file').select('sha256').orderBy('sha256').execute()).map(row => row.sha256)
    await portal.asOwner((await migrationTexts())['0026-replaced-incident-files.sql']!)
    const before = await names()
    await db.insertInto('stored_file').values({ sha256, size, media_type, created_at }).execute()
    await db.insertInto('file_damage').values({ name: sha256, kind: 'missing', found_at: created_at }).execute()
    await portal.asOwner((await migrationTexts())['0026-replaced-incident-files.sql']!)
    expect(await names()).toEqual(before)
    expect(await db.selectFrom('file_damage').select('name').where('name', '=', sha256).execute()).toEqual([])
  })

  test('API-78: a closed one keeps its files until it is open again', async () => {
    const incident = await opened(cci, provider)
    await save(cci, incident.id, { status: 'CLOSED' })
    const refused = await attach(cci, incident.id, pdf('después'))
    expect([refused.status, refused.problem.code]).toEqual([409, 'wrongState'])
    expect((await seen(cci, incident.id)).body.documents).toEqual(incident.documents)
    await save(cci, incident.id, { status: 'OPEN' })
    expect((await attach(cci, incident.id, pdf('después'))).status).toBe(201)
  })

  test('API-78: refuses an unrequested document, a wrong type of file, and callers other than CCI', async () => {
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
  test('API-73 ROLE-34 ROLE-16: an entity sees those it raised, a provider those about itself once they are open, CCI all', async () => {
    const [mine, theirs] = [await opened(cci, entity, idOf(other)), await opened(cci, otherEntity, idOf(other))]
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

  test('D30 D51: the provider does not read an incident about it before CCI opens it', async () => {
    const waiting = await raised(entity, idOf(other))
    const { body } = await attach(cci, waiting.id)
    const found = async () => (await other.call(searchEverything, { query: { q: waiting.title } })).body
    const [before, empty] = [(await other.call(countIncidents)).body, await found()]
    for (const answer of [
      await seen(other, waiting.id),
      await other.call(listIncidentDocuments, { query: { issueId: waiting.id } }),
      await other.call(incidentDocumentContent, { params: { id: body.file } }),
    ]) {
      expect(answer.status).toBe(404)
    }
    expect(await list(other, { size: 9999 })).not.toContainEqual(expect.objectContaining({ id: waiting.id }))
    for (const caller of [cci, entity]) expect((await seen(caller, waiting.id)).status).toBe(200)
    await save(cci, waiting.id)
    expect((await seen(other, waiting.id)).body.title).toBe(waiting.title)
    expect((await other.call(countIncidents)).body).toEqual({ ...before, OPEN: before.OPEN + 1 })
    expect(await found()).not.toEqual(empty)
    expect((await other.call(incidentDocumentContent, { params: { id: body.file } })).status).toBe(200)
  })

  test('ROLE-36: an entity sees only the provider’s state from incidents of other entities', async () => {
    const state = async () =>
      (await otherEntity.call(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider: idOf(provider) } }))
        .body.content[0].issue
    const before = await list(otherEntity, { providerId: idOf(provider) })
    const incident = await opened(cci, entity, idOf(provider))
    expect(await state()).toBe('OPEN')
    expect(await list(otherEntity, { providerId: idOf(provider) })).toEqual(before)
    expect((await seen(otherEntity, incident.id)).status).toBe(404)
  })

  test('API-73: by issuer, provider, state, name and day, in pages and orders', async () => {
    const incident = await opened(cci, entity, idOf(other))
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

  test('API-73: counts each state among the incidents that the caller sees', async () => {
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

  test('API-74: lists the incidents about an entity’s favourites among those that the caller sees', async () => {
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

test('ROLE-16: deleting an entity removes the incidents that it raised', async () => {
  const incident = await raised(otherEntity, idOf(other))
  await cci.call(deleteParticipant, { body: { idGenericEntity: idOf(otherEntity) } })
  for (const caller of [cci, other]) {
    expect((await seen(caller, incident.id)).status).toBe(404)
    expect((await list(caller, { size: 9999 })).map(each => each.id)).not.toContain(incident.id)
  }
})

test('the audit log of the incidents verifies', async () => {
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})
