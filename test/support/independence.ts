import type { CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import type { IndependenceWire } from '#domain/report-request/independence/contract.ts'
import {
  decideIndependence,
  declareIndependence,
  readIndependence,
} from '#domain/report-request/independence/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'

export const noConflict = {
  financialInterest: false,
  otherServices: false,
  relatedStaff: false,
  ownWork: false,
  contingentFees: false,
}
/** One answer is yes, with its explanation. */
export const conflict = {
  answers: { ...noConflict, otherServices: true },
  text: 'Asesoramos al proveedor en 2025 sobre su plan de continuidad.',
}

export const declare = (
  evaluator: Caller,
  id: string,
  body: { answers?: Partial<typeof noConflict>; text?: string; version?: number } = {},
) =>
  evaluator.call(declareIndependence, {
    params: { id },
    body: { text: '', ...body, answers: { ...noConflict, ...body.answers } },
  })

export const decide = (
  cci: Caller,
  id: string,
  decision: 'ADMITTED' | 'REFUSED',
  reason = 'El equipo que evalúa es otro',
  version?: number,
) => cci.call(decideIndependence, { params: { id }, body: { decision, reason, version } })

export const independence = (caller: Caller, id: string): Promise<IndependenceWire> =>
  ok(caller.call(readIndependence, { params: { id } }))

/** Sets rules of the centre. The caller has signed in recently. */
export const setRules = (cci: Caller, rules: Partial<CentreRules>) => ok(cci.call(saveCentreRules, { body: { rules } }))
