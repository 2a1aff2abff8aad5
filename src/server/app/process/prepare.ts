import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCci } from '#server/app/centre.ts'
import type { Life } from '#server/app/process/life.ts'
import { hasDemoAccounts, loadDemoWorld } from '#server/demo/world.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { settleKey } from '#server/operation/key.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { servingLimits } from '#server/platform/database/connect.ts'
import { excessOf } from '#server/platform/database/privileges.ts'
import { limitsMissing } from '#server/platform/database/topology/pooler.ts'
import type { Presence } from '#server/platform/database/topology/presence.ts'
import { recordPresence } from '#server/platform/database/topology/presence.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

export const say = (line: string) => console.log(line)

export const hasPages = (): boolean => existsSync(join(import.meta.dirname, '../../../../dist/web/index.html'))

/**
 * What one process of a server does before any serves: sweeps after killed servers, signs what they left, and fills an
 * empty installation.
 * @returns the lines for the terminal once the portal serves, and the record that it runs
 * @throws SettingsError for demo accounts in production
 */
export async function prepare(
  life: Life,
  app: AppContext,
  connection: Connection,
): Promise<{ lines: readonly string[]; presence: Presence }> {
  const { settings } = app
  await settleKey(app)
  // Sweeps the partial uploads of killed servers, which no caller waits for.
  const presence = await recordPresence(connection, () => app.files.sweepIncoming(performance.timeOrigin))
  life.begun(() => presence.stop())
  // Signs the entries that an earlier run left unsigned, before this run writes more.
  await checkpointsOf(app).sign()
  await ensureCci(app)
  if (settings.production && (await hasDemoAccounts(app))) {
    throw new SettingsError(
      'This database has demo accounts, whose password is public. Start production with another DATA_DIR or DATABASE_URL.',
    )
  }
  const isEmpty = process.argv.includes('--empty')
  const demo = settings.production || isEmpty ? null : await loadDemoWorld(app, say)
  const lines = [...(demo?.accounts ?? [])]
  if (!hasPages()) lines.unshift('The pages are not built: npm run build')
  if (demo && !settings.smtpUrl) lines.push('\nThe demo sends no mail: read it at /demo/correo')
  if (!demo && (await hasNoCciUser(app))) {
    lines.push('There is no CCI user yet. Create the first: npm run admin -- create-user you@your-organisation.example')
  }
  const excess = await excessOf(connection)
  if (excess.length > 0) {
    lines.push(
      `WARNING: the user of DATABASE_URL ${excess.join(', ')}. An attacker who takes over the portal could delete the traces. ` +
        'Give it a user with only the rights it needs: npm run admin -- database roles <user>',
    )
  }
  const missing = settings.databaseDirectUrl
    ? await limitsMissing(app.db, { ...servingLimits, statement: settings.statementMs })
    : []
  if (missing.length > 0) {
    lines.push(
      `WARNING: the pooler of DATABASE_URL passes on no time limits. As a superuser, run: ${missing.join(' ')}`,
    )
  }
  if (settings.clockOffsetMs !== 0) lines.push(`The clock is shifted: today is ${app.clock.today()}.`)
  return { lines, presence }
}

/** Says that the portal serves. The address comes last, so that it stays at the end of the terminal. */
export function sayReady(lines: readonly string[], productName: string, port: number): void {
  for (const line of lines) say(line)
  say(`\n${productName} is ready at http://localhost:${port}`)
}

async function hasNoCciUser({ db }: AppContext): Promise<boolean> {
  const row = await db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select('u.id')
    .where('p.kind', '=', 'CCI')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined
}
