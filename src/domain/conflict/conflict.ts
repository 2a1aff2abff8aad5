import { z } from 'zod'
import { OPERATOR_NAME } from '#domain/product.ts'
import type { Role } from '#domain/roles.ts'
import { instant } from '#domain/wire.ts'

/** What is edited, flat and as people read it: 'contactDetails.tlf' → '911234567'. What is absent is empty. */
export type Facts = Readonly<Record<string, string>>

/**
 * How each field is called in Spanish. Null for one that is told to nobody: only what has a label ever leaves, so that a
 * password or an internal mark cannot slip into an answer.
 */
export type Labels = (field: string) => string | null

const differenceWire = z.object({ field: z.string(), label: z.string(), now: z.string(), yours: z.string() })
export type Difference = z.output<typeof differenceWire>

/** What goes with `changedMeanwhile`: what stands now, who made it so, and where it differs from what was sent. */
export const conflictWire = z.object({
  /** The one to send the next edit with. */
  version: z.number().int(),
  /** Null: somebody that this reader is not told of. */
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
  differences: z.array(differenceWire),
})
export type Conflict = z.output<typeof conflictWire>

/** Where what was sent is not what stands. A field that was not sent is none of it. */
export function differencesOf(now: Facts, yours: Facts, labels: Labels): Difference[] {
  return Object.entries(yours).flatMap(([field, sent]) => {
    const label = labels(field)
    const stands = now[field] ?? ''
    return label === null || sent === stands ? [] : [{ field, label, now: stands, yours: sent }]
  })
}

/**
 * The differences that a person has to decide about, begun from `base`: both sides changed them. Of the others it is plain
 * whose change stands.
 */
export function disputed(differences: readonly Difference[], base: Facts): Difference[] {
  return differences.filter(({ field, now, yours }) => {
    const was = base[field] ?? ''
    return now !== was && yours !== was
  })
}

/** Of what this side sends, only what it changed itself: the rest is as the other left it. */
export function onTop<T>(
  base: Readonly<Record<string, T>>,
  mine: Readonly<Record<string, T>>,
  now: Partial<Record<string, T>>,
) {
  return Object.fromEntries(
    Object.entries(mine).map(([field, value]) => [field, value === base[field] ? (now[field] ?? value) : value]),
  )
}

/** Who made the last change. */
export type Changer = { userId: string; name: string; participantId: string; role: Role; organisation: string }

/**
 * What a reader is told of who changed it: CCI everything, people of one organisation each other's names, and of CCI only
 * that it was CCI (GDPR, art. 5.1.c).
 */
export function changerShown(
  reader: { userId: string; participantId: string; role: Role },
  changer: Changer | null,
): string | null {
  if (changer === null) return null
  if (changer.userId === reader.userId) return 'usted, desde otra ventana'
  if (changer.participantId === reader.participantId) return changer.name
  if (reader.role === 'CCI') return `${changer.name} (${changer.organisation})`
  return changer.role === 'CCI' ? `el ${OPERATOR_NAME}` : null
}

/** 'Sí' or 'No'. */
export const yesNo = (value: boolean) => (value ? 'Sí' : 'No')

/** Labels by field, and none for others. */
export function labelsOf(labels: Readonly<Record<string, string>>): Labels {
  return field => (Object.hasOwn(labels, field) ? labels[field]! : null)
}
