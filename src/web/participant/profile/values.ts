import { changedPaths } from '#domain/conflict/merge-values.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { fieldsOf } from '#domain/participant/field-lists.ts'
import type { Field } from '#domain/participant/fields.ts'
import type { Profile } from '#domain/participant/participant.ts'
import { contactFields, profileParts } from '#domain/participant/participant.ts'
import type { EconomicDraft } from '#domain/values/company/economic-info.ts'
import { ECONOMIC_GROUPS, EXERCISES, readEconomicInfo } from '#domain/values/company/economic-info.ts'
import { DEFAULT_NUM_EMPLOYEES, isNumEmployees } from '#domain/values/company/employees.ts'
import type { Address, AddressDraft } from '#domain/values/contact/address.ts'
import { formatMoney, parseMoney } from '#domain/values/money.ts'

/**
 * Form values of a profile: typed text by the path that profileErrors uses: 'cif', 'address.postalCode',
 * 'economicInfo.results.exercise1', 'extraData.<field>'.
 */
export type Values = Readonly<Record<string, string>>

export const addressFields = [
  'viaType',
  'viaLabel',
  'viaName',
  'viaNumber',
  'postalCode',
  'province',
  'city',
  'country',
  'extraData',
] as const satisfies readonly (keyof Address)[]

/** Values that a form proposes. */
const defaults: { [F in Field]?: string } = { numEmployees: DEFAULT_NUM_EMPLOYEES }

/** Default country: almost every address is Spanish. */
const HOME = 'España'

/** Part of a profile that a path belongs to. */
export const profilePartOf = (path: string) => path.split('.', 1)[0] as keyof Profile

/** Server data as form values. */
export function valuesOf(kind: InvitableKind, wire: ParticipantWire): Values {
  const values: Record<string, string> = {}
  for (const { field } of fieldsOf(kind)) values[field] = wire[field] || (defaults[field] ?? '')
  for (const field of contactFields) values[`contactDetails.${field}`] = wire.contactDetails[field] ?? ''
  for (const [field, value] of Object.entries(wire.extraData)) values[`extraData.${field}`] = value
  const parts = profileParts[kind]
  addAddress(values, 'address', wire.address)
  if (parts.billingAddress) addAddress(values, 'billingAddress', wire.billingAddress)
  if (parts.economicInfo) {
    for (const group of ECONOMIC_GROUPS) {
      for (const exercise of EXERCISES) {
        const figure = wire.economicInfo?.[group]?.[exercise]
        values[`economicInfo.${group}.${exercise}`] = typeof figure === 'number' ? formatMoney(figure) : ''
      }
    }
  }
  return values
}

function addAddress(values: Record<string, string>, prefix: string, address: AddressDraft | null): void {
  for (const field of addressFields) values[`${prefix}.${field}`] = address?.[field] ?? ''
  if (!address) values[`${prefix}.country`] = HOME
}

export const hasEqualAddresses = (values: Values) =>
  addressFields.every(field => values[`billingAddress.${field}`] === values[`address.${field}`])

/** Profile from the typed values, for profileErrors and comparisons; figures stay text. */
export function profileOf(kind: InvitableKind, values: Values): Profile {
  const text = (path: string) => values[path] ?? ''
  const address = (prefix: string): AddressDraft =>
    Object.fromEntries(addressFields.map(field => [field, text(`${prefix}.${field}`)]))
  const profile: Profile = { address: address('address'), extraData: extraDataOf(values) }
  for (const { field } of fieldsOf(kind)) profile[field] = text(field)
  profile.contactDetails = Object.fromEntries(contactFields.map(field => [field, text(`contactDetails.${field}`)]))
  const parts = profileParts[kind]
  if (parts.billingAddress) profile.billingAddress = address('billingAddress')
  if (parts.economicInfo) profile.economicInfo = figuresOf(values)
  return profile
}

function extraDataOf(values: Values): Record<string, string> {
  const prefix = 'extraData.'
  const own = Object.entries(values).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(own.map(([path, value]) => [path.slice(prefix.length), value]))
}

function figuresOf(values: Values): EconomicDraft {
  return Object.fromEntries(
    ECONOMIC_GROUPS.map(group => [
      group,
      Object.fromEntries(EXERCISES.map(exercise => [exercise, values[`economicInfo.${group}.${exercise}`] ?? ''])),
    ]),
  ) as EconomicDraft
}

/** Figures that do not parse; the server cannot store them. */
const isUnreadable = ([path, value]: [string, string]) =>
  profilePartOf(path) === 'economicInfo' && value.trim() !== '' && parseMoney(value) === null

/** Saved values as the server could store them. */
export const storedPart = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(entry => (isUnreadable(entry) ? [entry[0], ''] : entry)))

/** Body of a save: the writable parts that changed, in wire format; null when there are none. */
export function changesOf(kind: InvitableKind, before: Values, after: Values, writable: ReadonlySet<keyof Profile>) {
  const parts = new Set(
    changedPaths(before, after)
      .map(profilePartOf)
      .filter(part => writable.has(part)),
  )
  if (parts.size === 0) return null
  const { numEmployees, economicInfo, address, billingAddress, ...texts } = profileOf(kind, after)
  const body = {
    ...texts,
    address: addressOrNull(address),
    billingAddress: addressOrNull(billingAddress),
    economicInfo: economicInfo ? readEconomicInfo(economicInfo) : null,
    ...(numEmployees && isNumEmployees(numEmployees) ? { numEmployees } : {}),
  }
  return Object.fromEntries(Object.entries(body).filter(([part]) => parts.has(part as keyof Profile))) as Partial<
    typeof body
  >
}

/** A default country alone is not an address. */
function addressOrNull(draft: AddressDraft | null | undefined): Record<string, string> | null {
  const given = addressFields.some(field => field !== 'country' && draft?.[field])
  return given ? Object.fromEntries(addressFields.map(field => [field, draft?.[field] ?? ''])) : null
}
