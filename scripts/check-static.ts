/** Runs all static checks, two at a time; ends with 1 if one fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const node = process.execPath

/** With one checker, because several repeat each other's work; a second run checks only what changed. */
const typesOf = (folder: string): readonly string[] => {
  const known = join(root, 'node_modules/.cache/types', folder, '.tsbuildinfo')
  return ['tsc', '-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known]
}

// Longest first.
const checks: readonly (readonly string[])[] = [
  typesOf('.'),
  typesOf('src/server'),
  typesOf('src/web'),
  ['knip'],
  [node, 'scripts/database-snapshot.ts', '--check'],
  typesOf('src/domain'),
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
    // The compiler, a Go program, collects its garbage less often: it ends before memory runs short.
    const env = { ...process.env, GOGC: '400' }
    const run = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const [code] = (await once(run, 'close')) as [number | null]
    const name = check.slice(0, 3).join(' ').replace(node, 'node')
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
