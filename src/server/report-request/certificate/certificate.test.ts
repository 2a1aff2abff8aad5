import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { undo } from '#domain/notification/undo/contract.ts'
import { deleteParticipant, editParticipant } from '#domain/participant/contract.ts'
import { certificateText, factsIn } from '#domain/report-request/certificate/certificate.ts'
import type { VerificationWire } from '#domain/report-request/certificate/contract.ts'
import {
  hideCertificate,
  listVerificationKeys,
  readCertificate,
  verifyCertificate,
} from '#domain/report-request/certificate/contract.ts'
import { correctScore, listScores, reviewScore } from '#domain/report-request/score/contract.ts'
import { formatDay, madridDay } from '#domain/values/day.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { certify, certifyEarlierScores } from '#server/report-request/certificate/issue.ts'
import { publicHalf, verificationKeys } from '#server/report-request/certificate/keys.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, edit, freshRequest, pdf, publish, sheet } from '#test/support/documents.ts'
import { eventsAbout } from '#test/support/entries.ts'
import { setRules } from '#test/support/independence.ts'
import { address } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'

/* The certificate of a score, and what anybody finds out about it. */

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller
let stranger: Caller
beforeAll(async () => {
  portal = (await startActing()).portal
  const { db } = portal.app
  await db.updateTable('participant').set({ accredited_until: '2035-01-01' }).where('kind', '=', 'AUDIT').execute()
  await enterAll()
})
afterEach(async () => {
  await portal.app.db.deleteFrom('centre_rule').execute()
})
afterAll(() => portal.stop())

async function enterAll() {
  const enter = (name: string) => portal.signIn(address(name))
  ;[cci, provider, evaluator, bank, stranger] = (await Promise.all(
    ['cci', 'proveedor', 'somport', 'entidad', 'arcadio'].map(enter),
  )) as [Caller, Caller, Caller, Caller, Caller]
}

const said = ({ status, problem }: Answer) => [status, problem?.code]
async function published(score: Record<string, unknown> = {}, dictamen = pdf('dictamen')) {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  const { id: scoreId } = await ok(publish(cci, id, score, { file: dictamen }))
  return { id, scoreId: scoreId as string }
}
const certificateOf = (scoreId: string) =>
  portal.app.db.selectFrom('certificate').selectAll().where('score_id', '=', scoreId).executeTakeFirst()
const codeOf = async (scoreId: string) => factsIn((await certificateOf(scoreId))!.canonical).code
const check = (code: string) => portal.anonymous.call(verifyCertificate, { params: { code } })
async function wordsOfPdf(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const page = await (await loading.promise).getPage(1)
  const { items } = await page.getTextContent()
  const words = items.map(item => ('str' in item ? item.str : '')).join(' ')
  await loading.destroy()
  return words.replace(/\s+/g, ' ')
}
const makePublic = () => setRules(cci, { publicVerification: true })
const verification = async (scoreId: string): Promise<VerificationWire> => ok(check(await codeOf(scoreId)))
const download = (caller: Caller, id: string) => caller.call(readCertificate, { params: { id } })
const hide = (caller: Caller, id: string, hidden: boolean) =>
  caller.call(hideCertificate, { params: { id }, body: { hidden } })
const correct = (scoreId: string, validationId: string) =>
  ok(
    cci.call(correctScore, {
      params: { id: scoreId },
      body: { score: { validationId, score: 'A/A/A', expiredAt: '2027-06-30', correctionReason: 'Errata' } },
    }),
  )

