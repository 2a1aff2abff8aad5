import type { Erasures } from '#server/retention/erasure/definition.ts'
import { computed, count, hash, house, id, when, word } from '#server/retention/erasure/definition.ts'

/** Tables of no participant and no user. */
export const installation = {
  trail: {
    columns: {
      number: count,
      at: when,
      event: word,
      actor_id: id,
      actor_role: word,
      participant_id: id,
      object_kind: word,
      object_id: id,
      data: '`destroy_trail_data` erases it with the participant. What a user did to what is not its own stays (D44).',
      previous_hash: hash,
      hash,
      salt: 'erased with the data',
      data_hash: hash,
    },
  },
  stored_file: {
    columns: {
      sha256: 'a hash; the row goes with the last document that has the file',
      size: count,
      media_type: word,
      warnings: word,
      created_at: when,
      checked_at: when,
    },
  },
  // Made of other tables, and refreshed when they are erased.
  overview_row: {
    columns: {
      id: computed,
      participant_id: computed,
      validation_id: computed,
      kind: computed,
      published: computed,
      sent: computed,
      name: computed,
      search: computed,
      service_id: computed,
      service: computed,
      evaluator_id: computed,
      evaluator: computed,
      status: computed,
      expires_on: computed,
      rating: computed,
      sent_at: computed,
      documentation_id: computed,
      documentation_status: computed,
      lapses_on: computed,
      incident: computed,
    },
  },
  overview_count: {
    columns: { kind: word, facet: word, value: computed, day: when, published: word, sent: word, rows: count },
  },
  overview_stale: { columns: { transaction: id, cause: word, object_id: id } },
  file_verdict: { columns: { sha256: hash, signature: 'the name of a virus', scanned_at: when } },
  mark_verdict: { columns: { sha256: hash, mark_version: count, fault: word, judged_at: when } },
  file_damage: { columns: { name: hash, kind: word, found_at: when, told_at: when } },
  guess_budget: { columns: { key: hash, busy_until: when } },
  sign_in_attempt: {
    columns: {
      account: 'deleted within a day',
      device: 'deleted within a day',
      failed_at: when,
      last_at: when,
      blocked_until: when,
    },
  },
  sign_on_attempt: { columns: { secret_hash: hash, provider: house, expires_at: when } },
  reset_wish: { columns: { id, sealed_email: 'sealed, and deleted within minutes' } },
  data_catalogue: { columns: { type: word, version: count } },
  document_catalogue: { columns: { id, type: word, version: count } },
  required_datum: { columns: { type: word, field: word, required: word, position: count } },
  required_document: {
    columns: { catalogue_id: id, name: house, description: house, required: word, position: count },
  },
  service: {
    columns: {
      id,
      key: house,
      type: house,
      description: house,
      created_at: when,
      deleted_at: when,
      version: count,
      search: computed,
    },
  },
  second_factor_rule: { columns: { role: word, required: word, version: count } },
  two_people: { columns: { id: word, enabled: word, version: count } },
  watermark: { columns: { id: word, enabled: word, version: count } },
  installation: { columns: { id, in_place: word, key_print: hash, only_one: word } },
} as const satisfies Erasures
