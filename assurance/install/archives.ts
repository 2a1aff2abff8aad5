/** Archives as the page names them, made of one: what is installed, the release after it, and one that does not start. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packDebian } from '../../scripts/release/debian.ts'

const INSTALLED = '0.1.0'
export const LATER = '0.2.0'
export const BROKEN = '0.3.0'
export const archiveOf = (version: string) => `almotacen-${version}-linux-x64.tar.gz`
/** No release with these commands has been dated yet, so the next one is this one with a migration of its own. */
const MIGRATION = '9990-trial.sql'

/** Makes archives and packages of these versions in a new folder, named as the page names them. */
export function makeArchives(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  let made = join(folder, readdirSync(folder)[0]!)
  const pack = (version: string, change: (release: string) => void) => {
    const release = join(folder, `almotacen-${version}`)
    if (made !== release) renameSync(made, release)
    made = release
    const path = join(release, 'package.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }))
    change(release)
    const name = archiveOf(version)
    const words = ['--create', '--use-compress-program=gzip -1', '--file', join(folder, name), '--directory', folder]
    execFileSync('tar', [...words, `almotacen-${version}`])
    if (version !== BROKEN) packDebian(join(folder, name), version)
  }
  pack(INSTALLED, () => {})
  pack(LATER, release => {
    writeFileSync(join(release, 'db/migrations', MIGRATION), 'create table trial (id text);')
  })
  pack(BROKEN, release => {
    writeFileSync(join(release, 'src/server/app/main.ts'), "throw new Error('this release is broken')\n")
  })
  rmSync(made, { recursive: true })
}
