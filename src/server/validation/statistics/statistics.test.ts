import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentContent } from '#domain/document/contract.ts'
import type { StatisticsWire } from '#domain/validation/statistics/contract.ts'
import { exportStatistics, readStatistics } from '#domain/validation/statistics/contract.ts'
import { documentsOf, ownDocumentation, reject } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const statistics = async () => (await cci.call(readStatistics)).body as StatisticsWire

test('count what is decided, rejected, read and about to lapse', async () => {
  const before = await statistics()
  expect(before.waiting.map(each => each.month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ])
  for (const { decided, median, p90 } of before.waiting) {
    expect(median === null).toBe(decided === 0)
    expect(median ?? 0).toBeLessThanOrEqual(p90 ?? 0)
  }
  expect(before.waiting.reduce((sum, each) => sum + each.decided, 0)).toBeGreaterThan(5)
  for (const kind of ['documents', 'scores'] as const) {
    expect(before.expiries.reduce((sum, each) => sum + each[kind], 0)).toBeGreaterThan(0)
  }

  const waiting = await portal.signIn('hontanar@almotacen.example')
  const deed = (await documentsOf(cci, (await ownDocumentation(waiting)).id))[DEED]!
  await reject(cci, deed, 'No se lee')
  const bank = await portal.signIn('entidad@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const published = (await documentsOf(provider, (await ownDocumentation(provider)).id))[DEED]!
  await bank.call(documentContent, { params: { id: published.id! } })

  const after = await statistics()
  const deedIn = ({ rejections }: StatisticsWire) => rejections.find(({ document }) => document === DEED)
  expect(deedIn(after)).toMatchObject({
    decided: (deedIn(before)?.decided ?? 0) + 1,
    rejected: (deedIn(before)?.rejected ?? 0) + 1,
  })
  const bankIn = ({ readers }: StatisticsWire) => readers.find(({ entity }) => entity.startsWith('Cajamar Caja Rural'))
  expect(bankIn(after)?.reads).toBe((bankIn(before)?.reads ?? 0) + 1)
})

test('each table can be had as CSV', async () => {
  const { rejections } = await statistics()
  const answer = await cci.call(exportStatistics, { params: { topic: 'rejections' } })
  expect(answer.headers.get('content-disposition')).toContain('rechazos-por-documento-2026-11-21.csv')
  const lines = String(answer.body).trim().split('\r\n')
  expect(lines[0]).toBe('Documento;Decididos;Rechazados;% rechazado')
  expect(lines).toHaveLength(rejections.length + 1)
  expect(lines[1]).toContain(`${rejections[0]!.document};${rejections[0]!.decided};${rejections[0]!.rejected};`)
  for (const topic of ['waiting', 'expiries', 'readers'] as const) {
    expect((await cci.call(exportStatistics, { params: { topic } })).status).toBe(200)
  }
})
