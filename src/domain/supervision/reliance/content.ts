import type { Law } from '#domain/supervision/reliance/conditions.ts'
import { lawName } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import type { Written } from '#domain/supervision/reliance/file.ts'

/** Who signs, as the paper names them. */
export type Signer = { name: string; position: string; email: string }

/** All that a signature fixes. */
export type SignedContent = Omit<RelianceFactsRead, 'readAt'> &
  Written & {
    kind: 'Expediente de confianza'
    format: 1
    id: string
    number: number
    law: string
    factsReadAt: string
    signedBy: Signer
    signedAt: string
  }

export function signedContent(
  head: { id: string; number: number; law: Law; signedBy: Signer; signedAt: string },
  { readAt, ...facts }: RelianceFactsRead,
  written: Written,
): SignedContent {
  const kind = { kind: 'Expediente de confianza', format: 1 } as const
  return { ...kind, ...head, law: lawName(head.law), ...facts, factsReadAt: readAt, ...written }
}

/** The text of a value with its keys in order and no space: the same bytes for the same content. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join(',')}}`
}
