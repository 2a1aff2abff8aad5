import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { conflictWire } from '#domain/conflict/conflict.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'

let acting: Acting
let portal: TestPortal
beforeAll(async () => {
  acting = await startActing()
  portal = acting.portal
})
afterAll(() => portal.stop())

const inCci = ['Marta Olmedo Rivas', 'Andrés Cano Vega'] as const

describe('a score decision covers the facts in view', () => {
  test('refuses after a rename of service, provider or evaluator, with the change, its author and time', async () => {
    const { cci, cci2, provider, evaluator } = acting
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    const read = () => ok(cci.call(readValidation, { params: { id } }))
    const service = (await read()).idServiceCatalog!
    const company =
      (kind: 'provider' | 'audit', { me }: Caller) =>
      (body: Record<string, string>) =>
        ok(cci2.call(editParticipant, { params: { kind, id: me.idGenericEntity }, body }))
    const [ofProvider, ofEvaluator] = [company('provider', provider), company('audit', evaluator)]
    const rename = (description: string) =>
      ok(cci2.call(saveService, { body: { id: service, type: 'Pruebas', description } }))
    const renamings = (words: string, cif: string): [label: string, now: string, rename: () => Promise<unknown>][] => [
      ['Servicio', `Custodia ${words}`, () => rename(`Custodia ${words}`)],
      ['Proveedor', `Empresa ${words}`, () => ofProvider({ name: `Empresa ${words}` })],
      ['CIF', cif, () => ofProvider({ cif })],
      ['Evaluador', `Evaluador ${words}`, () => ofEvaluator({ businessName: `Evaluador ${words}` })],
    ]
    const refused = async (
      of: ReturnType<typeof renamings>,
      decide: (version: number) => Promise<Answer>,
    ): Promise<void> => {
      for (const [label, now, renamed] of of) {
        const { version } = await read()
        await renamed()
        const late = await decide(version)
        expect([label, late.status, late.problem?.code]).toEqual([label, 409, 'changedMeanwhile'])
        const conflict = conflictWire.parse(late.problem.conflict)
        expect(conflict.differences).toContainEqual(expect.objectContaining({ label, now }))
        expect([conflict.changedBy, conflict.changedAt]).toEqual([inCci[1], portal.clock.now()])
        expect(conflict.version).toBe((await read()).version)
      }
    }
    await refused(renamings('de claves', 'A58818501'), version => publish(cci, id, { version }))
    const { version } = await read()
    // An invalid name leaves the decision unchanged.
    await ofProvider({ web: 'https://otra.example' })
    const score = await ok(publish(cci, id, { version }))
    await refused(renamings('de sellos', 'A08663619'), version => {
      const body = { validationId: id, score: 'A/A/A', expiredAt: '2027-10-01', correctionReason: 'Errata', version }
      return cci.call(correctScore, { params: { id: score.id }, body: { score: body } })
    })
  })
})
