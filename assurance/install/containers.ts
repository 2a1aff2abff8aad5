/** The image, from its making to its second release, as docs/operations/containers.md says. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { archiveOf, BROKEN, LATER } from '#assurance/install/archives.ts'
import type { Shell } from '#assurance/install/commands.ts'
import { shellBy } from '#assurance/install/commands.ts'
import type { Row } from '#assurance/install/report.ts'
import { Trial } from '#assurance/install/trial.ts'
import { pdf } from '#test/support/documents.ts'

/** Debian's packages of what the page needs; netavark and aardvark-dns are the network of podman. */
export const PACKAGES = [
  'podman',
  'buildah',
  'podman-compose',
  'mmdebstrap',
  'runc',
  'netavark',
  'aardvark-dns',
  'iptables',
]
/** The gateway of the network of compose.yaml: this machine, seen from a container. */
const GATEWAY = '10.89.0.1'
const NODE = process.execPath

/** Settings and storage of this trial alone. */
function shellIn(folder: string, port: number): Shell {
  const own = join(folder, 'podman')
  mkdirSync(join(own, 'networks'), { recursive: true })
  // crun refuses the mixture of both kinds of cgroups, and none of systemd's is asked for.
  const isMixed = !existsSync('/sys/fs/cgroup/cgroup.controllers')
  const engine = ['[engine]', `runtime = "${isMixed ? 'runc' : 'crun'}"`, 'cgroup_manager = "cgroupfs"']
  const network = ['[network]', 'network_backend = "netavark"', `network_config_dir = "${join(own, 'networks')}"`]
  // Limits as they are: a machine may not be allowed to raise them.
  const limits = ['[containers]', 'default_ulimits = []']
  writeFileSync(join(own, 'containers.conf'), [...engine, ...network, ...limits, ''].join('\n'))
  const places = [`graphroot = "${join(own, 'storage')}"`, `runroot = "${join(own, 'run')}"`]
  writeFileSync(join(own, 'storage.conf'), ['[storage]', 'driver = "overlay"', ...places, ''].join('\n'))
  return shellBy(['env'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      HTTPS_PORT: String(port),
      CONTAINERS_CONF: join(own, 'containers.conf'),
      CONTAINERS_STORAGE_CONF: join(own, 'storage.conf'),
    },
  })
}

/** Why no container can be run here, in one line; null where one can. @param debian a Debian in a folder */
export function whyNoContainers(folder: string, debian: string): string | null {
  const missing = ['podman', 'buildah', 'podman-compose', 'mmdebstrap'].filter(name => !existsSync(`/usr/bin/${name}`))
  if (missing.length > 0) return `${missing.join(' and ')} is missing (apt-get install ${PACKAGES.join(' ')})`
  const tried = shellIn(join(folder, 'tried'), 0).run(
    `podman run --rm --read-only --cap-drop ALL --rootfs ${debian} true`,
  )
  return tried.status === 0 ? null : `no container can be run here: ${tried.said.split('\n').at(-1)}`
}

