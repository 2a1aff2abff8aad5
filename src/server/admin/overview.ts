import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'

const usage = 'overview rebuild'

/** Participants per transaction: the wrong rows of so many are mended under the lock of the audit log. */
const PIECE = 50

/** Makes the stored overview rows again from the tables that they derive from, in pieces (decision 047). */
export const overview: AppCommand = {
  usage,
  words: [1, 1],
  async run({ db }, [word]) {
    if (word !== 'rebuild') throw new CommandError(`Usage: npm run admin -- ${usage}`)
    let wrong = 0
    for (let after: string | null = ''; after !== null; ) {
      const { rows } = await sql<{ wrong: number; last: string | null }>`
        select * from rebuild_overview(${after}, ${PIECE})`.execute(db)
      wrong += onlyOf(rows).wrong
      after = onlyOf(rows).last
    }
    await sql`select recount_overview()`.execute(db)
    return wrong === 0 ? 'Every overview row was right.' : `Overview rows that were wrong and are right now: ${wrong}.`
  },
}
