/** `npm start`: builds the pages when they are missing or stale, then starts the portal. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

// Not by Node's option, which says on each start without the file that there is none.
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

function newest(patterns: string[]): number {
  return Math.max(0, ...globSync(patterns, { cwd: root }).map(path => statSync(join(root, path)).mtimeMs))
}

const built = newest(['dist/web/index.html'])
const sources = newest(['src/web/**', 'src/domain/**', 'index.html', 'vite.config.ts', 'package-lock.json'])
if (built === 0 || (sources > built && process.env.NODE_ENV !== 'production')) {
  console.log('Pages: building them, once per version (ten seconds)…')
  // A separate process: the build sets NODE_ENV and loads modules that the server does not need.
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error('The pages could not be built. The portal does not start.')
    process.exit(1)
  }
}
await import('#server/app/main.ts')
