import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { Client } from '#server/platform/database/client.ts'
import { connect } from '#server/platform/database/connect.ts'
import { newSeededPlace } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { type Input, readEverything } from '#test/support/reads.ts'

/*
 * Every call that reads, as each role, with ten times the participants: it sends as many statements, and PostgreSQL reads
 * at most twice as many pages. Pages and statements are counts, so a busy machine changes nothing.
 */

const PARTICIPANTS = { few: 500, many: 5000 }
const GROWTH = 2
/** Pages that any read may take: within them growth does not matter. */
const FEW_PAGES = 150

const roles = ['cci', 'proveedor', 'evaluador', 'entidad'] as const
const sql = (name: string) => readFileSync(join(import.meta.dirname, '../support', name), 'utf8')

type Place = Awaited<ReturnType<typeof newSeededPlace>>
type Crowd = {
  portal: TestPortal
  callers: Record<string, Caller>
  pages(sent: readonly Sent[]): Promise<number>
  stop(): Promise<void>
}
type Sent = { text: string; values: readonly unknown[] }

async function crowdOf(participants: number): Promise<Crowd> {
  const place: Place = await newSeededPlace('world')
  const all = `${sql('crowd.sql')}\n${sql('crowd-areas.sql')}`.replaceAll(':participants', String(participants))
  await place.database.asOwner(all)
  await place.database.asOwner('vacuum analyze')
  const portal = await startTestPortal({ place, seed: 'none' })
  const callers = Object.fromEntries(
    await Promise.all(roles.map(async name => [name, await portal.signIn(`${name}@almotacen.example`)] as const)),
  )
  const open = connect(place.database.owner, 1)
  return {
    portal,
    callers,
    pages: async sent => {
      let pages = 0
      for (const { text, values } of sent) {
        const { rows } = await open.pool.query(`explain (analyze, buffers, format json) ${text}`, [...values])
        const { Plan: plan } = rows[0]['QUERY PLAN'][0]
        pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      }
      return pages
    },
    stop: async () => {
      await open.pool.end()
      await portal.stop()
    },
  }
}

/** What a call sends to the database. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  await work()
  const sent = query.mock.calls.map(([text, values]) => ({ text: String(text), values: (values ?? []) as unknown[] }))
  query.mockRestore()
  return sent
}

const reads = /^\s*(select|with)\b/i
const writes = /\b(insert into|update|delete from|append_to_trail|pg_try_advisory|for update|for share)\b/i
const isRead = ({ text }: Sent) => reads.test(text) && !writes.test(text)

type Cost = { statements: number; pages: number }

const crowds: Crowd[] = []
afterAll(async () => {
  for (const crowd of crowds) await crowd.stop()
})

async function costOf(crowd: Crowd, role: string, contract: Contract, input: Input): Promise<Cost> {
  const call = () => crowd.callers[role]!.call(contract, input as never)
  await call()
  // A job of the portal may send something meanwhile.
  const [one, other] = [await sentBy(call), await sentBy(call)]
  const sent = one.length <= other.length ? one : other
  return { statements: sent.length, pages: await crowd.pages(sent.filter(isRead)) }
}

/** A file holds all of its list; the mails of the demonstration are for one. */
const isAsked = ({ answer, name }: Contract) => answer !== 'file' && !name.startsWith('demo.')

/** Reads that grow with what they are about. */
const grows: Record<string, string> = {
  'concentration.sector': 'adds up the chains and uses of the whole sector',
  'queue.figures': 'adds up the decisions of ninety days',
  'statistics.verification': 'adds up the documents and requests of a period',
  'subcontract.list': 'ranks whole chains; the screens ask for those of one provider',
  'company.list': 'looks for a name among all companies',
  'participant.agenda': 'has every accreditation that ends in a year',
  'watermark.unmarkable': 'counts the files without a verdict',
  // The total of the page is exact.
  'finding.list': 'counts the findings of the sector in each status',
  'clarification.list': 'counts the questions of the sector',
  'validation.list': 'counts the requests of the sector',
  'bulletin.list': 'counts the bulletins of the sector',
  'invitation.list': 'counts the invitations',
  'invitation.counts': 'counts the invitations in each status',
  'notification.list': 'counts the notifications of CCI',
  'statistics.logins': 'counts the sessions',
}

test('ten times the participants: every read sends as many statements and reads at most twice as many pages', async () => {
  const few = await crowdOf(PARTICIPANTS.few)
  crowds.push(few)
  const asked: { role: string; contract: Contract; input: Input }[] = []
  for (const role of roles) {
    const times = new Map<string, number>()
    await readEverything(few.callers[role]!, { of: isAsked, size: 20 }, (contract, input, { status }) => {
      const before = times.get(contract.name) ?? 0
      if (status !== 200 || before === 2) return
      times.set(contract.name, before + 1)
      asked.push({ role, contract, input })
    })
  }
  expect(new Set(asked.map(({ contract }) => contract.name)).size).toBeGreaterThan(80)
  const many = await crowdOf(PARTICIPANTS.many)
  crowds.push(many)
  const faults: string[] = []
  for (const { role, contract, input } of asked) {
    const before = await costOf(few, role, contract, input)
    const after = await costOf(many, role, contract, input)
    const said = `${role} ${contract.name} ${JSON.stringify(input)}`
    if (after.statements > before.statements)
      faults.push(`${said}: ${before.statements} -> ${after.statements} statements`)
    if (after.pages <= Math.max(FEW_PAGES, GROWTH * before.pages)) continue
    if (!(contract.name in grows)) faults.push(`${said}: ${before.pages} -> ${after.pages} pages`)
  }
  expect(faults).toEqual([])
}, 600_000)
