/** One machine, from its first boot to its second release. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveOf, BROKEN, LATER } from '#assurance/install/archives.ts'
import type { Ran } from '#assurance/install/machine.ts'
import { Machine } from '#assurance/install/machine.ts'
import type { Row } from '#assurance/install/report.ts'
import { pdf } from '#test/support/documents.ts'

const VISITOR = 'NODE_EXTRA_CA_CERTS=/root/portal.crt /opt/almotacen/node_modules/node/bin/node /root/visitor.ts'
const PERSON = 'you@your-bank.example'

type Seen = { acknowledged: string[]; served: number; unavailable: number; wrong: string[]; cut: number; gapMs: number }

/** What the operator brings, and a mail server that takes every mail. */
function furnish(machine: string, archives: string): void {
  const home = join(machine, 'root')
  for (const name of readdirSync(archives)) linkSync(join(archives, name), join(home, name))
  writeFileSync(join(home, 'privacy-policy.pdf'), pdf('Política de privacidad').content)
  copyFileSync(join(import.meta.dirname, 'visitor.ts'), join(home, 'visitor.ts'))
  const certificate = ['-subj', '/CN=portal.example', '-addext', 'subjectAltName=DNS:portal.example', '-days', '90']
  const files = ['-keyout', join(home, 'portal.key'), '-out', join(home, 'portal.crt')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...curve, ...certificate, ...files], { stdio: 'ignore' })
  execFileSync('chroot', [machine, 'useradd', '--create-home', 'post'])
  const settings = [
    'mydestination=your-bank.example,uno.example,portal.example,localhost',
    'local_recipient_maps=',
    'luser_relay=post@localhost',
    'inet_interfaces=loopback-only',
    // Debian's own certificate has the name of another machine.
    'smtpd_tls_security_level=none',
  ]
  execFileSync('chroot', [machine, 'postconf', '-e', ...settings])
}

class Trial {
  readonly rows: Row[] = []
  machine: Machine
  constructor(machine: Machine) {
    this.machine = machine
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
    return this.machine.run(`${VISITOR} ${words}`)
  }

  /** Does something while people work, and shows what they saw. @returns what was acknowledged */
  async underLoad(tag: string, what: string, deed: () => Promise<void>): Promise<void> {
    const working = this.machine.runBeside(`exec env ${VISITOR} work ${PERSON} ${tag}`)
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

  version(): string {
    return this.machine.run('almotacen status').said.split(/[ ;]+/)[1] ?? ''
  }

  mails(): number {
    return Number(this.machine.run('grep --count "^Subject:" /var/mail/post').said)
  }
}

/** What each command has to do besides ending well. */
async function goOn(trial: Trial, command: string): Promise<void> {
  const isUpgrade = command.includes(LATER)
  const word = isUpgrade ? 'upgrade' : command.split(' ')[1]
  if (!command.startsWith('almotacen ') && !isUpgrade) {
    trial.type(command)
    return
  }
  if (word === 'create-user') {
    const { said } = trial.type(command)
    const password = /Password: (\S+)/.exec(said)?.[1] ?? ''
    // The certificate of this trial is signed by itself.
    trial.machine.run(
      'cp portal.crt /etc/almotacen/ && echo NODE_EXTRA_CA_CERTS=/etc/almotacen/portal.crt >>/etc/almotacen/portal.env',
    )
    const visited = trial.visit(`first ${PERSON} ${password}`)
    trial.note('first sign-in through nginx', visited.said.split('\n')[0] ?? '', visited.status === 0, visited.said)
  } else if (word === 'doctor') {
    const { said } = trial.type(command, [0, 1])
    const warned = said.split('\n').filter(line => /^(aviso|roto) /.test(line))
    trial.note(
      'not in order, says `doctor`',
      warned.map(line => line.replace(/ {2,}/g, ' ')).join(' ') || 'nothing',
      true,
    )
    for (let tries = 0; trial.mails() < 2 && tries < 60; tries++) await sleep(500)
    trial.note('mails at the mail server', String(trial.mails()), trial.mails() >= 2)
    await trial.underLoad('stop', 'stop and start under load', async () => {
      const stopped = await trial.machine.runBeside('systemctl stop almotacen')
      const result = trial.machine.run('systemctl show --value --property=Result,ExecMainStatus almotacen').said
      trial.note(
        '`systemctl stop` under load',
        `${stopped.seconds.toFixed(1)} s, ${result.replace('\n', ' ')}`,
        /^success/m.test(result),
        result,
      )
      await trial.machine.runBeside('systemctl start almotacen')
    })
  } else if (word === 'restore') {
    trial.visit(`invite ${PERSON} late@uno.example`)
    const before = trial.invited()
    trial.type(command)
    const after = trial.invited()
    const isRight = before.has('late@uno.example') && !after.has('late@uno.example') && after.has('first@uno.example')
    trial.note(
      'what was restored',
      `${after.size} of ${before.size} invitations, without the one after the back-up`,
      isRight,
    )
  } else if (word === 'upgrade') {
    await trial.underLoad('upgrade', 'an upgrade that migrates, under load', async () => {
      const { status, said, seconds } = await trial.machine.runBeside(command)
      trial.note('the command of the upgrade', `${seconds.toFixed(1)} s, code ${status}`, status === 0, said)
    })
    trial.note('release that answers', trial.version(), trial.version() === LATER)
    const back = trial.type(
      `almotacen upgrade ${archiveOf(BROKEN)}`,
      [1],
      `an upgrade to ${BROKEN}, which does not start`,
    )
    trial.note('release that answers after it', trial.version(), trial.version() === LATER, back.said)
  } else trial.type(command)
}

/** Types the commands on a new machine. @returns what happened */
export async function follow(folder: string, commands: readonly string[], archives: string): Promise<Row[]> {
  furnish(folder, archives)
  const trial = new Trial(await Machine.boot(folder))
  try {
    for (const command of commands) {
      await goOn(trial, command)
      if (trial.rows.at(-1)?.isRight === false && process.env.GO_ON !== '1') return trial.rows
    }
    await trial.machine.cut()
    trial.machine = await Machine.boot(folder)
    for (let tries = 0; trial.machine.run('almotacen status').status !== 0 && tries < 120; tries++) await sleep(1000)
    const status = trial.machine.run('almotacen status')
    trial.note('every process killed, and booted again', `serves ${trial.version()}`, status.status === 0, status.said)
    const failed = trial.machine.run('systemctl --failed --no-legend --plain').said
    trial.note('failed units', failed || 'none', failed === '')
  } finally {
    await trial.machine.cut()
  }
  return trial.rows
}
