import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteService } from '#domain/catalogue/contract.ts'
import { publishBulletin } from '#domain/incident/bulletin/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { ListedUse, UseWire } from '#domain/supervision/use/contract.ts'
import {
  changeUse,
  declareUse,
  exportUses,
  listUses,
  readLevelPolicy,
  saveLevelPolicy,
} from '#domain/supervision/use/contract.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { toldBulletin } from '#test/support/bulletins.ts'
import { raise } from '#test/support/findings.ts'
import type { Caller } from '#test/support/portal.ts'
import { newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { begun } from '#test/support/reliance.ts'
import { bareService, declared, rated, useNow } from '#test/support/uses.ts'

let acting: Awaited<ReturnType<typeof startActing>>
let bank: Caller
let colleague: Caller
let other: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  colleague = await acting.portal.signIn('entidad2@almotacen.example')
  other = await acting.portal.signIn('externalizacion@santander.example')
})
afterAll(() => acting.portal.stop())

const list = (query: object = {}, caller = bank) => ok(caller.call(listUses, { query }))
const namesOf = ({ content }: { content: UseWire[] }) => content.map(use => use.service)
const codeOf = async (caller: Caller, body: object) => {
  const { status, problem } = await caller.call(declareUse, { body })
  return [status, problem?.code]
}

test('LEVEL-01: a bank declares a use of a service, rated or not, with all that it says of it', async () => {
  const service = await bareService(acting)
  const given = { critical: 'YES', requiredScore: 'A/B/A', since: '2024-03-01', note: 'Cobros' }
  const use = await declared(bank, service, given)
  expect(use).toMatchObject({ ...given, ...service, until: null, situation: 'UNRATED', acceptances: [] })
  expect(use.words).toBe('Sin calificación vigente')
  expect(await declared(colleague, await rated(acting, 'A/B/A'), given)).toMatchObject({
    situation: 'MET',
    obtainedScore: 'A/B/A',
    expiredAt: '2027-11-21',
  })
  expect(await codeOf(bank, { ...(await bareService(acting)), note: 'x'.repeat(501) })).toEqual([400, 'invalid'])
  expect((await declared(bank, await bareService(acting), { note: 'x'.repeat(500) })).note).toHaveLength(500)
})

test('LEVEL-01: only of a provider that it sees, and of a service that there is', async () => {
  const { waiting, evaluator, cci } = acting
  const service = await bareService(acting)
  const of = (providerId: string) => codeOf(bank, { ...service, providerId })
  expect(await of(waiting.me.idGenericEntity)).toEqual([404, 'notFound'])
  expect(await of(evaluator.me.idGenericEntity)).toEqual([404, 'notFound'])
  expect(await of('0'.repeat(26))).toEqual([404, 'notFound'])
  expect((await cci.call(deleteService, { params: { id: service.serviceId } })).status).toBe(204)
  expect(await codeOf(bank, service)).toEqual([404, 'notFound'])
})

test('LEVEL-02: a second live use of the same service is refused, also at once; another bank has its own', async () => {
  const service = await bareService(acting)
  const both = await Promise.all([codeOf(bank, service), codeOf(colleague, service)])
  expect(both.toSorted()).toEqual([
    [201, undefined],
    [409, 'useExists'],
  ])
  expect(await codeOf(other, service)).toEqual([201, undefined])
})

test('LEVEL-03: an ended use stays in the history, and the service may be declared again', async () => {
  const service = await bareService(acting)
  const use = await declared(bank, service, { requiredScore: 'A/A/A', since: '2026-01-01' })
  const change = (body: object) => bank.call(changeUse, { params: { id: use.id }, body })
  expect((await change({ until: '2026-12-31' })).problem.fields).toHaveProperty('until')
  expect((await change({ until: '2025-12-31' })).problem.fields).toHaveProperty('until')
  expect((await ok(change({ until: '2026-11-20' }))).until).toBe('2026-11-20')
  expect(await useNow(bank, use)).toBeUndefined()
  expect(await useNow(bank, use, { ended: 'true' })).toMatchObject({ until: '2026-11-20', since: '2026-01-01' })
  const again = await declared(bank, service)
  expect((await change({ until: null })).problem.code).toBe('useExists')
  await ok(bank.call(changeUse, { params: { id: again.id }, body: { until: '2026-11-21' } }))
  expect((await ok(change({ until: null }))).until).toBeNull()
})

