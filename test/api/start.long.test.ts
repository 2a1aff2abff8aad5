import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '#test/support/certificate.ts'
import { spawnPortal, startProcess } from '#test/support/process.ts'

const root = join(import.meta.dirname, '../..')
let place: string

/** A fresh checkout: without built pages. */
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'almotacen-start-'))
  for (const name of [
    'db',
    'scripts',
    'src',
    'locales',
    'index.html',
    'package.json',
    'tsconfig.base.json',
    'vite.config.ts',
  ]) {
    await cp(join(root, name), join(place, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

const start = (environment: Record<string, string | undefined>) =>
  startProcess(join(place, 'data'), environment, [], { script: 'scripts/start.ts', from: place })

test('`npm start` of a fresh copy builds the pages, serves them and tells the demo accounts', async () => {
  // Unless set, NODE_ENV must not be the build's own value: production requires settings.
  const portal = await start({ NODE_ENV: undefined })
  try {
    const said = [
      'Pages: building',
      'Database: creating',
      'Demo world: loading',
      'cci@almotacen.example',
      'is ready at',
    ]
    const places = said.map(words => portal.output().indexOf(words))
    expect(places).toEqual(places.filter(place => place >= 0).sort((a, b) => a - b))
    // What runs meanwhile is logged after it.
    expect(portal.output()).toMatch(/is ready at http:\/\/localhost:\d+$/m)
    const page = await (await fetch(`${portal.url}/login`)).text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    expect((await fetch(new URL(script!, portal.url))).headers.get('content-type')).toContain('javascript')
  } finally {
    await portal.kill('SIGTERM')
  }
  // The stop keeps the compiled code for the next start.
  expect(readdirSync(join(place, 'dist/compiled'))).toHaveLength(1)
}, 60_000)

test('a second start finds them built, and a build that fails starts nothing', async () => {
  // A folder in which nothing can be written: the portal starts without compiled code.
  await rm(join(place, 'dist/compiled'), { recursive: true })
  await writeFile(join(place, 'dist/compiled'), '')
  const second = await start({ NODE_ENV: undefined })
  expect(second.output()).not.toContain('Construyendo')
  await second.kill('SIGTERM')
  await rm(join(place, 'dist'), { recursive: true })
  await rm(join(place, 'src/web/main/main.tsx'))
  await expect(start({ NODE_ENV: undefined })).rejects.toThrow('The pages could not be built')
}, 60_000)

describe('a start that cannot be is one sentence, and leaves nothing running', () => {
  const dataDir = () => join(place, 'data')
  const text = (read: () => string) => {
    try {
      return read()
    } catch {
      return ''
    }
  }
  /** The processes with the data folder in their arguments or as working directory. */
  const leftOver = () =>
    readdirSync('/proc')
      .filter(pid => /^\d+$/.test(pid) && Number(pid) !== process.pid)
      .filter(pid => {
        const told = text(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(`DATA_DIR=${dataDir()}`)
        return told || text(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(dataDir())
      })
      .map(pid => `${pid} ${text(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))}`)

  async function refused(environment: Record<string, string>): Promise<string> {
    const child = spawnPortal(dataDir(), environment, ['--empty'])
    let said = ''
    child.stderr!.on('data', chunk => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^Invalid settings:\n[^\n]+$/)])
    if (process.platform === 'linux') expect(leftOver()).toEqual([])
    return said
  }

  test('where the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await refused({ PORT: String(port) })).toMatch(
      `PORT: another program, perhaps another portal, already listens on 127.0.0.1 port ${port}.`,
    )
    other.close()
  }, 60_000)

  const firstFree = Number(text(() => readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) || '1024')
  test.each<[Record<string, string>, string]>([
    [{ HOST: '203.0.113.7' }, 'HOST: 203.0.113.7 is not an address of this machine'],
    [{ HOST: 'not-a-host' }, 'HOST: not-a-host is not an address of this machine'],
    // Root may bind it, as any user where the system reserves no ports.
    ...(process.getuid!() !== 0 && firstFree > 81
      ? ([[{ PORT: '81' }, 'PORT: this user cannot listen on port 81']] as [Record<string, string>, string][])
      : []),
  ])(
    'an address that cannot be listened at: %j',
    async (environment, sentence) => {
      expect(await refused(environment)).toMatch(sentence)
    },
    60_000,
  )

  test('where the certificate is not of the key', async () => {
    const [TLS_CERT, TLS_KEY] = [join(place, 'cert.pem'), join(place, 'key.pem')]
    await writeFile(TLS_CERT, certificate('uno.example').cert)
    await writeFile(TLS_KEY, certificate('otro.example').key)
    expect(await refused({ TLS_CERT, TLS_KEY })).toMatch(/TLS_CERT and TLS_KEY: .*do not work together/)
    await writeFile(TLS_KEY, 'no es una clave')
    expect(await refused({ TLS_CERT, TLS_KEY })).toMatch(/TLS_CERT and TLS_KEY: .*do not work together/)
  }, 60_000)

  test('where the key is not the one that the database was served with', async () => {
    expect(await refused({ APP_SECRET: 'x'.repeat(40) })).toMatch(
      /The key of the portal does not belong to this database/,
    )
  }, 60_000)
})
