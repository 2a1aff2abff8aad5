import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasCeph } from '#test/support/ceph/ceph.ts'
import { findChromium } from '#test/support/chromium.ts'
import { apt, canInstall } from '#test/support/debian.ts'

/** Debian's packages of everything that the run starts beside the portals. */
const PACKAGES = [
  ...[
    'patroni',
    'python3-etcd',
    'etcd-server',
    'postgresql',
    'haproxy',
    'keepalived',
    'pgbouncer',
    'openssl',
    'iproute2',
  ],
  ...['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common', 'chromium-headless-shell'],
]

const POSTGRES = '/usr/lib/postgresql'
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']

const isThere = (name: string) => FOLDERS.some(folder => existsSync(join(folder, name)))

/** The folder of Debian's newest PostgreSQL server; null without one. */
export function postgresFolder(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one)) : []
  const folders = versions.map(version => join(POSTGRES, version, 'bin'))
  return folders.find(folder => existsSync(join(folder, 'pg_rewind')) && existsSync(join(folder, 'postgres'))) ?? null
}

function missing(): string[] {
  const programs = ['patroni', 'etcd', 'haproxy', 'keepalived', 'pgbouncer', 'setpriv', 'openssl', 'ip'].filter(
    name => !isThere(name),
  )
  return [
    ...programs,
    ...(postgresFolder() ? [] : ['postgres']),
    ...(hasCeph() ? [] : ['radosgw']),
    ...(findChromium() ? [] : ['chromium']),
  ]
}

/** Installs what is missing as root on Debian. @throws Error that says what is missing and how to install it. */
export function ensurePrograms(say: (sentence: string) => void): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('The distributed run needs Linux and root: each host is a network namespace.')
  if (missing().length > 0 && canInstall()) {
    say(`Missing: ${missing().join(', ')}. Installing their packages with apt-get.`)
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...PACKAGES)
    // Debian starts them as services at once; this run starts its own.
    for (const name of ['patroni', 'etcd', 'haproxy', 'keepalived', 'pgbouncer', 'postgresql']) {
      spawnSync('systemctl', ['disable', '--now', name], { stdio: 'ignore' })
    }
  }
  const still = missing()
  if (still.length > 0) {
    throw new Error(
      `The distributed run needs ${still.join(', ')}. On Debian, as root: apt-get install ${PACKAGES.join(' ')}`,
    )
  }
}

/** The versions that were run, for the report. */
export function versions(): string {
  const first = (program: string, ...words: string[]) => {
    const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
    return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? '?'
  }
  return [
    `PostgreSQL ${first(join(postgresFolder()!, 'postgres'), '--version')}`,
    `Patroni ${first('patroni', '--version')}`,
    `etcd ${first('etcd', '--version')}`,
    `keepalived ${first('keepalived', '--version')}`,
    `HAProxy ${first('haproxy', '-v')}`,
    `PgBouncer ${first('pgbouncer', '--version')}`,
    `Ceph ${first('radosgw', '--version')}`,
  ].join(', ')
}
