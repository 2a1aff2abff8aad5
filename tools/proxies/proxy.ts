import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './client.ts'

export type TlsProxy = {
  name: string
  program: string
  /** The largest body that it lets pass, in bytes; without, the portal alone decides. */
  limit?: number
  /** Writes its configuration and gives the words that test it and those that start it. */
  prepare(ports: { own: number; behind: number }, place: string): { test: string[]; start: string[] }
}

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')

/** @throws if the text does not occur, so that a changed configuration is noticed. */
function exchange(text: string, pairs: [string | RegExp, string][]): string {
  return pairs.reduce((changed, [from, to]) => {
    const next = changed.replaceAll(from, to)
    if (next === changed) throw new Error(`${String(from)} does not occur.`)
    return next
  }, text)
}

export const proxies: TlsProxy[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    limit: 60 * 1024 * 1024,
    prepare({ own, behind }, place) {
      const site = exchange(read('nginx/almotacen.conf'), [
        ['127.0.0.1:3000', `127.0.0.1:${behind}`],
        ['listen 443', `listen 127.0.0.1:${own}`],
        ['/etc/nginx/certificates', place],
      ])
      writeFileSync(join(place, 'site.conf'), site)
      const main = `daemon off; pid ${place}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; include ${place}/site.conf; }\n`
      writeFileSync(join(place, 'nginx.conf'), main)
      const words = ['-c', join(place, 'nginx.conf')]
      return { test: ['-t', ...words], start: words }
    },
  },
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    prepare({ own, behind }, place) {
      const pem = join(place, 'portal.pem')
      writeFileSync(
        pem,
        readFileSync(join(place, 'portal.crt'), 'utf8') + readFileSync(join(place, 'portal.key'), 'utf8'),
      )
      const file = join(place, 'haproxy.cfg')
      const text = exchange(read('container/haproxy.cfg'), [
        ['bind :8443', `bind 127.0.0.1:${own}`],
        ['/etc/haproxy/certificates/portal.pem', pem],
        ['portal1:3000', `127.0.0.1:${behind}`],
        [/.*portal2:3000\n/g, ''],
      ])
      writeFileSync(file, text)
      return { test: ['-c', '-f', file], start: ['-db', '-f', file] }
    },
  },
]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Tests the configuration, starts the proxy in front of a port, and waits until it passes requests on. */
export async function startProxy({ name, program, prepare }: TlsProxy, behind: number, place: string) {
  const port = await freePort()
  const { test, start } = prepare({ own: port, behind }, place)
  const tested = spawnSync(program, test, { encoding: 'utf8' })
  if (tested.status !== 0) throw new Error(`${name} refuses its configuration:\n${tested.stdout}${tested.stderr}`)
  const child = spawn(program, start, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 100; tries++) {
    const passed = await ask(port, { path: '/health/ready' }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (passed) return { port, stop }
    await sleep(100)
  }
  await stop()
  throw new Error(`${name} does not serve.`)
}
