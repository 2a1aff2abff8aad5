/** Runs all static checks, two at a time; ends with 1 if one fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const node = process.execPath
// Longest first.
const checks: readonly (readonly string[])[] = [
  ['tsc', '-p', '.'],
  ['tsc', '-p', 'src/web'],
  ['knip'],
  ['tsc', '-p', 'src/server'],
  [node, 'scripts/database-snapshot.ts', '--check'],
  ['tsc', '-p', 'src/domain'],
  ['biome', 'ci', '--error-on-warnings'],
  [node, 'scripts/states-doc.ts', '--check'],
  [node, 'scripts/asvs.ts', '--check'],
  [node, 'scripts/configuration.ts', '--check'],
]

const waiting = [...checks]
const failed: string[] = []

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [program = '', ...words] = check
    const run = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const [code] = (await once(run, 'close')) as [number | null]
    const name = check.join(' ').replace(node, 'node')
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code === 0) continue
    failed.push(name)
    console.error(said)
  }
}

await Promise.all([work(), work()])
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
