import { canonical } from '#domain/audit-log/audit-log.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile, ProfileRules } from '#domain/participant/participant.ts'
import type { InvitableKind } from '#domain/roles.ts'

export type ProfileEdit = {
  /** The whole profile as it would be. */
  profile: Profile
  changed: (keyof Profile)[]
  /** What the writer may not change but would, by path (D41). Nothing may be saved while there is any. */
  refused: string[]
}

/**
 * What a save makes of a profile. Absent parts stay, given ones replace the whole part, and sending what already
 * stands changes nothing, whoever sends it. Additional data are those that CCI asks for (D55), or were there before.
 */
export function editProfile(
  kind: InvitableKind,
  before: Profile,
  given: Profile,
  writable: ReadonlySet<keyof Profile>,
  { cif, data }: ProfileRules,
): ProfileEdit {
  const was = normaliseProfile(kind, before, cif)
  const sent = normaliseProfile(kind, given, cif)
  const parts = (Object.keys(sent) as (keyof Profile)[]).filter(part => !same(was[part], sent[part]))
  const refused: string[] = parts.filter(part => !writable.has(part))
  const known = new Set(data.map(datum => datum.field))
  for (const [field, value] of Object.entries(sent.extraData ?? {})) {
    if (!known.has(field) && was.extraData?.[field] !== value) refused.push(`extraData.${field}`)
  }
  return { profile: { ...was, ...sent }, changed: parts, refused }
}

const nothing = canonical(null)

/** Equal in content; absent, null, empty text and an empty record are all nothing. */
function same(a: Profile[keyof Profile], b: Profile[keyof Profile]): boolean {
  return contentOf(a) === contentOf(b)
}

function contentOf(part: Profile[keyof Profile]): string {
  if (part === undefined || part === null || part === '') return nothing
  if (typeof part === 'object' && Object.values(part).every(value => value === '')) return nothing
  return canonical(part)
}
