import type { KeyObject } from 'node:crypto'
import { createPublicKey, sign, verify } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '#domain/audit-log/audit-log.ts'
import { checkpointText } from '#domain/audit-log/audit-log.ts'
import type { AppContext } from '#server/app-context.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { systemClock } from '#server/platform/clock.ts'
import { makeFolder } from '#server/platform/files/folder.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** A head as it is written down: what was signed, by which key (raw, base64url) and the signature (Ed25519, base64url). */
export type SignedCheckpoint = Checkpoint & { key: string; signature: string }

/** The signed heads of some folders, oldest entry first, and how many lines are none: cut while they were written. */
export type StoredCheckpoints = { checkpoints: SignedCheckpoint[]; illegible: number }

/** Where heads are written: with the data, and where the operator wants another copy, best on another machine. */
export function checkpointFolders({ dataDir, checkpointDir }: Settings): string[] {
  return [join(dataDir, 'trail-heads'), ...(checkpointDir ? [checkpointDir] : [])]
}

/** The public half, as it is printed and as heads carry it. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x!
}

export function signCheckpoint(key: KeyObject, head: Checkpoint): SignedCheckpoint {
  const signature = sign(null, Buffer.from(checkpointText(head)), key).toString('base64url')
  return { ...head, key: publicKeyOf(key), signature }
}

/** Whether a text is such a public half. */
export const isPublicKey = (text: string) => /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text)

/** Whether one of these public keys, and no other that the head may bring, signed it. */
export function isSignedBy(keys: readonly string[], head: SignedCheckpoint): boolean {
  if (!keys.includes(head.key)) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: head.key }, format: 'jwk' })
    return verify(null, Buffer.from(checkpointText(head)), key, Buffer.from(head.signature, 'base64url'))
  } catch {
    return false
  }
}

/** The last entry of the audit log, or null if it has none. */
export async function lastEntry(app: AppContext): Promise<{ number: number; hash: string } | null> {
  const row = await app.db
    .selectFrom('trail')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The chain's head as it is now, signed and not written anywhere. Null of an empty chain. */
export async function currentCheckpoint(app: AppContext): Promise<SignedCheckpoint | null> {
  const last = await lastEntry(app)
  return last && signCheckpoint(app.secrets.checkpointKey, { ...last, at: app.clock.now() })
}

/** The newest head in the portal's own folder that the present key signed, or null. */
export const newestHead = ({ settings, secrets }: AppContext): Promise<SignedCheckpoint | null> =>
  newestIn(checkpointFolders(settings)[0]!, publicKeyOf(secrets.checkpointKey))

/**
 * Signs the last entry of the audit log and writes the head to every folder that does not have it yet (V16.4.2). The log must
 * follow from the last head, or nothing is signed. One server at a time calls it (`checkpointsOf`).
 * @returns the head, or null when every folder has it already.
 * @throws Error when the log does not follow, or a folder cannot be written; the others have the head.
 */
export async function storeCheckpoint(app: AppContext): Promise<SignedCheckpoint | null> {
  const own = publicKeyOf(app.secrets.checkpointKey)
  const folders = checkpointFolders(app.settings)
  const newest = await Promise.all(folders.map(folder => newestIn(folder, own)))
  const [before = null, ...others] = newest
  for (const [index, head] of others.entries()) if (head) await refuseOther(app, folders[index + 1]!, head)
  const last = await lastEntry(app)
  const isLast = (head: SignedCheckpoint | null) => head?.number === last?.number && head?.hash === last?.hash
  const lacking = folders.filter((_, index) => !isLast(newest[index] ?? null))
  if (lacking.length === 0) return null
  const verdict = await verifyAuditLog(app.db, { after: before })
  if (!verdict.ok) {
    throw new Error(
      `The audit log is altered at entry ${verdict.firstBad} (${verdict.why}), so it is not signed. ` +
        'Check it with "npm run admin -- trail verify". Once it is explained, move the files of trail-heads away.',
    )
  }
  const head = await currentCheckpoint(app)
  if (!head) return null
  const outcomes = await Promise.allSettled(lacking.map(folder => append(folder, head)))
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${lacking[index]}: ${outcome.reason.message}`] : [],
  )
  if (failed.length > 0)
    throw new Error(`The signed head of the audit log could not be written to ${failed.join('; ')}`)
  return head
}

/** @throws Error when the newest head that this portal signed into a folder is not of the log, as after a restore. */
async function refuseOther({ db }: AppContext, folder: string, head: SignedCheckpoint): Promise<void> {
  const row = await db.selectFrom('trail').select('hash').where('number', '=', head.number).executeTakeFirst()
  if (row?.hash === head.hash) return
  throw new Error(
    `The audit log is not the one signed at ${head.at} up to entry ${head.number} according to ${folder}, so it is not signed. ` +
      'If a back-up was restored, move the .jsonl files with later heads out of that folder. ' +
      'If not, check it with "npm run admin -- trail verify".',
  )
}

/** The names of a folder's files of heads, oldest first; a folder that does not exist has none. */
const filesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl')).sort()

/**
 * The file for a head that is signed at `at`, open for appending: that of its month, or the newest one if the clock has been
 * put back, so that the newest head is always at the end of the newest file.
 */
async function monthOf(folder: string, at: string): Promise<FileHandle> {
  await makeFolder(folder)
  const newest = (await filesIn(folder)).at(-1) ?? ''
  const month = `${at.slice(0, 7)}.jsonl`
  return open(join(folder, month > newest ? month : newest), 'a+', 0o600)
}

/**
 * Whether heads can be written where the operator wants them as well: told at the start, when somebody looks.
 * @throws SettingsError when they cannot.
 */
export async function checkCheckpointFolder({ checkpointDir, clockOffsetMs }: Settings): Promise<void> {
  if (!checkpointDir) return
  try {
    const file = await monthOf(checkpointDir, systemClock(clockOffsetMs).now())
    await file.close()
  } catch (error) {
    throw new SettingsError(
      `TRAIL_HEADS_DIR: ${checkpointDir} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        "Set a folder in which the portal's user can create files.",
    )
  }
}

