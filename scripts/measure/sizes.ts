import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const GENERATED = /database\/tables\.ts$/
const sourceFiles = () =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(path => !/\.test\.tsx?$/.test(path) && !GENERATED.test(path))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const linesOf = (path: string) => textOf(path).split('\n').length

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

/** Prints how large the source is, and how much of it holds the parts together. */
export function reportSizes(): void {
  const source = sourceFiles()
  const sizes = source.map(linesOf).sort((a, b) => a - b)
  const total = sum(sizes)
  const tests = globSync('{src,test}/**/*.{test,e2e}.{ts,tsx}', { cwd: root })
  const at = (part: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))]
  console.log(
    `Source: ${source.length} files, ${total} lines; a file: median ${at(0.5)}, p90 ${at(0.9)}, max ${sizes.at(-1)}`,
  )
  for (const part of ['domain', 'server', 'web']) {
    console.log(`  src/${part}: ${sum(source.filter(path => path.startsWith(`src/${part}/`)).map(linesOf))} lines`)
  }
  const text = source.map(textOf).join('\n')
  const tables = textOf('db/schema.sql').match(/^create table/gim)!.length
  const imports = sum([...text.matchAll(/^import [^;]*? from '[^']+'$/gm)].map(([each]) => each.split('\n').length))
  const nonNull = text.match(/[\w)\]]!(?=[.,;)\]\s])(?!=)/g)!.length
  console.log(`Tables: ${tables}, ${Math.round(total / tables)} lines of source each`)
  console.log(
    `Imports: ${imports} lines, ${((100 * imports) / total).toFixed(1)} %; non-null assertions: about ${nonNull}`,
  )
  console.log(`Tests: ${tests.length} files, ${sum(tests.map(linesOf))} lines`)
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object }
  console.log(`Runtime dependencies: ${Object.keys(dependencies).length}`)
}
