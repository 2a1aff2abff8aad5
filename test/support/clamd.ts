import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The EICAR test string; assembled here so that no scanner blocks this file. */
export const EICAR = ['X5O!P%@AP[4', '\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The behaviours of a fake scanner, which speaks the protocol and fails on demand. */
export type Behaviour = 'scans' | 'drops' | 'rambles' | 'refuses size'

/** A fake INSTREAM server with failures that a healthy clamd would not produce. */
export async function scriptedScanner(): Promise<{
  address: string
  behave(as: Behaviour): void
  scans(): number
  stop(): Promise<void>
}> {
  let behaviour: Behaviour = 'scans'
  let scans = 0
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    void received(socket).then(content => {
      scans++
      if (behaviour === 'drops') return socket.destroy()
      if (behaviour === 'rambles') return socket.end('stream: perhaps\0')
      if (behaviour === 'refuses size') return socket.end('INSTREAM size limit exceeded. ERROR\0')
      socket.end(content.includes(EICAR) ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    address: `127.0.0.1:${port}`,
    behave: as => {
      behaviour = as
    },
    scans: () => scans,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** The bytes between the command and the empty chunk. */
function received(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const pieces: Buffer[] = []
      for (let at = 'zINSTREAM\0'.length; at + 4 <= bytes.length; ) {
        const length = bytes.readUInt32BE(at)
        if (length === 0) return resolve(Buffer.concat(pieces).toString('latin1'))
        pieces.push(bytes.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
}

/** A real ClamAV daemon with one local signature. Installs Debian's package if missing and permitted. */
export async function realClamd(): Promise<{ address: string; version: string; stop(): Promise<void> }> {
  const binary = '/usr/sbin/clamd'
  if (!existsSync(binary)) execFileSync('apt-get', ['install', '-y', '-q', 'clamav-daemon'], { stdio: 'ignore' })
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-clamd-'))
  const address = join(folder, 'socket')
  const hex = Buffer.from(EICAR.slice(0, 60), 'latin1').toString('hex')
  await writeFile(join(folder, 'local.ndb'), `Eicar-Local:0:*:${hex}\n`)
  await writeFile(
    join(folder, 'clamd.conf'),
    [`DatabaseDirectory ${folder}`, `LocalSocket ${address}`, 'Foreground yes', 'StreamMaxLength 30M', ''].join('\n'),
  )
  const child = spawn(binary, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  for (let tries = 0; tries < 300 && !existsSync(address); tries++) await sleep(100)
  return {
    address,
    version: execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim(),
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
