import type { Selectable } from 'kysely'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { eachField, fieldNames } from '#domain/participant/field-lists.ts'
import { type Field, fields } from '#domain/participant/fields.ts'
import type { Profile } from '#domain/participant/participant.ts'
import { contactFields } from '#domain/participant/participant.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Row = Selectable<Tables['participant']>

const textsOf = (row: Row): { [F in Field]: string } => eachField(field => row[fields[field].column])

/** The profile of a participant as the rules take it. */
export function storedProfileOf(row: Row): Profile {
  return {
    ...textsOf(row),
    contactDetails: row.contact,
    address: row.address,
    billingAddress: row.billing_address,
    economicInfo: row.economic_info,
    extraData: row.extra_data,
  }
}

type ProfileColumns = { [F in Field as (typeof fields)[F]['column']]?: string } & {
  contact?: string
  extra_data?: string
  address?: string | null
  billing_address?: string | null
  economic_info?: string | null
}

/** The columns of the named parts of a profile. */
export function columnsOf(profile: Profile, parts: readonly (keyof Profile)[]): ProfileColumns {
  const columns: ProfileColumns = {}
  for (const field of fieldNames) if (parts.includes(field)) columns[fields[field].column] = profile[field]
  if (parts.includes('contactDetails')) columns.contact = JSON.stringify(profile.contactDetails)
  if (parts.includes('extraData')) columns.extra_data = JSON.stringify(profile.extraData)
  if (parts.includes('address')) columns.address = jsonOrNull(profile.address)
  if (parts.includes('billingAddress')) columns.billing_address = jsonOrNull(profile.billingAddress)
  if (parts.includes('economicInfo')) columns.economic_info = jsonOrNull(profile.economicInfo)
  return columns
}

function jsonOrNull(part: object | null | undefined): string | null {
  return part ? JSON.stringify(part) : null
}

/** A row, with the entities that have it as a favourite, as the API returns it. */
export function participantWireOf(row: Row & { fav: string[] }): ParticipantWire {
  return {
    id: row.id,
    idGenericEntity: row.id,
    type: row.kind as ParticipantWire['type'],
    ...textsOf(row),
    companyType: row.company_type as ParticipantWire['companyType'],
    expiredAt: row.accredited_until,
    extraData: row.extra_data,
    fav: row.fav,
    contactDetails: Object.fromEntries(contactFields.map(field => [field, row.contact[field] ?? ''])),
    address: row.address,
    billingAddress: row.billing_address,
    economicInfo: row.economic_info,
    economicYear: row.economic_year,
    onboarded: row.onboarded_at !== null,
    version: row.version,
  }
}