test('LEVEL-04: the policy gives a level to uses declared without one, and changes no existing use', async () => {
  expect(await ok(other.call(readLevelPolicy))).toEqual({ criticalScore: null, otherScore: null, version: 0 })
  const save = (criticalScore: string | null, otherScore: string | null, version?: number) =>
    other.call(saveLevelPolicy, { body: { criticalScore, otherScore, version } })
  const before = await declared(other, await bareService(acting), { critical: 'YES' })
  expect(before).toMatchObject({ requiredScore: null, situation: 'NOT_SET', words: 'Sin exigencia' })
  expect(await ok(save('A/A/A', 'C/C/C', 0))).toEqual({ criticalScore: 'A/A/A', otherScore: 'C/C/C', version: 1 })
  const levelOf = async (body: object) => (await declared(other, await bareService(acting), body)).requiredScore
  expect(await levelOf({ critical: 'YES' })).toBe('A/A/A')
  expect(await levelOf({ critical: 'NO' })).toBe('C/C/C')
  expect(await levelOf({})).toBe('C/C/C')
  expect(await levelOf({ critical: 'YES', requiredScore: 'D/D/D' })).toBe('D/D/D')
  expect((await useNow(other, before)).requiredScore).toBeNull()
  await ok(save('A+/A+/A+', null, 1))
  expect((await list({}, other)).content.some((use: UseWire) => use.requiredScore === 'A+/A+/A+')).toBe(false)
  const stale = await save('B/B/B', null, 1)
  expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(stale.problem.conflict).toMatchObject({ version: 2, differences: [{ now: 'A+/A+/A+', yours: 'B/B/B' }] })
})

