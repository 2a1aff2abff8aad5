import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a mutant of Stryker changes in a line: conditions, comparisons, calls of a filter, and returns. */
const mutable = /\bif \(|&&|\|\||\?\?|[=!]==|[<>]=? |\? |\.(filter|some|every)\(|return |=> |!\w/
/** Commands and the processes of a server: the switch of a mutant does not reach them. The demo, and what is generated. */
const without = ['**/*.test.ts', 'src/server/{admin,demo,app/process}/**', '**/tables.ts']
/** Types, imports, comments and the texts of SQL have no mutants that matter. */
const inert = /^\s*(\*|\/[/*]|import |export type|type |interface )/

/**
 * Lines of src/server that a mutant may change, drawn without repetition: each with its path and its number from 1.
 * @param next a number below its argument
 */
export function sampleLines(root: string, count: number, next: (limit: number) => number): [string, number][] {
  const paths = globSync('src/server/**/*.ts', {
    cwd: root,
    exclude: without,
  })
  const lines = paths.sort().flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at): [string, number][] => (mutable.test(line) && !inert.test(line) ? [[path, at + 1]] : [])),
  )
  return Array.from({ length: Math.min(count, lines.length) }, () => lines.splice(next(lines.length), 1)[0]!)
}
