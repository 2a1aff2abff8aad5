import { createHash } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical } from '#domain/audit-log/audit-log.ts'
import { secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'

/** A backup of another format is refused. */
const FORMAT = 'almotacen-backup'
const VERSION = 1

/** The path of a table's rows in the folder. */
export const tablePath = (name: string) => `database/${name}.copy.gz`
export const LIST_PATH = 'files.txt'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)
const part = z.object({ path: z.string(), bytes: count, sha256: digest })
const table = z
  .object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()).min(1), rows: count, part })
  .refine(({ name, part: { path } }) => path === tablePath(name))

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The instant of the snapshot. */
  takenAt: z.iso.datetime(),
  /** The migrations of the schema, in order, with the hash of each file's text. */
  migrations: z.array(z.object({ name: z.string(), sha256: digest })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), nameMatches: z.boolean() })),
  /** The list of stored files, one `<sha256> <size>` a line; each lies under files/ by its hash. */
  files: z.object({ count, bytes: count, list: part.refine(({ path }) => path === LIST_PATH) }),
  /** Files that were already corrupt or missing in the portal: the backup has their rows and not their content. */
  damaged: z.array(digest),
  /** The last entry of the audit log; null if it has none. */
  trail: z.object({ number: count, hash: digest }).nullable(),
  /** The portal's key, identified by a fingerprint that does not reveal it. */
  secret: z.object({
    fingerprint: digest,
    /** The fingerprints of the previous keys, latest first; older backups lack them. */
    before: z.array(digest).default([]),
    included: z.boolean(),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type Part = z.infer<typeof part>

/** A backup cannot be made, read or restored; the message says why. */
export class BackupError extends Error {}

export const manifestHead = { format: FORMAT, version: VERSION } as const

/**
 * A plain hash that detects truncation, mix-ups and accidental changes. It needs no key, so a writer of the folder can
 * recompute it: it does not prove the origin of a backup. A restore therefore compares the manifest with the schema,
 * the rows and the files, and the audit log with its own chain.
 */
const entryHash = (manifest: object) => createHash('sha256').update(canonical(manifest)).digest('hex')

/** Writes the manifest, last and atomically: a folder without one is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, 'manifest.json')
  const file = await open(`${path}.new`, 'wx', 0o600)
  await file.writeFile(`${JSON.stringify({ ...manifest, seal: entryHash(manifest) }, null, 2)}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** The file that says when a back-up was last read and complete; it is no part of the back-up. */
const verifiedFile = (folder: string) => join(folder, 'verified')

/** Notes it where the back-up can be written: a copy on a read-only disk is complete as well. */
export const noteVerified = (folder: string, now: string): Promise<void> =>
  writeFile(verifiedFile(folder), `${now}\n`, { mode: 0o600 }).catch(() => {})

/** When a back-up was last verified; null when it never was. */
export async function verifiedAt(folder: string): Promise<string | null> {
  const text = (await readFile(verifiedFile(folder), 'utf8').catch(() => '')).trim()
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** @throws BackupError when it is missing, changed or of an unknown format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null)
  if (text === null) {
    throw new BackupError(`${folder} is not a complete back-up: it has no manifest.json.`)
  }
  let raw: Record<string, unknown>
  try {
    raw = JSON.parse(text)
  } catch {
    throw new BackupError('The manifest.json of the back-up cannot be read.')
  }
  const { seal, ...said } = raw
  if (said.format !== FORMAT || said.version !== VERSION) {
    throw new BackupError('This version of the portal does not know the format of the back-up.')
  }
  const parsed = manifestSchema.safeParse(said)
  if (!parsed.success || seal !== entryHash(said)) throw new BackupError('The manifest.json of the back-up is altered.')
  return parsed.data
}

/** Distinguishes keys without revealing them. */
export function fingerprintOf(key: string): string {
  return sha256(secretsFrom(key).derive('csrf', FORMAT))
}
