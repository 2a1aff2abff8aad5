import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import pg from 'pg'

type Link = {
  client: Socket
  server: Socket
  /** The direction that a black hole drops; when it ends, the data arrives, as with TCP retransmission. */
  held: (() => void)[]
  /** Drops all data in both directions, silently. */
  lost: boolean
}

type Trap = { word: string; fault: 'cutBefore' | 'cutAfter' | 'blackHole' | 'lose'; done: () => void }

/**
 * A network proxy with faults on demand, between a portal and its database, or another server given by host and port.
 */
export class FaultProxy {
  /** The address of the server through the proxy. */
  readonly connection: pg.PoolConfig
  readonly #listener: Server
  readonly #port: number
  readonly #links = new Set<Link>()
  #silent = false
  #delayMs = 0
  #trap: Trap | null = null

  private constructor(listener: Server, target: pg.PoolConfig) {
    this.#listener = listener
    this.#port = (listener.address() as { port: number }).port
    this.connection = through(this.#port, target)
  }

  static async before(target: pg.PoolConfig): Promise<FaultProxy> {
    const { host, port } = new pg.Client(target)
    const listener = createServer({ allowHalfOpen: false }, client => {
      const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      proxy.#join(client, server)
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const proxy = new FaultProxy(listener, target)
    return proxy
  }

  #join(client: Socket, server: Socket): void {
    const link: Link = { client, server, held: [], lost: false }
    this.#links.add(link)
    client.on('error', () => {})
    server.on('error', () => {})
    client.on('data', chunk => {
      const trap = this.#trap
      if (trap && chunk.includes(trap.word)) {
        this.#trap = null
        if (trap.fault === 'cutBefore') return this.#cut(link, trap)
        if (trap.fault === 'cutAfter') server.prependOnceListener('data', () => this.#cut(link, trap))
        else {
          if (trap.fault === 'lose') this.lose()
          else this.blackHole()
          trap.done()
        }
      }
      this.#pass(link, () => server.write(chunk))
    })
    server.on('data', chunk => this.#pass(link, () => client.write(chunk)))
    client.on('close', () => this.#pass(link, () => server.destroy()))
    server.on('close', () => {
      this.#links.delete(link)
      this.#pass(link, () => client.destroy())
    })
  }

  #cut(link: Link, trap: Trap): void {
    link.lost = true
    link.client.resetAndDestroy()
    link.server.destroy()
    trap.done()
  }

  #pass(link: Link, arrive: () => void): void {
    if (link.lost) return
    if (this.#silent) link.held.push(arrive)
    else if (this.#delayMs > 0) setTimeout(arrive, this.#delayMs)
    else arrive()
  }

  /** Drops everything silently, new connections too: a pulled cable, a dropping firewall. */
  blackHole(): void {
    this.#silent = true
  }

  /** As `blackHole`, for existing connections only: a firewall that lost its state. */
  lose(): void {
    for (const link of this.#links) link.lost = true
  }

  /** Resets connections and refuses new ones: the server is stopped. */
  async refuse(): Promise<void> {
    const closed = new Promise(resolve => this.#listener.close(resolve))
    for (const { client, server } of this.#links) {
      client.resetAndDestroy()
      server.destroy()
    }
    await closed
  }

  delay(ms: number): void {
    this.#delayMs = ms
  }

  /**
   * The fault when `word` is next sent: the connection is cut before the server receives it, or after its answer and
   * before that arrives; or from then on everything is dropped, or existing connections are.
   */
  at(word: string, fault: Trap['fault']): Promise<void> {
    return new Promise(done => {
      this.#trap = { word, fault, done }
    })
  }

  /** Ends all faults, and delivers the data held by a black hole. */
  async heal(): Promise<void> {
    this.#silent = false
    this.#delayMs = 0
    this.#trap = null
    if (!this.#listener.listening) {
      this.#listener.listen(this.#port, '127.0.0.1')
      await once(this.#listener, 'listening')
    }
    for (const link of this.#links) for (const arrive of link.held.splice(0)) arrive()
  }

  async stop(): Promise<void> {
    await this.refuse()
  }
}

function through(port: number, target: pg.PoolConfig): pg.PoolConfig {
  if (!target.connectionString) return { ...target, host: '127.0.0.1', port }
  const url = new URL(target.connectionString)
  url.searchParams.delete('host')
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) })
  return { connectionString: url.href }
}
