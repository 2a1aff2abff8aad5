import { randomBytes } from 'node:crypto'
import {
  normaliseRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  recoveryCodeText,
} from '#domain/identity/second-factor/second-factor.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** 32 letters divide a byte's values evenly: every code is equally likely. */
function newCode(): string {
  return [...randomBytes(RECOVERY_LENGTH)].map(byte => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join('')
}

export const recoveryHash = (typed: string): string => sha256(normaliseRecoveryCode(typed))

/** Creates a user's recovery codes and deletes the previous ones. They are shown once: only their hashes are stored. */
export async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map(code => ({ user_id: userId, code_hash: recoveryHash(code) })))
    .execute()
  return codes.map(recoveryCodeText)
}
