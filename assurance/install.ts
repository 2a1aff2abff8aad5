/**
 * npm run test:install: boots a real systemd on an empty Debian and installs the portal there by typing what
 * docs/operations/one-machine.md says; with the embedded PostgreSQL, and again with Debian's. Then it builds the image and runs
 * it with podman as docs/operations/containers.md says. Writes its tables to docs/operations/installation.md.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeArchives } from '#assurance/install/archives.ts'
import { followContainers, PACKAGES, unmountBelow, whyNoContainers } from '#assurance/install/containers.ts'
import { makeBase, whyNot } from '#assurance/install/machine.ts'
import { follow } from '#assurance/install/one-machine.ts'
import { commandsOf, packagesIn, withPackage, withPostgresql } from '#assurance/install/page.ts'
import type { Column, Row } from '#assurance/install/report.ts'
import { pageOf } from '#assurance/install/report.ts'
import { apt, canInstall } from '#test/support/debian.ts'
import { optionsOf } from '../scripts/usage.ts'

const usage = `npm run test:install                         as root on Debian, about twenty-five minutes
npm run test:install -- --only embedded      one of embedded, debian, package, image; the page keeps its other columns
npm run test:install -- --archive <file>     of a release that npm run release has made
npm run test:install -- --keep <folder>      makes the Debian and the archives there, or takes those of an earlier run`
const { only, archive, keep } = optionsOf(usage, {
  only: { type: 'string' },
  archive: { type: 'string' },
  keep: { type: 'string' },
})
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/operations/installation.md')
/** The columns of the page, of this run and of those before. */
const results = join(root, 'test-results/install.json')

if (!existsSync('/usr/bin/mmdebstrap') && canInstall()) apt('install', '--yes', 'mmdebstrap')
if (!existsSync('/usr/bin/podman') && canInstall()) apt('install', '--yes', '--no-install-recommends', ...PACKAGES)
const why = whyNot()
if (why) {
  console.error(`Skipped: the whole of it, because ${why}.`)
  process.exit(1)
}

/** Not the system's temporary folder, which may be in memory. */
const folder = mkdtempSync('/var/tmp/almotacen-install-')

function build(): string {
  const words = [join(root, 'scripts/release.ts'), '--snapshot', '--to', folder]
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) process.exit(1)
  return globSync(join(folder, '*.tar.gz'))[0]!
}

const commands = commandsOf(join(root, 'docs/operations/one-machine.md'))
const inContainers = commandsOf(join(root, 'docs/operations/containers.md'))
const forms = { embedded: commands, debian: withPostgresql(commands), package: withPackage(commands) }
const columns: Record<string, Column> = {}
const failures: Row[] = []
try {
  const debian = join(keep ?? folder, 'base')
  if (!existsSync(join(debian, 'etc/hosts'))) makeBase(debian, packagesIn(forms.debian))
  const archives = join(keep ?? folder, 'archives')
  if (!existsSync(archives)) makeArchives(archive ?? build(), archives)
  for (const [name, typed] of Object.entries(forms)) {
    if (only && only !== name) continue
    const machine = join(folder, name)
    // Owners as well, which cpSync leaves out.
    execFileSync('cp', ['--archive', debian, machine])
    console.log(`\n${name}`)
    const began = performance.now()
    const rows = await follow(machine, typed, archives)
    failures.push(...rows.filter(({ isRight }) => !isRight))
    columns[name] = { rows, minutes: (performance.now() - began) / 60_000 }
  }
  const whyNoImage = whyNoContainers(folder, debian)
  if (whyNoImage) console.log(`\nSkipped: the image, because ${whyNoImage}.`)
  else if (!only || only === 'image') {
    console.log('\nimage')
    const began = performance.now()
    const rows = await followContainers(join(folder, 'image'), inContainers, archives)
    failures.push(...rows.filter(({ isRight }) => !isRight))
    columns.image = { rows, minutes: (performance.now() - began) / 60_000 }
  }
} finally {
  unmountBelow(folder)
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures.length === 0 ? '\nEverything is as the page says.' : `\n${failures.length} faults.`)
if (failures.length === 0 && Object.keys(columns).length > 0) {
  mkdirSync(dirname(results), { recursive: true })
  const every = { ...(existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {}), ...columns }
  writeFileSync(results, JSON.stringify(every))
  writeFileSync(page, pageOf(every, commands.length))
  spawnSync('npx', ['biome', 'format', '--write', page], { cwd: root })
  console.log('wrote docs/operations/installation.md')
}
process.exit(failures.length > 0 ? 1 : 0)