test('BASE-04: an edit of a version that has changed is refused with the difference', async () => {
  const use = await declared(bank, await bareService(acting))
  const change = (caller: Caller, body: object) =>
    caller.call(changeUse, { params: { id: use.id }, body: { ...body, version: 1 } })
  expect((await ok(change(colleague, { requiredScore: 'A/A/A' }))).version).toBe(2)
  const { status, problem } = await change(bank, { requiredScore: 'B/B/B' })
  expect([status, problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(problem.conflict).toMatchObject({
    version: 2,
    changedBy: 'Marcos Vidal Rueda',
    differences: [{ label: 'Nivel exigido', now: 'A/A/A', yours: 'B/B/B' }],
  })
})

test('LEVEL-09: the list filters, sorts by what is missing and counts each situation', async () => {
  await acting.portal.app.db.deleteFrom('service_use').where('entity_id', '=', other.me.idGenericEntity).execute()
  const all = (query: object = {}) => list(query, other)
  const level = { requiredScore: 'A/A/A' }
  const below = await rated(acting, 'A/B/A')
  await declared(other, await rated(acting, 'D/D/A'), { ...level, critical: 'YES' })
  await declared(other, below, { ...level, critical: 'NO' })
  await declared(other, await rated(acting, 'A/A/A', '2026-12-01'), level)
  await declared(other, await bareService(acting), level)
  await declared(other, await bareService(acting))
  const ended = await declared(other, await bareService(acting), level)
  await ok(other.call(changeUse, { params: { id: ended.id }, body: { until: '2026-11-21' } }))

  const counts = { NOT_SET: 1, MET: 1, ACCEPTED: 0, BELOW: 2, UNRATED: 1, ending: 1 }
  const found = await all()
  expect([found.totalElements, found.counts]).toEqual([5, counts])
  const missing = ({ content }: { content: UseWire[] }) => content.map(use => use.missing)
  expect(missing(found)).toEqual([12, 6, 1, 0, 0])
  expect(found.content.map((use: UseWire) => use.situation)).toEqual(['UNRATED', 'BELOW', 'BELOW', 'MET', 'NOT_SET'])
  expect(missing(await all({ sort: 'missing,desc' }))).toEqual([12, 6, 1, 0, 0])
  expect(missing(await all({ sort: 'missing,asc' }))).toEqual([0, 0, 1, 6, 12])
  expect(await all({ situation: 'BELOW' })).toMatchObject({ totalElements: 2, counts })
  expect((await all({ critical: 'YES' })).counts).toMatchObject({ BELOW: 1, MET: 0 })
  expect(missing(await all({ service: below.serviceId }))).toEqual([1])
  expect((await all({ provider: 'tramontana' })).totalElements).toBe(5)
  expect((await all({ provider: 'lumbre' })).totalElements).toBe(0)
  expect((await all({ idProvider: below.providerId })).totalElements).toBe(5)
  expect((await all({ ending: 'true' })).content).toMatchObject([{ situation: 'MET', expiredAt: '2026-12-01' }])
  expect(namesOf(await all({ ended: 'true' }))).toEqual([ended.service])
  const pages = [await all({ size: 2 }), await all({ size: 2, page: 1 }), await all({ size: 2, page: 2 })]
  expect(pages.flatMap(namesOf)).toEqual(namesOf(found))
})

test('BASE-13: the list is exported with its gaps, and formulas are neutralised', async () => {
  await declared(bank, await rated(acting, 'A/A/B'), { requiredScore: 'A/A/A', note: '=1+1' })
  const { body } = await bank.call(exportUses, { query: { format: 'csv', situation: 'BELOW' } })
  const text = Buffer.from(body).toString('utf8')
  expect(text).toContain('Proveedor;CIF;Servicio')
  expect(text).toContain("'=1+1")
  expect(text).toContain('Disponibilidad: exigido A, obtenido B')
  expect(text).toContain('Por debajo en Disponibilidad')
})

test('BASE-12: a deleted provider is hidden from the bank that uses it', async () => {
  const { cci, portal } = acting
  const lumbre = await portal.participantOf('lumbre')
  const use = await declared(bank, { ...(await bareService(acting)), providerId: lumbre })
  expect(await useNow(bank, use)).toBeDefined()
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: lumbre } }))
  expect(await useNow(bank, use)).toBeUndefined()
  expect((await bank.call(changeUse, { params: { id: use.id }, body: { note: 'x' } })).status).toBe(404)
})

test('EXP-20: a use in the list says which file, contract, findings and incidents are about it, of this bank alone', async () => {
  const service = await rated(acting, 'C/C/C')
  const use = await declared(bank, service)
  const related = async (caller = bank): Promise<ListedUse['related'][]> => {
    const { content } = await list({ idProvider: service.providerId, service: service.serviceId }, caller)
    return content.map(({ related: marks }: ListedUse) => marks)
  }
  expect(await related()).toEqual([{ fileId: null, contract: null, findings: 0, incidents: 0 }])

  const { id: fileId } = await begun(bank, use)
  const contract = await newContract(bank, { providerId: service.providerId })
  const fn = await newFunction(bank)
  await newLine(bank, { arrangementId: contract.id, functionId: fn.id, useId: use.id })
  await ok(raise(acting.cci, use.validationId!))
  const bulletin = await toldBulletin(acting, { services: [service.serviceId] })
  const all = { fileId, contract: { id: contract.id, reference: contract.reference }, findings: 1, incidents: 1 }
  expect(await related()).toEqual([all])

  await declared(other, service)
  expect(await related(other)).toMatchObject([{ fileId: null, contract: null, findings: 1 }])
  const last = { phase: 'FINAL', severity: 'HIGH', text: 'El centro de datos responde.' } as const
  await ok(acting.cci.call(publishBulletin, { params: { id: bulletin.issueId }, body: last as never }))
  expect(await related()).toEqual([{ ...all, incidents: 0 }])
})
