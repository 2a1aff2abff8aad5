import { createHash, createPublicKey, verify } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileAccessWire, TimelineEntryWire, TracedKind } from '#domain/audit-log/contract.ts'
import { caseFile, listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { deleteDocument, documentContent } from '#domain/document/contract.ts'
import { deleteUser, updateUser } from '#domain/identity/user/contract.ts'
import { attachIncidentDocument, raiseIncident } from '#domain/incident/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { scoreContent } from '#domain/report-request/score/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { deleteRequest, listValidations } from '#domain/validation/contract.ts'
import { publicKeyOf } from '#server/platform/audit-log/checkpoint-store.ts'
import { documentsOf, freshRequest, ownDocumentation, pdf, read, reject, upload } from '#test/support/documents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'
const MISSING = '0'.repeat(26)

type Timeline = { content: TimelineEntryWire[]; totalElements: number }

let portal: TestPortal
let cci: Caller
let provider: Caller
let waiting: Caller
let draft: Caller
let bank: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  waiting = await enter('hontanar')
  draft = await enter('borrador')
  bank = await enter('entidad')
})
afterAll(() => portal.stop())

const timeline = (caller: Caller, kind: TracedKind, id: string, query = {}): Promise<Answer<Timeline>> =>
  caller.call(readTimeline, { params: { kind, id }, query })
const sentences = async (kind: TracedKind, id: string, size = 3): Promise<string[]> => {
  const { body } = await timeline(cci, kind, id, { size })
  return body.content.map(entry => entry.sentence)
}
const org = (caller: Caller) => caller.me.idGenericEntity

