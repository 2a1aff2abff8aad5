/** `npm start`: builds the pages when they are missing or older than their sources, then starts the portal. */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

function newest(patterns: string[]): number {
  return Math.max(0, ...globSync(patterns, { cwd: root }).map(path => statSync(join(root, path)).mtimeMs))
}

const built = newest(['dist/web/index.html'])
const sources = newest(['src/web/**', 'src/domain/**', 'index.html', 'vite.config.ts', 'package-lock.json'])
if (built === 0 || (sources > built && process.env.NODE_ENV !== 'production')) {
  console.log('Construyendo las páginas…')
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  await build({ root, logLevel: 'warn' })
  // The build says 'production' to itself; the portal is what its operator says.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}
await import('#server/main.ts')
