/**
 * `npm run lockfile`: completes package-lock.json. npm omits optional packages of other platforms that it could not
 * fetch while locking, and then `npm ci` refuses the lock file. Adds the version, and the platform derived from the
 * name. Removes the Node.js versions that packages ask for: npm would warn about each of them where it runs on another
 * version, although every script runs on the `node` package that is locked here.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  engines?: Record<string, string>
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

const path = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'wasm32',
  'win32',
]
const processors: Record<string, string> = {
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  loongarch64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

/** The platform of an optional package, from a name such as 'cli-linux-arm64-musl' or 'fsevents'. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  if (name === 'fsevents') return { os: ['darwin'] }
  const words = name.split(/[-/]/)
  const os = systems.find(system => words.includes(system))
  const cpu = words.map(word => processors[word]).find(Boolean)
  const libc = name.endsWith('musl') ? ['musl'] : name.endsWith('gnu') ? ['glibc'] : undefined
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os && os !== 'wasm32' ? { os: [os] } : {}), ...(libc ? { libc } : {}) }
}

let added = 0
for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (lock.packages[key]) continue
    const platform = platformOf(name)
    // A name without a platform cannot be completed: npm must have locked it.
    if (!platform.os && !platform.cpu) throw new Error(`${name}: for which platform?`)
    const exact = version.replace(/^[~^]/, '')
    lock.packages[key] = { version: exact, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true }
    added++
  }
}
for (const [key, entry] of Object.entries(lock.packages)) if (key !== '') delete entry.engines
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
lock.packages = Object.fromEntries(sorted)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} optional packages of other platforms added`)
