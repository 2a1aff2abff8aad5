import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { SMTPServer } from 'smtp-server'
import { FaultProxy } from '#test/support/fault-proxy.ts'

/** How a mail server meets who brings it mail. The last two take the mail, of which its sender never hears. */
export const moods = ['works', 'is down', '421', '550', '451', 'is silent', 'hangs up', 'falls silent'] as const
export type Mood = (typeof moods)[number]

/** A mail as the server has it. */
export type Taken = {
  raw: Buffer
  /** Whom the sender named to the server, whatever the mail itself says. */
  recipients: string[]
  /** Whether its sender was kept from hearing that it arrived. */
  answerLost: boolean
}

const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode })

/** A real mail server behind a network that fails, in one mood after another. */
export class MailServer {
  /** Every mail that the server took, in that order. */
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

  /** A server that works, on a port of its own. */
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
    // Connections that the network cuts are reported here; without a listener they would end the process.
    smtp.on('error', () => {})
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as AddressInfo
    const server = new MailServer(smtp, await FaultProxy.before({ host: '127.0.0.1', port }))
    return server
  }

  #take(raw: Buffer, session: SMTPServerSession, answer: () => void): void {
    const answerLost = this.#mood === 'hangs up' || this.#mood === 'falls silent'
    this.taken.push({ raw, recipients: session.envelope.rcptTo.map(({ address }) => address), answerLost })
    if (!answerLost) answer()
    if (this.#mood === 'hangs up') this.#hangUp(session.id)
  }

  #hangUp(id: string): void {
    for (const connection of this.#smtp.connections) if (connection.id === id) connection.close()
  }

  /** The mood it is in. */
  get mood(): Mood {
    return this.#mood
  }

  /** From now on it is so. `until`: what a sender still gets to say before the server is silent. */
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
