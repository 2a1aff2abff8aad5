import { isDay } from '#domain/values/day.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { excessOf } from '#server/platform/database/privileges.ts'
import { GleifError, loadGleif } from '#server/supervision/register/gleif/load.ts'

const form = {
  usage: 'gleif load <file>… [--part] [--date <day>]',
  words: [2, 4] as [number, number],
  options: { part: { type: 'boolean' }, date: { type: 'string' } } as const,
}

const kinds = { LEI: 'LEIs', PARENT: 'ultimate parents', EXCEPTION: 'companies without a parent' }

/** Loads files of GLEIF's golden copy, by which the registers of all banks are checked (REG-23). */
export const gleif: AppCommand = {
  ...form,
  async run({ clock }, given, { connection, owner }) {
    const {
      words: [word, ...paths],
      options: { part = false, date = null },
    } = readWords(form, given)
    if (word !== 'load') throw new CommandError(`Usage: npm run admin -- ${form.usage}`)
    if (date !== null && !isDay(date)) throw new CommandError(`Not a day: ${date}. Write it as 2026-11-28.`)
    if (!owner && !(await excessOf(connection)).includes('owns the audit log')) {
      throw new CommandError(
        'The user of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL to the connection of their owner.',
      )
    }
    try {
      const loaded = await loadGleif(owner ?? connection, { paths, on: date, isPart: part, now: clock.now() })
      return loaded.map(({ kind, on, rows }) => `Loaded ${rows} ${kinds[kind]} as published on ${on}.`).join('\n')
    } catch (error) {
      if (error instanceof GleifError) throw new CommandError(`${error.message} Nothing was changed.`)
      throw error
    }
  },
}
