import type { KeyObject } from 'node:crypto'
import { createHash, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { CODE_BYTES, certificateCodeOf } from '#domain/report-request/certificate/code.ts'
import type { listVerificationKeys } from '#domain/report-request/certificate/contract.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** What signs certificates: the name of the product that they carry, and the installation's key for them. */
export type Seal = { product: string; key: KeyObject }

export const sealOf = ({ settings, secrets }: AppContext): Seal => ({
  product: settings.productName,
  key: secrets.certificateKey,
})

/** The public half of a key, and its identifier: the start of its SHA-256. */
export function publicHalf(key: KeyObject): { id: string; publicKey: string } {
  const half = createPublicKey(key)
  const der = half.export({ format: 'der', type: 'spki' })
  return {
    id: createHash('sha256').update(der).digest('hex').slice(0, 16),
    publicKey: half.export({ format: 'pem', type: 'spki' }).toString(),
  }
}

/** A new code, which is not guessable. */
export const newCode = (): string => certificateCodeOf(randomBytes(CODE_BYTES))

/** The Ed25519 signature of a text, in base64. */
export const signatureOf = (key: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), key).toString('base64')

/** Notes that the key signs at this moment. @returns its identifier */
export async function noteSigning(db: Db, { key }: Seal, now: string): Promise<string> {
  const { id, publicKey } = publicHalf(key)
  await db
    .insertInto('certificate_key')
    .values({ id, public_key: publicKey, first_signed_at: now, last_signed_at: now })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ last_signed_at: now }))
    .execute()
  return id
}

/** Every key that signed a certificate, the present one first (SEAL-20). */
export async function verificationKeys(db: Db, seal: Seal): Promise<AnswerOf<typeof listVerificationKeys>> {
  const present = publicHalf(seal.key).id
  const rows = await db
    .selectFrom('certificate_key')
    .selectAll()
    .orderBy(eb => eb('id', '=', present), 'desc')
    .orderBy('last_signed_at', 'desc')
    .orderBy('id')
    .execute()
  return {
    keys: rows.map(({ id, public_key: publicKey, first_signed_at: from, last_signed_at: until }) => ({
      id,
      publicKey,
      from,
      until: id === present ? null : until,
    })),
  }
}
