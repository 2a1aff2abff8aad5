import { cpus } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { takingTurns } from '#server/platform/turns.ts'

/** argon2id (the library's default algorithm), 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The least there is: nobody tries 128 random bits out, however cheap a try is (decision 021). */
const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

// Hashing is bounded to the cores: more at once only queues in the thread pool and starves file work.
const bounded = takingTurns(Math.max(1, cpus().length))

/** The hash of a password that somebody chose. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost))
}

/** The hash of a password that the portal made, of at least 128 random bits, which many get at once. */
export const hashOneTimePassword = (password: string): Promise<string> => hash(password, leastCost)

const isOfOneTimePassword = (stored: string) => stored.includes(`$m=${leastCost.memoryCost},t=${leastCost.timeCost},`)

/** Hashes of nothing, so that an unknown account costs the same time as a known one, whatever its password is (D20). */
const decoy = hashPassword('almotacen-decoy')
const oneTimeDecoy = hashOneTimePassword('almotacen-decoy')

/** Whether the password is the hash's; without a hash it costs the same and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const oneTime = stored !== null && isOfOneTimePassword(stored)
  const [chosen, made] = [oneTime ? await decoy : (stored ?? (await decoy)), oneTime ? stored : await oneTimeDecoy]
  const [isChosen, isMade] = await bounded(async () => [await verify(chosen, password), await verify(made, password)])
  return stored !== null && (oneTime ? isMade! : isChosen!)
}
