import { z } from 'zod'
import { instant } from '#domain/contract/wire.ts'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'

/** The edited fields, flat and readable: 'contactDetails.tlf' → '911234567'. An absent field is empty. */
export type FieldValues = Readonly<Record<string, string>>

/**
 * The label of a field, or null for a private one. Only labelled fields leave the server, so a password or an
 * internal field cannot leak into a response.
 */
export type Labels = (field: string) => string | null

const differenceWire = z.object({ field: z.string(), label: z.string(), now: z.string(), yours: z.string() })
export type Difference = z.output<typeof differenceWire>

/**
 * The details of `changedMeanwhile`: the current version, its author, and its differences from the submitted values.
 */
export const conflictWire = z.object({
  /** The version to send with the next edit. */
  version: z.number().int(),
  /** Null when this reader may not see the author. */
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
  differences: z.array(differenceWire),
})
export type Conflict = z.output<typeof conflictWire>

/** The submitted fields that differ from the current values. Fields that were not sent are ignored. */
export function differencesOf(now: FieldValues, yours: FieldValues, labels: Labels): Difference[] {
  return Object.entries(yours).flatMap(([field, sent]) => {
    const label = labels(field)
    const stands = now[field] ?? ''
    return label === null || sent === stands ? [] : [{ field, label, now: stands, yours: sent }]
  })
}

/** The differences that a person must resolve, because both sides changed the field since `base`. */
export function disputed(differences: readonly Difference[], base: FieldValues): Difference[] {
  return differences.filter(({ field, now, yours }) => {
    const was = base[field] ?? ''
    return now !== was && yours !== was
  })
}

/** The submitted values, with each field that this side did not change taken from `now`. */
export function onTop<T>(
  base: Readonly<Record<string, T>>,
  mine: Readonly<Record<string, T>>,
  now: Partial<Record<string, T>>,
) {
  return Object.fromEntries(
    Object.entries(mine).map(([field, value]) => [field, value === base[field] ? (now[field] ?? value) : value]),
  )
}

/** The author of the last change. */
export type Changer = { userId: string; name: string; participantId: string; role: Role; organisation: string }

/**
 * The author's name as a reader may see it: CCI sees everyone, members of one organisation see each other, and others
 * see at most that it was CCI (GDPR, art. 5.1.c).
 */
export function changerShown(
  reader: { userId: string; participantId: string; role: Role },
  changer: Changer | null,
): string | null {
  if (changer === null) return null
  if (changer.userId === reader.userId) return t('usted, desde otra ventana')
  if (changer.participantId === reader.participantId) return changer.name
  if (reader.role === 'CCI') return `${changer.name} (${changer.organisation})`
  return changer.role === 'CCI' ? t('el CCI') : null
}

export const yesNo = (value: boolean) => (value ? t('Sí') : t('No'))

/** Labels by field in the current language, and null for all other fields. */
export function labelsOf(labels: Readonly<Record<string, string>>): Labels {
  return field => (Object.hasOwn(labels, field) ? t(labels[field]!) : null)
}
