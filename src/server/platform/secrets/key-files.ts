import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newNonce, type Secrets, secretsFrom } from '#server/platform/secrets/secrets.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

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
