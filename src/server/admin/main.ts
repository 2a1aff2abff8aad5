/** `npm run admin -- <command>`: operator commands. They may run while the app does. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// In the portal's own folder: compiled code is run as it is. Without the right to write there, a command starts uncached.
enableCompileCache({ directory: join(import.meta.dirname, '../../../dist/compiled') })
await import('#server/admin/command-line.ts')
