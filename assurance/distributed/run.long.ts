import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#assurance/distributed/answers.ts'
import { failuresOf, rowOf } from '#assurance/distributed/answers.ts'
import type { Fault } from '#assurance/distributed/faults.ts'
import { befall, faults } from '#assurance/distributed/faults.ts'
import { workThrough } from '#assurance/distributed/histories.ts'
import { travel } from '#assurance/distributed/journey.ts'
import { Ledger } from '#assurance/distributed/ledger.ts'
import { sweep } from '#assurance/distributed/processes.ts'
import { versions } from '#assurance/distributed/programs.ts'
import type { Report } from '#assurance/distributed/report.ts'
import { until } from '#assurance/distributed/servers.ts'
import { Site } from '#assurance/distributed/site.ts'
import { nothingSeen } from '#assurance/trust/check.ts'
import { Clients } from '#assurance/trust/clients.ts'
import { random } from '#assurance/trust/random.ts'
import { forgetUnmodelled } from '#assurance/trust/replicas.ts'

const root = join(import.meta.dirname, '../..')
const results = join(root, 'test-results')
const begun = performance.now()
const passed = () => Math.round((performance.now() - begun) / 1000)
const say = (line: string) => console.log(`${String(passed()).padStart(4)} s  ${line}`)

const seen = nothingSeen()
const journey: Row[] = []
const histories: Row[] = []
const failures: string[] = []
const notes: Record<string, number> = {}
let site: Site
let clients: Clients | null = null

beforeAll(async () => {
  sweep()
  await mkdir(results, { recursive: true })
  site = await Site.start(say)
})

afterAll(async () => {
  Object.assign(notes, await site?.replicaReads())
  const report: Report = { versions: versions(), seconds: passed(), seed, journey, histories, seen, notes, failures }
  await writeFile(join(results, 'distributed.json'), JSON.stringify(report, null, 2))
  await site?.stop()
})

async function judge(name: string, found: readonly string[], lines: readonly string[] = []): Promise<void> {
  failures.push(...found)
  if (found.length > 0) {
    await writeFile(join(results, `distributed-${name}.txt`), [...found, '', ...lines, '', site.said()].join('\n'))
  }
  expect(found.slice(0, 5)).toEqual([])
}

const seed = Number(process.env.SEED)

test('the main journey in Chromium, while a portal, the file gateway and the primary are killed', async () => {
  const ledger = await Ledger.open(site)
  const next = random(seed)
  const during = async (fault: Fault, work: () => Promise<void>) => {
    ledger.take()
    const [struckAt] = await Promise.all([befall(site, fault, { next, beforeMs: 0 }), work()])
    await site.calm()
    journey.push(rowOf(fault, ledger.take(), struckAt))
    say(JSON.stringify(journey.at(-1)))
  }
  const { people, failures: left } = await travel(site, during).finally(() => ledger.stop())
  const heard = people.flatMap(person => person.heard)
  const pages = rowOf({ name: 'in all, in the two browsers' }, heard, null)
  journey.push(pages)
  notes.acknowledged = ledger.acknowledged
  notes.retries = people.reduce((sum, person) => sum + person.retries, 0)
  say(`${JSON.stringify(pages)}, ${notes.acknowledged} invitations acknowledged, ${notes.retries} things tried again`)
  await judge('journey', [...left, ...(await ledger.failures(site)), ...journey.flatMap(failuresOf)])
})

test.each<[string, Fault]>(Object.entries(faults))('people work through the fault: %s', async (name, fault) => {
  if (!clients) {
    await forgetUnmodelled(site.db)
    // A marked copy has other bytes than the file.
    await site.db.updateTable('watermark').set({ enabled: false }).execute()
  }
  clients ??= await Clients.gather(site)
  const done = await workThrough(site, clients, fault, { seed: seed + 1 + histories.length, seen }).catch(
    async error => {
      await judge(name, [`${fault.name}: ${error}`])
      throw error
    },
  )
  histories.push(done.row)
  notes.files = (notes.files ?? 0) + done.files
  say(JSON.stringify(done.row))
  await judge(name, done.failures, done.lines)
})

test('every mail came, at most twice, and never twice within a minute', async () => {
  const check = () => site.post.check(site.db, site.startedAt, site.clock.now())
  // What is still due then is a failure of its own.
  await until('every mail sent', async () => (await check()).due === 0, 120).catch(() => {})
  const { failures: found, waiting } = await check()
  Object.assign(notes, site.post.counts, { waiting })
  await judge('mail', found)
})
