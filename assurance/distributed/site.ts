import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import {
  at,
  BALANCERS,
  DATABASES,
  ETCDS,
  FILES,
  MAIL,
  ORIGIN,
  PORTAL_PORT,
  PORTALS,
  PROXY,
} from '#assurance/distributed/addresses.ts'
import { PostOffice } from '#assurance/distributed/mail.ts'
import { Host, openNetwork } from '#assurance/distributed/network.ts'
import { clear, environmentOf, folderOf, kill } from '#assurance/distributed/processes.ts'
import { APP_SECRET, PASSWORD, portalSettings, renameAccounts } from '#assurance/distributed/production.ts'
import {
  administration,
  authorityOf,
  DatabaseHost,
  prepareHaproxy,
  prepareRoles,
  startEtcd,
  startHaproxy,
  startKeepalived,
  startPgBouncer,
  until,
} from '#assurance/distributed/servers.ts'
import type { Clock } from '#server/platform/clock.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { connect, isReady } from '#server/platform/database/connect.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import type { Ceph } from '#test/support/ceph/ceph.ts'
import { startCeph } from '#test/support/ceph/ceph.ts'
import type { Certified } from '#test/support/certificate.ts'
import { certificate } from '#test/support/certificate.ts'
import { spawnPortal, workersOf } from '#test/support/process.ts'

type Machines = { hosts: readonly Host[]; balancers: readonly Host[]; post: PostOffice; authority: Certified }

/**
 * Everything that two hosts run in production, each a network namespace of one machine; HAProxy has two of its own. The
 * world is that of the demo, with other addresses and another password.
 */
export class Site {
  readonly folder: string
  /** Each with a portal, PgBouncer, PostgreSQL under Patroni and etcd. */
  readonly hosts: readonly Host[]
  readonly databases: readonly DatabaseHost[]
  readonly post: PostOffice
  /** Mails sent before are of the demo world. */
  readonly startedAt: string
  readonly db: Db
  readonly clock: Clock = systemClock(0)
  readonly password: string = PASSWORD
  readonly secrets: Secrets = secretsFrom(APP_SECRET)
  readonly #portals: (ChildProcess | null)[] = [null, null]
  readonly #balancers: readonly Host[]
  readonly #authority: Certified
  readonly #etcds: ChildProcess[] = []
  readonly #poolers: ChildProcess[] = []
  readonly #haproxies: ChildProcess[] = []
  #ceph: Ceph | null = null

  private constructor(folder: string, { hosts, balancers, post, authority }: Machines) {
    this.folder = folder
    this.hosts = hosts
    this.#balancers = balancers
    this.post = post
    this.#authority = authority
    this.databases = hosts.map((host, index) => new DatabaseHost(folder, index, host.within, authority))
    this.startedAt = this.clock.now()
    this.db = connect(administration(), 6).db
  }

  static async start(say: (line: string) => void): Promise<Site> {
    const folder = folderOf(process.env.RUN ?? process.pid)
    mkdirSync(folder, { mode: 0o755 })
    openNetwork([at(1), ETCDS[2], FILES, MAIL])
    const start = (name: string, addresses: readonly string[]) => Host.start(name, addresses, environmentOf(folder))
    const hosts = [0, 1].map(which =>
      start(
        `host${which + 1}`,
        [PORTALS, DATABASES, ETCDS].map(all => all[which]!),
      ),
    )
    const authority = certificate('The distributed run', { authority: true })
    writeFileSync(authorityOf(folder), authority.cert)
    tls.setDefaultCACertificates([...tls.getCACertificates(), authority.cert])
    const balancers = BALANCERS.map((address, which) => start(`balancer${which + 1}`, [address]))
    const site = new Site(folder, {
      hosts: await Promise.all(hosts),
      balancers: await Promise.all(balancers),
      post: await PostOffice.open(certificate(MAIL, { by: authority })),
      authority,
    })
    try {
      await site.#startAll(say)
      return site
    } catch (error) {
      await site.stop()
      throw error
    }
  }

