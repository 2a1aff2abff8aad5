import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Part } from '#server/backup/manifest.ts'
import { fingerprintOf, readManifest } from '#server/backup/manifest.ts'
import type { StoredName } from '#server/backup/parts.ts'
import { measure, parseList } from '#server/backup/parts.ts'

/** The parts of the database, and the list of files. */
const partsOf = (manifest: Manifest): Part[] => [...manifest.tables.map(table => table.part), manifest.files.list]

/** The files that a back-up holds: what its list names, but for those that the portal itself had lost. */
export async function filesOf(folder: string, manifest: Manifest): Promise<StoredName[]> {
  const lost = new Set(manifest.damaged)
  const list = parseList(await readFile(join(folder, manifest.files.list.path), 'utf8'))
  return list.filter(file => !lost.has(file.sha256))
}

/** What is not as it was written, of the parts other than the stored files; a sentence for each. */
export async function wrongParts(folder: string, manifest: Manifest): Promise<string[]> {
  const wrong: string[] = []
  for (const { path, bytes, sha256 } of partsOf(manifest)) {
    const found = await measure(join(folder, path))
    if (!found) wrong.push(`${path}: falta`)
    else if (found.bytes !== bytes || found.sha256 !== sha256) wrong.push(`${path}: no es lo que se copió`)
  }
  return wrong
}

/** The keys that a back-up says to hold, the present one first; or the sentence of what is wrong with them. */
export async function keysIn(folder: string, { secret }: Manifest): Promise<string[] | string> {
  const text = await readFile(join(folder, 'secret'), 'utf8').catch(() => null)
  if (text === null) return 'secret: falta'
  const keys = text.trim().split('\n')
  const prints = [secret.fingerprint, ...secret.before]
  const same = keys.length === prints.length && keys.every((key, index) => fingerprintOf(key) === prints[index])
  return same ? keys : 'secret: no es la clave que se copió'
}

/**
 * Reads a whole back-up and compares every part and file with its hash, and the key, if it has it, with its print.
 * @throws BackupError when it is not a whole back-up to begin with.
 */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; wrong: string[] }> {
  const manifest = await readManifest(folder)
  const wrong = await wrongParts(folder, manifest)
  const keys = manifest.secret.included ? await keysIn(folder, manifest) : []
  if (typeof keys === 'string') wrong.push(keys)
  if (wrong.some(line => line.startsWith(`${manifest.files.list.path}:`))) return { manifest, wrong }
  for (const { sha256, size } of await filesOf(folder, manifest)) {
    const path = join('files', sha256.slice(0, 2), sha256)
    const found = await measure(join(folder, path))
    if (!found) wrong.push(`${path}: falta`)
    else if (found.bytes !== size || found.sha256 !== sha256) wrong.push(`${path}: no es lo que se copió`)
  }
  return { manifest, wrong }
}