describe('the timeline', () => {
  let validation: string
  let document: string

  beforeAll(async () => {
    validation = (await ownDocumentation(waiting)).id
    const deed = (await documentsOf(cci, validation))[DEED]!
    document = deed.id!
    portal.clock.move(60_000)
    await reject(cci, deed, 'No se lee')
  })

  test('is filtered by group and by person, and names everyone who acted', async () => {
    const id = org(waiting)
    const all = (await timeline(cci, 'participant', id, { size: 500 })).body as Timeline & {
      people: { id: string; name: string }[]
    }
    const documents = (await timeline(cci, 'participant', id, { size: 500, group: 'documents' })).body
    const unnumbered = (entries: TimelineEntryWire[]) => entries.map(({ number: _, ...entry }) => entry)
    const shown = unnumbered(documents.content)
    expect(shown).toEqual(unnumbered(all.content.filter(entry => entry.group === 'documents')))
    expect(documents.totalElements).toBe(documents.content.length)
    expect(documents.totalElements).toBeLessThan(all.totalElements)
    const person = all.people.find(({ name }) => name === 'Marta Olmedo Rivas (CCI)')!.id
    const mine = (await timeline(cci, 'participant', id, { size: 500, person })).body as typeof all
    expect(unnumbered(mine.content)).toEqual(
      unnumbered(all.content.filter(entry => entry.who === 'Marta Olmedo Rivas')),
    )
    expect(mine.people).toEqual(all.people)
    expect((await timeline(cci, 'participant', id, { group: 'otro' })).status).toBe(400)
  })

  test('says in plain Spanish who did what, newest first, for CCI', async () => {
    const expected = [
      `El 21/11/2026 a las 10:01, Marta Olmedo Rivas (CCI) rechazó el documento «${DEED}»: «No se lee».`,
      `El 21/11/2026 a las 10:01, Marta Olmedo Rivas (CCI) leyó el documento «${DEED}».`,
    ]
    for (const [kind, id] of [
      ['document', document],
      ['documentation', validation],
      ['participant', org(waiting)],
    ] as const) {
      expect(await sentences(kind, id, 2), kind).toEqual(expected)
    }
    expect((await timeline(cci, 'document', document, { size: 1 })).body.content[0]).toMatchObject({
      event: 'document.rejected',
      who: 'Marta Olmedo Rivas',
      organisation: 'CCI',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('is paged, in either order, without a hole or a repetition', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(page => timeline(cci, 'participant', org(waiting), { page, size: 3, sort: 'at,asc' })),
    )
    const numbers = pages.flatMap(page => page.body.content.map(entry => entry.number))
    const all = await timeline(cci, 'participant', org(waiting), { size: 100 })
    expect(all.body.totalElements).toBeGreaterThan(6)
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
    expect(numbers).toEqual(
      all.body.content
        .map(entry => entry.number)
        .toReversed()
        .slice(0, 18),
    )
  })

  test('the timeline of a user has events about it and its own acts', async () => {
    const id = provider.me.userId
    await cci.call(updateUser, { body: { id, contactDetails: { position: 'Compras' } } })
    expect(await sentences('user', id, 2)).toEqual([
      expect.stringContaining('Marta Olmedo Rivas (CCI) cambió los datos de '),
      expect.stringMatching(/Tramontana Custodia Digital, S\.L\.\) inició sesión\.$/),
    ])
  })

  test('the timelines of a request and an incident have only their own events', async () => {
    const { body } = await cci.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
    const request = body.content.find((each: ValidationWire) => each.status === 'QUALIFIED')
    const events = (await timeline(cci, 'request', request.id, { size: 100 })).body.content.map(entry => entry.event)
    expect(new Set(events)).toEqual(new Set(['document.uploaded', 'request.sent', 'request.qualified']))
    const raised = await bank.call(raiseIncident, {
      body: { title: 'Retraso', detail: 'Tres horas', providerId: org(provider) },
    })
    expect(await sentences('incident', raised.body.id)).toEqual([
      expect.stringMatching(/ \(Cajamar.*\) notificó la incidencia «Retraso»\.$/),
    ])
  })

  test('D10: a draft appears in no timeline, not even its participant’s', async () => {
    const { id } = await ownDocumentation(draft)
    const uploaded = (await upload(draft, id, DEED)).body as DocumentWire
    expect((await timeline(cci, 'documentation', id)).status).toBe(404)
    expect((await timeline(cci, 'document', uploaded.id!)).status).toBe(404)
    const told = await sentences('participant', org(draft), 100)
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(sentence => sentence.includes('documento'))).toEqual([])
  })

  test('D44: a deleted participant has no timeline, and no other text names its users', async () => {
    const gone = await portal.signIn('externalizacion@santander.example')
    const [mine] = Object.values(await documentsOf(cci, (await ownDocumentation(provider)).id))
    await read(gone, mine!.id!)
    const draft = { title: 'Caída del cifrado', detail: 'Ocho horas', providerId: org(provider) }
    const { body: raised } = await gone.call(raiseIncident, { body: draft })
    const { body: invited } = await cci.call(invite, { body: { type: 'PROVIDER', email: 'nadie@invitado.example' } })
    const held = async () => {
      const { body } = await cci.call(caseFile, { params: { kind: 'participant', id: org(provider) } })
      const acts = await sentences('user', cci.me.userId, 100)
      return `${acts} ${new TextDecoder().decode(unzipSync(body as Uint8Array)['datos.json'])}`
    }
    for (const word of [raised.title, invited.email]) expect(await held()).toContain(word)
    expect((await timeline(cci, 'incident', raised.id)).status).toBe(200)
    for (const idGenericEntity of [invited.idGenericEntity, org(gone)]) {
      expect((await cci.call(deleteParticipant, { body: { idGenericEntity } })).status).toBe(200)
    }
    for (const word of [raised.title, invited.email]) expect(await held()).not.toContain(word)
    expect((await sentences('user', cci.me.userId)).join()).toContain(
      'eliminó el participante un participante que ya no',
    )
    expect((await sentences('document', mine!.id!))[0]).toMatch(/, un usuario que ya no está leyó el documento /)
    const { body: missing } = await timeline(cci, 'participant', MISSING)
    for (const [kind, id] of [
      ['participant', org(gone)],
      ['user', gone.me.userId],
      ['incident', raised.id],
    ] as const) {
      expect(await timeline(cci, kind, id), kind).toMatchObject({ status: 404, body: missing })
    }
  })

  test('only CCI reads timelines and case files; participants do not read their own', async () => {
    for (const caller of [provider, bank, draft]) {
      expect((await timeline(caller, 'participant', org(caller))).status).toBe(403)
      expect((await caller.call(caseFile, { params: { kind: 'participant', id: org(caller) } })).status).toBe(403)
    }
  })
})

