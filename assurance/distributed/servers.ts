import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { at, BALANCERS, DATABASES, ETCDS, PROXY } from '#assurance/distributed/addresses.ts'
import { kill, killPostgres, launch, ownFolder } from '#assurance/distributed/processes.ts'
import { postgresFolder } from '#assurance/distributed/programs.ts'
import type { Certified } from '#test/support/certificate.ts'
import { certificate } from '#test/support/certificate.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const example = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
type Within = readonly string[]

/** The passwords of the examples: nothing of the run is reachable from another machine. */
const SUPERUSER = 'change-me-1'
export const OWNER = { user: 'almotacen', password: 'owner-of-the-tables' }
export const APPLICATION = { user: 'almotacen_app', password: 'serves-only' }
const DATABASE = 'almotacen'

/** What deploy/pgbouncer/pgbouncer.ini cannot pass on, the role has itself. */
export const ROLE_SETTINGS = `
  ALTER ROLE ${APPLICATION.user} SET statement_timeout = '30s';
  ALTER ROLE ${APPLICATION.user} SET lock_timeout = '20s';
  ALTER ROLE ${APPLICATION.user} SET idle_in_transaction_session_timeout = '8s';
  ALTER ROLE ${APPLICATION.user} SET enable_mergejoin = off`

export const urlOf = ({ user, password }: typeof OWNER, host: string, port: number) =>
  `postgres://${user}:${password}@${host}:${port}/${DATABASE}`

/** The superuser on the present primary, wherever it is. Its certificate is of the default authorities of this process. */
export const administration = (database = DATABASE): pg.PoolConfig => ({
  host: PROXY,
  port: 5432,
  user: 'postgres',
  password: SUPERUSER,
  database,
  ssl: true,
})

/** Where the authority of all certificates of a run is. */
export const authorityOf = (folder: string) => join(folder, 'authority.crt')

/** One of three members, which keeps its folder. */
export function startEtcd(folder: string, index: number, within: Within = []): ChildProcess {
  const name = `etcd${index + 1}`
  const settings = Object.fromEntries(
    example('etcd/etcd.env')
      .split('\n')
      .flatMap(line => (line.startsWith('ETCD_') ? [line.split(/=(.*)/s).slice(0, 2) as [string, string]] : []))
      .map(([key, value]) => [key, key === 'ETCD_INITIAL_CLUSTER' ? value : value.replaceAll(at(31), ETCDS[index]!)]),
  )
  const environment = { ...settings, ETCD_NAME: name, ETCD_DATA_DIR: ownFolder(join(folder, name)) }
  return launch(folder, name, ['etcd'], { environment, within })
}

/** A host of PostgreSQL under Patroni, which can end and come back. */
export class DatabaseHost {
  readonly name: string
  readonly address: string
  readonly #folder: string
  readonly #data: string
  readonly #within: Within
  #patroni: ChildProcess | null = null

  constructor(folder: string, index: number, within: Within, by: Certified) {
    this.#within = within
    this.name = `db${index + 1}`
    this.address = DATABASES[index]!
    this.#folder = folder
    const own = ownFolder(join(folder, this.name))
    this.#data = join(own, 'data')
    const { cert, key } = certificate(this.name, { by, hosts: [this.address, PROXY] })
    writeFileSync(join(own, 'server.crt'), cert)
    writeFileSync(join(own, 'server.key'), key, { mode: 0o600 })
    spawnSync('chown', ['postgres:', join(own, 'server.key')])
    const text = example('patroni/patroni.yml')
      .replace('name: db1', `name: ${this.name}`)
      .replaceAll(at(21), this.address)
      .replace(/bin_dir: .*/, `bin_dir: ${postgresFolder()}`)
      .replace(/data_dir: .*/, `data_dir: ${this.#data}`)
      .replace(/pgpass: .*/, `pgpass: ${join(own, 'pgpass')}`)
      .replaceAll('/etc/patroni/', `${own}/`)
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ${own}`)
    writeFileSync(join(folder, `${this.name}.yml`), text, { mode: 0o644 })
  }

  start(): void {
    this.#patroni = launch(this.#folder, this.name, ['patroni', join(this.#folder, `${this.name}.yml`)], {
      within: this.#within,
    })
  }

  /** The end of the machine: Patroni and PostgreSQL at once. */
  async kill(): Promise<void> {
    if (this.#patroni) await kill(this.#patroni)
    killPostgres(this.#data)
  }

  /** Whether Patroni says that it is that. */
  async is(what: 'primary' | 'replica' | 'sync'): Promise<boolean> {
    return fetch(`http://${this.address}:8008/${what}`, { signal: AbortSignal.timeout(2000) }).then(
      answer => answer.ok,
      () => false,
    )
  }
}

