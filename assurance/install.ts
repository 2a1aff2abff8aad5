/**
 * npm run test:install: boots a real systemd on an empty Debian and installs the portal there by typing what
 * docs/operations/one-machine.md says; with the embedded PostgreSQL, and again with Debian's. Writes its table to
 * docs/operations/installation.md.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeArchives } from '#assurance/install/archives.ts'
import { makeBase, whyNot } from '#assurance/install/machine.ts'
import { commandsOf, packagesIn, withPackage, withPostgresql } from '#assurance/install/page.ts'
import type { Row } from '#assurance/install/report.ts'
import { pageOf } from '#assurance/install/report.ts'
import { follow } from '#assurance/install/trial.ts'
import { apt, canInstall } from '#test/support/debian.ts'
import { optionsOf } from '../scripts/usage.ts'

const usage = `npm run test:install                         as root on Debian, about fifteen minutes
npm run test:install -- --only embedded      one of embedded, debian, package; the page is not written
npm run test:install -- --archive <file>     of a release that npm run release has made
npm run test:install -- --base <folder>      a Debian that is made there, or was by an earlier run`
const { only, archive, base } = optionsOf(usage, {
  only: { type: 'string' },
  archive: { type: 'string' },
  base: { type: 'string' },
})
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/operations/installation.md')

if (!existsSync('/usr/bin/mmdebstrap') && canInstall()) apt('install', '--yes', 'mmdebstrap')
const why = whyNot()
if (why) {
  console.error(`Skipped: the whole of it, because ${why}.`)
  process.exit(1)
}

/** Not the system's temporary folder, which may be in memory. */
const folder = mkdtempSync('/var/tmp/almotacen-install-')
const began = performance.now()

function build(): string {
  const words = [join(root, 'scripts/release.ts'), '--snapshot', '--to', folder]
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) process.exit(1)
  return globSync(join(folder, '*.tar.gz'))[0]!
}

const commands = commandsOf(join(root, 'docs/operations/one-machine.md'))
const forms = { embedded: commands, debian: withPostgresql(commands), package: withPackage(commands) }
const columns: Record<string, Row[]> = {}
try {
  const debian = base ?? join(folder, 'base')
  if (!existsSync(join(debian, 'etc/hosts'))) makeBase(debian, packagesIn(forms.debian))
  const archives = makeArchives(archive ?? build(), join(folder, 'archives'))
  for (const [name, typed] of Object.entries(forms)) {
    if (only && only !== name) continue
    const machine = join(folder, name)
    cpSync(debian, machine, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    console.log(`\n${name}`)
    columns[name] = await follow(machine, typed, archives)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const failures = Object.values(columns).flatMap(rows => rows.filter(({ isRight }) => !isRight))
console.log(failures.length === 0 ? '\nEverything is as the page says.' : `\n${failures.length} faults.`)
if (!only && failures.length === 0) {
  writeFileSync(page, pageOf(columns, commands.length, (performance.now() - began) / 60_000))
  spawnSync('npx', ['biome', 'format', '--write', page], { cwd: root })
  console.log('wrote docs/operations/installation.md')
}
process.exit(failures.length > 0 ? 1 : 0)