describe('issuing', () => {
  test('SEAL-12: publishing a score makes its certificate, with the facts that were published', async () => {
    const dictamen = pdf('dictamen certificado')
    const { id, scoreId } = await published({ score: 'A/B/A+', expiredAt: '2027-11-21' }, dictamen)
    const certificate = (await certificateOf(scoreId))!
    const facts = factsIn(certificate.canonical)
    const { db } = portal.app
    const of = await db
      .selectFrom('validation as v')
      .innerJoin('service as s', 's.id', 'v.service_id')
      .innerJoin('participant as p', 'p.id', 'v.participant_id')
      .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
      .select(['s.description', 'p.display_name as provider', 'p.cif', 'e.display_name as evaluator'])
      .where('v.id', '=', id)
      .executeTakeFirstOrThrow()
    expect(facts).toEqual({
      product: 'Almotacén',
      code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/),
      provider: of.provider,
      cif: of.cif,
      service: of.description,
      concept: 'Alcance anual',
      evaluator: of.evaluator,
      rating: 'A/B/A+',
      scoredOn: '2026-11-21',
      expiresOn: '2027-11-21',
      dictamenSha256: createHash('sha256').update(dictamen.content).digest('hex'),
    })
    expect(certificate.canonical).toBe(certificateText(facts))
    // Only the hash of the code is looked up.
    expect(certificate.code_hash).toBe(createHash('sha256').update(facts.code).digest('hex'))
  })

  test('SEAL-12: a refused or undone publication leaves no certificate; a read certificate prevents undo', async () => {
    const count = async () => (await portal.app.db.selectFrom('certificate').select('score_id').execute()).length
    const before = await count()
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    expect((await publish(cci, id, { score: 'A/B' })).status).toBe(400)
    await ok(publish(cci, id))
    expect(await count()).toBe(before + 1)
    expect((await cci.call(undo, { body: { id } })).status).toBe(204)
    expect(await count()).toBe(before)
    const { id: scoreId } = await ok(publish(cci, id))
    // CCI's own look does not bind it; the bank's does.
    expect((await download(cci, scoreId)).status).toBe(200)
    expect((await cci.call(undo, { body: { id } })).status).toBe(204)
    const { id: again } = await ok(publish(cci, id))
    expect((await download(bank, again)).status).toBe(200)
    expect(said(await cci.call(undo, { body: { id } }))).toEqual([409, 'undoSeen'])
  })

  test('SEAL-12: certificates of earlier scores stay, and say what replaced them', async () => {
    await makePublic()
    const { id, scoreId } = await published({ expiredAt: '2027-01-15' })
    const says = async (of: string) => {
      const { status, on, says: words } = await verification(of)
      return [status, on, words]
    }
    expect(await says(scoreId)).toEqual(['CURRENT', '2027-01-15', 'Vigente hasta el 15/01/2027'])
    portal.clock.set('2026-11-24T09:00:00.000Z')
    await enterAll()
    const { id: corrected } = await correct(scoreId, id)
    expect(await says(scoreId)).toEqual([
      'CORRECTED',
      '2026-11-24',
      'Corregida el 24/11/2026: este certificado ya no vale',
    ])
    expect(await says(corrected)).toEqual(['CURRENT', '2027-06-30', 'Vigente hasta el 30/06/2027'])
    // Renewed in place, once it has lapsed.
    portal.clock.set('2027-07-01T09:00:00.000Z')
    await enterAll()
    expect(await says(corrected)).toEqual(['LAPSED', '2027-06-30', 'Caducada el 30/06/2027'])
    await ok(edit(provider, id, { originalFiles: [] }, { report: pdf('renovado'), spreadsheet: sheet() }))
    await acceptReport(cci, id)
    expect((await says(corrected))[0]).toBe('LAPSED')
    const { id: renewed } = await ok(publish(cci, id, { expiredAt: '2027-09-01' }))
    expect(await says(corrected)).toEqual(['REPLACED', '2027-07-01', 'Sustituida por otra calificación el 01/07/2027'])
    expect((await says(scoreId))[0]).toBe('CORRECTED')
    expect((await says(renewed))[0]).toBe('CURRENT')
    // Renewed early, by a request of its own.
    portal.clock.set('2027-07-02T09:00:00.000Z')
    await enterAll()
    const { id: early } = await ok(renew(provider, id))
    expect((await says(renewed))[0]).toBe('CURRENT')
    await acceptReport(cci, early)
    const { id: last } = await ok(publish(cci, early, { expiredAt: '2028-07-01' }))
    expect((await says(renewed)).slice(0, 2)).toEqual(['REPLACED', '2027-07-02'])
    expect((await says(last))[0]).toBe('CURRENT')
    portal.clock.set('2026-11-24T09:00:00.000Z')
    await enterAll()
  })

  test('SEAL-12: scores of an earlier version of the portal get theirs, once', async () => {
    const { scoreId } = await published()
    const { db } = portal.app
    await db.deleteFrom('certificate').execute()
    const scores = await db.selectFrom('score').select('id').execute()
    expect(scores.length).toBeGreaterThan(5)
    expect(await certifyEarlierScores(portal.app)).toBe(scores.length)
    expect(await certifyEarlierScores(portal.app)).toBe(0)
    expect((await db.selectFrom('certificate').select('score_id').execute()).length).toBe(scores.length)
    expect(await eventsAbout(portal, scoreId)).toContain('certificate.issued')
    // The row of the key, for which a publication waits, is written once for all of them.
    await portal.asOwner(`create table signing (at int); create function signed() returns trigger
      language plpgsql security definer set search_path = public as 'begin insert into signing values (1); return new; end';
      create trigger signed before update on certificate_key for each row execute function signed()`)
    await db.deleteFrom('certificate').execute()
    await certifyEarlierScores(portal.app)
    const written = await portal.asOwner('select * from signing')
    await portal.asOwner('drop trigger signed on certificate_key; drop function signed; drop table signing')
    expect(written.length).toBe(1)
    // Servers that start at once issue each but once.
    await db.deleteFrom('certificate').execute()
    const issued = await Promise.all([certifyEarlierScores(portal.app), certifyEarlierScores(portal.app)])
    expect(issued[0]! + issued[1]!).toBe(scores.length)
  })
})

