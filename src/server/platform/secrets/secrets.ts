import type { KeyObject } from 'node:crypto'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Secrets sent by mail are derived from a key outside the database and a stored nonce: a retry sends the same mail, and
 * the database, its backups and the outbox hold no usable secret.
 */
export type Secrets = {
  /** A password or code of at least 128 bits for one purpose and nonce, in unambiguous letters and digits. */
  derive(purpose: DerivedPurpose, nonce: string): string
  /** A new nonce for `derive`. It names its key, so that a mailed secret survives a key change. */
  newNonce(): string
  /** Whether the key that a nonce names is loaded. A nonce without a key name belongs to any key. */
  knows(nonce: string): boolean
  /** Whether a value was derived for a purpose and nonce, with this key or a previous one. */
  wasDerived(purpose: 'csrf', nonce: string, value: string): boolean
  /** Encrypts a value (AES-256-GCM) for one purpose and one owner. */
  seal(purpose: SealedPurpose, owner: string, plain: Uint8Array): string
  /** @throws when the value was changed, or encrypted for another purpose or owner, or with an unknown key. */
  unseal(purpose: SealedPurpose, owner: string, sealed: string): Uint8Array
  /**
   * A keyed hash of a text that a user typed: equal texts have equal hashes, and without the key no text can be tested
   * against one. It uses the oldest known key, so that a key change neither resets counts nor splits them.
   */
  blind(typed: string): string
  /** The fingerprint of each loaded key, the current one first. It reveals nothing about the key. */
  readonly prints: readonly string[]
  /** Signs the checkpoints of the audit log (Ed25519); the same on every server of the installation. */
  readonly checkpointKey: KeyObject
  /** Signs the certificates of scores (Ed25519), and nothing else. */
  readonly certificateKey: KeyObject
}

type SealedPurpose = 'totp' | 'reset-wish' | 'webhook'
type DerivedPurpose = 'one-time-password' | 'reset-code' | 'csrf' | 'draft'
const SEALED = 'v1.'
const IV_BYTES = 12
const TAG_BYTES = 16
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

function readable(bytes: Buffer, length: number): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let i = 0; i < length; i++, number /= 57n) text += alphabet[Number(number % 57n)]
  return text
}

/** The secrets of a key and the previous keys, which only decrypt. */
export function secretsFrom(key: string, ...before: readonly string[]): Secrets {
  const keys = [key, ...before]
  const oldest = before.at(-1) ?? key
  const byId = new Map(keys.map(each => [idOf(each), each]))
  const keyFor = (purpose: SealedPurpose, from: string) =>
    new Uint8Array(hkdfSync('sha256', from, 'almotacen', `seal:${purpose}`, 32))
  const named = (nonce: string) => {
    const [id = ''] = nonce.split('.')
    return byId.get(id)
  }
  const deriveFrom = (from: string, purpose: DerivedPurpose, nonce: string) =>
    // 22 characters of 57 hold 128 bits: short enough to type, too many to guess.
    readable(
      createHmac('sha256', from).update(`${purpose}:${nonce}`).digest(),
      purpose === 'one-time-password' ? 22 : 32,
    )
  return {
    prints: keys.map(each => Buffer.from(hkdfSync('sha256', each, 'almotacen', 'key print', 32)).toString('hex')),
    checkpointKey: ed25519From(Buffer.from(hkdfSync('sha256', key, '', 'almotacen trail heads', 32))),
    certificateKey: ed25519From(Buffer.from(hkdfSync('sha256', key, '', 'almotacen certificates', 32))),
    derive(purpose, nonce) {
      // Drafts in browser tabs must survive a key change, so their key comes from the oldest key.
      return deriveFrom(purpose === 'draft' ? oldest : (named(nonce) ?? key), purpose, nonce)
    },
    newNonce: () => `${idOf(key)}.${newNonce()}`,
    knows: nonce => !nonce.includes('.') || named(nonce) !== undefined,
    wasDerived: (purpose, nonce, value) => keys.some(each => sameSecret(value, deriveFrom(each, purpose, nonce))),
    seal(purpose, owner, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose, key), iv).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return `${SEALED}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    unseal(purpose, owner, sealed) {
      if (!sealed.startsWith(SEALED)) throw new Error('This is not sealed as this version seals')
      const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url')
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      for (const [index, from] of keys.entries()) {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose, from), bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        try {
          return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
        } catch (error) {
          if (index === keys.length - 1) throw error
        }
      }
      throw new Error('No key opens this')
    },
    blind: typed => createHmac('sha256', oldest).update(`typed:${typed}`).digest('hex'),
  }
}

/** A fingerprint of a key that reveals nothing about it. */
function idOf(key: string): string {
  return createHmac('sha256', key).update('key id').digest('hex').slice(0, 8)
}

/** PKCS#8-encodes an Ed25519 seed of 32 bytes (RFC 8410). */
function ed25519From(seed: Buffer): KeyObject {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** A session token: 256 random bits (D19). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares two strings in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
