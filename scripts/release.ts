/**
 * npm run release: one archive with all of a release, the packages, Node.js and PostgreSQL of this platform included, and a
 * Debian package of it. Their machine needs neither npm nor a checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { missingPackages, thisMachine } from './installed.ts'
import { packDebian } from './release/debian.ts'
import { optionsOf } from './usage.ts'

const root = join(import.meta.dirname, '..')
const usage = `npm run release                     writes the archive, and on Debian the package, to dist/release
npm run release -- --to <folder>    writes it elsewhere
npm run release -- --snapshot       of a version that is not dated yet, or of changes that are not committed`

type Locked = { dev?: boolean }

/** The packages of the pages, which dist/web holds already, and those of other C libraries. */
const UNUSED = /^node_modules\/(?:@tabler|@mantine|@tanstack|react-dom|@[^/]+\/[^/]+-musl|node\/node_modules)(?:\/|$)/

/** The folders of the packages that run a portal. npm marks in its lock file what only development needs. */
export const runningPackages = (packages: Record<string, Locked>): string[] =>
  Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && !UNUSED.test(folder))
    .map(([folder]) => folder)

/** Whether a file of the repository is part of a release. */
export const isReleased = (path: string): boolean =>
  !/^(?:\.|test\/|assurance\/|tools\/|docs\/screenshots\/|(?:biome|knip|tsconfig[\w.]*)\.json$|vitest\.config)/.test(
    path,
  ) && !/\.test\.tsx?$/.test(path)

/** What is under "Unreleased" in the changelog. */
export const unreleased = (changelog: string): string =>
  /^## \[Unreleased\]\n(.*?)(?=^## \[|$(?![\s\S]))/ms.exec(changelog)?.[1]?.trim() ?? ''

class Refused extends Error {}

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** @throws Refused when the version would be of something else */
function checkDated(version: string): void {
  if (git('status', '--porcelain').trim() !== '') throw new Refused('There are changes that are not committed.')
  if (unreleased(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) !== '')
    throw new Refused(
      `CHANGELOG.md has changes after ${version} under "Unreleased". Date them under a new version, and set it in package.json, ` +
        'package-lock.json and deploy/helm/almotacen/Chart.yaml.',
    )
}

/** Puts the release together in an empty folder. */
function assemble(folder: string, version: string): void {
  const { packages } = read('package-lock.json')
  const isThere = (path: string) => existsSync(join(root, path, 'package.json'))
  const missing = missingPackages(packages, thisMachine(), isThere)
  if (missing.length > 0) throw new Refused(`These packages are missing: ${missing.join(', ')}. Run npm ci.`)
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Refused('The pages could not be built.')
  cpSync(join(root, 'dist/web'), join(folder, 'dist/web'), { recursive: true })
  for (const path of git('ls-files', '-z').split('\0').filter(isReleased)) {
    if (path === '' || !existsSync(join(root, path))) continue
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...read('package.json'), version }, null, 2)}\n`)
  symlinkSync('deploy/systemd/almotacen', join(folder, 'almotacen'))
  for (const path of runningPackages(packages).filter(isThere)) {
    const nested = join(root, path, 'node_modules')
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: each => each !== nested,
    })
  }
}

/** Packs a folder with the time of the last commit and no name of this machine. */
function pack(folder: string, name: string, archive: string): void {
  const words = ['--create', '--gzip', '--file', archive, '--directory', folder, '--sort=name', '--mode=u=rwX,go=rX']
  const asRoot = [
    '--owner=root:0',
    '--group=root:0',
    '--numeric-owner',
    `--mtime=@${git('log', '-1', '--format=%ct').trim()}`,
  ]
  execFileSync('tar', [...words, ...asRoot, name], { stdio: 'inherit' })
}

const canPackDebian = () => process.platform === 'linux' && spawnSync('dpkg-deb', ['--version']).status === 0

/** @returns the paths of the archive, and of the package where this machine can make one */
function release(to: string, isSnapshot: boolean): string[] {
  const { version: dated } = read('package.json') as { version: string }
  if (!isSnapshot) checkDated(dated)
  const version = isSnapshot ? `${dated}-snapshot` : dated
  const name = `almotacen-${version}`
  const archive = join(to, `${name}-${process.platform}-${process.arch}.tar.gz`)
  const folder = mkdtempSync(join(tmpdir(), 'almotacen-release-'))
  const made = [archive]
  try {
    mkdirSync(join(folder, name))
    assemble(join(folder, name), version)
    mkdirSync(to, { recursive: true })
    pack(folder, name, archive)
    if (canPackDebian()) made.push(packDebian(archive, version))
  } finally {
    rmSync(folder, { recursive: true })
  }
  return made
}

if (import.meta.main) {
  const { to, snapshot = false } = optionsOf(usage, { to: { type: 'string' }, snapshot: { type: 'boolean' } })
  try {
    for (const file of release(resolve(to ?? join(root, 'dist/release')), snapshot))
      console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(0)} MB`)
    if (!canPackDebian()) console.log('No Debian package: dpkg-deb is missing here.')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    console.error(`${error.message}\nNothing was written.`)
    process.exitCode = 1
  }
}