  async #startAll(say: (line: string) => void): Promise<void> {
    for (const index of ETCDS.keys()) this.#raiseEtcd(index)
    prepareHaproxy(this.folder, this.#authority)
    for (const [index, host] of this.#balancers.entries()) {
      this.raiseBalancer(index)
      startKeepalived(this.folder, index, host.within)
    }
    const [first, second] = this.databases as [DatabaseHost, DatabaseHost]
    first.start()
    say('etcd and HAProxy started, PostgreSQL starts')
    await until('a primary', () => first.is('primary'))
    second.start()
    await until('a primary behind HAProxy', prepareRoles, 30)
    for (const which of [0, 1]) this.#raisePooler(which)
    await this.redundant()
    say('two PostgreSQL servers, the second synchronous; Ceph starts')
    const ceph = join(this.folder, 'ceph')
    mkdirSync(ceph)
    this.#ceph = await startCeph(ceph, FILES, certificate(FILES, { by: this.#authority }))
    say('the S3 gateway answers, a portal loads the world')
    this.raise(0, { NODE_ENV: 'development', LEAVE_SECONDS: '0' })
    await until('the world loaded', () => this.#isServing(0), 120)
    const ended = once(this.#portals[0]!, 'exit')
    this.#portals[0]!.kill('SIGTERM')
    await ended
    await renameAccounts(this.db)
    say('the portals start in production mode')
    this.raise(0)
    await until('a first portal', () => this.#isServing(0), 120)
    await this.post.remember(this.db)
    this.raise(1)
    await until('a second portal', () => this.#isServing(1), 120)
    await until('HAProxy serving', () => fetch(`${ORIGIN}/health/ready`).then(({ ok }) => ok), 30)
    say(`two portals behind ${ORIGIN}`)
  }

  /** Every call goes through HAProxy: which server answers is its choice. */
  url(_which: number): string {
    return ORIGIN
  }

  dataDir(which: number): string {
    return join(this.folder, `portal${which + 1}`)
  }

  raise(which: number, environment: Record<string, string> = {}): void {
    const { within } = this.hosts[which]!
    const portal = spawnPortal(
      this.dataDir(which),
      { ...portalSettings(this.folder, which, this.#ceph!), ...environment },
      [],
      { within },
    )
    const log = createWriteStream(join(this.folder, `portal${which + 1}.log`), { flags: 'a' })
    portal.stdout!.pipe(log)
    portal.stderr!.pipe(log)
    this.#portals[which] = portal
  }

  async killPortal(which: number): Promise<void> {
    const portal = this.#portals[which]!
    // The end of a machine leaves no worker.
    for (const pid of workersOf(portal.pid!)) process.kill(pid, 'SIGKILL')
    await kill(portal)
  }

  /** Sends a signal to every process of a portal. */
  signalPortal(which: number, name: NodeJS.Signals): void {
    const { pid } = this.#portals[which]!
    for (const each of [pid!, ...workersOf(pid!)]) process.kill(each, name)
  }

  #raiseEtcd(index: number): void {
    this.#etcds[index] = startEtcd(this.folder, index, this.hosts[index]?.within)
  }

  #raisePooler(which: number): void {
    this.#poolers[which] = startPgBouncer(this.folder, which, this.hosts[which]!.within)
  }

  /** The end of a host: its network first, so that no connection ends with a word. */
  async killHost(which: number): Promise<void> {
    this.hosts[which]!.cut()
    const parts = [this.#etcds[which]!, this.#poolers[which]!]
    await Promise.all([this.databases[which]!.kill(), this.killPortal(which), ...parts.map(kill)])
  }

  raiseHost(which: number): void {
    this.hosts[which]!.join()
    this.#raiseEtcd(which)
    this.databases[which]!.start()
    this.#raisePooler(which)
    this.raise(which)
  }

  /** The one that has the address of HAProxy. @throws Error when none has */
  balancer(): number {
    const which = this.#balancers.findIndex(host => host.has(PROXY))
    if (which === -1) throw new Error('Nobody has the address of HAProxy')
    return which
  }

  async killBalancer(which: number): Promise<void> {
    await kill(this.#haproxies[which]!)
  }

  raiseBalancer(which: number): void {
    this.#haproxies[which] = startHaproxy(this.folder, which, this.#balancers[which]!.within)
  }

  #isServing(which: number): Promise<boolean> {
    if (this.#portals[which]?.exitCode !== null) throw new Error(this.said())
    return fetch(`http://${PORTALS[which]}:${PORTAL_PORT}/health/ready`).then(({ ok }) => ok)
  }

  killFiles(): void {
    this.#ceph!.killGateway()
  }

  async raiseFiles(): Promise<void> {
    await this.#ceph!.startGateway()
  }

  async primary(): Promise<DatabaseHost> {
    for (const host of this.databases) if (await host.is('primary')) return host
    throw new Error('There is no primary')
  }

  async primaryHost(): Promise<number> {
    return this.databases.indexOf(await this.primary())
  }

  async replica(): Promise<DatabaseHost> {
    for (const host of this.databases) if (await host.is('replica')) return host
    throw new Error('There is no replica')
  }

  /** Waits until both PostgreSQL servers hold what is acknowledged. */
  async redundant(): Promise<void> {
    await until('a synchronous replica', async () => {
      const are = await Promise.all(this.databases.map(async host => (await host.is('sync')) || host.is('primary')))
      return are.every(Boolean)
    })
  }

  /** Waits until everything runs that can, and answers. */
  async calm(): Promise<void> {
    await this.redundant()
    for (const which of [0, 1]) await until(`portal ${which + 1} serving`, () => this.#isServing(which))
    await until('the database answering', () => isReady(this.db))
  }

  /** Who answered the reads that a replica may answer, since each portal last started. */
  async replicaReads(): Promise<Record<string, number>> {
    const texts = PORTALS.map(address => fetch(`http://${address}:9464/metrics`).then(answer => answer.text()))
    const counts: Record<string, number> = {}
    for (const text of await Promise.all(texts)) {
      for (const [, by = '', count] of text.matchAll(/almotacen_replica_reads\{by="(\w+)"\} (\d+)/g)) {
        counts[by] = (counts[by] ?? 0) + Number(count)
      }
    }
    return counts
  }

  /** The logs of every part. */
  said(): string {
    const logs = readdirSync(this.folder).filter(name => name.endsWith('.log') && !name.startsWith('etcd'))
    return logs.map(name => `--- ${name}\n${readFileSync(join(this.folder, name), 'utf8')}`).join('\n')
  }

  async stop(): Promise<void> {
    await this.db.destroy().catch(() => {})
    await this.post.close()
    for (const portal of this.#portals) portal?.kill('SIGTERM')
    await sleep(500)
    clear(this.folder)
  }
}
