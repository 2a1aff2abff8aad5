/**
 * npm run check:proxies: starts nginx with deploy/nginx/almotacen.conf and HAProxy with deploy/container/haproxy.cfg on
 * other ports, in front of a demonstration portal and of a server that shows what passes. Ends with 1 on a fault.
 * Installs both as root on Debian; it needs openssl.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apt, canInstall } from '#test/support/debian.ts'
import { startProcess } from '#test/support/process.ts'
import { ask, opened, sendSlowly, streamed } from './proxies/client.ts'
import { proxies, startProxy, type TlsProxy } from './proxies/proxy.ts'
import { startShowing } from './proxies/showing.ts'

const CLIENT = '127.0.0.5'
const MiB = 1024 * 1024

const place = mkdtempSync(join(tmpdir(), 'almotacen-proxies-'))
let faults = 0
const check = (what: string, got: unknown, isRight: boolean) => {
  console.log(`${isRight ? '✓' : '✗'} ${what}: ${String(got)}`)
  if (!isRight) faults++
}

async function checkShowing(proxy: TlsProxy): Promise<void> {
  const showing = await startShowing()
  const running = await startProxy(proxy, showing.port, place)
  try {
    const { events, spread } = await streamed(running.port)
    check('server-sent events leave one by one', `${events} events over ${spread} ms`, events >= 3 && spread > 300)
    await sendSlowly(running.port, 30 * MiB)
    const { size, firstByteBeforeLast, headers } = showing.lastUpload()
    check('an upload of 30 MiB arrives', size, size === 30 * MiB)
    check('it is passed on while it is sent', firstByteBeforeLast, firstByteBeforeLast)
    const address = headers['x-forwarded-for']
    check('the address is that of the client, not what it says', address, address === CLIENT)
    check('the portal hears of TLS', headers['x-forwarded-proto'], headers['x-forwarded-proto'] === 'https')
    check('and of the host', headers.host, String(headers.host).startsWith('portal.example'))
    if (proxy.limit) {
      const tooLarge = await ask(running.port, { method: 'POST', path: '/upload', declared: proxy.limit + 1 })
      check('a body above the limit is refused before it is sent', tooLarge.status, tooLarge.status === 413)
    }
  } finally {
    await running.stop()
    await showing.stop()
  }
}

async function checkPortal(proxy: TlsProxy, portal: { url: string; output(): string }): Promise<void> {
  const running = await startProxy(proxy, Number(new URL(portal.url).port), place)
  try {
    const ready = await ask(running.port, { path: '/health/ready' })
    check('the portal answers over TLS', `${ready.status}, ${ready.protocol}`, ready.status === 200)
    const lasting = ready.raw.filter(name => name.toLowerCase() === 'strict-transport-security').length
    check('Strict-Transport-Security comes once', lasting, lasting === 1)
    const old = await ask(running.port, { path: '/', newest: 'TLSv1.1' }).then(
      ({ status }) => `answered ${status}`,
      (error: NodeJS.ErrnoException) => error.code,
    )
    check('TLS 1.1 is refused', old, !old?.startsWith('answered'))
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'check',
      'x-csrf-token': 'check',
      'x-forwarded-for': '203.0.113.9',
    }
    const enter = (password: string) =>
      ask(running.port, {
        method: 'POST',
        path: '/api/v1/login',
        headers,
        body: JSON.stringify({ email: 'cci@almotacen.example', password }),
      })
    const { status, token } = await enter('Almotacen.2026')
    check('a demo account signs in', status, status === 200)
    const stream = await opened(running.port, '/api/v1/stream', { authorization: token })
    check('its stream of changes opens and says something at once', stream.status, stream.status === 200)
    const before = portal.output().length
    await enter('wrong')
    await ask(running.port, { path: '/health/ready' })
    const said = /"address":"([^"]*)"/.exec(portal.output().slice(before))?.[1]
    check('a refusal is logged with the address of the client', said, said === CLIENT)
  } finally {
    await running.stop()
  }
}

const programs = proxies.map(({ program }) => program)
if (!programs.every(existsSync) && canInstall()) {
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'nginx-light', 'haproxy')
}
const missing = programs.filter(program => !existsSync(program))
if (missing.length > 0) {
  console.error(`Install ${missing.join(' and ')}.`)
  process.exit(1)
}
const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
const files = ['-keyout', join(place, 'portal.key'), '-out', join(place, 'portal.crt')]
spawnSync('openssl', [...words, '-subj', '/CN=portal.example', ...files], { stdio: 'ignore' })
const portal = await startProcess(join(place, 'data'), { TRUST_PROXY: '127.0.0.1' })
try {
  for (const proxy of proxies) {
    console.log(proxy.name)
    await checkShowing(proxy)
    await checkPortal(proxy, portal)
  }
} finally {
  await portal.kill('SIGTERM')
  rmSync(place, { recursive: true, force: true })
}
process.exit(faults === 0 ? 0 : 1)
