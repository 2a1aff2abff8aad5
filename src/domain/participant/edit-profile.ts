import { canonical } from '#domain/audit-log/audit-log.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile, ProfileRules } from '#domain/participant/participant.ts'

export type ProfileEdit = {
  /** The whole profile after the edit. */
  profile: Profile
  changed: (keyof Profile)[]
  /** Paths of the changes that the author may not make (D41). Nothing is saved unless this is empty. */
  refused: string[]
}

/**
 * Applies a save to a profile. Absent parts stay, given ones replace the whole part, and sending the current values
 * changes nothing, for any author. Additional data are limited to the fields that CCI asks for (D55) or that existed
 * before.
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

/** Compares content: absent, null, empty text and an empty record are equal. */
function same(a: Profile[keyof Profile], b: Profile[keyof Profile]): boolean {
  return contentOf(a) === contentOf(b)
}

function contentOf(part: Profile[keyof Profile]): string {
  if (part === undefined || part === null || part === '') return nothing
  if (typeof part === 'object' && Object.values(part).every(value => value === '')) return nothing
  return canonical(part)
}
