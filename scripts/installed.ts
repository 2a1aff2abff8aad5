/**
 * After `npm ci`: names each optional package that belongs to this machine and is not there. npm leaves out silently what
 * it could not fetch, or whose install script failed; PostgreSQL and the native modules are such packages. It ends with 0,
 * because the portal does without some: the start says what it needs.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Entry = {
  version?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Machine = { os: string; cpu: string; libc: string }

/** @param isThere whether a folder of the lock file, such as 'node_modules/pg', was installed */
export function missingPackages(
  packages: Record<string, Entry>,
  machine: Machine,
  isThere: (folder: string) => boolean,
): string[] {
  const missing = Object.entries(packages)
    .filter(([folder, { optionalDependencies }]) => optionalDependencies && isThere(folder))
    .flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map(name => ({
        name,
        at: foldersFor(name, folder).filter(at => packages[at]),
      })),
    )
    .filter(({ at }) => at[0] && belongs(packages[at[0]]!, machine) && !at.some(isThere))
    .map(({ name, at }) => `${name} ${packages[at[0]!]!.version}`)
  return [...new Set(missing)].sort()
}

/** Where Node.js looks for a package, nearest first. */
function foldersFor(name: string, folder: string): string[] {
  const own = join(folder, 'node_modules', name)
  return folder === '' || folder === '.' ? [own] : [own, ...foldersFor(name, dirname(folder))]
}

const belongs = ({ os, cpu, libc }: Entry, machine: Machine) =>
  (os?.includes(machine.os) ?? true) && (cpu?.includes(machine.cpu) ?? true) && (libc?.includes(machine.libc) ?? true)

export function thisMachine(): Machine {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
  const missing = missingPackages(lock.packages, thisMachine(), folder =>
    existsSync(join(root, folder, 'package.json')),
  )
  if (missing.length > 0) {
    console.error(
      `npm no ha podido instalar estos paquetes opcionales de este equipo: ${missing.join(', ')}. ` +
        'Sin ellos el portal puede no arrancar. Repita npm ci; si vuelven a faltar, npm ci --loglevel verbose dice por qué.',
    )
  }
}
