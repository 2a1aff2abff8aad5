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
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SettingsError } from '#server/platform/settings/settings.ts'

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
}

type SealedPurpose = 'totp' | 'reset-wish'
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
  const byId = new Map(keys.map(each => [idOf(each), each]))
  const keyFor = (purpose: SealedPurpose, from: string) =>
    new Uint8Array(hkdfSync('sha256', from, 'almotacen', `seal:${purpose}`, 32))
  const named = (nonce: string) => byId.get(nonce.split('.')[0]!)
  const deriveFrom = (from: string, purpose: DerivedPurpose, nonce: string) =>
    // 22 characters of 57 hold 128 bits: short enough to type, too many to guess.
    readable(
      createHmac('sha256', from).update(`${purpose}:${nonce}`).digest(),
      purpose === 'one-time-password' ? 22 : 32,
    )
  return {
    prints: keys.map(each => Buffer.from(hkdfSync('sha256', each, 'almotacen', 'key print', 32)).toString('hex')),
    checkpointKey: ed25519From(Buffer.from(hkdfSync('sha256', key, '', 'almotacen trail heads', 32))),
    derive(purpose, nonce) {
      // Drafts in browser tabs must survive a key change, so their key comes from the oldest key.
      return deriveFrom(purpose === 'draft' ? keys.at(-1)! : (named(nonce) ?? key), purpose, nonce)
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
    blind: typed => createHmac('sha256', keys.at(-1)!).update(`typed:${typed}`).digest('hex'),
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

/**
 * Loads the installation's key and the previous keys that still decrypt something (D39), from the settings or from the
 * files that `npm run admin -- secret rotate` writes.
 */
export async function loadSecrets(settings: {
  dataDir: string
  appSecret: string | null
  appSecretBefore: string | null
}): Promise<Secrets> {
  const { dataDir, appSecret, appSecretBefore } = settings
  const key = await loadSecretKey(dataDir, appSecret)
  return secretsWith(key, appSecretBefore, earlierKeysIn(dataDir))
}

function secretsWith(key: string, ...before: (string | null)[]): Secrets {
  return secretsFrom(key, ...keysBefore(key, ...before))
}

/** The keys before `key`, from texts with one key per line. */
export function keysBefore(key: string, ...before: (string | null)[]): string[] {
  const earlier = before.flatMap(each => each?.split('\n') ?? []).map(each => each.trim())
  return earlier.filter(each => each !== '' && each !== key)
}

/** The file of the current key, and the file of the previous keys, latest first. */
const SECRET = 'secret'
const SECRET_BEFORE = 'secret-before'

/** The files that a key change writes. */
export const keyFiles = (dataDir: string) => [join(dataDir, SECRET), join(dataDir, SECRET_BEFORE)]

/** Reads the keys from the files, synchronously because the callers are. @throws when there is no key. */
export function secretsIn(dataDir: string, appSecretBefore: string | null): Secrets {
  const key = keyIn(join(dataDir, SECRET)).trim()
  return secretsWith(key, appSecretBefore, earlierKeysIn(dataDir))
}

/** The previous keys, one per line. */
export function earlierKeysIn(dataDir: string): string {
  const path = join(dataDir, SECRET_BEFORE)
  return existsSync(path) ? keyIn(path) : ''
}

/** @throws SettingsError when the file exists and cannot be read. */
function keyIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}

const unreadable = (path: string, error: unknown) =>
  new SettingsError(
    `The key of the portal, ${path}, cannot be read (${(error as NodeJS.ErrnoException).code}). ` +
      'It must be a file of the user that runs the portal: chown and chmod 600.',
    { cause: error },
  )

/**
 * Writes a new key to `dataDir` and keeps the old one for decryption. Both files get the owner of the old one, because
 * the operator who changes the key may not be the user that runs the server. Concurrent calls would lose a key: hold
 * `jobLocks.changeKey`.
 */
export async function rotateSecretKey(dataDir: string): Promise<void> {
  const old = await loadSecretKey(dataDir, null)
  const path = join(dataDir, SECRET)
  await removeUnfinished(dataDir)
  await replaceFile(join(dataDir, SECRET_BEFORE), `${old}\n${earlierKeysIn(dataDir)}`, path)
  await replaceFile(path, randomBytes(32).toString('hex'), path)
}

/** Removes the previous keys: any value still encrypted with them is lost. Hold `jobLocks.changeKey`. */
export async function forgetEarlierKeys(dataDir: string): Promise<void> {
  await unlink(join(dataDir, SECRET_BEFORE)).catch(() => {})
  await removeUnfinished(dataDir)
}

/** The temporary files of `replaceFile` and `makeKey`. */
const UNFINISHED = /^secret(-before)?\.[0-9a-f]{32}$/

/**
 * Removes the temporary files, with keys in them, of a key change that was killed. Safe where a key exists: no other
 * process writes one then.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter(name => UNFINISHED.test(name))) await unlink(join(dataDir, name)).catch(() => {})
}

/**
 * Writes keys where there is none. The current key is written last: without it the portal has no key, and a retry
 * replaces the previous keys of an interrupted attempt. A failure leaves no file.
 * @returns whether the keys were written: false when another process wrote a key first.
 */
export async function placeKeys(dataDir: string, key: string, before: readonly string[]): Promise<boolean> {
  const [path, pathBefore] = keyFiles(dataDir) as [string, string]
  await rm(pathBefore, { force: true })
  let placed = false
  try {
    if (before.length > 0) await replaceFile(pathBefore, before.join('\n'), dataDir)
    placed = await makeKey(path, key)
  } finally {
    if (!placed) await rm(pathBefore, { force: true })
  }
  return placed
}

/**
 * Writes a temporary file and links it: one of several concurrent writers wins, and no reader sees half a key. @returns
 * whether this call won
 */
async function makeKey(path: string, text: string): Promise<boolean> {
  const own = `${path}.${newNonce()}`
  try {
    await writeKey(own, text, dirname(path))
    await link(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(own, { force: true })
  }
}

async function replaceFile(path: string, text: string, ownedLike: string): Promise<void> {
  const aside = `${path}.${newNonce()}`
  try {
    await writeKey(aside, text, ownedLike)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

async function writeKey(path: string, text: string, ownedLike: string): Promise<void> {
  const { uid, gid } = await stat(ownedLike)
  const file = await open(path, 'wx', 0o600)
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The installation's key: APP_SECRET, or a generated file in `dataDir` that only its owner can read.
 * @throws SettingsError when the file cannot be read.
 */
export async function loadSecretKey(dataDir: string, given: string | null): Promise<string> {
  if (given) return given
  const path = join(dataDir, SECRET)
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(path)) await makeKey(path, randomBytes(32).toString('hex'))
  const key = keyIn(path).trim()
  try {
    if ((await stat(path)).mode & 0o077) await chmod(path, 0o600)
  } catch (error) {
    throw unreadable(path, error)
  }
  return key
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
