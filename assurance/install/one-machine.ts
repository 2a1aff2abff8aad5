/** One machine, from its first boot to its second release. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveOf, BROKEN, LATER } from '#assurance/install/archives.ts'
import type { Shell } from '#assurance/install/commands.ts'
import { Machine } from '#assurance/install/machine.ts'
import type { Row } from '#assurance/install/report.ts'
import { Trial } from '#assurance/install/trial.ts'
import { pdf } from '#test/support/documents.ts'

const VISITOR = 'NODE_EXTRA_CA_CERTS=/root/portal.crt /opt/almotacen/node_modules/node/bin/node /root/visitor.ts'

const versionOn = (machine: Shell): string => machine.run('almotacen status').said.split(/[ ;]+/)[1] ?? ''
const mailsOn = (machine: Shell): number => Number(machine.run('grep --count "^Subject:" /var/mail/post').said)

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
    trial.first(password)
  } else if (word === 'doctor') {
    const { said } = trial.type(command, [0, 1])
    const warned = said.split('\n').filter(line => /^(aviso|roto) /.test(line))
    trial.note(
      'not in order, says `doctor`',
      warned.map(line => line.replace(/ {2,}/g, ' ')).join(' ') || 'nothing',
      true,
    )
    for (let tries = 0; mailsOn(trial.machine) < 2 && tries < 60; tries++) await sleep(500)
    trial.note('mails at the mail server', String(mailsOn(trial.machine)), mailsOn(trial.machine) >= 2)
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
    await trial.restored(async () => trial.type(command))
  } else if (word === 'upgrade') {
    await trial.underLoad('upgrade', 'an upgrade that migrates, under load', async () => {
      const { status, said, seconds } = await trial.machine.runBeside(command)
      trial.note('the command of the upgrade', `${seconds.toFixed(1)} s, code ${status}`, status === 0, said)
    })
    trial.note('release that answers', versionOn(trial.machine), versionOn(trial.machine) === LATER)
    const back = trial.type(
      `almotacen upgrade ${archiveOf(BROKEN)}`,
      [1],
      `an upgrade to ${BROKEN}, which does not start`,
    )
    trial.note('release that answers after it', versionOn(trial.machine), versionOn(trial.machine) === LATER, back.said)
  } else trial.type(command)
}

/** Types the commands on a new machine. @returns what happened */
export async function follow(folder: string, commands: readonly string[], archives: string): Promise<Row[]> {
  furnish(folder, archives)
  let machine = await Machine.boot(folder)
  const trial = new Trial(machine, VISITOR)
  try {
    for (const command of commands) {
      await goOn(trial, command)
      if (trial.rows.at(-1)?.isRight === false && process.env.GO_ON !== '1') return trial.rows
    }
    await machine.cut()
    machine = await Machine.boot(folder)
    trial.machine = machine
    for (let tries = 0; trial.machine.run('almotacen status').status !== 0 && tries < 120; tries++) await sleep(1000)
    const status = trial.machine.run('almotacen status')
    trial.note(
      'every process killed, and booted again',
      `serves ${versionOn(trial.machine)}`,
      status.status === 0,
      status.said,
    )
    const failed = trial.machine.run('systemctl --failed --no-legend --plain').said
    trial.note('failed units', failed || 'none', failed === '')
  } finally {
    await machine.cut()
  }
  return trial.rows
}
