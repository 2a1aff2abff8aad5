import { once } from 'node:events'
import { readdir, utimes } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countMails, later } from '#assurance/trust/mail-count.ts'
import { MailServer } from '#assurance/trust/mail-server.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Ledger, Site } from '#assurance/trust/work.ts'
import { draftOf, examine, importsIn, keysOf, startWork, untilMore } from '#assurance/trust/work.ts'
import { connect } from '#server/platform/database/connect.ts'
import { spawnPortal, startProcess } from '#test/support/process.ts'

/** Judged only without parallel tests: they would be measured too. */
const READY_MS = 3000
/** One in this many kills hits a first start: migrations, CCI, the demo data. */
const FIRST_STARTS = 5

/** A start removes temporary files and files without a row that are older than the sweep's threshold. */
export async function leftovers(site: Site): Promise<string[]> {
  const { db } = connect(site.connection, 1)
  const root = join(site.dataDir, 'files')
  const look = async () => {
    const known = new Set((await db.selectFrom('stored_file').select('sha256').execute()).map(row => row.sha256))
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const names = entries.filter(entry => entry.isFile() && entry.parentPath !== root).map(entry => entry.name)
    return names.filter(name => !known.has(name))
  }
  try {
    for (let tries = 0; tries < 600; tries++) {
      if ((await look()).length === 0) return []
      await sleep(100)
    }
    return (await look()).map(name => `not swept within 60 s: ${name}`)
  } finally {
    await db.destroy()
  }
}

/** Ages the files by two hours: the sweep uses the machine's time. */
export async function ageFiles(site: Site): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  const root = join(site.dataDir, 'files')
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
}

async function killFirstStart(next: (limit: number) => number): Promise<string[]> {
  const site = await newSite()
  const { environment } = site
  const failures: string[] = []
  try {
    for (let times = 0; times < 2; times++) {
      const child = spawnPortal(site.dataDir, environment)
      child.stdout?.resume()
      child.stderr?.resume()
      await Promise.race([sleep(300 + next(2500)), once(child, 'exit')])
      child.kill('SIGKILL')
    }
    const portal = await startProcess(site.dataDir, environment)
    await keysOf(portal, 'cci').catch(error => failures.push(String(error)))
    await portal.kill('SIGTERM')
    failures.push(...(await examine(site, { files: [], emails: [], imports: [] })))
  } finally {
    await site.drop()
  }
  return failures
}

const hasEach = (ledger: Ledger) => ledger.files.length * ledger.emails.length * importsIn(ledger) > 0

export const killLoop: TrustPromise = {
  id: 'R2',
  text: 'A server killed at any moment, also while it uploads, imports, runs its jobs or migrates, is ready again in 3 s with all it acknowledged, imports whole or not at all, every row with its file, temporary and orphaned files swept, and every mail sent, none twice within a minute.',
  trials: 500,
  tx: 'kills',
  run: async ({ trials, seed, log }) => {
    const next = random(seed)
    const failures: string[] = []
    const ledger: Ledger = { files: [], emails: [], imports: [] }
    const site = await newSite()
    const mailServer = await MailServer.start()
    const environment = { ...site.environment, SMTP_URL: mailServer.url }
    let slowest = 0
    let twice = 0
    let portal = await startProcess(site.dataDir, environment)
    const cci = await keysOf(portal, 'cci')
    const draft = await keysOf(portal, 'borrador')
    try {
      const { validation, name } = await draftOf(portal, draft)
      for (let trial = 1; trial <= trials; trial++) {
        const found: string[] = []
        if (trial % FIRST_STARTS === 0) found.push(...(await killFirstStart(next)))
        else {
          const stop = startWork(portal, cci, draft, validation, name, ledger, `k${seed}x${trial}`)
          // From the first moments, while the start jobs run, to well into the work.
          if (trial % 2 === 0) await untilMore(ledger)
          await sleep(next(2000))
          await portal.kill('SIGKILL')
          await stop()
          await ageFiles(site)
          const begun = performance.now()
          portal = await startProcess(site.dataDir, environment)
          const ready = performance.now() - begun
          slowest = Math.max(slowest, ready)
          if (ready > READY_MS && loadavg()[0]! < 1) found.push(`ready after ${Math.round(ready)} ms`)
          found.push(...(await examine(site, ledger)), ...(await leftovers(site)))
        }
        failures.push(...found.map(failure => `seed ${seed} kill ${trial}: ${failure}`))
        if (trial % 20 === 0) log(`${trial} kills, ${ledger.files.length} uploads, ${ledger.emails.length} invitations`)
      }
      await portal.kill('SIGTERM')
      const laterFrom = performance.now()
      portal = await startProcess(site.dataDir, { ...environment, ...later })
      const mails = await countMails(mailServer, ledger.emails, { more: trials, laterFrom })
      twice = mails.twice
      failures.push(...mails.faults.map(fault => `seed ${seed} mail: ${fault}`))
    } finally {
      await portal.kill('SIGTERM')
      await mailServer.stop()
      await site.drop()
    }
    const imported = importsIn(ledger)
    if (!hasEach(ledger)) failures.push('too little was done to show anything')
    const done = `${ledger.files.length} uploads and ${ledger.emails.length} invitations acknowledged, ${imported} of them imports`
    return {
      trials,
      failures,
      note: `${done}; ${mailServer.taken.length} mails, ${twice} of them twice; slowest ready after ${Math.round(slowest)} ms`,
    }
  },
}
