/**
 * Overdue updates (docs/security.md, 'Components'): a component may lag three months behind a release without known
 * vulnerabilities. Asks the registry configured in npm; reports every package it could not check.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'

export const UPDATE_DAYS = 92

/** An installed package and the ranges that its dependents require; no ranges for a direct dependency. */
export type Installed = { name: string; version: string; wanted: string[] }

/** The registry's data on a package: release dates, the 'latest' tag, and the deprecated versions. */
export type Released = {
  time?: Record<string, string>
  'dist-tags'?: { latest?: string }
  versions?: Record<string, { deprecated?: string }>
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The oldest release that was due by `today` and is not installed, with its date; null when there is none. */
export function overdue(installed: Installed, released: Released, today: Date): string | null {
  const latest = released['dist-tags']?.latest
  const due = Object.entries(released.time ?? {})
    .filter(
      ([version]) => semver.valid(version) && !semver.prerelease(version) && semver.gt(version, installed.version),
    )
    // A version newer than 'latest' is a pre-release or was withdrawn.
    .filter(([version]) => !latest || semver.lte(version, latest))
    .filter(
      ([version]) => !released.versions || (version in released.versions && !released.versions[version]!.deprecated),
    )
    .filter(([version]) => installed.wanted.every(range => semver.satisfies(version, range)))
    .filter(([, at]) => today.getTime() - Date.parse(at) > UPDATE_DAYS * DAY_MS)
    .sort(([one], [other]) => semver.compare(one, other))[0]
  return due ? `${installed.name} ${installed.version}: ${due[0]} came out on ${due[1].slice(0, 10)}` : null
}

type Locked = {
  version?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The production packages of the lock file, without those that are optional on some platforms. */
export function installedOf({ packages }: { packages: Record<string, Locked> }): Installed[] {
  const ours = packages['']?.dependencies ?? {}
  const others = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  const found = new Map<string, Installed>()
  for (const [path, { version, optional, devOptional }] of others) {
    if (!version || optional || devOptional) continue
    const name = nameIn(path)
    const ranges = others.flatMap(([, { dependencies, peerDependencies }]) => [
      dependencies?.[name],
      peerDependencies?.[name],
    ])
    const wanted = ranges.filter(range => range !== undefined && semver.satisfies(version, range)) as string[]
    const chosen = path === `node_modules/${name}` && ours[name] !== undefined
    found.set(`${name}@${version}`, { name, version, wanted: chosen ? [] : [...new Set(wanted)] })
  }
  return [...found.values()]
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

export type UpdatesVerdict = { verdict: 'in time' | 'overdue' | 'not checked'; lines: string[] }

/** Checks every package. @param ask returns the registry's data on one; throws when there is none. */
export async function updatesOf(
  packages: readonly Installed[],
  ask: (name: string) => Promise<Released>,
  today: Date,
): Promise<UpdatesVerdict> {
  const late: string[] = []
  const silent: string[] = []
  const waiting = [...packages]
  const askInTurn = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const released = await ask(each.name).catch(() => null)
      if (!released?.time?.[each.version]) silent.push(`${each.name} ${each.version}`)
      else late.push(...[overdue(each, released, today)].filter(line => line !== null))
    }
  }
  await Promise.all(Array.from({ length: 8 }, askInTurn))
  if (late.length > 0) return { verdict: 'overdue', lines: late.sort() }
  if (silent.length > 0)
    return { verdict: 'not checked', lines: [`the registry has no dates of ${silent.sort().join(', ')}`] }
  return {
    verdict: 'in time',
    lines: [`${packages.length} packages, none behind a release of over ${UPDATE_DAYS} days`],
  }
}

/** The registry's data on a package. */
export function registry(): (name: string) => Promise<Released> {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  const base = stdout.trim().replace(/\/?$/, '/')
  return async name => {
    const answer = await fetch(base + name.replace('/', '%2f'), { signal: AbortSignal.timeout(30_000) })
    if (!answer.ok) throw new Error(`The registry answers ${answer.status} for ${name}`)
    return (await answer.json()) as Released
  }
}

export const lockFile = () => JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