describe('the case file', () => {
  const open = async (kind: TracedKind, id: string) => {
    const answer = await cci.call(caseFile, { params: { kind, id } })
    return { answer, files: answer.status === 200 ? unzipSync(answer.body as Uint8Array) : {} }
  }
  const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
  const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const entriesOf = (
    files: Record<string, Uint8Array>,
  ): { numero: number; sello: string; apunte: string; datos: string | null }[] =>
    textOf(files['registro.jsonl'])
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  let files: Record<string, Uint8Array>

  beforeAll(async () => {
    const { body } = await bank.call(raiseIncident, {
      body: { title: '<b>Aviso</b>', detail: 'Detalle', providerId: org(provider) },
    })
    await cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId: body.id, documentCatalogName: 'Informe de la incidencia' } },
      files: { file: pdf('parte') },
    })
    const { answer, files: found } = await open('participant', org(provider))
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain(
      'expediente-Tramontana-Custodia-Digital_-S.L.-2026-11-21.zip',
    )
    files = found
  })

  test('holds what SHA256SUMS says, byte for byte and nothing else', () => {
    const lines = textOf(files.SHA256SUMS).trimEnd().split('\n')
    const listed = Object.fromEntries(lines.map(line => [line.slice(66), line.slice(0, 64)]))
    expect(Object.keys(listed).sort()).toEqual(
      Object.keys(files)
        .filter(name => name !== 'SHA256SUMS')
        .sort(),
    )
    for (const [name, sum] of Object.entries(listed)) expect(sumOf(files[name]!), name).toBe(sum)
  })

  test('has every file of it, those of its reports and of its incidents, with the content that was uploaded', async () => {
    const stored = await portal.app.db
      .selectFrom('document_version as w')
      .innerJoin('document as d', 'd.id', 'w.document_id')
      .innerJoin('validation as v', 'v.id', 'd.validation_id')
      .select('w.sha256')
      .where('v.participant_id', '=', org(provider))
      .where('v.deleted_at', 'is', null)
      .where('w.deleted_at', 'is', null)
      .execute()
    const inside = Object.entries(files).filter(([name]) => name.startsWith('archivos/'))
    const sums = inside.map(([, bytes]) => sumOf(bytes))
    for (const { sha256 } of stored) expect(sums).toContain(sha256)
    expect(inside.some(([name]) => name.endsWith('parte.pdf'))).toBe(true)
    expect(inside.length).toBeGreaterThan(stored.length)
  })

  test('BASE-11: has the entries with their seals, signed in openssl’s format, and no number of the chain', async () => {
    const entries = entriesOf(files)
    const index = textOf(files['indice.html'])
    expect(entries.length).toBeGreaterThan(10)
    for (const { numero, sello, apunte, datos } of entries) {
      expect(Object.keys(JSON.parse(apunte))).not.toContain('number')
      if (datos !== null) expect(apunte).toContain(`"dataHash":"${sumOf(Buffer.from(datos))}"`)
      expect(index).toContain(`<td>${numero}</td>`)
      expect(index).toContain(sello)
    }
    const head = Buffer.from(files['cabeza.txt']!)
    const key = createPublicKey(textOf(files['clave.pem']))
    expect(key.export({ format: 'jwk' }).x).toBe(publicKeyOf(portal.app.secrets.checkpointKey))
    expect(verify(null, head, key, files['cabeza.sig']!)).toBe(true)
    expect(entries.map(({ numero }) => numero)).toEqual(entries.map((_entry, index) => index + 1))
    const [, sum, last] = head.toString().split('\n')
    expect(sum).toBe(sumOf(files['registro.jsonl']!))
    const stored = await portal.app.db.selectFrom('trail').select(['hash', 'event']).execute()
    const hashes = new Map(stored.map(({ hash, event }) => [hash, event]))
    for (const { sello, apunte } of entries) expect(hashes.get(sello)).toBe(JSON.parse(apunte).event)
    expect(hashes.has(last!)).toBe(true)
  })

  test('is readable without the portal, holds no secret, and shows what people typed as they typed it', () => {
    expect(textOf(files['LEAME.txt'])).toContain('sha256sum --check SHA256SUMS')
    const index = textOf(files['indice.html'])
    expect(index).toContain('&lt;b&gt;Aviso&lt;/b&gt;')
    expect(index).not.toContain('<b>Aviso')
    const data = JSON.parse(textOf(files['datos.json']))
    expect(data.participante).toMatchObject({ id: org(provider), display_name: 'Tramontana Custodia Digital, S.L.' })
    expect(data.usuarios.length).toBe(2)
    expect(textOf(files['datos.json'])).not.toMatch(/password|nonce|token|\$argon2/)
  })

  test('is recorded before it leaves, with its contents, subject and size', async () => {
    await open('participant', org(provider))
    const entry = await portal.app.db
      .selectFrom('trail')
      .selectAll()
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      event: 'case-file.made',
      actor_id: cci.me.userId,
      participant_id: org(provider),
      object_kind: 'participant',
      object_id: org(provider),
      data: {
        files: expect.any(Number),
        entries: expect.any(Number),
        head: entry.previous_hash,
        versions: expect.any(Array),
      },
    })
    expect(await sentences('participant', org(provider), 1)).toEqual([
      expect.stringContaining('Marta Olmedo Rivas (CCI) descargó el expediente.'),
    ])
  })

  test('is of one moment: what comes while it is gathered is in none of its parts', async () => {
    // After the versions are read, and before the entries are.
    const held = portal.asOwner(`do $$ declare known bigint := (select count(*) from document_version); begin
      lock table file_verdict in access exclusive mode;
      for i in 1..150 loop
        exit when (select count(*) from document_version) > known;
        perform pg_sleep(0.1);
      end loop;
    end $$`)
    const locks = async (of: string) =>
      (await portal.asOwner(`select from pg_locks where ${of} and relation = 'file_verdict'::regclass`)).length
    const { id: own } = await ownDocumentation(provider)
    await expect.poll(() => locks("granted and mode = 'AccessExclusiveLock'"), { timeout: 12_000 }).toBe(1)
    const making = open('documentation', own)
    await expect.poll(() => locks('not granted'), { timeout: 12_000 }).toBe(1)
    const { status, body } = await upload(provider, own, DEED, pdf('entretanto'))
    expect(status).toBe(201)
    await held
    const { files } = await making
    expect(entriesOf(files).length).toBeGreaterThan(5)
    expect(textOf(files['registro.jsonl'])).not.toContain((body as DocumentWire).file)
    expect(textOf(files['datos.json'])).not.toContain((body as DocumentWire).file)
  })

  test('can be had of each kind of thing', async () => {
    const validation = (await ownDocumentation(waiting)).id
    const document = (await documentsOf(cci, validation))[DEED]!.id!
    const { body } = await cci.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
    const incident = (await portal.app.db.selectFrom('incident').select('id').executeTakeFirstOrThrow()).id
    for (const [kind, id] of [
      ['documentation', validation],
      ['document', document],
      ['request', body.content[0].id],
      ['incident', incident],
      ['user', provider.me.userId],
    ] as const) {
      const one = await open(kind, id)
      expect(one.answer.status, kind).toBe(200)
      expect(Object.keys(one.files)).toEqual(expect.arrayContaining(['LEAME.txt', 'datos.json', 'SHA256SUMS']))
    }
    // An invited participant has sent nothing yet.
    const { participant_id: invited } = await portal.app.db
      .selectFrom('portal_user')
      .select('participant_id')
      .where('email', '=', 'nuevo@almotacen.example')
      .executeTakeFirstOrThrow()
    const early = await open('participant', invited)
    expect(JSON.parse(textOf(early.files['datos.json']))).toMatchObject({ validaciones: [], versiones: [] })
    expect(textOf(early.files['indice.html'])).toContain('<td colspan="4">Ninguno.</td>')
    const deed = await open('document', document)
    expect(Object.keys(deed.files).filter(name => name.startsWith('archivos/'))).toHaveLength(1)
    expect((await open('document', MISSING)).answer.status).toBe(404)
  })

  test('names an infected file and omits it', async () => {
    const { db } = portal.app
    const data = JSON.parse(textOf(files['datos.json']))
    const { sha256, documento } = data.versiones.at(-1)
    await db.insertInto('file_verdict').values({ sha256, signature: 'Eicar', scanned_at: portal.clock.now() }).execute()
    const { files: without } = await open('participant', org(provider))
    expect(Object.values(without).map(sumOf)).not.toContain(sha256)
    expect(textOf(without['LEAME.txt'])).toContain(`No se incluye «${documento}, versión `)
    await db.deleteFrom('file_verdict').where('sha256', '=', sha256).execute()
  })

  test('R8: a damaged file breaks the transfer, or the answer is an error; nothing that looks whole arrives', async () => {
    const damaged = await portal.signIn('arcadio@almotacen.example')
    const { id } = await ownDocumentation(damaged)
    const uploaded = (await upload(damaged, id, DEED, pdf('se estropea'))).body as DocumentWire
    const { sha256 } = await portal.app.db
      .selectFrom('document_version')
      .select('sha256')
      .where('id', '=', uploaded.file)
      .executeTakeFirstOrThrow()
    const path = join(portal.app.settings.dataDir, 'files', sha256.slice(0, 2), sha256)
    await writeFile(path, pdf('se estropeA').content)
    // The damage may be found before the first byte leaves.
    const status = await open('participant', org(damaged)).then(
      ({ answer }) => answer.status,
      () => Infinity,
    )
    expect(status).toBeGreaterThanOrEqual(400)
    // The server keeps serving.
    expect((await open('participant', org(waiting))).answer.status).toBe(200)
  })
})

