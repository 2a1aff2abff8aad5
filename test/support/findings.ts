import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { attachFindingFile, changeFinding, listFindings, raiseFinding } from '#domain/assessment/finding/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { confirmedAssessment } from '#test/support/assessments.ts'
import { acceptReport, freshRequest, pdf, publish } from '#test/support/documents.ts'
import type { Caller } from '#test/support/portal.ts'

/* Requests whose published evaluation does not meet some controls of `smallFramework`. */

/** Publishes a score with an evaluation of a request that waits; `but` has the answers that are not Sí. */
export async function publishEvaluated(
  { cci, evaluator }: Pick<Acting, 'cci' | 'evaluator'>,
  validationId: string,
  but: Record<string, string>,
  expiredAt = '2027-11-21',
): Promise<void> {
  await acceptReport(cci, validationId)
  const { id, computed } = await confirmedAssessment(evaluator, validationId, but)
  await ok(publish(cci, validationId, { score: computed, assessmentId: id, expiredAt }))
}

/** A new request of the provider, published so. @returns its identifier */
export async function evaluated(
  acting: Acting,
  but: Record<string, string> = { 'RE-02': 'NO' },
  expiredAt?: string,
): Promise<string> {
  const validationId = await freshRequest(acting.cci, acting.provider, acting.evaluator)
  await publishEvaluated(acting, validationId, but, expiredAt)
  return validationId
}

export async function findingsOf(caller: Caller, query: Record<string, unknown> = {}): Promise<FindingWire[]> {
  return (await ok(caller.call(listFindings, { query }))).content
}

export const move = (caller: Caller, { id }: { id: string }, name: string, body: Record<string, unknown> = {}) =>
  caller.call(changeFinding, { params: { id }, body: { move: name, ...body } })

export const aPlan = { measure: 'Contratar un segundo emplazamiento', ownerName: 'Inés Duarte', dueOn: '2027-03-01' }

export const planned = (provider: Caller, finding: { id: string }, body: Record<string, unknown> = {}) =>
  move(provider, finding, 'plan', { ...aPlan, ...body })

/** The same, and its measure done. */
export async function done(provider: Caller, finding: { id: string }): Promise<FindingWire> {
  await ok(planned(provider, finding))
  return ok(move(provider, finding, 'complete', { proof: 'El segundo emplazamiento está en servicio' }))
}

export const attach = (caller: Caller, { id }: { id: string }, name = 'contrato') =>
  caller.call(attachFindingFile, { params: { id }, body: {}, files: { file: pdf(name) } })

export const raise = (caller: Caller, validationId: string, body: Record<string, unknown> = {}) =>
  caller.call(raiseFinding, {
    body: { validationId, title: 'Copias sin probar', detail: '', dimension: 'D', priority: 'MEDIUM', ...body },
  })
