import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical } from '#domain/audit-log/audit-log.ts'
import { secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'

/** A back-up of another format is refused, never guessed at. */
const FORMAT = 'almotacen-backup'
const VERSION = 1

/** Where the rows of a table lie in the folder. */
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
  /** When the moment was that it holds. */
  takenAt: z.iso.datetime(),
  /** What the schema was built from, in order, with the hash of each file's text. */
  migrations: z.array(z.object({ name: z.string(), sha256: digest })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), nameMatches: z.boolean() })),
  /** The list of stored files, one `<sha256> <size>` a line; each lies under files/ by its hash. */
  files: z.object({ count, bytes: count, list: part.refine(({ path }) => path === LIST_PATH) }),
  /** Files that were already corrupt or missing in the portal: their rows are here, their content is not. */
  damaged: z.array(digest),
  /** The last entry of the trail; null when it has none. */
  trail: z.object({ number: count, hash: digest }).nullable(),
  /** Which key the portal had, told by a fingerprint that gives nothing of it away. */
  secret: z.object({
    fingerprint: digest,
    /** Those of the keys before it, the latest first; older back-ups say nothing of them. */
    before: z.array(digest).default([]),
    included: z.boolean(),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type Part = z.infer<typeof part>

/** A back-up cannot be made, read or restored; the message says why. */
export class BackupError extends Error {}

export const manifestHead = { format: FORMAT, version: VERSION } as const

/**
 * A plain hash, which tells what was cut, mixed up or changed by accident. Whoever can write to the folder can make it anew over
 * other words, since it needs no key: it proves nothing of where a back-up comes from. So a restore compares what the manifest
 * says with the schema, the rows and the files, and the trail with its own chain.
 */
const entryHash = (manifest: object) => createHash('sha256').update(canonical(manifest)).digest('hex')

/** Writes the manifest, last of all: a folder without one is no back-up, and one appears only whole. */
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

/** @throws BackupError when there is none, or it was changed, or this portal does not know its format. */
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

/** Tells two keys apart without giving either away. */
export function fingerprintOf(key: string): string {
  return sha256(secretsFrom(key).derive('csrf', FORMAT))
}
