import cluster from 'node:cluster'
import { openApp } from '#server/app/app-start.ts'
import type { Life } from '#server/app/process/life.ts'
import { live } from '#server/app/process/life.ts'
import { prepare, say, sayReady } from '#server/app/process/prepare.ts'
import { keepWorkers } from '#server/app/process/primary.ts'
import { servePortal } from '#server/app/process/serve.ts'
import { openSystemd } from '#server/app/process/systemd.ts'
import { databaseOfPrimary, limiterOfPrimary } from '#server/app/process/workers.ts'
import { checkCertificate } from '#server/http/listen.ts'
import { checkPrivacyPolicy } from '#server/http/privacy-policy.ts'
import { checkRoutes } from '#server/http/server.ts'
import { settleKey } from '#server/operation/key.ts'
import { keepState } from '#server/operation/server/keep.ts'
import { checkCheckpointFolder } from '#server/platform/audit-log/checkpoint-store.ts'
import type { OpenDatabase } from '#server/platform/database/open.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { recordPresence } from '#server/platform/database/topology/presence.ts'
import { withSecretFiles } from '#server/platform/secrets/secret-files.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

async function main(life: Life): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(life, readSettings(withSecretFiles(process.env)))
  const systemd = openSystemd(process.env)
  life.atStop(systemd.stopping)
  const settings = readSettings(withSecretFiles(process.env))
  checkRoutes()
  checkCertificate(settings)
  checkPrivacyPolicy(settings)
  await checkCheckpointFolder(settings)
  const opening = openDatabase(settings, say)
  life.begun(() =>
    opening.then(
      opened => opened.stop(),
      () => {},
    ),
  )
  const database = await opening
  const keep = settings.workers === 1 ? serveAlone : keepWorkers
  return keep(life, settings, database, port => systemd.ready(settings, port))
}

async function serveAlone(
  life: Life,
  settings: Settings,
  database: OpenDatabase,
  ready: (port: number) => void,
): Promise<void> {
  const running = await openApp(settings, database.connection, { owner: database.owner, serving: true })
  life.begun(() => running.stop())
  const { lines, presence } = await prepare(life, running.app, database.connection)
  const serving = await servePortal(life, running, presence, null)
  const state = keepState(running.background, serving.port)
  life.begun(() => state.stop())
  life.stopsBy(async () => {
    await Promise.all([state.stop(), serving.stop()])
    await database.stop()
  })
  sayReady(lines, settings.productName, serving.port)
  ready(serving.port)
}

async function serveAsWorker(life: Life, settings: Settings): Promise<void> {
  // Node.js ends a worker at once without the process that counts the calls and keeps the database.
  const connection = await databaseOfPrimary()
  const running = await openApp(settings, connection, { serving: true })
  life.begun(() => running.stop())
  await settleKey(running.app)
  const presence = await recordPresence(connection, async () => {})
  life.begun(() => presence.stop())
  const serving = await servePortal(life, running, presence, limiterOfPrimary())
  life.stopsBy(() => serving.stop())
}

live(main)
