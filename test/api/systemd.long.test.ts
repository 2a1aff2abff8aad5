import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnPortal, workersOf } from '#test/support/process.ts'

/* What the portal says to systemd, received at a socket as that of systemd, and sent by the real systemd-notify. */

/** Node.js has no Unix datagrams, and Perl is part of each Debian. */
const LISTENER = `
  use IO::Socket::UNIX; use Socket;
  my $own = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die;
  $| = 1;
  print "listens\\n";
  while (defined recv($own, my $text, 4096, 0)) { $text =~ tr/\\n/ /; print "$text\\n" }
`

const isHere = ['perl', 'systemd-notify'].every(program => spawnSync(program, ['--version']).status === 0)
if (!isHere) console.warn('systemd.long.test.ts runs nothing: this machine lacks Perl or systemd-notify.')

let folder: string
let said: string[] = []
const listener = { end: () => {} }
let child: ReturnType<typeof spawnPortal>

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-systemd-')
  const perl = spawn('perl', ['-e', LISTENER, join(folder, 'notify')], { stdio: ['ignore', 'pipe', 'inherit'] })
  listener.end = () => perl.kill()
  const lines = createInterface(perl.stdout)
  await once(lines, 'line')
  lines.on('line', line => line !== 'BARRIER=1' && said.push(line))
})
afterAll(async () => {
  listener.end()
  if (child.exitCode === null) for (const pid of [...workersOf(child.pid!), child.pid!]) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function start(environment: Record<string, string>): void {
  said = []
  const given = { NOTIFY_SOCKET: join(folder, 'notify'), WATCHDOG_USEC: String(4_000_000), ...environment }
  child = spawnPortal(join(folder, 'data'), given, ['--empty'])
  child.stdout!.resume()
  child.stderr!.resume()
}
const heard = (word: string) => said.filter(line => line.includes(word)).length

test.runIf(isHere).each(['1', '2'])(
  'CARE-04: systemd is notified that %s worker starts, serves, answers and stops',
  async workers => {
    start({ WORKERS: workers })
    await expect.poll(() => heard('READY=1'), { timeout: 60_000 }).toBe(1)
    expect(said[0]).toContain('EXTEND_TIMEOUT_USEC=60000000')
    await expect.poll(() => heard('WATCHDOG=1'), { timeout: 20_000 }).toBeGreaterThan(1)
    // The variable speaks for the service, and stays with the first process.
    for (const pid of workers === '1' ? [] : workersOf(child.pid!)) {
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('NOTIFY_SOCKET')
    }
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(said.at(-1)).toContain('STOPPING=1')
  },
  120_000,
)

test.runIf(isHere)(
  'CARE-04: a port that does not answer is no sign of life',
  async () => {
    start({ WORKERS: '2' })
    await expect.poll(() => heard('WATCHDOG=1'), { timeout: 60_000 }).toBeGreaterThan(0)
    for (const pid of workersOf(child.pid!)) process.kill(pid, 'SIGSTOP')
    // Those that were asked before are answered; then a whole limit without a sign.
    let count = -1
    const isSilent = () => {
      const before = count
      count = heard('WATCHDOG=1')
      return before === count
    }
    await expect.poll(isSilent, { timeout: 30_000, interval: 4000 }).toBe(true)
    for (const pid of workersOf(child.pid!)) process.kill(pid, 'SIGCONT')
    await expect.poll(() => heard('WATCHDOG=1'), { timeout: 20_000 }).toBeGreaterThan(count)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  },
  120_000,
)
