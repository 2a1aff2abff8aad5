import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { apt, canInstall } from '#test/support/debian.ts'

/** Debian's packages of the parts that a small Ceph needs. */
const CEPH_PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common']

export const hasCeph = (): boolean =>
  ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph', 'radosgw-admin'].every(name => existsSync(join('/usr/bin', name)))

/** Installs Ceph as root on Debian. @throws with instructions where it cannot */
export function ensureCeph(say: (sentence: string) => void = console.log): void {
  if (hasCeph()) return
  if (canInstall()) {
    say('Ceph: no se encuentra; se instalan sus paquetes con apt-get.')
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...CEPH_PACKAGES)
  }
  if (!hasCeph())
    throw new Error(`No se encuentra Ceph. Instálelo (en Debian: «apt-get install ${CEPH_PACKAGES.join(' ')}»).`)
}

export type Ceph = {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  /** Ends the gateway without warning, as a failing machine does. */
  killGateway(): void
  startGateway(): Promise<void>
  stop(): void
}

const confOf = (folder: string, address: string, listens: string) => `[global]
fsid = ${randomUUID()}
mon host = v2:${address}:3300
public addr = ${address}
cluster addr = ${address}
keyring = ${folder}/keyring
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = bluestore
bluestore block size = ${4 * 1024 ** 3}
osd memory target = ${900 * 1024 ** 2}
mon allow pool size one = true
mon data avail warn = 1
mon data = ${folder}/mon
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast ${listens}
rgw thread pool size = 32
`

/**
 * Starts a Ceph of one monitor, one OSD on a file and one S3 gateway, with one bucket.
 * @param address a loopback address of its own
 * @param identity with it the gateway speaks TLS
 * @throws when a part does not start within a minute
 */
export async function startCeph(
  folder: string,
  address: string,
  identity: { cert: string; key: string } | null = null,
): Promise<Ceph> {
  for (const part of ['mon', 'osd']) mkdirSync(join(folder, part), { recursive: true })
  const conf = join(folder, 'ceph.conf')
  const own = join(folder, 'gateway.pem')
  if (identity) writeFileSync(own, `${identity.cert}${identity.key}`)
  const listens = identity ? `ssl_endpoint=${address}:7480 ssl_certificate=${own}` : `endpoint=${address}:7480`
  writeFileSync(conf, confOf(folder, address, listens))
  const processes: ChildProcess[] = []
  let gateway: ChildProcess | null = null
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, ['-c', conf, ...words], { encoding: 'utf8', timeout: 60_000 })
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
    return stdout
  }
  const start = (program: string, ...words: string[]) => {
    const child = spawn(program, ['-c', conf, '-f', ...words], { stdio: 'ignore' })
    processes.push(child)
    return child
  }
  const keyring = join(folder, 'keyring')
  const key = (name: string, ...caps: string[]) =>
    run(
      'ceph-authtool',
      keyring,
      ...(existsSync(keyring) ? [] : ['--create-keyring']),
      '--gen-key',
      '-n',
      name,
      ...caps,
    )
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *']
  key('mon.', '--cap', 'mon', 'allow *')
  for (const name of ['client.admin', 'client.rgw', 'osd.0']) key(name, ...all)
  const map = join(folder, 'monmap')
  run('monmaptool', '--create', '--addv', 'a', `[v2:${address}:3300]`, map)
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
  start('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  run('ceph', 'osd', 'new', osd, '0')
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  start('ceph-osd', '-i', '0')

  const endpoint = `${identity ? 'https' : 'http'}://${address}:7480`
  const answers = () =>
    fetch(endpoint).then(
      answer => answer.ok,
      () => false,
    )
  const startGateway = async () => {
    gateway = start('radosgw', '-n', 'client.rgw')
    for (let tries = 0; !(await answers()); tries++) {
      if (tries > 300) throw new Error(`radosgw does not answer: see ${folder}/client.rgw.log`)
      await sleep(200)
    }
  }
  await startGateway()
  const credentials = { accessKeyId: 'portal', secretAccessKey: randomUUID() }
  run(
    'radosgw-admin',
    ...['user', 'create', '--uid=portal', '--display-name=portal'],
    ...[`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`],
  )
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'portal' }))
  client.destroy()
  return {
    endpoint,
    ...credentials,
    bucket: 'portal',
    killGateway: () => gateway?.kill('SIGKILL'),
    startGateway,
    stop: () => {
      for (const child of processes) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