/** Creates the roles and the database of the portal on the primary. */
export async function prepareRoles(): Promise<true> {
  const ask = async (database: string, ...statements: string[]) => {
    const client = new pg.Client(administration(database))
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await ask(
    'postgres',
    `CREATE ROLE ${OWNER.user} LOGIN PASSWORD '${OWNER.password}'`,
    `CREATE ROLE ${APPLICATION.user} LOGIN PASSWORD '${APPLICATION.password}'`,
    ROLE_SETTINGS,
    `CREATE DATABASE ${DATABASE} OWNER ${OWNER.user}`,
  )
  return true
}

export function startPgBouncer(folder: string, index: number, within: Within): ChildProcess {
  const users = join(ownFolder(join(folder, 'pgbouncer')), 'users.txt')
  writeFileSync(users, `"${APPLICATION.user}" "${APPLICATION.password}"\n`)
  const file = join(folder, `pgbouncer${index + 1}.ini`)
  const text = example('pgbouncer/pgbouncer.ini')
    .replace(/auth_file = .*/, `auth_file = ${users}`)
    .replace(/server_tls_ca_file = .*/, `server_tls_ca_file = ${authorityOf(folder)}`)
  writeFileSync(file, text)
  return launch(folder, `pgbouncer${index + 1}`, ['pgbouncer', file], { within })
}

/** Writes what HAProxy reads on both hosts. */
export function prepareHaproxy(folder: string, by: Certified): void {
  const own = join(folder, 'haproxy')
  mkdirSync(own)
  const { cert, key } = certificate(PROXY, { by })
  writeFileSync(join(own, 'portal.pem'), `${cert}\n${key}`)
  for (const name of ['unavailable.http', 'unknown.http']) writeFileSync(join(own, name), example(`haproxy/${name}`))
  const text = example('haproxy/haproxy.cfg')
    .replace('maxconn 20000', 'maxconn 2000')
    .replaceAll('/etc/haproxy/certificates', own)
    .replaceAll('/etc/haproxy', own)
  const file = join(own, 'haproxy.cfg')
  writeFileSync(file, text)
  const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`haproxy -c: ${checked.stderr}`)
}

export const startHaproxy = (folder: string, index: number, within: Within): ChildProcess =>
  launch(folder, `haproxy${index + 1}`, ['haproxy', '-db', '-f', join(folder, 'haproxy/haproxy.cfg')], { within })

export function startKeepalived(folder: string, index: number, within: Within): ChildProcess {
  const [own, peer] = index === 0 ? BALANCERS : BALANCERS.toReversed()
  const file = join(folder, `keepalived${index + 1}.conf`)
  const text = example('keepalived/keepalived.conf')
    .replace(/unicast_src_ip .*/, `unicast_src_ip ${own}`)
    .replace(/(unicast_peer \{\s+)\S+/, `$1${peer}`)
    .replace(/priority .*/, `priority ${101 - index}`)
  writeFileSync(file, text)
  const pids = ['--pid', join(folder, `keepalived${index + 1}.pid`), '--vrrp_pid', join(folder, `vrrp${index + 1}.pid`)]
  const words = ['keepalived', '--dont-fork', '--log-console', '--vrrp', '--use-file', file, ...pids]
  return launch(folder, `keepalived${index + 1}`, words, { within, asRoot: true })
}

/** Polls until it is so. @throws Error after the time */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 90): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Not ${what} after ${seconds} s`)
    await sleep(200)
  }
}
