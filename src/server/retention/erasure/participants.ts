import { sql } from 'kysely'
import { fieldNames } from '#domain/participant/field-lists.ts'
import { type Field, type FieldDefinition, fields } from '#domain/participant/fields.ts'
import type { Erasures, Fate } from '#server/retention/erasure/definition.ts'
import {
  computed,
  count,
  empty,
  emptyObject,
  erasedAt,
  id,
  none,
  when,
  word,
} from '#server/retention/erasure/definition.ts'

type Column = (typeof fields)[Field]['column']

const fates: Record<Extract<FieldDefinition['erasure'], string>, Fate> = {
  empty,
  // The name of an evaluator stays on published scores of others (D44), until `emptyNames` finds none.
  displayName: { becomes: () => sql`case when kind = 'AUDIT' then display_name else '' end` },
}

/** The columns of the profile, as their fields define it. */
const profileColumns = Object.fromEntries(
  fieldNames.map(field => {
    const { column, erasure }: FieldDefinition = fields[field]
    return [column, typeof erasure === 'string' ? fates[erasure] : erasure.stays]
  }),
) as { readonly [C in Column]: Fate }

/** Participants, after all that refers to them. */
export const participants = {
  participant: {
    of: { participant: participant => sql`id = ${participant}` },
    columns: {
      id,
      kind: word,
      ...profileColumns,
      company_type: word,
      contact: emptyObject,
      address: none,
      billing_address: none,
      economic_info: none,
      extra_data: emptyObject,
      accredited_until: none,
      onboarded_at: when,
      created_at: when,
      deleted_at: when,
      version: count,
      display_name: computed,
      search: computed,
      destroyed_at: erasedAt,
      requests: count,
      documentations: count,
      identity_version: count,
      economic_year: none,
      accreditation_announced: none,
    },
  },
} as const satisfies Erasures
