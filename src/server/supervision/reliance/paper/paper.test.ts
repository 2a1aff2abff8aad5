import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { saveWatermark } from '#domain/document/watermark/contract.ts'
import { confirmChain } from '#domain/participant/chain/contract.ts'
import { saveServiceFacts } from '#domain/participant/company/contract.ts'
import { listScores, scoreContent } from '#domain/report-request/score/contract.ts'
import { conditions, wordingOf } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { readReliance, reliancePdf, relianceZip } from '#domain/supervision/reliance/contract.ts'
import { conditionVerdictLabels } from '#domain/supervision/reliance/file.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { addDays, formatInstant } from '#domain/values/day.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { publishedFramework, wholeHeader } from '#test/support/assessments.ts'
import { declareLink } from '#test/support/chains.ts'
import { freshRequest } from '#test/support/documents.ts'
import { publishEvaluated } from '#test/support/findings.ts'
import { readPdf } from '#test/support/pdf-text.ts'
import type { Caller } from '#test/support/portal.ts'
import { lineBody, newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { begun, fileNow, signedFile, wholeFile } from '#test/support/reliance.ts'
import { bareService, declared, rated } from '#test/support/uses.ts'

/* The papers of reliance files, and the facts that come from findings, evaluators, chains and the bank's register. */

let acting: Awaited<ReturnType<typeof startActing>>
let bank: Caller
let stranger: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  stranger = await acting.portal.signIn('externalizacion@santander.example')
  await publishedFramework(acting.cci)
})
afterAll(() => acting.portal.stop())

const critical = { critical: 'YES' }
const whole = {
  ...wholeFile,
  answers: {
    ...wholeFile.answers,
    b: { verdict: 'RESERVATIONS' as const, text: 'Falta el centro de respaldo “Ñandú” – €', clause: '' },
  },
  conclusion: 'RELY_WITH_MEASURES' as const,
  measures: 'Visita conjunta al centro de respaldo.\nRevisión del plan.',
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const pdfOf = async (file: { id: string }, caller = bank) => {
  const { status, body, headers } = await caller.call(reliancePdf, { params: { id: file.id } })
  return { status, headers, bytes: body as Uint8Array }
}
const zipOf = async (file: { id: string }) => {
  const { status, body } = await bank.call(relianceZip, { params: { id: file.id } })
  expect(status).toBe(200)
  const members = unzipSync(new Uint8Array(body as Uint8Array))
  const textIn = (path: string) => new TextDecoder().decode(members[path])
  return { members, textIn, index: textIn('INDICE.txt') }
}
const valuesOf = ({ facts }: RelianceWire) =>
  Object.fromEntries(facts.map(({ part, key, value }) => [`${part}.${key.replace(/:.*/, '')}`, value]))

/** A use of a service with a published evaluation that does not meet a control. */
async function evaluatedUse() {
  const validationId = await freshRequest(acting.cci, acting.provider, acting.evaluator)
  await publishEvaluated(acting, validationId, { 'RE-02': 'NO' })
  const { idServiceCatalog } = await ok(acting.cci.call(readValidation, { params: { id: validationId } }))
  const service = { providerId: acting.provider.me.idGenericEntity, serviceId: idServiceCatalog as string }
  return { ...service, validationId, use: await declared(bank, service, critical) }
}

test('RELY-12: the PDF holds the parties, each fact with its date, each answer, the conclusion, the signer, hash and entry', async () => {
  const { use } = await evaluatedUse()
  // The entry is known once the signature is committed.
  const file = await fileNow(bank, await signedFile(bank, use, whole))
  expect(file.entry).toBeGreaterThan(0)
  const { status, headers, bytes } = await pdfOf(file)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { text, dense, pages, outline, info, isMarked } = await readPdf(bytes)
  const holds = (words: string) => expect(dense, words).toContain(words.replace(/\s/g, ''))
  const { subject, facts } = file
  for (const words of [subject.entity, subject.provider, subject.cif, subject.service, subject.serviceKey]) holds(words)
  for (const { label, value } of facts) holds(`${label}${value ?? 'No consta en el portal'}`.slice(0, 60).trim())
  for (const { on } of facts) if (on?.includes('T')) holds(formatInstant(on))
  for (const condition of conditions) holds(wordingOf(condition))
  holds(whole.answers.b.text)
  holds(conditionVerdictLabels.RESERVATIONS)
  holds('Nos apoyamos con medidas')
  holds('Revisión del plan.')
  holds('15/09/2027')
  holds(file.signedBy!)
  holds(formatInstant(file.signedAt!))
  holds(file.contentHash!)
  holds(`N.º ${file.entry}`)
  holds('Reglamento Delegado (UE) 2024/1773')
  expect(text).toContain(`Página ${pages.length} de ${pages.length}`)
  // Readable by a screen reader: tagged, in Spanish, titled, and with an outline.
  expect([isMarked, info.Language]).toEqual([true, 'es'])
  expect(info.Title).toContain(subject.service)
  expect(outline).toHaveLength(11)
  expect(pages.every(({ tree }) => tree.includes('"role"'))).toBe(true)
  expect(pages[1]!.tree).toContain('"H2"')
})

test('RELY-12: a draft says that it is not signed, and only its bank downloads it', async () => {
  const use = await declared(bank, await bareService(acting), critical)
  const draft = await begun(bank, use)
  const { text } = await readPdf((await pdfOf(draft)).bytes)
  expect(text).toContain('Borrador sin firmar')
  expect(text).toContain('No consta en el portal')
  for (const caller of [stranger, acting.cci, acting.provider, acting.evaluator]) {
    expect((await pdfOf(draft, caller)).status).toBe(404)
    expect((await caller.call(relianceZip, { params: { id: draft.id } })).status).toBe(404)
  }
  const refused = await bank.call(relianceZip, { params: { id: draft.id } })
  expect([refused.status, refused.problem.code]).toEqual([409, 'relianceUnsigned'])
})

test('RELY-13: the ZIP holds the PDF, the signed data, dictamen and report, and an index of their hashes', async () => {
  const service = await rated(acting, 'A/A/A')
  const file = await signedFile(bank, await declared(bank, service, critical))
  const { members, textIn, index } = await zipOf(file)
  expect(Object.keys(members)).toEqual([
    'INDICE.txt',
    'expediente.pdf',
    'expediente.json',
    'dictamen.pdf',
    'informe.pdf',
  ])
  for (const [path, bytes] of Object.entries(members)) {
    if (path !== 'INDICE.txt') expect(index).toContain(`${sha256(bytes)}  ${path}\n`)
  }
  expect(sha256(members['expediente.json']!)).toBe(file.contentHash)
  expect(JSON.parse(textIn('expediente.json'))).toMatchObject({ conclusion: 'RELY', signedBy: { name: file.signedBy } })
  const { content } = await ok(bank.call(listScores, { query: { validationId: service.validationId } }))
  const dictamen = (await bank.call(scoreContent, { params: { id: content[0].id } })).body
  expect(Buffer.compare(members['dictamen.pdf']!, dictamen as Buffer)).toBe(0)
  const events = await acting.portal.app.db
    .selectFrom('trail')
    .select('event')
    .where('object_id', 'in', [file.id, content[0].id])
    .orderBy('number')
    .execute()
  // Its reading is recorded as any other.
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['score.read', 'reliance.downloaded']))
})

