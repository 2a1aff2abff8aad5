import { cpus } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { takingTurns } from '#server/turns.ts'

/** argon2id (the library's default algorithm), 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing is bounded to the cores: more at once only queues in the thread pool and starves file work.
const bounded = takingTurns(Math.max(1, cpus().length))

export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost))
}

/** A hash of nothing, so that an unknown account costs the same time as a known one (D20). */
const decoy = hashPassword('almotacen-decoy')

/** Whether the password is the hash's; without a hash it costs the same and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await decoy)
  const same = await bounded(() => verify(against, password))
  return stored !== null && same
}
