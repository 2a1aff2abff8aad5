import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '#server/app/app-start.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { buildServer } from '#server/http/server.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

export type DemoPortal = {
  url: string
  app: AppContext
  /** A new session of a demo account, as the page keeps it. */
  sessionOf(email: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** A portal with the demo world in a temporary folder, for the commands that look at its pages. */
export async function startDemoPortal(): Promise<DemoPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-demo-'))
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'no' })
  const database = await openDatabase(settings, () => {})
  const running = await openApp(settings, database.connection, { owner: database.owner, serving: true })
  await loadDemoWorld(running.app)
  const fastify = await buildServer(running.app)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    app: running.app,
    sessionOf: async email => {
      const answer = await fetch(`${url}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': 'none' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      })
      if (!answer.ok) throw new Error(`${email}: ${answer.status}`)
      const me = (await answer.json()) as { email: string; completed: boolean }
      return {
        authToken: answer.headers.get('authorization')!,
        app__csrf: answer.headers.get('x-csrf-token')!,
        userConnected: me.email,
        'app__completed-user': String(me.completed),
      }
    },
    stop: async () => {
      await fastify.close()
      await running.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
