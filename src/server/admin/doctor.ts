import type { CheckState } from '#domain/notification/operation/server/server.ts'
import { checkStateLabels, worstOf } from '#domain/notification/operation/server/server.ts'
import type { BareCommand, WithDatabase } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { hasPortal } from '#server/admin/existing.ts'
import type { Outcome } from '#server/operation/doctor/examine.ts'
import { examine, RELEASE } from '#server/operation/doctor/examine.ts'
import type { Site } from '#server/operation/doctor/finding.ts'
import { broken } from '#server/operation/doctor/finding.ts'
import { existingKeys } from '#server/platform/backup/take.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect, servingLimits } from '#server/platform/database/connect.ts'
import { version } from '#server/platform/installation/version.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

const EXITS: Record<CheckState, number> = { ok: 0, warn: 1, broken: 2 }

const form = {
  usage: 'doctor [--json] [--mail <address>]',
  words: [0, 0] as [number, number],
  options: { json: { type: 'boolean' }, mail: { type: 'string' } } as const,
}

async function secretsOf(settings: Settings) {
  const [current, ...before] = await existingKeys(settings)
  return current === undefined ? null : secretsFrom(current, ...before)
}

/** Examines with the database, or without one that cannot be opened. */
async function examineWith(site: Omit<Site, 'db' | 'unreached'>, withDatabase: WithDatabase): Promise<Outcome[]> {
  const without = (...why: Parameters<typeof broken>) => examine({ ...site, db: null, unreached: broken(...why) })
  const { dataDir } = site.settings
  // It would be made otherwise.
  if (!hasPortal(site.settings))
    return without(
      `En ${dataDir} no hay ningún portal.`,
      'Compruebe DATA_DIR y DATABASE_URL: han de ser los del portal.',
    )
  try {
    return await withDatabase(async (_owner, serving) => {
      const { db } = connect(serving, 2, { ...servingLimits, connect: 10_000 })
      return examine({ ...site, db, unreached: null }).finally(() => db.destroy())
    })
  } catch (error) {
    return without(`No se puede abrir: ${(error as Error).message}`, 'Corrija lo que indica y repítalo.')
  }
}

/** One line for each check: its state, what was found, and what to do. */
function asLines(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ title }) => title.length))
  return outcomes
    .map(({ state, title, found, advice }) =>
      [
        checkStateLabels[state].toLowerCase().padEnd(checkStateLabels.ok.length),
        title.padEnd(width),
        [found, advice].filter(Boolean).join(' '),
      ].join('  '),
    )
    .join('\n')
}

/** Tries what an operator would, and says what is wrong and what to do (CARE-15). Exits with 0, 1 or 2. */
export const doctor: BareCommand = {
  ...form,
  bare: true,
  failure: EXITS.broken,
  async run(settings, withDatabase, given) {
    const { options } = readWords(form, given)
    if (options.mail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(options.mail))
      throw new CommandError(`Not a valid e-mail address: ${options.mail}`)
    const outcomes = await examineWith(
      {
        settings,
        clock: systemClock(settings.clockOffsetMs),
        root: RELEASE,
        secrets: await secretsOf(settings),
        publicUrl: settings.publicUrl ?? `http://localhost:${settings.port}`,
        mailTo: options.mail ?? null,
      },
      withDatabase,
    )
    const state = worstOf(outcomes.map(outcome => outcome.state))
    process.exitCode = EXITS[state]
    if (!options.json) return asLines(outcomes)
    const listed = outcomes.map(({ check, state, found, advice }) => ({ check, state, found, advice }))
    return JSON.stringify({ version, state, checks: listed }, null, 2)
  },
}
