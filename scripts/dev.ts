/** `npm run dev`: the server, restarted on each change, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'src/server/app/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const web = await createServer({ root })
await web.listen()
web.printUrls()
process.on('SIGINT', () => {
  server.kill('SIGTERM')
  void web.close()
})
