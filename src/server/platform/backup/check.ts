import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Manifest, Part } from '#server/platform/backup/manifest.ts'
import { fingerprintOf, LIST_PATH, readManifest } from '#server/platform/backup/manifest.ts'
import { measure, parseList } from '#server/platform/backup/parts.ts'
import type { Clock } from '#server/platform/clock.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { StoredName } from '#server/platform/files/store.ts'

/** The parts of the database, and the list of files. */
const partsOf = (manifest: Manifest): Part[] => [...manifest.tables.map(table => table.part), manifest.files.list]

/** The list of files of a backup, including those that the portal itself had lost; null when it is invalid. */
export async function fileListOf(folder: string): Promise<StoredName[] | null> {
  return parseList(await readFile(join(folder, LIST_PATH), 'utf8'))
}

/** The files in a backup: its list without those that the portal itself had lost. */
export async function backupFilesOf(folder: string, manifest: Manifest): Promise<StoredName[]> {
  const lost = new Set(manifest.damaged)
  return (await fileListOf(folder))!.filter(file => !lost.has(file.sha256))
}

/** One sentence for each part, other than the stored files, that is damaged or implausible. */
export async function wrongParts(folder: string, manifest: Manifest, clock: Pick<Clock, 'now'>): Promise<string[]> {
  const wrong: string[] = []
  for (const { path, bytes, sha256 } of partsOf(manifest)) {
    const found = await measure(join(folder, path))
    if (!found) wrong.push(`${path}: missing`)
    else if (found.bytes !== bytes || found.sha256 !== sha256) wrong.push(`${path}: differs from what was backed up`)
  }
  if (manifest.takenAt > after(clock.now(), DAY)) {
    wrong.push(
      `manifest.json: the back-up says that it was taken at ${manifest.takenAt}, in the future. Is the clock right?`,
    )
  }
  if (new Set(manifest.tables.map(({ name }) => name)).size < manifest.tables.length) {
    wrong.push('manifest.json: names a table twice')
  }
  if (!hasWrongList(wrong)) wrong.push(...(await wrongList(folder, manifest)))
  return wrong
}

/** Whether the list of files itself is damaged. */
const hasWrongList = (wrong: readonly string[]) => wrong.some(line => line.startsWith(`${LIST_PATH}:`))

async function wrongList(folder: string, { files, damaged }: Manifest): Promise<string[]> {
  const list = await fileListOf(folder)
  if (list === null) return [`${LIST_PATH}: is not a list of files`]
  const names = new Set(list.map(({ sha256 }) => sha256))
  const bytes = list.reduce((sum, { size }) => sum + size, 0)
  const agrees = names.size === list.length && list.length === files.count && bytes === files.bytes
  const wrong = agrees ? [] : [`${LIST_PATH}: does not name the ${files.count} files that manifest.json says`]
  if (damaged.some(sha256 => !names.has(sha256))) wrong.push('manifest.json: lists as damaged what is not in the list')
  return wrong
}

/** The keys in a backup, current one first; or a sentence that says what is wrong with them. */
export async function keysIn(folder: string, { secret }: Manifest): Promise<string[] | string> {
  const text = await readFile(join(folder, 'secret'), 'utf8').catch(() => null)
  if (text === null) return 'secret: missing'
  const keys = text.trim().split('\n')
  const prints = [secret.fingerprint, ...secret.before]
  const same = keys.length === prints.length && keys.every((key, index) => fingerprintOf(key) === prints[index])
  return same ? keys : 'secret: not the key that was backed up'
}

/** The number of rows in a table's part; null when it is unreadable. In this form of COPY a row is a line. */
async function rowsIn(path: string): Promise<number | null> {
  let rows = 0
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
      done()
    },
  })
  return pipeline(createReadStream(path), createGunzip(), counter).then(
    () => rows,
    () => null,
  )
}

/**
 * Reads a whole backup and compares every part and file with its hash, and the key, if included, with its fingerprint.
 * Only a restore finds missing tables and inconsistent rows, because that takes a database.
 * @throws BackupError when it is not a complete backup.
 */
export async function checkBackup(
  folder: string,
  clock: Pick<Clock, 'now'>,
): Promise<{ manifest: Manifest; wrong: string[] }> {
  const manifest = await readManifest(folder)
  const wrong = await wrongParts(folder, manifest, clock)
  for (const { rows, part } of manifest.tables) {
    if (wrong.some(line => line.startsWith(`${part.path}:`))) continue
    const found = await rowsIn(join(folder, part.path))
    if (found !== rows) wrong.push(`${part.path}: has ${found ?? 'an unknown number of'} rows instead of ${rows}`)
  }
  const keys = manifest.secret.included ? await keysIn(folder, manifest) : []
  if (typeof keys === 'string') wrong.push(keys)
  if (hasWrongList(wrong)) return { manifest, wrong }
  for (const { sha256, size } of await backupFilesOf(folder, manifest)) {
    const path = join('files', sha256.slice(0, 2), sha256)
    const found = await measure(join(folder, path))
    if (!found) wrong.push(`${path}: missing`)
    else if (found.bytes !== size || found.sha256 !== sha256) wrong.push(`${path}: differs from what was backed up`)
  }
  return { manifest, wrong }
}