describe('the document', () => {
  test('SEAL-15: only provider, CCI, evaluator and banks that read the score download it', async () => {
    const { id, scoreId } = await published()
    const readers = [cci, provider, evaluator, bank]
    for (const reader of readers) {
      const { status, headers } = await download(reader, scoreId)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(headers.get('content-disposition')).toContain(`certificado ${await codeOf(scoreId)}.pdf`)
    }
    expect((await download(stranger, scoreId)).status).toBe(404)
    expect((await download(await portal.signIn(address('evaluador')), scoreId)).status).toBe(404)
    expect((await download(portal.anonymous, scoreId)).status).toBe(401)
    // What a correction replaced is read by CCI and the provider alone, and so is its certificate.
    portal.clock.move(1000)
    await correct(scoreId, id)
    expect(await Promise.all(readers.map(async reader => (await download(reader, scoreId)).status))).toEqual([
      200, 200, 404, 404,
    ])
  })

  test('REG-32: a rating under extraordinary review says so on the page and in the PDF until the review ends', async () => {
    await makePublic()
    const { id, scoreId } = await published({ expiredAt: '2027-01-15' })
    const words = async () =>
      (await wordsOfPdf((await download(bank, scoreId)).body as Uint8Array)).replace(/\s+/g, ' ')
    const note = `En revisión extraordinaria desde el ${formatDay(madridDay(portal.clock.now()))}`
    expect(await words()).not.toContain('revisión extraordinaria')
    const review = async (body: object) => {
      const { version } = await portal.app.db
        .selectFrom('validation')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await ok(cci.call(reviewScore, { params: { id: scoreId }, body: { ...body, version } as never }))
    }
    await review({ reason: 'Un incidente grave' })
    expect((await verification(scoreId)).says).toBe(`Vigente hasta el 15/01/2027. ${note}`)
    expect(await words()).toContain(note)
    await review({ outcome: 'Sin consecuencias' })
    expect((await verification(scoreId)).says).toBe('Vigente hasta el 15/01/2027')
    expect(await words()).not.toContain('revisión extraordinaria')
  })

  test('SEAL-15: it says the facts, the code and the signature, and where to check it once that is public', async () => {
    const { scoreId } = await published()
    const { canonical, signature, key_id: keyId } = (await certificateOf(scoreId))!
    const facts = factsIn(canonical)
    const words = async () => wordsOfPdf((await download(bank, scoreId)).body as Uint8Array)
    const closed = await words()
    for (const each of [facts.provider, facts.cif, facts.service, facts.evaluator, facts.rating, facts.code, keyId]) {
      expect(closed).toContain(each)
    }
    expect(closed).toContain('21/11/2027')
    const dense = closed.replace(/\s/g, '')
    expect(dense).toContain(signature)
    expect(dense).toContain(facts.dictamenSha256)
    expect(dense).toContain(canonical.replace(/\s/g, ''))
    expect(closed).toContain('no es una firma electrónica cualificada')
    expect(dense).not.toContain('/verify/')
    const sizeOf = async () => Buffer.from((await download(bank, scoreId)).body as Uint8Array).length
    const without = await sizeOf()
    await makePublic()
    expect((await words()).replace(/\s/g, '')).toContain(`http://portal.example/verify/${facts.code}`)
    // The QR code is drawn.
    expect(await sizeOf()).toBeGreaterThan(without + 500)
  })
})

