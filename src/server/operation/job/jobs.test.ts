import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobWire } from '#domain/notification/operation/job/contract.ts'
import { exportJobs, listJobs, runJob } from '#domain/notification/operation/job/contract.ts'
import { jobNames } from '#domain/notification/operation/job/job.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { makeJobs } from '#server/operation/job/jobs.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { alone, askedLock, jobLocks } from '#server/platform/database/lock.ts'
import { presentCause } from '#server/platform/operation/cause.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The runs of background jobs: what is recorded, what CCI hears, and the runs that it asks for. */

const NAME = 'certify-scores'

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal()
})
beforeEach(async () => {
  await portal.app.db.deleteFrom('job').execute()
  portal.clock.move(DAY)
  cci = await portal.signIn(address('cci'))
})
afterAll(() => portal.stop())

const jobsOf = () => makeJobs(() => portal.app)
const listed = async (name: string): Promise<JobWire> =>
  (await ok(cci.call(listJobs))).content.find((job: JobWire) => job.name === name)
const ask = (name: string) => cci.call(runJob, { params: { name } as never })
const notices = async () =>
  (await noticesTo(portal, cci.me.idGenericEntity, 'JOB_FAILING')).map(({ message }) => message)
const fails = (code: string) => async () => {
  throw Object.assign(new Error('cannot write "nombre@banco.example"'), { code })
}

test('OPS-04: every job is listed, with its last run and when it is due again', async () => {
  const { content } = await ok(cci.call(listJobs))
  expect(content.map((job: JobWire) => job.name).toSorted()).toEqual([...jobNames].toSorted())
  expect(await listed(NAME)).toMatchObject({ status: 'NEVER', startedAt: null, nextAt: null, failures: 0 })
  const now = portal.clock.now()
  await jobsOf().run(NAME, async () => portal.clock.move(MINUTE))
  expect(await listed(NAME)).toMatchObject({
    status: 'DONE',
    startedAt: now,
    durationMs: expect.any(Number),
    nextAt: after(now, 15 * MINUTE),
  })
  const csv = String((await cci.call(exportJobs, { query: { format: 'csv' } })).body)
  expect(csv).toContain('Emitir los certificados que faltan;Correcto')
})

test('OPS-04: a run that another server holds is not recorded, and a frequent job once a minute', async () => {
  const jobs = jobsOf()
  await jobs.run(NAME, async () => null)
  expect((await listed(NAME)).status).toBe('NEVER')
  await jobs.run('send-mail', async () => {})
  const first = portal.clock.now()
  portal.clock.move(MINUTE / 4)
  await jobs.run('send-mail', async () => {})
  expect((await listed('send-mail')).startedAt).toBe(first)
  portal.clock.move(MINUTE)
  await jobs.run('send-mail', async () => {})
  expect((await listed('send-mail')).startedAt).toBe(portal.clock.now())
})

test('OPS-04 OPS-06: notifies CCI once of a job that fails twice in a row, and keeps the failure on record', async () => {
  const jobs = jobsOf()
  const failing = () => jobs.run(NAME, fails('ENOSPC'), () => {})
  await failing()
  // Another server that meets the same trouble at the same time.
  await failing()
  expect(await listed(NAME)).toMatchObject({
    status: 'FAILED',
    failures: 1,
    fault: 'disk',
    failedAt: portal.clock.now(),
  })
  expect(await notices()).toEqual([])
  portal.clock.move(15 * MINUTE)
  await failing()
  portal.clock.move(15 * MINUTE)
  await failing()
  expect((await listed(NAME)).failures).toBe(3)
  const said =
    'El proceso «Emitir los certificados que faltan» ha fallado dos veces seguidas. No hay sitio en el disco.'
  expect(await notices()).toEqual([said])
  expect((await listed(NAME)).detail).toBe('Error ENOSPC cannot write <cita>')

  portal.clock.move(15 * MINUTE)
  await jobs.run(NAME, async () => {})
  expect(await listed(NAME)).toMatchObject({ status: 'DONE', failures: 0, fault: 'disk' })
  for (const _ of [1, 2]) {
    portal.clock.move(15 * MINUTE)
    await failing()
  }
  expect(await notices()).toEqual([said, said])
  const events = await portal.app.db.selectFrom('trail').select('event').where('object_id', '=', NAME).execute()
  expect(events.map(({ event }) => event)).toEqual(['job.failing', 'job.recovered', 'job.failing'])
})

