/** What an operator types and what people see meanwhile, in rows. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ran, Shell } from '#assurance/install/commands.ts'
import type { Row } from '#assurance/install/report.ts'

export const PERSON = 'you@your-bank.example'

type Seen = { acknowledged: string[]; served: number; unavailable: number; wrong: string[]; cut: number; gapMs: number }

export class Trial {
  readonly rows: Row[] = []
  machine: Shell
  readonly #visitor: string
  /** @param visitor the command that runs visitor.ts there */
  constructor(machine: Shell, visitor: string) {
    this.machine = machine
    this.#visitor = visitor
  }

  note(what: string, found: string, isRight: boolean, said = ''): void {
    console.log(`${isRight ? '✓' : '✗'} ${what}: ${found}`)
    if (!isRight) console.log(said)
    this.rows.push({ what, found: found.replaceAll('|', '\\|'), isRight })
  }

  /** A command of the page. */
  type(
    command: string,
    expected: readonly number[] = [0],
    what = `\`${command.split(' ').slice(0, 3).join(' ')}\``,
  ): Ran {
    const ran = this.machine.run(command)
    const isRight = expected.includes(ran.status ?? -1)
    this.note(what, `${ran.seconds.toFixed(1)} s, code ${ran.status}`, isRight, ran.said)
    return ran
  }

  visit(words: string): Ran {
    return this.machine.run(`${this.#visitor} ${words}`)
  }

  /** Does something while people work, and shows what they saw. @returns what was acknowledged */
  async underLoad(tag: string, what: string, deed: () => Promise<void>): Promise<void> {
    const working = this.machine.runBeside(`exec env ${this.#visitor} work ${PERSON} ${tag}`)
    await sleep(5000)
    await deed()
    await sleep(3000)
    this.machine.run('pkill --signal TERM --full "visitor.ts work"')
    const { said, status } = await working
    if (status !== 0) return this.note(what, 'the clients ended', false, said)
    const seen = JSON.parse(said) as Seen
    const lost = this.lost(seen.acknowledged)
    const found =
      `${seen.served} calls served, ${seen.unavailable} answered 502 or 503, ${seen.cut} cut, ${seen.wrong.length} other errors; ` +
      `${seen.acknowledged.length} invitations acknowledged, ${lost.length} lost; at most ${(seen.gapMs / 1000).toFixed(1)} s without service`
    this.note(
      what,
      found,
      seen.wrong.length + lost.length === 0 && seen.acknowledged.length > 0,
      `${seen.wrong.join('\n')}${lost.join()}`,
    )
  }

  invited(): Set<string> {
    return new Set(this.visit(`read ${PERSON}`).said.split('\n'))
  }

  lost(acknowledged: readonly string[]): string[] {
    const invited = this.invited()
    return acknowledged.filter(email => !invited.has(email))
  }

  /** The first sign-in with the password that a command printed. */
  first(password: string): void {
    const { said, status } = this.visit(`first ${PERSON} ${password}`)
    this.note('first sign-in through the proxy', said.split('\n')[0] ?? '', status === 0, said)
  }

  /** Shows that a back-up takes the place of what came after it. */
  async restored(deed: () => Promise<unknown>): Promise<void> {
    const late = this.visit(`invite ${PERSON} late@uno.example`)
    const before = this.invited()
    await deed()
    const after = this.invited()
    const isRight = before.has('late@uno.example') && !after.has('late@uno.example') && after.has('first@uno.example')
    const found = `${after.size} of ${before.size} invitations, without the one after the back-up`
    this.note('what was restored', found, isRight, `${late.said}\nafter: ${[...after].join(' ')}`)
  }
}
