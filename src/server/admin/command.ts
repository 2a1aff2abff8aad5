import type { ParseArgsOptionsConfig } from 'node:util'
import { parseArgs } from 'node:util'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import type { OpenDatabase } from '#server/platform/database/open.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** A command refused or failed. Only the message is printed; the exit code is 1. */
export class CommandError extends Error {}

/** The syntax and help text of a command. */
type Form = {
  usage: string
  /** Minimum and maximum number of positional arguments. */
  words?: [least: number, most: number]
  options?: ParseArgsOptionsConfig
}

/** A command for the operator. It returns the text to print. */
export type AppCommand = Form & {
  bare?: false
  /** The command may run on an empty installation; the others require an existing one. */
  begins?: true
  /** The command changes no row: it runs as the owner of the tables and grants no rights. */
  readsOnly?: true
  run(app: AppContext, words: string[], database: OpenDatabase): Promise<string>
}

/** Opens the database without migrating it, as its owner if known and as the portal serves, and closes it afterwards. */
export type WithDatabase = <T>(work: (connection: Connection, serving: Connection) => Promise<T>) => Promise<T>

/** A command that works on the database or the files themselves: it migrates nothing and creates no key. */
export type BareCommand = Form & {
  bare: true
  /** Its exit code when it cannot be run; 1 by default. */
  failure?: number
  run(settings: Settings, withDatabase: WithDatabase, words: string[]): Promise<string>
}

export type Command = AppCommand | BareCommand

/**
 * Parses the arguments after a command's name.
 * @throws CommandError for anything that does not match its form
 */
export function readWords<O extends ParseArgsOptionsConfig>(
  { usage, words: [least, most] = [0, Number.POSITIVE_INFINITY], options }: Form & { options?: O },
  args: string[],
) {
  const misread = new CommandError(`The command is not valid. Nothing was done. Usage: npm run admin -- ${usage}`)
  try {
    const { positionals, values } = parseArgs({ args, options: options ?? ({} as O), allowPositionals: true })
    if (positionals.length >= least && positionals.length <= most) return { words: positionals, options: values }
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error
  }
  throw misread
}