describe('deleted objects', () => {
  const status = async (kind: TracedKind, id: string) => [
    (await timeline(cci, kind, id)).status,
    (await cci.call(caseFile, { params: { kind, id } })).status,
  ]
  const held = async (participant: Caller) => {
    const { body } = await cci.call(caseFile, { params: { kind: 'participant', id: org(participant) } })
    return new TextDecoder().decode(unzipSync(body as Uint8Array)['datos.json'])
  }

  test('D44: a deleted request, file or user has no timeline and is in no case file', async () => {
    const evaluator = await portal.signIn('somport@almotacen.example')
    const id = await freshRequest(cci, provider, evaluator)
    const report = (await documentsOf(cci, id))['Informe de auditoría']!.id!
    const user = (await portal.signIn('proveedor2@almotacen.example')).me.userId
    const each = [
      ['request', id],
      ['document', report],
      ['user', user],
    ] as const
    for (const [kind, id] of each) expect(await status(kind, id), kind).toEqual([200, 200])
    for (const [, id] of each) expect(await held(provider)).toContain(id)
    await cci.call(deleteRequest, { params: { id } })
    await cci.call(deleteUser, { body: { id: user } })
    for (const [kind, id] of each) expect(await status(kind, id), kind).toEqual([404, 404])
    for (const [, id] of each) expect(await held(provider)).not.toContain(id)
  })

  test('DOC-10: a version that was taken away is on the case file as that, since CCI still reads it', async () => {
    const { id } = await ownDocumentation(waiting)
    const document = Object.values(await documentsOf(waiting, id)).find(each => each.status === 'PENDING')!
    expect((await waiting.call(deleteDocument, { params: { id: document.id! } })).status).toBe(204)
    const { body } = await cci.call(caseFile, { params: { kind: 'participant', id: org(waiting) } })
    const files = unzipSync(body as Uint8Array)
    const texts = (name: string) => new TextDecoder().decode(files[name])
    const version = JSON.parse(texts('datos.json')).versiones.find((each: { id: string }) => each.id === document.file)
    expect(version).toMatchObject({ eliminada: portal.clock.now(), actual: false })
    expect(texts('indice.html')).toContain(`${version.documento}, versión ${version.numero} (eliminada)`)
    expect(texts('SHA256SUMS')).toContain(version.sha256)
  })

  test('D44: with a provider goes whatever it has', async () => {
    const gone = await portal.signIn('cantera@almotacen.example')
    const documentation = (await ownDocumentation(gone)).id
    const { body: requests } = await gone.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
    const [document] = Object.values(await documentsOf(gone, documentation))
    const draft = { title: 'Apagón', detail: 'Una hora', providerId: org(gone) }
    const each = [
      ['documentation', documentation],
      ['document', document!.id!],
      ['request', requests.content[0].id],
      ['incident', (await bank.call(raiseIncident, { body: draft })).body.id],
      ['user', gone.me.userId],
      ['participant', org(gone)],
    ] as const
    for (const [kind, id] of each) expect(await status(kind, id), kind).toEqual([200, 200])
    await cci.call(deleteParticipant, { body: { idGenericEntity: org(gone) } })
    for (const [kind, id] of each) expect(await status(kind, id), kind).toEqual([404, 404])
  })
})

