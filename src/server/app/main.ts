/** The portal's process: what must precede its imports, then the portal. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { limitHeap } from '#server/app/process/memory.ts'
import { version } from '#server/platform/installation/version.ts'

// A word that it does not know must not start a portal.
const [word] = process.argv.slice(2).filter(each => each !== '--empty')
if (word !== undefined) {
  console.log(word === '--version' ? version : `Unknown: ${word}. The portal takes --empty (no demo) and --version.`)
  process.exit(word === '--version' ? 0 : 1)
}

// Before the cache: code compiled under other V8 flags is refused.
limitHeap()
// Beside the built pages, not in a shared folder: compiled code is run as it is. Without the right to write there, the
// portal starts uncached.
enableCompileCache({ directory: join(import.meta.dirname, '../../../dist/compiled') })
await import('#server/app/portal.ts')
