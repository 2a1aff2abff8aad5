import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '#test/support/process.ts'

const root = join(import.meta.dirname, '../..')
let place: string

/** The source as somebody has just fetched it: without built pages. */
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'almotacen-start-'))
  for (const name of ['db', 'scripts', 'src', 'index.html', 'package.json', 'tsconfig.base.json', 'vite.config.ts']) {
    await cp(join(root, name), join(place, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

const start = (environment: Record<string, string | undefined>) =>
  startProcess(join(place, 'data'), environment, [], { script: 'scripts/start.ts', from: place })

test('`npm start` of a fresh copy builds the pages, serves them and tells the demo accounts', async () => {
  // Said by nobody, NODE_ENV must not be what the build of the pages says to itself: production wants settings.
  const portal = await start({ NODE_ENV: undefined })
  try {
    expect(portal.output()).toContain('Construyendo las páginas')
    expect(portal.output()).toContain('cci@almotacen.example')
    const page = await (await fetch(`${portal.url}/login`)).text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    expect((await fetch(new URL(script!, portal.url))).headers.get('content-type')).toContain('javascript')
  } finally {
    await portal.kill('SIGTERM')
  }
}, 60_000)

test('a second start finds them built, and a build that fails starts nothing', async () => {
  const second = await start({ NODE_ENV: undefined })
  expect(second.output()).not.toContain('Construyendo')
  await second.kill('SIGTERM')
  await rm(join(place, 'dist'), { recursive: true })
  await rm(join(place, 'src/web/main.tsx'))
  await expect(start({ NODE_ENV: undefined })).rejects.toThrow('No se han podido construir las páginas')
}, 60_000)
