import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seen } from '#assurance/trust/check.ts'
import { check, nothingSeen } from '#assurance/trust/check.ts'
import { Clients } from '#assurance/trust/clients.ts'
import { gather } from '#assurance/trust/evidence.ts'
import { nemesis } from '#assurance/trust/faults.ts'
import { History, lineOf } from '#assurance/trust/history.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { Replicas } from '#assurance/trust/replicas.ts'
import { atOneMoment, headOf, readWholeWorldIn } from '#assurance/trust/whole-world.ts'
import { examine } from '#assurance/trust/work.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'

/** The duration of a seed's work, and of the phases between two checks. */
const SECONDS = Number(process.env.NEMESIS_SECONDS ?? 60)
const ROUND_S = 20
const CLIENTS = Number(process.env.NEMESIS_CLIENTS ?? 32)

type Account = { failures: string[]; seen: Seen; faults: Record<string, number>; revocations: number }

/** On a busy machine a first start may time out. */
const started = () => Replicas.start().catch(() => Replicas.start())

/** Every random choice of a seed, except for the scheduling of the processes. */
async function trial(seed: number, seconds: number): Promise<Account> {
  const account: Account = { failures: [], seen: nothingSeen(), faults: {}, revocations: 0 }
  const replicas = await started()
  try {
    const clients = await Clients.gather(replicas)
    const rounds = Math.max(1, Math.round(seconds / ROUND_S))
    for (let round = 0; round < rounds && account.failures.length === 0; round++) {
      await workAndCheck(replicas, clients, account, { seed: seed * 100 + round, ms: (seconds * 1000) / rounds })
    }
    account.failures.push(...(await remains(replicas)))
    account.revocations = clients.revocations
  } catch (error) {
    account.failures.push(`${(error as Error).stack}\n${replicas.said()}`)
  } finally {
    await replicas.stop()
  }
  return account
}

async function workAndCheck(
  replicas: Replicas,
  clients: Clients,
  account: Account,
  { seed, ms }: { seed: number; ms: number },
): Promise<void> {
  const next = random(seed)
  const { db, clock } = replicas
  const { before, head } = await atOneMoment(db, async tx => ({
    before: await readWholeWorldIn(tx, clock),
    head: await headOf(tx),
  }))
  const history = new History(replicas, random(seed + 50))
  const [befell] = await Promise.all([
    nemesis(replicas, { ms: ms - Math.min(4000, ms / 2), next }),
    clients.work(history, { clients: CLIENTS, ms, seed }),
  ])
  for (const [fault, times] of Object.entries(befell)) account.faults[fault] = (account.faults[fault] ?? 0) + times
  await replicas.calm()
  await history.settle()
  await replicas.quiet()
  const { operations } = history
  const { evidence, found } = await atOneMoment(db, async tx => ({
    evidence: await gather(tx, head, operations),
    found: await readWholeWorldIn(tx, clock),
  }))
  const chain = await verifyAuditLog(db)
  const failures = [
    ...history.failures,
    ...(chain.ok ? [] : [`trail: ${chain.why} (${chain.firstBad})`]),
    ...check({ before, found, evidence, operations, seen: account.seen }),
  ]
  if (failures.length > 0)
    await keep(`nemesis-${seed}.txt`, [
      ...failures,
      '',
      ...operations.map(lineOf),
      '',
      ...evidence.groups.map(group => JSON.stringify({ ...group, operation: group.operation?.id })),
      '',
      replicas.said(),
    ])
  account.failures.push(...failures)
}

/** The final invariants: the hash chain, every file, and every mail marked as sent. */
async function remains(replicas: Replicas): Promise<string[]> {
  const { db, dataDir } = replicas
  const sent = await db.selectFrom('outbox_mail').select(['id']).where('sent_at', 'is not', null).execute()
  const lying = new Set(await readdir(join(dataDir, 'outbox')).catch(() => []))
  return [
    ...(await examine(replicas, { files: [], emails: [], imports: [] })),
    ...sent.flatMap(({ id }) => (lying.has(`${id}.eml`) ? [] : [`noted as sent and not there: ${id}`])),
  ]
}

async function keep(name: string, lines: readonly string[]): Promise<void> {
  const folder = join(import.meta.dirname, '../../test-results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
}

/** The promise with the given seconds per seed. */
export const concurrencyOf = (seconds: number): TrustPromise => ({
  id: 'R10',
  text: 'Whatever many people do at once on two servers that are killed, paused, cut off, put out of time or lose their database, every answer is one that they could have got one after another: nothing acknowledged is lost or done twice, nothing refused is done, no change is written over unseen, no state is reached against the tables, and an ended session is ended everywhere.',
  trials: 50,
  tx: `seeds of ${seconds} s`,
  run: async ({ trials, seed, log }) => {
    const failures: string[] = []
    const seen = nothingSeen()
    const faults: Record<string, number> = {}
    let revocations = 0
    for (let trial_ = 0; trial_ < trials; trial_++) {
      const account = await trial(seed + trial_, seconds)
      failures.push(...account.failures.map(failure => `seed ${seed + trial_}: ${failure}`))
      for (const key of Object.keys(seen) as (keyof Seen)[]) seen[key] += account.seen[key]
      for (const [fault, times] of Object.entries(account.faults)) faults[fault] = (faults[fault] ?? 0) + times
      revocations += account.revocations
      log(
        `seed ${seed + trial_}: ${JSON.stringify({ ...account.seen, ...account.faults })}, ${account.failures.length} failures`,
      )
      for (const failure of account.failures.slice(0, 5)) log(`  ${failure.slice(0, 1000)}`)
    }
    if (seen.done * seen.refused * seen.repeated * seen.told === 0)
      failures.push('too little was done to show anything')
    const note = `${seen.done} done, ${seen.refused} refused, ${seen.unknown} of them without an answer at first, ${seen.repeated} answered twice or more, ${seen.told} notices, ${revocations} sessions ended, ${seen.earlier} in another order than their commits, ${seen.letIn} finished after their session, ${seen.otherReason} refused for another reason; ${JSON.stringify(faults)}`
    return { trials, failures, note }
  },
})

export const concurrency = concurrencyOf(SECONDS)
