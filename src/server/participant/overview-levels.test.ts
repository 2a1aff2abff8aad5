import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { parseRating, RATING_SCALE } from '#domain/values/rating.ts'
import { ok } from '#test/support/answers.ts'
import { confirmedAssessment, publishedFramework } from '#test/support/assessments.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let bank: Caller
/** Two published requests: one below B in Continuidad, one that reaches A in all. */
let weak: string
let strong: string

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  bank = await enter('entidad')
  const [provider, evaluator] = [await enter('proveedor'), await enter('evaluador')]
  await publishedFramework(cci)
  const published = async (but: Record<string, string>, score: string) => {
    const request = await freshRequest(cci, provider, evaluator)
    const { id } = await confirmedAssessment(evaluator, request, but)
    await acceptReport(cci, request)
    await ok(publish(cci, request, { score, assessmentId: id }))
    return request
  }
  weak = await published({ 'RE-02': 'NO' }, 'A/A/B')
  strong = await published({}, 'A/A/A')
})
afterAll(() => portal.stop())

const ask = (query: object, caller = bank) =>
  caller.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 100, ...query } })
const rows = async (query: object, caller = bank): Promise<OverviewRow[]> => {
  const { content, totalElements } = await ok(ask(query, caller))
  expect(totalElements).toBe(content.length)
  return content
}
const ids = async (query: object) => (await rows(query)).map(row => row.validationId)
const placeOf = (level: string) => RATING_SCALE.levels.indexOf(level)

test.each([
  ['minC', 0],
  ['minI', 1],
  ['minD', 2],
] as const)(
  'DICT-25: %s finds the ratings in force that reach the level, with or without an evaluation',
  async (name, at) => {
    const inForce = (await rows({})).filter(row => row.status === 'QUALIFIED')
    for (const level of RATING_SCALE.levels) {
      const expected = inForce.filter(row => placeOf(parseRating(row.score!)![at]!) >= placeOf(level))
      const found = await rows({ [name]: level })
      expect(found.map(row => row.validationId).toSorted()).toEqual(expected.map(row => row.validationId).toSorted())
    }
  },
)

test('DICT-25: the least levels hold together, and with other filters', async () => {
  expect(await ids({ minC: 'A', minD: 'A' })).toContain(strong)
  expect(await ids({ minC: 'A', minD: 'A' })).not.toContain(weak)
  expect(await ids({ minC: 'A', minD: 'B' })).toContain(weak)
  expect(await ids({ minC: 'A', status: 'LAPSED' })).toEqual([])
})

test('DICT-25: a domain below a level finds services whose published evaluation is lower there', async () => {
  expect(await ids({ domain: 'Continuidad', below: 'A' })).toContain(weak)
  expect(await ids({ domain: 'Continuidad', below: 'A' })).not.toContain(strong)
  expect(await ids({ domain: 'Continuidad', below: 'B' })).not.toContain(weak)
  expect(await ids({ domain: 'Continuidad', below: 'A+' })).toEqual(expect.arrayContaining([weak, strong]))
  expect(await ids({ domain: 'Sin tal dominio', below: 'A+' })).toEqual([])
})

test('DICT-25: a level of no scale, or one without the other, is refused by its field', async () => {
  for (const [query, field] of [
    [{ minC: 'E' }, 'minC'],
    [{ minD: 'a' }, 'minD'],
    [{ below: 'A' }, 'domain'],
    [{ domain: 'Accesos' }, 'below'],
    [{ below: 'Z', domain: 'X' }, 'below'],
  ] as const) {
    const { status, problem } = await ask(query)
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
  }
})