test('OPS-04: a run that takes ten times its limit is on record until it ends, and no longer than its server', async () => {
  const release = Promise.withResolvers<void>()
  const jobs = makeJobs(() => portal.app, 10)
  const since = portal.clock.now()
  const stuck = jobs.run('send-webhooks', () => release.promise)
  portal.clock.move(9 * MINUTE)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect([(await listed('send-webhooks')).status, jobs.overruns().get('send-webhooks')]).toEqual(['NEVER', 9])
  portal.clock.move(MINUTE)
  await expect.poll(async () => (await listed('send-webhooks')).status).toBe('STUCK')
  // Another server's run ends as it should.
  await jobsOf().run('send-webhooks', async () => {})
  expect(await listed('send-webhooks')).toMatchObject({ status: 'STUCK', stuckSince: since })
  release.resolve()
  await stuck
  expect(await listed('send-webhooks')).toMatchObject({ status: 'DONE', stuckSince: null })
  expect(jobs.overruns().size).toBe(0)

  // A server that was killed says no more that its run lasts.
  const stuck_seen_at = portal.clock.now()
  await portal.app.db
    .updateTable('job')
    .set({ stuck_since: since, stuck_seen_at })
    .where('name', '=', 'send-webhooks')
    .execute()
  expect((await listed('send-webhooks')).status).toBe('STUCK')
  portal.clock.move(3 * MINUTE)
  expect((await listed('send-webhooks')).status).toBe('DONE')
})

test('OPS-05: a job that CCI requests runs once, on one server', async () => {
  let runs = 0
  const servers = [jobsOf(), jobsOf()]
  for (const jobs of servers) {
    jobs.offer(NAME, async () => {
      runs++
    })
  }
  expect((await ok(ask(NAME))).status).toBe('ASKED')
  await Promise.all(servers.map(jobs => jobs.runAsked()))
  await Promise.all(servers.map(jobs => jobs.runAsked()))
  expect(runs).toBe(1)
  expect(await listed(NAME)).toMatchObject({ status: 'DONE', startedAt: portal.clock.now() })
  const asked = await portal.app.db
    .selectFrom('trail')
    .select(['event', 'actor_id'])
    .where('event', '=', 'job.asked')
    .execute()
  expect(asked).toEqual([{ event: 'job.asked', actor_id: cci.me.userId }])
})

test('OPS-05: the next server finishes a requested run that another did not', async () => {
  await ok(ask(NAME))
  const [ended, next] = [jobsOf(), jobsOf()]
  // A server that ends in the middle records nothing, and its lock ends with it.
  ended.offer(NAME, async () => null)
  await ended.runAsked()
  expect((await listed(NAME)).status).toBe('ASKED')
  let runs = 0
  next.offer(NAME, async () => {
    runs++
  })
  await alone(portal.app, askedLock(jobNames.indexOf(NAME)), () => next.runAsked())
  expect(runs).toBe(0)
  await next.runAsked()
  expect([runs, (await listed(NAME)).status]).toEqual([1, 'DONE'])
})

test('OPS-05: records a failed run on request like any other', async () => {
  const jobs = jobsOf()
  jobs.offer(NAME, fails('ECONNREFUSED'), () => {})
  await ok(ask(NAME))
  await jobs.runAsked()
  expect(await listed(NAME)).toMatchObject({ status: 'FAILED', failures: 1, fault: 'network' })
})

test('OPS-04: the portal offers all its jobs, and records each outcome', async () => {
  const housekeeping = startHousekeeping(portal.app)
  await housekeeping.stop()
  const { content } = await ok(cci.call(listJobs))
  const unrun = content.filter((job: JobWire) => job.status === 'NEVER').map((job: JobWire) => job.name)
  // A test portal sends and checks when the test says so.
  expect(unrun.toSorted()).toEqual(['check-files', 'check-marks', 'send-mail', 'send-webhooks'])
  expect(content.filter((job: JobWire) => job.status === 'FAILED')).toEqual([])
})

test('OPS-04: files that another server removes are no run of this one', async () => {
  await alone(portal.app, jobLocks.removeFiles, () => startHousekeeping(portal.app).stop())
  expect((await listed('remove-files')).status).toBe('NEVER')
})

test('OPS-08: the mails of a run name it', async () => {
  let cause = ''
  await jobsOf().run(NAME, async () => {
    cause = presentCause()!.id
    await inTransaction(portal.app, null, async tx =>
      tx.mail({ to: 'a@b.example', template: 'notification', data: { name: '', reason: '', message: '' } }),
    )
  })
  const mail = portal.app.db.selectFrom('outbox_mail').select('caused_by').where('recipient', '=', 'a@b.example')
  expect([cause, (await mail.executeTakeFirstOrThrow()).caused_by]).toEqual([expect.stringMatching(/^\w{26}$/), cause])
})
