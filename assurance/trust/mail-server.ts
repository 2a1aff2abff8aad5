import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { SMTPServer } from 'smtp-server'
import { FaultProxy } from '#test/support/fault-proxy.ts'

/** The behaviours of the mail server. The last two accept the mail without confirming it. */
export const moods = ['works', 'is down', '421', '550', '451', 'is silent', 'hangs up', 'falls silent'] as const
export type Mood = (typeof moods)[number]

/** A mail as received. */
export type Taken = {
  raw: Buffer
  /** The envelope recipients. */
  recipients: string[]
  /** When it was taken, in milliseconds. */
  at: number
  /** Whether its confirmation was suppressed. */
  answerLost: boolean
}

const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode })

/** A real mail server behind a failing network, with changing modes. */
export class MailServer {
  /** Every accepted mail, in order. */
  readonly taken: Taken[] = []
  readonly url: string
  readonly #smtp: SMTPServer
  readonly #network: FaultProxy
  #mood: Mood = 'works'

  private constructor(smtp: SMTPServer, network: FaultProxy) {
    this.#smtp = smtp
    this.#network = network
    this.url = `smtp://127.0.0.1:${network.connection.port}`
  }

  /** A working server, on a port of its own. */
  static async start(): Promise<MailServer> {
    const refuseIf = (...when: Mood[]) => {
      const mood = when.find(each => each === server.#mood)
      return mood ? refusal(Number(mood)) : null
    }
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onConnect: (_session, done) => done(refuseIf('421')),
      onMailFrom: (_address, _session, done) => done(refuseIf('421')),
      onRcptTo: (_address, _session, done) => done(refuseIf('550', '451')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', chunk => chunks.push(chunk))
        stream.on('end', () => server.#take(Buffer.concat(chunks), session, done))
      },
    })
    // Cut connections are reported here; without a listener they would end the process.
    smtp.on('error', () => {})
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as AddressInfo
    const server = new MailServer(smtp, await FaultProxy.before({ host: '127.0.0.1', port }))
    return server
  }

  #take(raw: Buffer, session: SMTPServerSession, answer: () => void): void {
    const answerLost = this.#mood === 'hangs up' || this.#mood === 'falls silent'
    this.taken.push({
      at: performance.now(),
      raw,
      recipients: session.envelope.rcptTo.map(({ address }) => address),
      answerLost,
    })
    if (!answerLost) answer()
    if (this.#mood === 'hangs up') this.#hangUp(session.id)
  }

  #hangUp(id: string): void {
    for (const connection of this.#smtp.connections) if (connection.id === id) connection.close()
  }

  /** The current mode. */
  get mood(): Mood {
    return this.#mood
  }

  /** Sets the mode. `until`: the last command before the server falls silent. */
  async become(mood: Mood, until: string | null = null): Promise<void> {
    await this.#network.heal()
    this.#mood = mood
    if (mood === 'is down') await this.#network.refuse()
    if (mood !== 'is silent') return
    if (until) void this.#network.at(until, 'blackHole')
    else this.#network.blackHole()
  }

  /** Ends the server and every connection to it. */
  async stop(): Promise<void> {
    await this.#network.stop()
    await new Promise<void>(resolve => this.#smtp.close(() => resolve()))
  }
}
