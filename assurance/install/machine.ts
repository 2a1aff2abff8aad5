/** A Debian in a folder whose systemd really boots, in namespaces of this machine. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Shell } from '#assurance/install/commands.ts'
import { shellBy } from '#assurance/install/commands.ts'

const SUITE = 'bookworm'
/** What a server has when the operator comes: systemd, and a mail server on it. */
const BASE = ['systemd', 'systemd-sysv', 'dbus', 'procps', 'iproute2', 'openssl', 'ca-certificates', 'postfix']
/** The namespaces of its own; the network has nothing but its loopback. */
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--cgroup', '--net', '--uts', '--ipc']

/** Mounts what a container has, and becomes its first process. */
const BOOT = `
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for each in null zero full random urandom tty; do touch dev/$each; mount --bind /dev/$each dev/$each; done
mkdir dev/shm dev/pts dev/mqueue
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount -t tmpfs -o mode=1777 tmpfs tmp
ip link set lo up
hostname portal
pivot_root . mnt
umount -l /mnt
mount --make-rshared /
exec env -i container=namespaces PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
`

/** Why no systemd can be booted here; null where it can. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root'
  if (!existsSync('/usr/bin/mmdebstrap')) return 'mmdebstrap is missing (apt-get install mmdebstrap)'
  const tried = 'mount -t tmpfs tmpfs /mnt && mkdir /mnt/a && mount -t cgroup2 none /mnt/a && ip link set lo up'
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'sh', '-ec', tried], { encoding: 'utf8' })
  return status === 0 ? null : `this container forbids it: ${stderr.trim()}`
}

/** Makes the Debian, with the packages that the page installs at hand: the booted one has no network to fetch them. */
export function makeBase(folder: string, packages: readonly string[]): void {
  const words = ['--mode=root', '--variant=minbase', '--format=directory', '--quiet', `--include=${BASE.join()}`]
  execFileSync('mmdebstrap', [...words, SUITE, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
  const apt = (...rest: string[]) =>
    execFileSync('chroot', [folder, 'apt-get', '--quiet', ...rest], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', '--download-only', ...packages)
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost portal.example portal\n')
  writeFileSync(join(folder, 'etc/hostname'), 'portal\n')
}

const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'DEBIAN_FRONTEND=noninteractive',
]

/** A booted machine: commands are run there as root in /root. */
export class Machine implements Shell {
  readonly folder: string
  readonly run: Shell['run']
  readonly runBeside: Shell['runBeside']
  readonly #child: ChildProcess
  private constructor(folder: string, child: ChildProcess, pid: number) {
    this.folder = folder
    this.#child = child
    const place = ['--target', String(pid), '--all', '--root', '--wdns=/root']
    const shell = shellBy(['nsenter', ...place, 'env', '-i', ...ENVIRONMENT])
    this.run = shell.run
    this.runBeside = shell.runBeside
  }

  /** Boots the Debian in a folder. @returns it once systemd has started everything */
  static async boot(folder: string): Promise<Machine> {
    const child = spawn('unshare', [...NAMESPACES, 'sh', '-euc', BOOT, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'spawn')
    const children = `/proc/${child.pid}/task/${child.pid}/children`
    let first = ''
    while (child.exitCode === null && first === '') {
      await sleep(100)
      first = readFileSync(children, 'utf8').trim()
    }
    const machine = new Machine(folder, child, Number(first))
    for (;;) {
      const { said } = machine.run('systemctl is-system-running')
      if (['running', 'degraded'].includes(said)) return machine
      if (child.exitCode !== null) throw new Error(`systemd did not boot: ${said}`)
      await sleep(500)
    }
  }

  /** As if its power were cut. */
  async cut(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
