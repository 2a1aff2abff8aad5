import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { countMails, later } from '#assurance/trust/mail-count.ts'
import { MailServer } from '#assurance/trust/mail-server.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import type { Ledger, Site } from '#assurance/trust/work.ts'
import { draftOf, examine, keysOf, startWork, untilMore } from '#assurance/trust/work.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { startProcess } from '#test/support/process.ts'

/** Cuts of the negative control: a database that acknowledges before fsync must be seen to lose rows. */
const CONTROL_CUTS = 4

const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'pipe' })

/** A disk for one portal, with database and files, whose power can be cut. Needs root and xfsprogs. */
class Disk {
  readonly folder: string
  readonly mount: string
  constructor(folder: string) {
    this.folder = folder
    this.mount = join(folder, 'm')
    mkdirSync(this.mount)
    writeFileSync(join(folder, 'disk'), '')
    truncateSync(join(folder, 'disk'), 4e9)
    run('mkfs.xfs', '-q', join(folder, 'disk'))
    this.attach()
  }
  attach(): void {
    run('mount', '-o', 'loop', join(this.folder, 'disk'), this.mount)
  }
  /** Shuts the file system down: unwritten data never reaches the disk. */
  cut(): void {
    run('xfs_io', '-x', '-c', 'shutdown', this.mount)
  }
  async detach(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        run('umount', this.mount)
        return
      } catch (error) {
        if (tries > 200) throw error
        await sleep(50)
      }
    }
  }
}

/** The PostgreSQL server and its children, which die with the machine. */
function databaseProcesses(dataDir: string): number[] {
  const server = Number.parseInt(readFileSync(join(dataDir, 'pg/cluster/postmaster.pid'), 'utf8'), 10)
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1] === String(server)
      } catch {
        return false
      }
    })
  return [server, ...children.map(Number)]
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended first.
  }
}

type Ordeal = {
  cuts: number
  next: (limit: number) => number
  tag: string
  eager: boolean
  log: (line: string) => void
}

type Outcome = { failures: string[]; ledger: Ledger; mails: number; twice: number }

/** Work, power cut, start, check; repeatedly. @returns the losses and errors, the acknowledged writes and the mails. */
async function ordeal({ cuts, next, tag, eager, log }: Ordeal): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-power-'))
  const disk = new Disk(folder)
  const dataDir = join(disk.mount, 'd')
  const connection = { host: join(dataDir, 'pg/run'), port: PORT, user: 'almotacen', database: 'almotacen' }
  const site: Site = { dataDir, connection }
  const ledger: Ledger = { files: [], emails: [], imports: [] }
  const failures: string[] = []
  const mailServer = await MailServer.start()
  const environment = { SMTP_URL: mailServer.url }
  let twice = 0
  let portal = await startProcess(dataDir, environment)
  try {
    if (eager) {
      const client = new pg.Client({ ...connection, user: 'postgres' })
      await client.connect()
      await client.query('alter database almotacen set synchronous_commit = off')
      await client.query('alter system set wal_writer_delay = 10000')
      await client.query('select pg_reload_conf()')
      await client.end()
      await portal.kill('SIGTERM')
      portal = await startProcess(dataDir, environment)
    }
    for (let trial = 1; trial <= cuts; trial++) {
      const cci = await keysOf(portal, 'cci')
      const draft = await keysOf(portal, 'borrador')
      const { validation, name } = await draftOf(portal, draft)
      const stop = startWork(portal, cci, draft, validation, name, ledger, `${tag}x${trial}`)
      if (trial % 2 === 0) await untilMore(ledger)
      await sleep(200 + next(1500))
      const processes = databaseProcesses(dataDir)
      disk.cut()
      await portal.kill('SIGKILL')
      for (const pid of processes) kill(pid)
      await stop()
      await disk.detach()
      disk.attach()
      portal = await startProcess(dataDir, environment)
      const found = await examine(site, ledger)
      failures.push(...found.map(failure => `${tag} cut ${trial}: ${failure}`))
      // Reports each loss once.
      if (found.length > 0) Object.assign(ledger, { files: [], emails: [], imports: ledger.imports })
      if (trial % 20 === 0) log(`${tag}: ${trial} cuts`)
    }
    if (!eager) {
      await portal.kill('SIGTERM')
      const laterFrom = performance.now()
      portal = await startProcess(dataDir, { ...environment, ...later })
      const mails = await countMails(mailServer, ledger.emails, { more: cuts, laterFrom })
      twice = mails.twice
      failures.push(...mails.faults.map(fault => `${tag} mail: ${fault}`))
    }
  } finally {
    await portal.kill('SIGTERM')
    await mailServer.stop()
    await disk.detach()
    rmSync(folder, { recursive: true, force: true })
  }
  return { failures, ledger, mails: mailServer.taken.length, twice }
}

export const powerCuts: TrustPromise = {
  id: 'R1',
  text: 'What was acknowledged survives a power cut of the whole machine, database and files: no row and no file is lost, and no row is without its file, and every mail leaves, none twice within a minute. A database that acknowledges too early is seen to lose rows.',
  trials: 1000,
  tx: 'power cuts',
  run: async ({ trials, seed, log }) => {
    const next = random(seed)
    const control = await ordeal({ cuts: CONTROL_CUTS, next, tag: `c${seed}`, eager: true, log })
    const { failures, ledger, mails, twice } = await ordeal({ cuts: trials, next, tag: `p${seed}`, eager: false, log })
    const lost = control.failures.filter(failure => failure.includes('lost')).length
    if (lost === 0) failures.push('the negative control lost nothing: the cuts show nothing')
    if (ledger.files.length * ledger.emails.length === 0) failures.push('too little was done to show anything')
    const note = `${ledger.files.length} uploads and ${ledger.emails.length} invitations acknowledged; ${mails} mails, ${twice} of them twice; the control lost ${lost}`
    return { trials, failures, note }
  },
}
