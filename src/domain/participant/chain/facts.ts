import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import { ictTypeText, isIctType } from '#domain/participant/company/ict-type.ts'
import { countryNames } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** The fields of a subcontract that its provider edits. */
export type SubcontractFields = {
  recipientId: string | null
  ictType: string | null
  description: string
  underpins: boolean
  handlesData: boolean
  countries: readonly string[]
  since: Day
  until: Day | null
}

export const subcontractLabels = labelsOf({
  recipient: msg('Trabaja para'),
  ictType: msg('Tipo de servicio TIC'),
  description: 'Qué hace',
  underpins: msg('Soporta el servicio'),
  handlesData: msg('Trata datos'),
  countries: msg('Países'),
  since: msg('Desde'),
  until: msg('Hasta'),
})

/** What a subcontractor does, in words. */
export const doesText = ({ ictType, description }: { ictType: string | null; description: string }): string =>
  [ictType && isIctType(ictType) ? ictTypeText(ictType) : ictType, description].filter(Boolean).join('. ')

/** The given fields in words, as a conflict or a preview shows them. */
export function factsOfSubcontract(
  fields: { [K in keyof SubcontractFields]?: SubcontractFields[K] | undefined } & { recipient?: string | undefined },
): FieldValues {
  const { recipient, ictType, description, underpins, handlesData, countries, since, until } = fields
  const words = {
    recipient,
    ictType: ictType && isIctType(ictType) ? ictTypeText(ictType) : ictType,
    description,
    underpins: underpins === undefined ? undefined : yesNo(underpins),
    handlesData: handlesData === undefined ? undefined : yesNo(handlesData),
    countries: countries && countryNames(countries),
    since: since && formatDay(since),
    until: until ? formatDay(until) : until,
  }
  return Object.fromEntries(
    Object.entries(words).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']])),
  )
}
