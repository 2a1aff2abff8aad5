import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '#server/app/app-start.ts'
import { ensureCci } from '#server/app/centre.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import { hasDemoAccounts, loadDemoWorld } from '#server/demo/world.ts'
import { checkCertificate, listen } from '#server/http/listen.ts'
import { checkPrivacyPolicy } from '#server/http/privacy-policy.ts'
import { buildServer, checkRoutes } from '#server/http/server.ts'
import { checkCheckpointFolder } from '#server/platform/audit-log/checkpoint-store.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { recordPresence } from '#server/platform/database/presence.ts'
import { excessOf, PrivilegesError } from '#server/platform/database/privileges.ts'
import { settleKey } from '#server/platform/installation/key.ts'
import { catchTheRest, logLine } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics/open-metrics.ts'
import { withSecretFiles } from '#server/platform/secrets/secret-files.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'

/** Time limit for cleaning up after the drain, in milliseconds. */
const ORDER_MS = 5_000
/** Time limit for cleaning up after a failed start, in milliseconds; a newly created database takes long to stop. */
const FAILED_MS = 30_000

const empty = process.argv.includes('--empty')

/** A stop function for each step that has started, in order. */
const begun: (() => Promise<unknown>)[] = []
let stopping = false
/** Stops the process. Until the portal serves, it ends as a failed start. */
let stop = () => putAway(0)

async function main(): Promise<void> {
  checkRoutes()
  const settings = readSettings(withSecretFiles(process.env))
  checkCertificate(settings)
  checkPrivacyPolicy(settings)
  await checkCheckpointFolder(settings)
  const say = (line: string) => console.log(line)
  const opening = openDatabase(settings, say)
  begun.push(() =>
    opening.then(
      opened => opened.stop(),
      () => {},
    ),
  )
  const database = await opening
  const running = await openApp(settings, database.connection, { owner: database.owner })
  begun.push(() => running.stop())
  const { app } = running
  await settleKey(app)
  // Sweeps the partial uploads of killed servers, which no caller waits for.
  const presence = await recordPresence(database.connection, () => app.files.sweepIncoming(performance.timeOrigin))
  begun.push(() => presence.stop())
  const checkpoints = checkpointsOf(app)
  // Signs the entries that an earlier run left unsigned, before this run writes more.
  await checkpoints.sign()
  await ensureCci(app)
  if (settings.production && (await hasDemoAccounts(app))) {
    throw new SettingsError(
      'This database has demo accounts, whose password is public. Start production with another DATA_DIR or DATABASE_URL.',
    )
  }
  const demo = settings.production || empty ? null : await loadDemoWorld(app, say)
  const withWeb = existsSync(join(import.meta.dirname, '../../../dist/web/index.html'))
  const metrics = await openMetrics(app)
  begun.push(async () => metrics?.close())
  const fastify = await buildServer(app, { withWeb, log: true, metrics: metrics?.metrics })
  await listen(fastify, settings)
  begun.push(() => fastify.close())
  const housekeeping = startHousekeeping(app, checkpoints)
  app.wakeFileChecks()
  begun.push(() => housekeeping.stop())

  stop = async () => {
    // Calls that miss the deadline are cut and rolled back without a response.
    setTimeout(() => {
      fastify.server.closeAllConnections()
      running.cutMail()
      setTimeout(giveUp, ORDER_MS)
    }, settings.leaveMs + settings.stopMs)
    await fastify.close()
    await running.stopMail()
    // Last, after every write to the audit log: it signs the end.
    await housekeeping.stop()
    await metrics?.close()
    await presence.stop()
    await running.stop()
    await database.stop()
    process.exit(0)
  }
  const { port } = fastify.server.address() as { port: number }
  if (!withWeb) say('The pages are not built: npm run build')
  for (const line of demo?.accounts ?? []) say(line)
  if (demo && !settings.smtpUrl) say('\nThe demo sends no mail: read it at /demo/correo')
  if (!demo && (await hasNoCciUser())) {
    say('There is no CCI user yet. Create the first: npm run admin -- create-user you@your-organisation.example')
  }
  const excess = await excessOf(database.connection)
  if (excess.length > 0) {
    say(
      `WARNING: the user of DATABASE_URL ${excess.join(', ')}. An attacker who takes over the portal could delete the traces. ` +
        'Give it a user with only the rights it needs: npm run admin -- database roles <user>',
    )
  }
  if (settings.clockOffsetMs !== 0) say(`The clock is shifted: today is ${app.clock.today()}.`)
  // Last, so that the address stays at the end of the terminal.
  say(`\n${settings.productName} is ready at http://localhost:${port}`)

  async function hasNoCciUser(): Promise<boolean> {
    const row = await app.db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select('u.id')
      .where('p.kind', '=', 'CCI')
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst()
    return row === undefined
  }
}

/**
 * Ends the process before the supervisor sends SIGKILL. Acknowledged writes are on disk, and the next start cleans up.
 */
function giveUp(): void {
  logLine('error', 'alarm', { message: 'The stop does not come to its end, and is left there' })
  process.exit(1)
}

/** A failed start leaves nothing running: the embedded database would outlive the portal. */
async function putAway(code: 0 | 1): Promise<void> {
  setTimeout(giveUp, FAILED_MS)
  for (const end of begun.toReversed()) await end().catch(problem => console.error(problem))
  process.exit(code)
}

async function endFailed(error: unknown): Promise<void> {
  // After a stop signal, errors of the interrupted start are expected.
  if (stopping) return
  if (error instanceof SettingsError) console.error(`Invalid settings:\n${error.message}`)
  else console.error(error instanceof PrivilegesError ? error.message : error)
  await putAway(1)
}

// A closed terminal or a lost connection sends SIGHUP and can send nothing else afterwards.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void stop()
  })
}
catchTheRest()
main().catch(endFailed)
