import { sql } from 'kysely'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import type { ThirdPartyValues } from '#domain/supervision/register/entry/third-party.ts'
import { thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { storedColumnsOf } from '#server/record/stored.ts'

/** The contracts `a` of ICT services: those of the file for the authority, and of all that is made of it (REG-27). */
export const ofIct = sql<boolean>`a.kind = 'ICT'`

/** What a contract of either kind holds. */
export const contractFields = { ...arrangementFields, ...thirdPartyFields }

/** The columns that hold a contract. What only one without ICT services says is in one of them, as far as it is written. */
export const contractColumnsOf = (values: Partial<ThirdPartyValues> & { kind: string }) => ({
  ...storedColumnsOf(arrangementFields, values),
  kind: values.kind,
  outsourcing: JSON.stringify(
    Object.fromEntries(
      Object.keys(thirdPartyFields).flatMap(name => {
        const value = values[name as keyof ThirdPartyValues]
        return isEmpty(value) ? [] : [[name, value]]
      }),
    ),
  ),
})
/** No text, no value, no countries. */
const isEmpty = (value: unknown) => String(value ?? '') === ''
