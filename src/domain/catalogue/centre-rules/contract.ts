import { z } from 'zod'
import { type CentreRule, centreRules, centreRulesSchema } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, instant, stored } from '#domain/contract/wire.ts'

export const centreRulesWire = z.object({
  rules: stored(centreRulesSchema),
  /** Who changed a rule last, and when; none for a rule that the centre never changed. */
  changes: z.array(z.object({ rule: z.enum(centreRules), by: z.string(), at: instant })),
  version: z.number().int(),
})
export type CentreRulesWire = z.output<typeof centreRulesWire>

/** The rules as sent: their types here, and the values that they admit in the handler, which names the rule. */
const sentRules = z
  .strictObject({
    requireAssessment: z.boolean(),
    requireIndependence: z.boolean(),
    separateVerifier: z.boolean(),
    publicVerification: z.boolean(),
    earlyRenewalDays: z.number().int(),
    noticeDays: z.array(z.number().int()).max(100),
    acceptanceMonths: z.number().int(),
    targetDays: z.array(z.number().int()).max(100),
    holidays: z.array(z.string().max(100)).max(1000),
    materialChangeDays: z.number().int(),
    rotationCount: z.number().int(),
    guidelinesFrom: z.array(z.string().max(100)).max(100),
    registerFiling: z.array(z.string().max(100)).max(100),
    criticalProviders: z
      .array(
        z.strictObject({
          name: z.string().max(1000),
          lei: z.string().max(100),
          on: z.string().max(100),
          source: z.string().max(1000),
        }),
      )
      .max(1000),
  } satisfies Record<CentreRule, z.ZodType>)
  .partial()

export const readCentreRules = contract({
  name: 'centre-rules.read',
  method: 'GET',
  path: '/centre-rules',
  summary: 'Las reglas del centro, con quién cambió cada una por última vez y cuándo',
  who: 'centre-rule.manage',
  answer: centreRulesWire,
})

export const saveCentreRules = contract({
  name: 'centre-rules.save',
  method: 'PUT',
  path: '/centre-rules',
  summary: 'Cambia algunas reglas del centro; quitar una exigencia necesita dos personas donde el CCI las pide',
  who: 'centre-rule.manage',
  requiresRecentAuth: true,
  body: z.strictObject({ rules: sentRules, version: editVersion }),
  answer: centreRulesWire,
  refusals: ['ruleOutOfRange', 'changedMeanwhile', 'needsAnother', 'onlyOnePerson'],
  example: { body: { rules: { earlyRenewalDays: 60 }, version: 0 } },
})
