import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

function lines(pattern: string[], leave: RegExp): number[] {
  const files = globSync(pattern, { cwd: root }).filter(path => !leave.test(path))
  return files.map(path => readFileSync(join(root, path), 'utf8').split('\n').length).sort((a, b) => a - b)
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

/** Prints how large the source is. */
export function reportSizes(): void {
  const source = lines(['src/**/*.{ts,tsx}'], /\.test\.tsx?$|database\/tables\.ts$/)
  const tests = lines(['{src,test}/**/*.{test,e2e}.{ts,tsx}'], /^$/)
  const at = (part: number) => source[Math.min(source.length - 1, Math.floor(source.length * part))]
  console.log(
    `Source: ${source.length} files, ${sum(source)} lines; a file: median ${at(0.5)}, p90 ${at(0.9)}, max ${source.at(-1)}`,
  )
  console.log(`Tests: ${tests.length} files, ${sum(tests)} lines`)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  console.log(`Runtime dependencies: ${Object.keys(dependencies).length}`)
}
