import type { ParseArgsOptionsConfig } from 'node:util'
import { parseArgs } from 'node:util'

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/**
 * The options that a script was called with; nothing else may stand behind its name. `--help` prints how it is called and
 * ends with 0; before what it has not, or what lacks its value, is named, and that ends with 1.
 */
export function optionsOf<const O extends ParseArgsOptionsConfig>(usage: string, options: O): Values<O> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values as Values<O>
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}
