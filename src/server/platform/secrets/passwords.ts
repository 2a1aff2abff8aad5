import { cpus } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { takingTurns } from '#server/platform/worker/turns.ts'

/** argon2id (the library's default algorithm), 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The minimum cost: 128 random bits cannot be brute-forced, however cheap an attempt is (decision 021). */
const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

// Limits hashing to the number of cores: more tasks would only queue in the thread pool and starve file work.
const bounded = takingTurns(Math.max(1, cpus().length))

/** The hash of a password that a user chose. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost))
}

/** The hash of a generated password of at least 128 random bits. Cheap, because many are made at once. */
export const hashOneTimePassword = (password: string): Promise<string> => hash(password, leastCost)

const isOfOneTimePassword = (stored: string) => stored.includes(`$m=${leastCost.memoryCost},t=${leastCost.timeCost},`)

/** Decoy hashes, so that an unknown account costs the same time as a known one of either kind (D20). */
const decoy = hashPassword('almotacen-decoy')
const oneTimeDecoy = hashOneTimePassword('almotacen-decoy')

/** Whether a password matches a hash. Without a hash it costs the same time and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const oneTime = stored !== null && isOfOneTimePassword(stored)
  const [chosen, made] = [oneTime ? await decoy : (stored ?? (await decoy)), oneTime ? stored : await oneTimeDecoy]
  const is = await bounded(async () => ({ chosen: await verify(chosen, password), made: await verify(made, password) }))
  return stored !== null && (oneTime ? is.made : is.chosen)
}
