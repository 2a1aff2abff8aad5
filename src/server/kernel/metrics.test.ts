import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#server/http/server.ts'
import { makeMetrics, serveMetrics } from '#server/kernel/metrics.ts'
import { noteVerified } from '#server/platform/backup/manifest.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { addFailedMails } from '#test/support/operation.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

/** The value of a sample in the text format. */
const sampleOf = (text: string, sample: string) => {
  const line = text.split('\n').find(each => each.startsWith(`${sample} `))
  return line && Number(line.slice(sample.length + 1))
}

test('CARE-13: the age of the last back-up and the room on its disk are measured', async () => {
  const backupDir = await mkdtemp(join(tmpdir(), 'metrics-'))
  const { app, clock } = portal
  const metrics = makeMetrics({ ...app, settings: { ...app.settings, backupDir } })
  expect(await metrics.text()).toContain('almotacen_backup_age_seconds{of="taken"} +Inf')
  const folder = join(backupDir, '2026-11-30T02-00-00Z')
  await takeBackup({ ...app.settings, connection: app.pool.options, clock }, folder)
  await noteVerified(folder, clock.now())
  clock.move(3_600_000)
  const text = await metrics.text()
  for (const of of ['taken', 'verified']) expect(sampleOf(text, `almotacen_backup_age_seconds{of="${of}"}`)).toBe(3_600)
  for (const of of ['data', 'backup']) {
    const share = Number(sampleOf(text, `almotacen_disk_free_ratio{folder="${of}"}`))
    expect(share > 0 && share <= 1).toBe(true)
  }
  await rm(backupDir, { recursive: true })
})

test('OPS-11: calls are counted by their name and status, and the queues are measured', async () => {
  const { app } = portal
  const metrics = makeMetrics(app)
  const fastify = await buildServer(app, { withWeb: false, metrics })
  const { port, close } = await serveMetrics(metrics, '127.0.0.1', 0)
  await fastify.inject({ method: 'GET', url: '/api/v1/session' })
  await fastify.inject({ method: 'GET', url: '/api/v1/no-such-call' })
  await fastify.inject({ method: 'GET', url: '/health/ready' })
  const failing = () => Promise.reject(new Error('no'))
  await app.jobs.run('certify-scores', failing, () => {})
  const release = Promise.withResolvers<void>()
  const lasting = app.jobs.run('send-webhooks', () => release.promise)
  portal.clock.move(60_000)
  await portal.app.db.updateTable('outbox_mail').set({ sent_at: portal.clock.now() }).execute()
  await addFailedMails(portal)
  await portal.app.db
    .deleteFrom('outbox_mail')
    .where('recipient', 'in', ['uno@fallo.example', 'dos@fallo.example'])
    .execute()
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  const count = (call: string, status: number) =>
    sampleOf(text, `almotacen_http_request_duration_seconds_count{call="${call}",status="${status}"}`)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(count('session.me', 401)).toBe(1)
  expect(count('other', 404)).toBe(1)
  expect(count('/health/ready', 200)).toBe(1)
  expect(sampleOf(text, 'almotacen_database_up')).toBe(1)
  expect(sampleOf(text, 'almotacen_mails_waiting')).toBeGreaterThanOrEqual(0)
  expect(sampleOf(text, 'almotacen_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(sampleOf(text, 'almotacen_mails_given_up')).toBe(1)
  expect(sampleOf(text, 'almotacen_job_failures{job="certify-scores"}')).toBe(1)
  expect(sampleOf(text, 'almotacen_job_last_run_age_seconds{job="certify-scores"}')).toBe(60)
  // A minute is the limit of that job.
  expect(sampleOf(text, 'almotacen_job_overrun{job="send-webhooks"}')).toBe(1)
  release.resolve()
  await lasting
  expect(text).toContain('almotacen_nodejs_eventloop_lag_p99_seconds')
  // No label holds an identifier, so the number of series is bounded.
  expect(text).not.toMatch(/no-such-call/)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await close()
  await fastify.close()
})
