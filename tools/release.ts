/**
 * npm run check:release: builds the archive of a release from this checkout, unpacks it, and runs what is in it while the
 * checkout is out of sight: pages, a demo world, an export, a back-up and the doctor. Ends with 1 on a fault.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keysOf } from '#assurance/trust/work.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { optionsOf } from '../scripts/usage.ts'

const usage = `npm run check:release                       two minutes
npm run check:release -- --archive <file>   one that npm run release has made`
const { archive: given } = optionsOf(usage, { archive: { type: 'string' } })
const root = join(import.meta.dirname, '..')
// Not the system's temporary folder, which may be in memory: back-ups there are refused.
const folder = mkdtempSync('/var/tmp/almotacen-release-check-')

let faults = 0
const check = (what: string, got: unknown, isRight: boolean) => {
  console.log(`${isRight ? '✓' : '✗'} ${what}: ${got}`)
  if (!isRight) faults++
}

function build(): string {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/release.ts'), '--snapshot', '--to', folder], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The release could not be built.')
  return globSync(join(folder, '*.tar.gz'))[0]!
}

function unpack(archive: string): string {
  const { status } = spawnSync('tar', ['--extract', '--file', archive, '--directory', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The release could not be unpacked.')
  return globSync(join(folder, 'almotacen-*/'))[0]!
}

/** Words that run a program of the release with an empty folder in place of the checkout, and without its environment. */
function within(release: string, ...words: string[]): string[] {
  const map = process.getuid!() === 0 ? [] : ['--map-root-user']
  const script = 'mount -t tmpfs tmpfs "$0"; cd "$1"; shift; exec env -i PATH=/usr/bin:/bin "$@"'
  const settings = [`DATA_DIR=${join(folder, 'data')}`, 'PORT=0', 'WORKERS=1']
  const node = join(release, 'node_modules/node/bin/node')
  return ['--mount', ...map, 'sh', '-euc', script, root, release, ...settings, node, ...words]
}

function admin(release: string, ...words: string[]) {
  const run = spawnSync('unshare', within(release, 'src/server/admin/main.ts', ...words), { encoding: 'utf8' })
  return { ...run, said: run.stdout.trim() }
}

async function checkServed(url: string, version: string): Promise<void> {
  const { version: said } = await (await fetch(`${url}/health`)).json()
  check('/health names the release', said, said === version)
  const page = await (await fetch(url)).text()
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '/none.js'
  check('the page has its script', script, (await fetch(`${url}${script}`)).status === 200)
  const headers = await keysOf({ url } as PortalProcess, 'cci')
  const listed = await fetch(`${url}/api/v1/invitations/export?format=xlsx`, { headers })
  check(
    'a user signs in and a workbook is made',
    `${(await listed.arrayBuffer()).byteLength} bytes`,
    listed.status === 200,
  )
}

function checkCommands(release: string, version: string): void {
  check('the command names the release', admin(release, '--version').said, admin(release, '--version').said === version)
  const copy = admin(release, 'backup', '--to', join(folder, 'copy'))
  check('a back-up is taken', copy.said.split('\n')[0], copy.status === 0)
  const { checks } = JSON.parse(admin(release, 'doctor', '--json').said) as {
    checks: { check: string; state: string; found: string }[]
  }
  for (const name of ['version', 'programs', 'database', 'key', 'files', 'auditLog']) {
    const found = checks.find(each => each.check === name)
    check(`doctor: ${name}`, found?.found, found?.state === 'ok')
  }
}

async function checkRelease(release: string): Promise<void> {
  const version = basename(release).replace('almotacen-', '')
  const development = ['typescript', 'vite', 'vitest', '@biomejs', 'playwright-core']
  const left = development.filter(name => existsSync(join(release, 'node_modules', name)))
  check('no package of the development is in it', left.join(', ') || 'none', left.length === 0)
  mkdirSync(join(folder, 'data'))
  const portal = spawn('unshare', within(release, '--max-semi-space-size=8', 'src/server/app/main.ts'), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [portal.stdout, portal.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const ended = once(portal, 'exit')
  const urlIn = () => /is ready at (http:\/\/localhost:\d+)/.exec(said)?.[1]
  while (!urlIn() && portal.exitCode === null) await sleep(200)
  const url = urlIn()
  check('it starts with its demo world', url ?? said, url !== undefined)
  if (url) {
    await checkServed(url, version)
    checkCommands(release, version)
  }
  portal.kill('SIGTERM')
  const [code] = await ended
  check('it stops', `code ${code}`, code === 0)
}

try {
  await checkRelease(unpack(given ?? build()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(faults > 0 ? 1 : 0)
