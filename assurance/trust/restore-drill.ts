import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { invite } from '#domain/invitation/contract.ts'
import type { RunningApp } from '#server/app/app-start.ts'
import { openApp } from '#server/app/app-start.ts'
import { sweepFiles } from '#server/app/housekeeping.ts'
import { buildServer } from '#server/http/server.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { checkBackup } from '#server/platform/backup/check.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { age, pathOf } from '#test/support/stored-files.ts'

const KEY = 'una-clave-de-prueba-de-treinta-y-dos-letras'
/** Files whose rows are deleted during the backup, so that the sweep could remove them under it. */
const LEAVING = 300
const ACCOUNTS = ['cci', 'proveedor', 'evaluador', 'entidad', 'borrador']

/** Two users who invite and upload without a pause, and record the acknowledged writes. */
function startWriters(cci: Caller, owner: Caller, validationId: string, documentName: string) {
  const emails: string[] = []
  const files: string[] = []
  const failures: string[] = []
  let ending = false
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !ending; n++) await work(n)
  }
  const running = [
    repeat(async n => {
      const email = `drill${n}@uno.example`
      const { status } = await cci.call(invite, { body: { type: 'PROVIDER', email } })
      if (status === 201) emails.push(email)
      else failures.push(`invitation ${n}: ${status}`)
    }),
    repeat(async n => {
      const file = pdf(`drill ${n}`)
      const { status } = await upload(owner, validationId, documentName, file)
      if (status === 201) files.push(createHash('sha256').update(file.content).digest('hex'))
      else failures.push(`upload ${n}: ${status}`)
    }),
  ]
  return {
    emails,
    files,
    failures,
    stop: async () => {
      ending = true
      await Promise.all(running)
    },
  }
}

async function addLeavingFiles({ app }: TestPortal): Promise<string[]> {
  const names: string[] = []
  for (let n = 0; n < LEAVING; n++) {
    const content = `leaving ${n}`.padEnd(2000 + n)
    const sha256 = createHash('sha256').update(content).digest('hex')
    await mkdir(dirname(pathOf(app, sha256)), { recursive: true })
    await writeFile(pathOf(app, sha256), content)
    await age(pathOf(app, sha256))
    names.push(sha256)
  }
  await app.db
    .insertInto('stored_file')
    .values(
      names.map((sha256, n) => ({
        sha256,
        size: 2000 + n,
        media_type: 'application/pdf',
        created_at: app.clock.now(),
      })),
    )
    .execute()
  return names
}

/** Deletes rows and runs the sweep repeatedly until stopped. */
function startSweeping({ app }: TestPortal, leaving: string[]) {
  let ending = false
  const running = (async () => {
    while (!ending) {
      const gone = leaving.splice(0, 10)
      if (gone.length > 0) await app.db.deleteFrom('stored_file').where('sha256', 'in', gone).execute()
      await sweepFiles(app)
    }
  })()
  return async () => {
    ending = true
    await running
  }
}

async function drill(failures: string[]): Promise<void> {
  const world = await startTestPortal({ environment: { APP_SECRET: KEY } })
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-drill-'))
  const elsewhere = await createEmptyDatabase()
  let restored: RunningApp | null = null
  try {
    const { app, clock } = world
    const cci = await world.signIn('cci@almotacen.example')
    const owner = await world.signIn('borrador@almotacen.example')
    const validation = await ownDocumentation(owner)
    const [documentName] = Object.keys(await documentsOf(owner, validation.id))
    const leaving = await addLeavingFiles(world)
    const writers = startWriters(cci, owner, validation.id, documentName!)
    while (writers.emails.length < 5 || writers.files.length < 5) await new Promise(done => setTimeout(done, 5))
    const before = { emails: [...writers.emails], files: [...writers.files] }
    const stopSweeping = startSweeping(world, leaving)
    const backup = join(folder, 'backup')
    const source = { connection: app.pool.options, dataDir: app.settings.dataDir, appSecret: KEY, clock }
    const manifest = await takeBackup(source, backup)
    const meanwhile = writers.emails.length - before.emails.length
    await stopSweeping()
    await writers.stop()
    failures.push(...writers.failures)
    if (meanwhile === 0) failures.push('nothing was written during the back-up: the drill shows nothing')
    if (manifest.damaged.length > 0) failures.push(`${manifest.damaged.length} files went while they were copied`)
    failures.push(...(await checkBackup(backup, clock)).wrong)

    const dataDir = join(folder, 'elsewhere')
    const target = { connection: elsewhere.owner, dataDir, appSecret: KEY, clock }
    await restoreBackup(target, backup)
    const settings = readSettings({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://portal.example',
      APP_SECRET: KEY,
    })
    restored = await openApp(settings, elsewhere.connection, { clock, autoMail: false, owner: elsewhere.owner })
    failures.push(...(await examine(restored, before)))
  } finally {
    await restored?.stop()
    await world.stop()
    await elsewhere.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Checks a restored portal: every row has its file, the audit log is complete, acknowledged writes exist, sign-in
 * works.
 */
async function examine({ app }: RunningApp, before: { emails: string[]; files: string[] }): Promise<string[]> {
  const failures: string[] = []
  const report = (await scrub(app))!
  const harmed = [...report.corrupt, ...report.missing, ...report.orphans]
  if (harmed.length > 0) failures.push(`files: ${JSON.stringify(report)}`)
  const trail = await verifyAuditLog(app.db)
  if (!trail.ok) failures.push(`trail: ${JSON.stringify(trail)}`)
  const emails = await app.db.selectFrom('invitation').select('email').where('email', 'in', before.emails).execute()
  if (emails.length !== before.emails.length) failures.push(`${before.emails.length - emails.length} invitations lost`)
  const files = await app.db
    .selectFrom('document_version')
    .select('sha256')
    .where('sha256', 'in', before.files)
    .execute()
  if (files.length !== before.files.length) failures.push(`${before.files.length - files.length} uploads lost`)
  const alive = await app.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()
  if (alive.length > 0) failures.push(`${alive.length} sessions live on`)
  const fastify = await buildServer(app, { withWeb: false })
  for (const account of ACCOUNTS) {
    const answer = await fastify.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'x-requested-with': 'x', 'x-csrf-token': 'x' },
      payload: { email: `${account}@almotacen.example`, password: PASSWORD },
    })
    if (answer.statusCode !== 200) failures.push(`${account} is not let in: ${answer.statusCode}`)
  }
  await fastify.close()
  return failures
}

export const restoreDrill: TrustPromise = {
  id: 'R14',
  text: 'A back-up taken while people write and files are swept restores elsewhere to one moment: every row has its file, hashes and trail hold, nothing acknowledged before it is missing, and people are let in.',
  trials: 20,
  tx: 'drills',
  run: async ({ trials, log }) => {
    const failures: string[] = []
    for (let trial = 1; trial <= trials; trial++) {
      const found: string[] = []
      await drill(found)
      failures.push(...found.map(failure => `drill ${trial}: ${failure}`))
      log(`${trial} drills`)
    }
    return { trials, failures }
  },
}