/** One line in the month's file, on the disk when this returns; what is there is never rewritten. */
async function append(folder: string, head: SignedCheckpoint): Promise<void> {
  const file = await monthOf(folder, head.at)
  try {
    const { size } = await file.stat()
    const end = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
    // A line that a power cut left half written stays alone.
    await file.appendFile(`${end === '\n' ? '' : '\n'}${JSON.stringify(head)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Reads every head of the folders; a folder that does not exist has none. */
export async function readCheckpoints(folders: readonly string[]): Promise<StoredCheckpoints> {
  const checkpoints: SignedCheckpoint[] = []
  let illegible = 0
  for (const folder of folders) {
    for (const name of await filesIn(folder)) {
      const found = headsIn(await readFile(join(folder, name), 'utf8'))
      checkpoints.push(...found.checkpoints)
      illegible += found.illegible
    }
  }
  return { checkpoints: inOrder(checkpoints), illegible }
}

const inOrder = (checkpoints: readonly SignedCheckpoint[]) =>
  checkpoints.toSorted((one, other) => one.number - other.number)

function headsIn(text: string): StoredCheckpoints {
  const lines = text.split('\n').filter(line => line !== '')
  const checkpoints = lines.map(parsed).filter(head => head !== null)
  return { checkpoints, illegible: lines.length - checkpoints.length }
}

/** The end of a file that is read first, in bytes: some 250 heads. */
const TAIL = 64 * 1024

/** The newest head of a folder that `key` signed, or null. It reads the end of the newest file, and more only if it must. */
async function newestIn(folder: string, key: string): Promise<SignedCheckpoint | null> {
  for (const name of (await filesIn(folder)).reverse()) {
    const path = join(folder, name)
    for (const text of [await endOf(path), null]) {
      const { checkpoints } = headsIn(text ?? (await readFile(path, 'utf8')))
      const head = inOrder(checkpoints).findLast(each => isSignedBy([key], each))
      if (head) return head
    }
  }
  return null
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.min(size, TAIL)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString()
  } finally {
    await file.close()
  }
}

function parsed(line: string): SignedCheckpoint | null {
  try {
    const { number, hash, at, key, signature } = JSON.parse(line)
    return [number, hash, at, key, signature].includes(undefined) ? null : { number, hash, at, key, signature }
  } catch {
    return null
  }
}