test('RELY-13: with the mark that the centre asks for, and without the files that the bank may no longer read', async () => {
  const service = await rated(acting, 'A/A/A')
  const file = await signedFile(bank, await declared(bank, service, critical))
  const plain = (await zipOf(file)).members
  await ok(acting.cci.call(saveWatermark, { body: { enabled: true } }))
  const marked = await zipOf(file)
  await ok(acting.cci.call(saveWatermark, { body: { enabled: false } }))
  expect(Buffer.compare(marked.members['expediente.json']!, plain['expediente.json']!)).toBe(0)
  const either = ['dictamen.pdf', 'informe.pdf'].filter(path => marked.members[path])
  for (const path of either) expect(Buffer.compare(marked.members[path]!, plain[path]!)).not.toBe(0)
  for (const path of either) expect(marked.index).toContain(`${sha256(marked.members[path]!)}  ${path}`)
  // A file that cannot carry the mark is named instead.
  expect(either.length + (marked.index.match(/No se incluye/g) ?? []).length).toBe(2)
  const unrated = await signedFile(bank, await declared(bank, await bareService(acting), critical))
  const bare = await zipOf(unrated)
  expect(Object.keys(bare.members)).toEqual(['INDICE.txt', 'expediente.pdf', 'expediente.json'])
  expect(bare.index).toContain('No se incluye: no había una calificación vigente cuando se firmó.')
})

