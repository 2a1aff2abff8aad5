import { z } from 'zod'
import { identifier } from '#domain/contract/wire.ts'

/* What contracts and functions say of the bank's group (REG-25). */

/** The most entities and branches that sign or use one contract. */
const USERS_MAX = 500

export const groupOutput = {
  /** The contract with an entity of the group that it is behind, and its reference (REG-25). */
  insideId: identifier.nullable(),
  inside: z.string(),
  /** Who signs and uses it: the bank by its own id, entities and branches; none, where nothing else is said than by its services. */
  signers: z.array(identifier),
  users: z.array(identifier),
  /** Their names. */
  signedBy: z.string(),
  usedBy: z.string(),
}

/** What is not given stays. */
export const groupInput = {
  insideId: identifier.nullable().optional(),
  signers: z.array(identifier).max(USERS_MAX).optional(),
  users: z.array(identifier).max(USERS_MAX).optional(),
}

/** The entity of the group whose function it is, and its name; null and '' of the bank itself. */
export const ownerOutput = { memberId: identifier.nullable(), entity: z.string() }
