import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import { fieldsOf, textFields } from '#domain/participant/field-lists.ts'
import type { Profile } from '#domain/participant/participant.ts'
import { contactFields } from '#domain/participant/participant.ts'
import type { EconomicGroup, Exercise } from '#domain/values/company/economic-info.ts'
import { ECONOMIC_GROUPS, EXERCISES, economicGroupLabels } from '#domain/values/company/economic-info.ts'
import { isNumEmployees, numEmployeesLabel } from '#domain/values/company/employees.ts'
import type { AddressDraft } from '#domain/values/contact/address.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'
import { formatMoney } from '#domain/values/money.ts'

const addressLabels = texts({
  viaType: 'tipo de vía',
  viaLabel: 'tipo de vía',
  viaName: 'nombre de la vía',
  viaNumber: 'número',
  postalCode: 'código postal',
  province: 'provincia',
  city: 'municipio',
  country: 'país',
  extraData: 'más datos',
}) satisfies Record<keyof AddressDraft, string>
const contactLabels = texts({
  name: 'nombre',
  surNames: 'apellidos',
  position: 'cargo',
  tlf: 'teléfono',
  email: 'correo',
})
const exerciseLabels: Record<Exercise, string> = texts({
  lastExercise: 'último ejercicio',
  exercise1: 'penúltimo ejercicio',
  exercise2: 'antepenúltimo ejercicio',
})

/** Labels of the paths of a profile, for edit conflicts. */
export function profileLabels(kind: InvitableKind): Labels {
  return path => {
    const [part = '', field = '', last = ''] = path.split('.')
    const own = fieldsOf(kind).find(candidate => candidate.field === path)
    if (own) return own.definition.label
    if (part === 'extraData') return path.slice('extraData.'.length)
    const addressed = addressLabels[field as keyof typeof addressLabels]
    if (part === 'address' && addressed) return t`Dirección, ${addressed}`
    if (part === 'billingAddress' && addressed) return t`Dirección de facturación, ${addressed}`
    const contact = contactLabels[field as keyof typeof contactLabels]
    if (part === 'contactDetails' && contact) return t`Persona de contacto, ${contact}`
    const group = economicGroupLabels[field as EconomicGroup]
    const exercise = exerciseLabels[last as Exercise]
    return part === 'economicInfo' && group && exercise ? `${group}, ${exercise}` : null
  }
}

/** The fields of some profile parts, by path; a part that is named and empty has all its fields empty. */
export function profileFacts(profile: Profile, parts: readonly (keyof Profile)[]): FieldValues {
  const facts: Record<string, string> = {}
  const has = (part: keyof Profile) => parts.includes(part)
  for (const field of textFields) if (has(field)) facts[field] = profile[field] ?? ''
  if (has('numEmployees')) {
    const code = profile.numEmployees ?? ''
    facts.numEmployees = isNumEmployees(code) ? numEmployeesLabel(code) : code
  }
  if (has('contactDetails')) {
    for (const field of contactFields) facts[`contactDetails.${field}`] = profile.contactDetails?.[field] ?? ''
  }
  if (has('extraData')) {
    for (const [field, value] of Object.entries(profile.extraData ?? {})) facts[`extraData.${field}`] = value
  }
  for (const part of ['address', 'billingAddress'] as const) {
    if (!has(part)) continue
    for (const field of Object.keys(addressLabels) as (keyof AddressDraft)[]) {
      facts[`${part}.${field}`] = profile[part]?.[field] ?? ''
    }
  }
  if (has('economicInfo')) {
    for (const group of ECONOMIC_GROUPS) {
      for (const exercise of EXERCISES) {
        const figure = profile.economicInfo?.[group]?.[exercise]
        facts[`economicInfo.${group}.${exercise}`] =
          typeof figure === 'number' ? formatMoney(figure) : String(figure ?? '')
      }
    }
  }
  return facts
}

/** Fields of a participant that only CCI sets. */
export const accreditationLabels = labelsOf({
  companyType: msg('Tipo de empresa'),
  expiredAt: msg('Acreditación vigente hasta'),
})

export function accreditationFacts({
  companyType,
  expiredAt,
}: {
  companyType?: string
  expiredAt?: Day | null
}): FieldValues {
  return {
    ...(companyType === undefined ? {} : { companyType }),
    ...(expiredAt === undefined ? {} : { expiredAt: expiredAt ? formatDay(expiredAt) : '' }),
  }
}
