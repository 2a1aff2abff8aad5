import type { KeyObject } from 'node:crypto'
import { createPublicKey, sign, verify } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '#domain/audit-log/audit-log.ts'
import { checkpointText } from '#domain/audit-log/audit-log.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { systemClock } from '#server/platform/clock.ts'
import { makeFolder } from '#server/platform/files/local/folder.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** A checkpoint as stored: its content, the signing key (raw, base64url) and the signature (Ed25519, base64url). */
export type SignedCheckpoint = Checkpoint & { key: string; signature: string }

/**
 * The signed checkpoints of some folders, oldest entry first, and the number of illegible lines, which were partially
 * written.
 */
export type StoredCheckpoints = { checkpoints: SignedCheckpoint[]; illegible: number }

/** The folders for checkpoints: the data folder, and the operator's second one, best on another machine. */
export function checkpointFolders({ dataDir, checkpointDir }: Settings): [own: string, ...second: string[]] {
  return [join(dataDir, 'trail-heads'), ...(checkpointDir ? [checkpointDir] : [])]
}

/** The public key, as it is printed and as checkpoints carry it. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x!
}

export function signCheckpoint(key: KeyObject, head: Checkpoint): SignedCheckpoint {
  const signature = sign(null, Buffer.from(checkpointText(head)), key).toString('base64url')
  return { ...head, key: publicKeyOf(key), signature }
}

/** Whether a text is such a public key. */
export const isPublicKey = (text: string) => /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text)

/** Whether one of these public keys signed the checkpoint. The key in the checkpoint itself is not trusted. */
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
export async function lastEntry(app: Pick<AppContext, 'db'>): Promise<{ number: number; hash: string } | null> {
  const row = await app.db
    .selectFrom('trail')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A signed checkpoint of the current end of the chain, not stored. Null for an empty chain. */
export async function currentCheckpoint(app: AppContext): Promise<SignedCheckpoint | null> {
  const last = await lastEntry(app)
  return last && signCheckpoint(app.secrets.checkpointKey, { ...last, at: app.clock.now() })
}

/** The newest checkpoint in the portal's own folder signed by the current key, or null. */
export const newestHead = ({
  settings,
  secrets,
}: Pick<AppContext, 'settings' | 'secrets'>): Promise<SignedCheckpoint | null> =>
  newestIn(checkpointFolders(settings)[0], publicKeyOf(secrets.checkpointKey))

/**
 * Signs the last entry of the audit log and writes the checkpoint to every folder that lacks it (V16.4.2). The log must
 * follow from the last checkpoint, or nothing is signed. One server at a time calls it (`checkpointsOf`).
 * @returns the checkpoint, or null when every folder has it already.
 * @throws Error when the log does not follow, or a folder cannot be written; the others have the checkpoint.
 */
export async function storeCheckpoint(app: AppContext): Promise<SignedCheckpoint | null> {
  const own = publicKeyOf(app.secrets.checkpointKey)
  const folders = checkpointFolders(app.settings)
  const newest = await Promise.all(folders.map(async folder => ({ folder, head: await newestIn(folder, own) })))
  const [first, ...others] = newest
  const before = first?.head ?? null
  for (const { folder, head } of others) if (head) await refuseOther(app, folder, head)
  const last = await lastEntry(app)
  const isLast = (head: SignedCheckpoint | null) => head?.number === last?.number && head?.hash === last?.hash
  const lacking = newest.flatMap(({ folder, head }) => (isLast(head) ? [] : [folder]))
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

/**
 * @throws Error when the newest checkpoint that this portal signed into a folder is not of this log, as after a
 * restore.
 */
async function refuseOther({ db }: AppContext, folder: string, head: SignedCheckpoint): Promise<void> {
  const row = await db.selectFrom('trail').select('hash').where('number', '=', head.number).executeTakeFirst()
  if (row?.hash === head.hash) return
  throw new Error(
    `The audit log is not the one signed at ${head.at} up to entry ${head.number} according to ${folder}, so it is not signed. ` +
      'If a back-up was restored, move the .jsonl files with later heads out of that folder. ' +
      'If not, check it with "npm run admin -- trail verify".',
  )
}

/** The checkpoint files of a folder, oldest first; empty for a folder that does not exist. */
const filesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl')).sort()

/**
 * Opens the file for a checkpoint signed at `at` for appending: its month's file, or the newest one if the clock has
 * been set back, so that the newest checkpoint is always at the end of the newest file.
 */
async function monthOf(folder: string, at: string): Promise<FileHandle> {
  await makeFolder(folder)
  const newest = (await filesIn(folder)).at(-1) ?? ''
  const month = `${at.slice(0, 7)}.jsonl`
  return open(join(folder, month > newest ? month : newest), 'a+', 0o600)
}

/**
 * Checks at the start, while the operator watches, that checkpoints can be written to the second folder.
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

/** Appends a line to the month's file, durably; existing lines are never rewritten. */
async function append(folder: string, head: SignedCheckpoint): Promise<void> {
  const file = await monthOf(folder, head.at)
  try {
    const { size } = await file.stat()
    const end = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
    // Starts a new line after one that a power cut left incomplete.
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

/** Reads every checkpoint of the folders; a folder that does not exist has none. */
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

/** Bytes read first from the end of a file: about 250 checkpoints. */
const TAIL = 64 * 1024

/**
 * The newest checkpoint of a folder signed by `key`, or null. Reads the end of the newest file, and more only if
 * necessary.
 */
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
