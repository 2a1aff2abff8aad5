import type { ParseArgsOptionsConfig } from 'node:util'
import { parseArgs } from 'node:util'

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/**
 * Parses the options of a script; positional arguments are refused. `--help` prints the usage and ends with 0. An
 * unknown option or a missing value is named and ends with 1, before anything runs.
 */
export function optionsOf<const O extends ParseArgsOptionsConfig>(
  usage: string,
  options: O,
  args = process.argv.slice(2),
): Values<O> {
  if (args.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options }).values as Values<O>
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}
