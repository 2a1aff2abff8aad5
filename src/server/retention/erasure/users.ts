import { sql } from 'kysely'
import { addressOfNobody } from '#domain/identity/user/user.ts'
import type { Erasures } from '#server/retention/erasure/definition.ts'
import { computed, count, empty, erasedAt, id, none, ofUser, when, word } from '#server/retention/erasure/definition.ts'

/** Users, after all that is theirs alone. */
export const users = {
  mail_preference: { user: ofUser },
  idempotent_call: { user: ofUser },
  passkey: { user: ofUser },
  passkey_challenge: { user: ofUser },
  password_reset: { user: ofUser },
  pending_sign_in: { user: ofUser },
  provider_identity: { user: ofUser },
  reading_under_way: { user: ofUser },
  recovery_code: { user: ofUser },
  totp_enrolment: { user: ofUser },
  totp_factor: { user: ofUser },
  undoable_act: { user: ofUser },
  proposal: { user: ofUser, participant: participant => sql`object_id = ${participant}` },
  saved_view: { user: ofUser },
  session: { user: ofUser },
  portal_user: {
    of: { user: user => sql`id = ${user}` },
    columns: {
      id,
      participant_id: id,
      email: { becomes: user => sql`${addressOfNobody(user)}` },
      name: empty,
      surnames: empty,
      position: empty,
      phone: empty,
      billing_email: empty,
      is_principal: word,
      language: word,
      status: word,
      password_hash: none,
      temporary_until: when,
      secret_nonce: none,
      last_password_change: when,
      policy_accepted_at: when,
      confirmation_asked_at: when,
      created_at: when,
      deleted_at: when,
      version: count,
      search: computed,
      destroyed_at: erasedAt,
      half_open_told_at: when,
      ending_announced: when,
    },
  },
} as const satisfies Erasures