/** Unmounts what podman leaves mounted below a folder. */
export function unmountBelow(folder: string): void {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' ')[1] ?? '')
  for (const place of mounted.filter(path => path.startsWith(`${folder}/`)).reverse()) {
    spawnSync('umount', ['--lazy', place])
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** What is different in a trial: the address, the mail server, and the back-up that there is. */
function asHere(command: string, trial: Trial, port: number, mailPort: number): string {
  const newest = () =>
    trial.machine
      .run('podman volume inspect --format {{.Mountpoint}} almotacen_backups | xargs ls')
      .said.split('\n')
      .filter(name => /^\d/.test(name) && !name.includes('before'))
      .at(-1)
  return command
    .replace('https://portal.example', `https://localhost:${port}`)
    .replace(/smtps:\S+/, `smtp://${GATEWAY}:${mailPort}`)
    .replace(/(?<=--from \/backups\/)\S+/, () => newest() ?? 'none')
}

/** A command in the first column: without the words that every one has. */
const nameOf = (command: string) =>
  `\`${command
    .replace(/^(PUBLIC_URL=\S+ )?almotacen\/(\S*\/)?/, '')
    .replace('podman exec almotacen_portal1_1 node src/server/admin/main.ts', '… admin')
    .replace(/ --file almotacen\/compose.yaml/, '')
    .replace(/ run .*main.ts/, ' run … admin')
    .replace(/\|/g, '')}\``

/** Types the commands of the page in a folder. @returns what happened */
export async function followContainers(folder: string, commands: readonly string[], archives: string): Promise<Row[]> {
  mkdirSync(folder)
  for (const name of readdirSync(archives)) linkSync(join(archives, name), join(folder, name))
  writeFileSync(join(folder, 'privacy-policy.pdf'), pdf('Política de privacidad').content)
  copyFileSync(join(import.meta.dirname, 'visitor.ts'), join(folder, 'visitor.ts'))
  const port = await freePort()
  const visitor = `PORTAL=https://localhost:${port} NODE_EXTRA_CA_CERTS=${folder}/almotacen/certificates/portal.crt ${NODE} ${folder}/visitor.ts`
  const shell = shellIn(folder, port)
  const trial = new Trial(shell, visitor)
  let mails = 0
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => done(null, String(++mails)))
    },
  })
  // Cut connections are reported here.
  post.on('error', () => {})
  await new Promise<void>(resolve => post.listen(0, '0.0.0.0', resolve))
  const { port: mailPort } = post.server.address() as { port: number }

  const version = () => {
    const { said } = trial.visit('version')
    return said
  }
  const served = async () => {
    for (let tries = 0; version() === '' && tries < 180; tries++) await sleep(1000)
  }
  const goOn = async (page: string) => {
    const command = asHere(page, trial, port, mailPort)
    const type = (expected = [0], what = nameOf(page)) => trial.type(command, expected, what)
    if (page.includes(' create-user ')) {
      await served()
      trial.first(/Password: (\S+)/.exec(type().said)?.[1] ?? '')
      for (let tries = 0; mails < 1 && tries < 60; tries++) await sleep(500)
      trial.note('mails at the mail server', String(mails), mails >= 1)
    } else if (page.includes('upgrade.sh')) {
      await trial.underLoad('upgrade', 'an upgrade that migrates, under load', async () => {
        const { status, said, seconds } = await shell.runBeside(command)
        trial.note(nameOf(page), `${seconds.toFixed(1)} s, code ${status}`, status === 0, said)
      })
      trial.note('release that answers', version(), version() === LATER)
      await trial.underLoad('broken', 'an upgrade that does not start, under load', async () => {
        const { status, said } = await shell.runBeside(`almotacen/upgrade.sh ${archiveOf(BROKEN)}`)
        trial.note(`an upgrade to ${BROKEN}, which does not start`, `code ${status}`, status === 1, said)
      })
      trial.note('release that answers after it', version(), version() === LATER)
    } else if (page.includes(' volume rm ')) {
      // Half of a restore: `down` has run, and `up` is to come.
      type()
    } else type()
  }
  const restoring = commands.findIndex(command => / down /.test(command))
  const after = commands.findIndex((command, index) => index > restoring && / up --detach$/.test(command))
  try {
    for (let index = 0; index < commands.length; index++) {
      if (index === restoring) {
        await trial.restored(async () => {
          for (const command of commands.slice(restoring, after + 1)) await goOn(command)
          await served()
        })
        index = after
      } else await goOn(commands[index]!)
      if (trial.rows.some(({ isRight }) => !isRight)) {
        console.log(shell.run('for each in $(podman ps --all --quiet); do podman logs --tail 30 $each; done').said)
        return trial.rows
      }
    }
    shell.run('podman kill --all')
    shell.run('podman start --all')
    await served()
    trial.note('every container killed, and started again', `serves ${version()}`, version() === LATER)
    const size = shell.run(
      'podman images --format "{{.Repository}}:{{.Tag}} {{.Size}}" localhost/almotacen:latest',
    ).said
    trial.note('the image', size.split('\n')[0]!.split(' ').slice(1).join(' '), size !== '')
  } finally {
    post.close()
    shell.run(
      'podman rm --all --force --time 0; podman volume rm --all --force; podman network rm --force almotacen_inside',
    )
  }
  return trial.rows
}
