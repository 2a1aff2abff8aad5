import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { DAY, systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { connect, isReady } from '#server/platform/database/connect.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { loadSecretKey } from '#server/platform/secrets/key-files.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { PASSWORD } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/** The maximum clock difference of the servers: less than a proof of identity lasts. */
const CLOCKS_APART_S = 300

/** What clients and checks need of a portal under test: its servers, and its database behind their back. */
export type Installation = Pick<Replicas, 'url' | 'db' | 'clock' | 'secrets' | 'password'>

/** Two portal processes on one PostgreSQL and one file folder, as an operator runs replicas. */
export class Replicas {
  readonly dataDir: string
  readonly connection: pg.PoolConfig
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  /** Of every account. */
  readonly password: string = PASSWORD
  readonly #environment: Record<string, string>
  readonly #noonS: number
  readonly #portals: [PortalProcess | null, PortalProcess | null] = [null, null]
  readonly #close: () => Promise<void>

  private constructor(
    dataDir: string,
    noonS: number,
    environment: Record<string, string>,
    first: PortalProcess,
    key: string,
  ) {
    this.dataDir = dataDir
    this.#environment = environment
    this.#noonS = noonS
    this.#portals[0] = first
    this.clock = systemClock(noonS * 1000)
    this.secrets = secretsFrom(key)
    // As the superuser: it cuts other connections, and sees unsent notifications.
    this.connection = { host: join(dataDir, 'pg/run'), port: PORT, user: 'postgres', database: 'almotacen' }
    const { db } = connect(this.connection, 6)
    this.db = db
    this.#close = () => db.destroy()
  }

  /** They start at noon, so that no run crosses midnight. */
  static async start(environment: Record<string, string> = {}): Promise<Replicas> {
    const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-nemesis-'))
    const noonS = Math.round((Math.floor(Date.now() / DAY) * DAY + DAY / 2 - Date.now()) / 1000)
    const first = await startProcess(dataDir, { ...environmentOf(noonS), ...environment })
    const replicas = new Replicas(dataDir, noonS, environment, first, await loadSecretKey(dataDir, null))
    await forgetUnmodelled(replicas.db)
    await replicas.raise(1)
    return replicas
  }

  /** The URL of a server; null while it is down. */
  url(which: number): string | null {
    return this.#portals[which]?.url ?? null
  }

  async raise(which: number, apartS = 0): Promise<void> {
    const environment = { ...environmentOf(this.#noonS + apartS), ...this.#environment }
    this.#portals[which] = await startProcess(this.dataDir, environment)
  }

  async kill(which: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const portal = this.#portals[which]
    this.#portals[which] = null
    portal?.child.kill('SIGCONT')
    await portal?.kill(signal)
  }

  /** Stops a server as an operator does, and waits for it. @returns the time taken, in milliseconds. */
  async end(which: number): Promise<number> {
    const begun = performance.now()
    const portal = this.#portals[which]
    await portal?.kill('SIGTERM')
    this.#portals[which] = null
    if (portal && portal.child.exitCode !== 0)
      throw new Error(`ended with ${portal.child.exitCode}:\n${portal.output()}`)
    return performance.now() - begun
  }

  signal(which: number, signal: NodeJS.Signals): void {
    this.#portals[which]?.child.kill(signal)
  }

  /** The servers' output, without the usual start messages. */
  said(): string {
    return this.#portals.map(portal => portal?.output() ?? '').join('\n')
  }

  /** Stops PostgreSQL itself; the portals restart it. */
  endDatabase(signal: NodeJS.Signals): void {
    const pid = Number.parseInt(readFileSync(join(this.dataDir, 'pg/cluster/postmaster.pid'), 'utf8'), 10)
    process.kill(pid, signal)
  }

  /** Waits until everything answers again. @throws after a minute */
  async calm(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const answers = this.#portals.map(portal =>
        fetch(`${portal?.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
          answer => answer.ok,
          () => false,
        ),
      )
      if ((await Promise.all(answers)).every(Boolean) && (await isReady(this.db))) return
      await sleep(100)
    }
    throw new Error(`Not everything answers a minute after the last fault:\n${this.said()}`)
  }

  quiet(): Promise<void> {
    return quiet(this.db)
  }

  async stop(): Promise<void> {
    await this.#close()
    for (const which of [0, 1]) await this.kill(which, 'SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }

  static readonly clocksApartS = CLOCKS_APART_S
}

function environmentOf(offsetS: number): Record<string, string> {
  return { CLOCK_OFFSET: `${offsetS >= 0 ? '+' : ''}${offsetS}s`, RATE_LIMITS: 'no', MAX_SESSIONS: '1000' }
}

/** Removes what the model of histories does not know: uses, findings, evaluations and the renewal under way of the demo world. */
export async function forgetUnmodelled(db: Db): Promise<void> {
  for (const table of [
    'arrangement_line',
    'chain_stance',
    'chain_reminder',
    'reliance_file',
    'acceptance',
    'service_use',
    'level_policy',
    'finding_file',
    'finding',
    'bulletin_proposal',
    'bulletin_sent',
    'impact_clock',
    'acknowledgement',
    'bulletin',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await db.updateTable('score').set({ assessment_id: null, computed: null, override_reason: '' }).execute()
  for (const table of ['assessment_answer', 'assessment_domain', 'assessment'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update validation set deleted_at = now() where renews_id is not null`.execute(db)
  // Documents of the demo share bytes, and a reading of one counts for the others (EASE-04).
  await sql`
    insert into file_read (id, user_id, kind, version_id, by_centre, read_at)
    select x.id, (select u.id from portal_user u join participant p on p.id = u.participant_id where p.kind = 'CCI' limit 1),
      'documents', x.id, true, now()
    from document_version x join document d on d.id = x.document_id join validation v on v.id = d.validation_id
    where exists (
      select from document_version y join document yd on yd.id = y.document_id join validation yv on yv.id = yd.validation_id
      where y.sha256 = x.sha256 and y.id <> x.id and yv.participant_id = v.participant_id)`.execute(db)
}

/** Waits until writes stop: calls sent before the calm may still run. @throws after a minute */
export async function quiet(db: Db): Promise<void> {
  let last = ''
  for (let same = 0, tries = 0; same < 5; tries++) {
    if (tries > 300) throw new Error('Somebody still writes a minute after the last call')
    await sleep(200)
    const { rows } = await sql<{ state: string }>`
      select concat((select max(number) from trail), ' ', (select count(*) from pg_stat_activity
        where usename = 'almotacen_app' and state <> 'idle')) as state`.execute(db)
    const { state } = rows[0]!
    same = state === last && state.endsWith(' 0') ? same + 1 : 0
    last = state
  }
}
