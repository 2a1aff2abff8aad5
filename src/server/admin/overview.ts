import { sql } from 'kysely'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'

const usage = 'overview rebuild'

/** Makes the stored overview rows again from the tables that they derive from (decision 026). */
export const overview: AppCommand = {
  usage,
  words: [1, 1],
  async run({ db }, [word]) {
    if (word !== 'rebuild') throw new CommandError(`Usage: npm run admin -- ${usage}`)
    const { rows } = await sql<{ wrong: number }>`select rebuild_overview() as wrong`.execute(db)
    const { wrong } = rows[0]!
    return wrong === 0 ? 'Every overview row was right.' : `Overview rows that were wrong and are right now: ${wrong}.`
  },
}