test('RELY-03: findings, independence, chain and own audits come from the portal’s data', async () => {
  const { use, serviceId } = await evaluatedUse()
  const draft = await begun(bank, use)
  expect(valuesOf(draft)).toMatchObject({
    'd.finding': expect.stringMatching(/^RE-02 \(.+\), prioridad alta: por planificar, sin fecha prevista$/),
    'e.independence': 'No la hizo',
    'e.rotation': '1',
    'f.standard': expect.any(String),
    'f.chain': null,
    'b.ict-type': null,
    'plan.own-audits': null,
  })
  expect(valuesOf(draft)['b.scope']).toBe(wholeHeader.scope)
  await declareLink(acting.provider, serviceId, { handlesData: true, urgentReason: 'Ya trabajaba antes' })
  await ok(acting.provider.call(confirmChain, { body: { serviceId } }))
  const { id: functionId } = await newFunction(bank, { name: 'Cobros y pagos' })
  const { id: arrangementId } = await newContract(bank, { providerId: use.providerId })
  await newLine(bank, { arrangementId, functionId, useId: use.id, ictType: 'S07' })
  const later = await fileNow(bank, draft)
  expect(valuesOf(later)).toMatchObject({
    'f.chain': expect.stringMatching(/^1 empresa, confirmada por el proveedor el \d/),
    'f.subcontract': expect.stringMatching(/: rango 2; S07 .+; sustenta el servicio; trata datos$/),
    'b.ict-type': 'S07 · Instalaciones y alojamiento, sin nube',
    'plan.own-audits': '31/10/2025',
  })
  expect(later.subject.functions).toEqual([expect.stringContaining('Cobros y pagos')])
  expect(lineBody.ownAuditOn).toBe('2025-10-31')
})

/** A critical use of a service that its provider calls no ICT service. */
async function usedWithoutIct() {
  const { providerId, serviceId } = await bareService(acting)
  const use = await declared(bank, { providerId, serviceId }, critical)
  const facts = {
    ictType: 'NONE',
    provisionCountries: [],
    holdsData: null,
    storageCountries: [],
    processingCountries: [],
  }
  await ok(acting.provider.call(saveServiceFacts, { params: { id: providerId, serviceId }, body: facts as never }))
  return use
}

test('RELY-14: a service that its provider calls no ICT service cites the guidelines, in the form and in the PDF', async () => {
  const draft = await begun(bank, await usedWithoutIct())
  expect([draft.law, valuesOf(draft)['b.ict-type']]).toEqual(['EBA', 'No es un servicio TIC'])
  const { text } = await readPdf((await pdfOf(draft)).bytes)
  expect(text).toContain('EBA/GL/2019/02')
  expect(text).not.toContain('2024/1773')
})

test('REG-31: a file cites the guidelines that apply on the day on which it is signed, whatever CCI writes later', async () => {
  const use = await usedWithoutIct()
  const { cci, portal } = acting
  const applyFrom = async (...days: string[]) => {
    const { version } = await ok(cci.call(readCentreRules))
    await ok(cci.call(saveCentreRules, { body: { rules: { guidelinesFrom: days }, version } }))
  }
  const told = async (file: { id: string }) => {
    const { law, status } = await ok(bank.call(readReliance, { params: { id: file.id } }))
    const { text } = await readPdf((await pdfOf(file)).bytes)
    return [status, law, ['EBA/GL/2019/02', 'EBA/GL/2026/09'].filter(name => text.includes(name))]
  }
  try {
    await applyFrom(addDays(portal.clock.today(), 1))
    const signed = await signedFile(bank, use)
    expect(await told(signed)).toEqual(['SIGNED', 'EBA', ['EBA/GL/2019/02']])
    // The day is moved to one before the signature: what was signed stays.
    await applyFrom(portal.clock.today())
    expect(await told(signed)).toEqual(['SIGNED', 'EBA', ['EBA/GL/2019/02']])
    const next = await begun(bank, use)
    expect(await told(next)).toEqual(['DRAFT', 'EBA_2026', ['EBA/GL/2026/09']])
    const other = await signedFile(bank, await usedWithoutIct())
    await applyFrom()
    expect(await told(other)).toEqual(['SIGNED', 'EBA_2026', ['EBA/GL/2026/09']])
    expect(await told(next)).toEqual(['DRAFT', 'EBA', ['EBA/GL/2019/02']])
  } finally {
    await applyFrom()
  }
})

test('RELY-09: a material change of the chain that comes into force makes it due, and one that nothing rests on does not', async () => {
  const { use, serviceId } = await evaluatedUse()
  const file = await signedFile(bank, use)
  const { clock } = acting.portal
  const inDays = (days: number) => addDays(clock.today(), days)
  await declareLink(acting.provider, serviceId, { since: inDays(3), underpins: false })
  await declareLink(acting.provider, serviceId, { since: inDays(40) })
  clock.move(4 * DAY)
  bank = await acting.portal.signIn('entidad@almotacen.example')
  expect((await fileNow(bank, file)).status).toBe('SIGNED')
  clock.move(37 * DAY + MINUTE)
  bank = await acting.portal.signIn('entidad@almotacen.example')
  const due = await fileNow(bank, file)
  expect(due.status).toBe('REVIEW_DUE')
  expect(due.causes.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Entró en vigor un cambio relevante de la cadena de subcontratación el'),
  ])
})
