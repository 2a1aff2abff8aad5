import type { ParseArgsOptionsConfig } from 'node:util'
import { parseArgs } from 'node:util'
import type { AppContext } from '#server/app-context.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import type { OpenDatabase } from '#server/platform/database/open.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** What a command refuses or could not do. Only its sentence is printed, with exit code 1. */
export class CommandError extends Error {}

/** How a command is written. */
type Form = {
  usage: string
  /** The least and the most words that it takes beside its options. */
  words?: [least: number, most: number]
  options?: ParseArgsOptionsConfig
}

/** A command for the operator. It answers with the text to print. */
export type AppCommand = Form & {
  bare?: false
  /** Whether it may be the first that is done to an installation; the others want one that is there. */
  begins?: true
  /** Whether it changes no row: it runs as the owner of the tables, and grants no rights. */
  readsOnly?: true
  run(app: AppContext, words: string[], database: OpenDatabase): Promise<string>
}

/** Opens the database as it is, as its owner where that is known, and closes it afterwards. */
export type WithDatabase = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>

/** A command that works on what the portal stands on: nothing is migrated and no key is made for it. */
export type BareCommand = Form & {
  bare: true
  run(settings: Settings, withDatabase: WithDatabase, words: string[]): Promise<string>
}

export type Command = AppCommand | BareCommand

/** What was written after a command's name, as its form has it. @throws CommandError for anything else */
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