describe('readers of a participant’s documents', () => {
  let validation: string
  let document: string
  const readings = async (caller: Caller, id = validation): Promise<FileAccessWire[]> =>
    (await caller.call(listFileAccesses, { params: { id }, query: { size: 100 } })).body.content

  beforeAll(async () => {
    validation = (await ownDocumentation(provider)).id
    document = (await documentsOf(cci, validation))[DEED]!.id!
    portal.clock.move(60_000)
    await provider.call(documentContent, { params: { id: document } })
    portal.clock.move(60_000)
    await bank.call(documentContent, { params: { id: document } })
  })

  test('its participant reads which organisation and when, never the person, nor its own readings', async () => {
    const [newest, ...others] = await readings(provider)
    expect(newest).toEqual({
      document: DEED,
      fileName: 'escritura-constitucion.pdf',
      readAt: portal.clock.now(),
      organisation: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
      person: null,
      partly: false,
    })
    for (const reading of others) {
      expect(reading.person).toBeNull()
      expect(reading.organisation).not.toContain('Tramontana')
    }
    expect(others.map(reading => reading.organisation)).toContain('Una organización que ya no está')
  })

  test('CCI reads every reading, with its person', async () => {
    const [banks, own] = await readings(cci)
    const oldestFirst = await cci.call(listFileAccesses, {
      params: { id: validation },
      query: { size: 100, sort: 'readAt,asc' },
    })
    expect(oldestFirst.body.content).toEqual((await readings(cci)).toReversed())
    expect(own).toMatchObject({ organisation: 'Tramontana Custodia Digital, S.L.', person: expect.any(String) })
    expect(banks!.person).toMatch(/\S+ \S+/)
  })

  test('a report’s dictamen counts as well', async () => {
    const score = await portal.app.db
      .selectFrom('score as s')
      .innerJoin('validation as v', 'v.id', 's.validation_id')
      .select(['s.id', 'v.id as validation'])
      .where('v.participant_id', '=', org(provider))
      .where('s.expires_on', '>', '2026-11-21')
      .executeTakeFirstOrThrow()
    await bank.call(scoreContent, { params: { id: score.id } })
    const banks = (await readings(provider, score.validation)).filter(({ organisation }) => organisation !== 'CCI')
    expect(banks).toMatchObject([
      { document: 'Dictamen de calificación', organisation: expect.stringContaining('Cajamar') },
    ])
  })

  test('files read by CCI in a case file count as well', async () => {
    portal.clock.move(60_000)
    await cci.call(caseFile, { params: { kind: 'documentation', id: validation } })
    const now = (await readings(provider)).filter(reading => reading.readAt === portal.clock.now())
    expect(now).toContainEqual({
      document: DEED,
      fileName: expect.any(String),
      readAt: portal.clock.now(),
      organisation: 'CCI',
      person: null,
      partly: false,
    })
  })

  test('404 for other callers, also for a bank that may read the documents', async () => {
    for (const caller of [bank, waiting, draft]) {
      const answer = await caller.call(listFileAccesses, { params: { id: validation }, query: {} })
      const missing = await caller.call(listFileAccesses, { params: { id: MISSING }, query: {} })
      expect(answer).toMatchObject({ status: 404, body: missing.body })
    }
  })
})
