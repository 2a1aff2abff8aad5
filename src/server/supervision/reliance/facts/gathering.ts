import type { Actor } from '#domain/identity/roles.ts'
import type { Part } from '#domain/supervision/reliance/conditions.ts'
import type { Fact, FactSource } from '#domain/supervision/reliance/facts.ts'
import type { Day } from '#domain/values/day.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import type { RatedRequest } from '#server/supervision/reliance/facts/rated-request.ts'
import type { Use } from '#server/supervision/use/queries.ts'

/**
 * What a gatherer may ask: the use, the rating in force that the file rests on, the evaluation behind it, and what the
 * bank's register says of the use.
 */
export type Gathering = {
  db: Db
  actor: Actor
  use: Use
  rated: RatedRequest | null
  assessment: AssessmentRow | null
  lines: readonly Line[]
  ictType: string | null
  today: Day
}

/** Reads what the portal knows of one matter, for the parts of a file that it concerns; it never refuses. */
export type Gatherer = (about: Gathering) => Promise<Fact[]>

type Given = { on?: string | null; source?: readonly [FactSource, string] | null }

/** A fact of a part; null or '' where the portal knows nothing. */
export function factOf(
  part: Part,
  key: string,
  label: string,
  value: string | null | undefined,
  { on = null, source = null }: Given = {},
): Fact {
  const known = value || null
  return {
    ...{ part, key, label, value: known, on: known ? on : null },
    source: known && source ? { kind: source[0], id: source[1] } : null,
  }
}
