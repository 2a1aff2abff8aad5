/** Hosts as network namespaces on a bridge: any can be cut off from the others. */
import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const BRIDGE = 'hosts'

function must(program: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
}

const ip = (...words: string[]) => must('ip', ...words)

/** Makes the bridge in this process' own network namespace. @param addresses of what runs on none of the hosts */
export function openNetwork(addresses: readonly string[]): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  for (const address of addresses) ip('address', 'add', `${address}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
}

const namespaceOf = (pid: number | string) => readlinkSync(`/proc/${pid}/ns/net`)

export class Host {
  readonly #name: string
  readonly #holder: ChildProcess
  private constructor(name: string, holder: ChildProcess) {
    this.#name = name
    this.#holder = holder
  }

  /** @param environment names the run, so that what is left of it can be cleared */
  static async start(name: string, addresses: readonly string[], environment: NodeJS.ProcessEnv): Promise<Host> {
    const words = ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity']
    const holder = spawn('setpriv', words, { stdio: 'ignore', env: { PATH: process.env.PATH, ...environment } })
    while (namespaceOf(holder.pid!) === namespaceOf('self')) await sleep(20)
    const host = new Host(name, holder)
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid))
    ip('link', 'set', name, 'master', BRIDGE, 'up')
    const [program = '', ...rest] = host.within
    const inside = (...own: string[]) => must(program, ...rest, ...own)
    for (const address of addresses) inside('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) inside('ip', 'link', 'set', device, 'up')
    // HAProxy opens the address that keepalived moves before it has it.
    inside('sysctl', '--quiet', '--write', 'net.ipv4.ip_nonlocal_bind=1')
    return host
  }

  /** The words that run a program on it. */
  get within(): string[] {
    return ['nsenter', `--net=/proc/${this.#holder.pid}/ns/net`]
  }

  /** Cuts it off: nothing that is sent arrives, and no error says so. */
  cut(): void {
    ip('link', 'set', this.#name, 'down')
  }

  join(): void {
    ip('link', 'set', this.#name, 'up')
  }

  /** Whether it has an address at present. */
  has(address: string): boolean {
    const [program = '', ...rest] = this.within
    const { stdout } = spawnSync(program, [...rest, 'ip', '--brief', 'address'], { encoding: 'utf8' })
    return stdout.includes(`${address}/`)
  }
}
