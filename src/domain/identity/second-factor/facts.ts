import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import { roles } from '#domain/identity/roles.ts'
import type { SecondFactorRules } from '#domain/identity/second-factor/contract.ts'

export const factorRuleLabels = labelsOf({
  CCI: 'Obligatoria para el CCI',
  PROVIDER: 'Obligatoria para los proveedores',
  AUDIT: 'Obligatoria para los evaluadores',
  ENTITY: 'Obligatoria para las entidades',
})

export const factorRuleFacts = (rules: SecondFactorRules): FieldValues =>
  Object.fromEntries(roles.map(role => [role, yesNo(rules[role])]))