describe('checking', () => {
  test('SEAL-16: it answers facts, status, signature and key, which openssl verifies from the answer alone', async () => {
    await makePublic()
    const { scoreId } = await published()
    const answer = await verification(scoreId)
    expect(answer).toMatchObject({
      facts: factsIn(answer.signed!),
      status: 'CURRENT',
      says: 'Vigente hasta el 21/11/2027',
    })
    const signature = Buffer.from(answer.signature!, 'base64')
    const signed = Buffer.from(answer.signed!)
    const key = createPublicKey(answer.key!.publicKey)
    expect(key.asymmetricKeyType).toBe('ed25519')
    expect(verify(null, signed, key, signature)).toBe(true)
    const { keys } = await ok(portal.anonymous.call(listVerificationKeys))
    expect(keys[0]).toMatchObject(answer.key!)
    const folder = mkdtempSync(join(tmpdir(), 'certificado-'))
    try {
      const file = (name: string, content: string | Buffer) => {
        writeFileSync(join(folder, name), content)
        return join(folder, name)
      }
      const [pem, text, sealed] = [
        file('clave.pem', answer.key!.publicKey),
        file('datos.json', signed),
        file('firma', signature),
      ]
      const openssl = (data: string) =>
        execFileSync(
          'openssl',
          ['pkeyutl', '-verify', '-pubin', '-inkey', pem, '-rawin', '-in', data, '-sigfile', sealed],
          {
            stdio: 'pipe',
          },
        ).toString()
      if (!hasOpenssl()) return
      expect(openssl(text)).toContain('Verified Successfully')
      expect(() => openssl(file('otros.json', answer.signed!.replace('A/B/A+', 'A/A/A+')))).toThrow()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('SEAL-14 SEAL-16: a code is found however it is typed', async () => {
    await makePublic()
    const code = await codeOf((await published()).scoreId)
    const bare = code.replaceAll('-', '')
    for (const typed of [code, bare, bare.toLowerCase(), code.replaceAll('0', 'O').replaceAll('1', 'l'), ` ${code} `]) {
      expect((await check(typed)).status, typed).toBe(200)
    }
  })

  test('SEAL-16: an unknown code, a hidden certificate and the rule that is off are alike, in answer and work', async () => {
    const { scoreId } = await published()
    const code = await codeOf(scoreId)
    const seen = async (typed: string) => {
      const { answer, asked } = await withStatements(() => portal.anonymous.fetch('GET', `/verify/${typed}`))
      const headers = [...answer.headers].filter(([name]) => name !== 'date')
      return { status: answer.status, problem: answer.problem, headers, asked }
    }
    await makePublic()
    const unknown = await seen('0000-0000-0000-0000')
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'notFound'])
    expect(unknown.asked.length).toBeGreaterThan(0)
    expect(await seen('no-es-un-codigo')).toEqual(unknown)
    await ok(hide(provider, scoreId, true))
    expect(await seen(code)).toEqual(unknown)
    await ok(hide(provider, scoreId, false))
    expect((await check(code)).status).toBe(200)
    await setRules(cci, { publicVerification: false })
    expect(await seen(code)).toEqual(unknown)
    expect(await seen('0000-0000-0000-0000')).toEqual(unknown)
  })

  test('SEAL-16: calls are limited by address', async () => {
    const limited = await startTestPortal({ seed: 'centre', environment: { RATE_LIMITS: 'yes' } })
    try {
      const statuses = new Set<number>()
      for (let n = 0; n < 40; n++) {
        statuses.add((await limited.anonymous.call(verifyCertificate, { params: { code: `${n}` } })).status)
      }
      expect([...statuses]).toEqual([404, 429])
      limited.clock.move(60_000)
      expect((await limited.anonymous.call(verifyCertificate, { params: { code: 'X' } })).status).toBe(404)
    } finally {
      await limited.stop()
    }
  })

  test('SEAL-16: says only that the provider was deleted, without its data', async () => {
    await makePublic()
    const gone = await portal.signIn(address('lumbre'))
    const { content } = await ok(cci.call(listScores, { query: { validationId: await firstScored(gone) } }))
    const code = await codeOf(content[0].id)
    expect((await ok(check(code))).facts.provider).toMatch(/Lumbre/)
    await ok(cci.call(deleteParticipant, { body: { idGenericEntity: gone.me.idGenericEntity } }))
    expect(await ok(check(code))).toEqual({
      readAt: expect.any(String),
      facts: null,
      status: 'ENDED',
      on: null,
      says: 'El titular ya no está en el portal',
      signed: null,
      signature: null,
      key: null,
    })
  })

  test('SEAL-13 SEAL-16: a later rename does not change signed facts', async () => {
    await makePublic()
    const { scoreId } = await published()
    const before = await verification(scoreId)
    const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
    await ok(cci.call(editParticipant, { params, body: { name: 'Otro Nombre, S.L.' } }))
    expect(await verification(scoreId)).toEqual(before)
  })
})

describe('hiding', () => {
  test('SEAL-19: the provider hides and shows it; readers of the score still read all of it', async () => {
    await makePublic()
    const { id, scoreId } = await published()
    const code = await codeOf(scoreId)
    const asRead = async (caller: Caller) =>
      (await ok(caller.call(listScores, { query: { validationId: id } }))).content
    const before = await Promise.all([asRead(bank), asRead(evaluator)])
    for (const caller of [cci, evaluator, bank])
      expect(said(await hide(caller, scoreId, true))).toEqual([403, 'notYourMove'])
    expect((await hide(stranger, scoreId, true)).status).toBe(404)
    await ok(hide(provider, scoreId, true))
    await ok(hide(provider, scoreId, true))
    expect((await check(code)).status).toBe(404)
    expect(await Promise.all([asRead(bank), asRead(evaluator)])).toEqual(before)
    for (const reader of [cci, provider, evaluator, bank]) expect((await download(reader, scoreId)).status).toBe(200)
    expect([(await asRead(provider))[0].certificateHidden, (await asRead(cci))[0].certificateHidden]).toEqual([
      true,
      true,
    ])
    expect((await asRead(bank))[0]).not.toHaveProperty('certificateHidden')
    // A correction keeps what the provider has chosen.
    portal.clock.move(1000)
    const { id: corrected } = await correct(scoreId, id)
    expect((await check(await codeOf(corrected))).status).toBe(404)
    await ok(hide(provider, corrected, false))
    expect((await check(await codeOf(corrected))).status).toBe(200)
    expect(await eventsAbout(portal, scoreId)).toEqual(['certificate.hidden'])
    expect(await eventsAbout(portal, corrected)).toEqual(expect.arrayContaining(['certificate.shown']))
  })
})

test('SEAL-20: every key that signed is listed with the time from and until which it did, also after another secret', async () => {
  await makePublic()
  const keys = async () => (await ok(portal.anonymous.call(listVerificationKeys))).keys
  const { scoreId } = await published()
  const old = await verification(scoreId)
  const [now] = await keys()
  expect(now).toEqual({ ...old.key, from: expect.any(String), until: null })
  const before = portal.clock.now()
  portal.clock.move(60_000)
  const { scoreId: next } = await published()
  await portal.app.db.deleteFrom('certificate').where('score_id', '=', next).execute()
  // A server with another secret signs it.
  const { certificateKey: key } = secretsFrom('otro secreto de la instalación')
  await inTransaction(portal.app, null, tx => certify(tx, { product: 'Almotacén', key }, next, null))
  const other = publicHalf(key)
  const at = portal.clock.now()
  expect(await keys()).toEqual([
    { ...now, until: null },
    { ...other, from: at, until: at },
  ])
  expect(now.from <= before).toBe(true)
  // To that server, the key of before is an earlier one, with its last certificate.
  const { keys: seen } = await verificationKeys(portal.app.db, { product: 'Almotacén', key })
  expect(seen).toEqual([
    { ...other, from: at, until: null },
    { ...now, until: at },
  ])
  for (const scoreOf of [scoreId, next]) {
    const { signed, signature, key: named } = await verification(scoreOf)
    const { publicKey } = seen.find(({ id }) => id === named!.id)!
    const seal = Buffer.from(signature!, 'base64')
    expect(verify(null, Buffer.from(signed!), createPublicKey(publicKey), seal)).toBe(true)
  }
})

/** A request of the provider with a published score. */
async function firstScored(of: Caller): Promise<string> {
  const { id } = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('score as k', 'k.validation_id', 'v.id')
    .select('v.id')
    .where('v.participant_id', '=', of.me.idGenericEntity)
    .where('k.is_current', '=', true)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** The statements that the database gets for a call. */
async function withStatements<T>(work: () => Promise<T>): Promise<{ answer: T; asked: string[] }> {
  const { pool } = portal.app
  const connect = pool.connect
  const asked: string[] = []
  const watched: { client: pg.PoolClient; query: pg.PoolClient['query'] }[] = []
  pool.connect = (async () => {
    const client = await (connect as () => Promise<pg.PoolClient>).call(pool)
    const { query } = client
    watched.push({ client, query })
    client.query = ((...given: [string | { text: string }]) => {
      asked.push(typeof given[0] === 'string' ? given[0] : given[0].text)
      return (query as (...given: unknown[]) => unknown).apply(client, given)
    }) as typeof query
    return client
  }) as typeof connect
  try {
    return { answer: await work(), asked }
  } finally {
    pool.connect = connect
    for (const { client, query } of watched.toReversed()) client.query = query
  }
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
