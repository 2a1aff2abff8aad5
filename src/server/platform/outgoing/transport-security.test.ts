import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { connect, createSecureContext, TLSSocket as ServerTls } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect as connectDatabase } from '#server/platform/database/connect.ts'
import { smtpOptions, smtpTransport } from '#server/platform/mail/transport.ts'
import { withSecretFiles } from '#server/platform/secrets/secret-files.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'
import { certificate } from '#test/support/certificate.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* ASVS V12: each connection is encrypted and verifies the identity of its peer. */

const authority = certificate('CA de prueba', { authority: true })
const good = certificate('localhost', { by: authority })
const alone = certificate('localhost')
const elsewhere = certificate('otro.example', { by: authority })
const ended = certificate('localhost', { by: authority, days: -1 })

const HEADERS_MS = 1000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-tls-'))
  for (const [name, content] of Object.entries({
    'ca.pem': authority.cert,
    'cert.pem': good.cert,
    'key.pem': good.key,
  })) {
    await writeFile(join(folder, name), content, { mode: 0o600 })
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = (name: string) => join(folder, name)

describe('the portal with a certificate of its own', () => {
  let portal: TestPortal
  let port: number
  beforeAll(async () => {
    portal = await startTestPortal({
      seed: 'centre',
      arrival: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 50 },
      environment: { TLS_CERT: file('cert.pem'), TLS_KEY: file('key.pem'), PUBLIC_URL: 'https://localhost' },
    })
    port = Number(new URL(portal.url).port)
  })
  afterAll(() => portal.stop())

  /** The answer to a client with these TLS options: the protocol and cipher suite, or the error. */
  async function hello(wishes: ConnectionOptions): Promise<string> {
    const socket: TLSSocket = connect({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: authority.cert,
      ...wishes,
    })
    try {
      await Promise.race([
        once(socket, 'secureConnect'),
        once(socket, 'close').then(() => {
          throw new Error('closed')
        }),
      ])
      return `${socket.getProtocol()} ${socket.getCipher().name}`
    } catch (error) {
      return `refused: ${(error as { code?: string }).code}`
    } finally {
      socket.destroy()
    }
  }

  test('ASVS 12.1.1: speaks TLS 1.3 where it can, 1.2 where it must, and nothing older', async () => {
    expect(await hello({})).toMatch(/^TLSv1\.3 /)
    expect(await hello({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 /)
    for (const version of ['TLSv1.1', 'TLSv1'] as const) {
      const old = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }
      expect(await hello(old), version).toMatch(/^refused/)
    }
  })

  test('ASVS 12.1.2: only suites with forward secrecy and authenticated encryption', async () => {
    expect(await hello({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).toMatch(
      /ECDHE-ECDSA-AES128-GCM/,
    )
    for (const ciphers of ['AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-SHA']) {
      expect(await hello({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` }), ciphers).toMatch(/^refused/)
    }
  })

  test('a renewed certificate is shown from when its key is there as well, and until then the one before', async () => {
    const shown = async () => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert })
      await once(socket, 'secureConnect')
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      return raw.toString('base64')
    }
    const bytesOf = ({ cert }: { cert: string }) => new X509Certificate(cert).raw.toString('base64')
    const said: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(line => said.push(String(line)) > 0)
    try {
      for (const renewed of [certificate('localhost', { by: authority }), good]) {
        const before = await shown()
        said.splice(0)
        await writeFile(file('cert.pem'), renewed.cert)
        await expect.poll(() => said.filter(line => line.includes('are no pair')).length).toBe(1)
        expect(await shown()).toBe(before)
        await writeFile(file('key.pem'), renewed.key)
        await expect.poll(shown).toBe(bytesOf(renewed))
        expect(said).toHaveLength(1)
      }
    } finally {
      stderr.mockRestore()
    }
  })

  test('cuts a client that never ends the TLS handshake', async () => {
    const socket = createConnection(port, '127.0.0.1')
    const start = performance.now()
    await once(socket, 'close')
    expect(performance.now() - start).toBeGreaterThan(HEADERS_MS / 2)
  })

  test('ASVS 12.2.1 4.1.2: an unencrypted request gets no answer and no redirect', async () => {
    const answer = await new Promise<string>(resolve => {
      const plain = request({ port, host: '127.0.0.1', path: '/api/v1/session' }, got =>
        resolve(String(got.statusCode)),
      )
      plain.on('error', error => resolve((error as { code?: string }).code ?? 'error')).end()
    })
    expect(answer).not.toMatch(/^[23]/)
  })
})

describe('behind a proxy that has the certificate', () => {
  test('ASVS 4.1.2 12.2.1: refuses a request that reached the proxy unencrypted, without a redirect', async () => {
    const portal = await startTestPortal({
      seed: 'centre',
      environment: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' },
    })
    const ask = (proto: string) =>
      fetch(`${portal.url}/api/v1/session/settings`, { headers: { 'x-forwarded-proto': proto }, redirect: 'manual' })
    const plain = await ask('http')
    expect([plain.status, plain.headers.get('location')]).toEqual([403, null])
    expect((await plain.json()).code).toBe('notEncrypted')
    expect((await ask('https')).status).toBe(200)
    await portal.stop()
  })
})

const letter = {
  ...{
    from: 'portal@x.example',
    to: 'ana@x.example',
    subject: 's',
    text: 'hola',
    html: '',
    messageId: '<1@x>',
    date: new Date(),
  },
}

describe('mail', () => {
  async function server(options: ConstructorParameters<typeof SMTPServer>[0]) {
    const got: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      ...options,
      onData(stream, _session, done) {
        stream.on('data', chunk => got.push(String(chunk))).on('end', done)
      },
    })
    smtp.on('error', () => {})
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as AddressInfo
    return { got, port, close: () => new Promise<void>(resolve => smtp.close(resolve)) }
  }

  async function send(url: string): Promise<string> {
    const transport = smtpTransport(url)
    try {
      await transport.send(letter)
      return 'sent'
    } catch (error) {
      return (error as { code?: string; message: string }).message
    } finally {
      transport.close()
    }
  }

  test.each([
    ['signed by nobody known', alone],
    ['for another host', elsewhere],
    ['that has ended', ended],
  ])('ASVS 12.3.2: a server with a certificate %s gets nothing', async (_what, { cert, key }) => {
    const { got, port, close } = await server({ secure: true, cert, key })
    // This process does not trust the authority: each of the three fails, for its own reason or for this one.
    expect(await send(`smtps://localhost:${port}`)).toMatch(/certificate|self-signed|altnames/i)
    expect(got).toEqual([])
    await close()
  })

  test('ASVS 12.3.1: a server without its STARTTLS gets nothing, and the mail stays', async () => {
    const { got, port, close } = await server({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect(await send(`smtp://127.0.0.1:${port}?requireTLS=true`)).toMatch(/TLS/i)
    expect(got).toEqual([])
    await close()
  })

  test('to another machine TLS is demanded without being asked for; on this one it is not', () => {
    const asks = (url: string, options = {}) => smtpOptions(url, options).requireTLS ?? false
    expect(asks('smtp://correo.example:25')).toBe(true)
    expect(asks('smtp://correo.example:25', { plain: true })).toBe(false)
    expect(asks('smtp://127.0.0.1:25')).toBe(false)
    expect(asks('smtps://correo.example')).toBe(false)
  })
})

describe('the database', () => {
  /** Speaks PostgreSQL until the connection is encrypted, then stops answering. */
  async function server(options: { cert: string; key: string } | null, requestCert = false) {
    const seen: string[] = []
    const listening = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', (first: Buffer) => {
        seen.push(first.readInt32BE(4) === 80_877_103 ? 'asked for TLS' : 'plain')
        if (!options) return void socket.write('N')
        socket.write('S')
        const secure = new ServerTls(socket, {
          isServer: true,
          secureContext: createSecureContext({ ...options, ca: authority.cert }),
          requestCert,
          rejectUnauthorized: false,
        })
        secure.on('error', () => {})
        secure.on('secure', () => {
          const peer = secure.getPeerCertificate()
          seen.push(`secure ${peer?.subject?.CN ?? 'nobody'}`)
        })
        secure.on('data', data => {
          seen.push(`said ${data.includes('user') ? 'who it is' : '?'}`)
          secure.destroy()
        })
      })
    })
    listening.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    return { seen, port: (listening.address() as AddressInfo).port, close: () => listening.close() }
  }

  async function ask(url: string): Promise<string> {
    const { db, pool } = connectDatabase(url, 1)
    const answer = await pool.query('select 1').then(
      () => 'answered',
      error => String(error.message),
    )
    await db.destroy()
    return answer
  }
  const url = (port: number, more = '') =>
    `postgres://portal@localhost:${port}/x?sslmode=verify-full&sslrootcert=${file('ca.pem')}${more}`

  test.each([
    ['signed by nobody known', alone],
    ['for another host', elsewhere],
    ['that has ended', ended],
  ])('ASVS 12.3.2 12.3.4: sends nothing to a server with a certificate %s', async (_what, made) => {
    const { seen, port, close } = await server(made)
    expect(await ask(url(port))).toMatch(/certificate|self-signed|altnames/i)
    expect(seen.filter(each => each.startsWith('said'))).toEqual([])
    close()
  })

  test('ASVS 12.3.1: sends nothing to a server without TLS', async () => {
    const { seen, port, close } = await server(null)
    expect(await ask(url(port))).toMatch(/SSL/)
    expect(seen).toEqual(['asked for TLS'])
    close()
  })

  test('ASVS 12.3.5: the portal shows its own certificate to one that is signed as it should be', async () => {
    const { seen, port, close } = await server(good, true)
    await ask(url(port, `&sslcert=${file('cert.pem')}&sslkey=${file('key.pem')}`))
    expect(seen).toEqual(['asked for TLS', 'secure localhost', 'said who it is'])
    close()
  })
})

describe('the settings of production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' }
  const refused: [string, Record<string, string>][] = [
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db.example/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db.example/x?sslmode=require' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@10.0.0.7/x?sslmode=disable' }],
    [
      'DATABASE_OWNER_URL',
      { DATABASE_URL: 'postgres://p@localhost/x', DATABASE_OWNER_URL: 'postgres://p@db.example/x?sslmode=prefer' },
    ],
    // The checks use the address as the driver parses it: a parameter can name another server or repeat a TLS option.
    ['192.0.2.2', { DATABASE_URL: 'postgres://portal@localhost:5432/x?host=192.0.2.2' }],
    ['db.example', { DATABASE_URL: 'postgres://portal@127.0.0.1/x?host=db.example&sslmode=require' }],
    ['db.example', { DATABASE_URL: 'postgres:///x?host=db.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db.example/x?sslmode=Verify-Full' }],
    ['CLAMD', { CLAMD: 'clamav.example:3310' }],
  ]
  test.each(refused)('ASVS 12.3.1: refuse %s that would leave the machine unencrypted: %o', (name, settings) => {
    expect(() => readSettings({ ...production, ...settings })).toThrow(name)
    for (const yes of ['yes', 'si']) {
      expect(() => readSettings({ ...production, ...settings, PLAIN_CONNECTIONS: yes })).not.toThrow()
    }
    expect(() => readSettings(settings)).not.toThrow()
  })

  test('accept encrypted and verified connections, and those within the machine', () => {
    for (const settings of [
      { DATABASE_URL: 'postgres://portal@db.example/x?sslmode=verify-full' },
      { DATABASE_URL: 'postgres://portal@127.0.0.1:5433/x' },
      { DATABASE_URL: 'postgres:///x?host=/run/postgresql' },
      { DATABASE_URL: 'postgres://portal@%2Frun%2Fpostgresql/x' },
      { DATABASE_URL: 'postgres://portal@localhost/x?host=db.example&sslmode=verify-full' },
      { DATABASE_URL: 'postgres://portal@localhost/x?host=127.0.0.1' },
      { CLAMD: '/run/clamav/clamd.ctl' },
      { CLAMD: '127.0.0.1:3310' },
    ]) {
      expect(() => readSettings({ ...production, ...settings }), JSON.stringify(settings)).not.toThrow()
    }
    expect(() => readSettings({ TLS_CERT: file('cert.pem') })).toThrow('TLS_KEY')
  })

  test.each([
    ['DATABASE_URL', 'postgres://portal@db.example/x?sslmode=verify-full&sslmode=disable', 'sslmode is repeated'],
    ['DATABASE_URL', 'postgres://portal@db.example/x?host=/tmp&host=db.example', 'host is repeated'],
    ['DATABASE_OWNER_URL', 'postgres://p@localhost/x?host=/tmp&host=/run', 'host is repeated'],
    ['DATABASE_URL', 'postgres://u:clave-secreta@:18699/x?host=db.example', 'not valid'],
    ['DATABASE_URL', 'postgres://u:clave-secreta@db.example:99999/x', 'not valid'],
    ['DATABASE_URL', 'postgres://db.example/x?sslrootcert=/no/hay/ca.pem', '/no/hay/ca.pem'],
    ['SMTP_URL', 'smtp://u:clave-secreta@correo.example/?requireTLS=false', 'PLAIN_CONNECTIONS'],
    ['SMTP_URL', 'smtp://u:clave-secreta@correo.example/?tls.rejectUnauthorized=false', 'NODE_EXTRA_CA_CERTS'],
    ['SMTP_URL', 'smtp://u:clave-secreta@correo.example:99999', 'not valid'],
    ['SMTP_URL', 'smtp://', 'not valid'],
  ])('%s %s is refused in a sentence that gives no password away', (name, url, why) => {
    const environments = [{ ...production }, { ...production, PLAIN_CONNECTIONS: 'yes' }, {}]
    for (const environment of environments) {
      const given = { DATABASE_URL: 'postgres://p@localhost/x', ...environment, [name]: url }
      const refusal = () => readSettings(given)
      expect(refusal).toThrow(SettingsError)
      expect(refusal).toThrow(why)
      expect(refusal).toThrow(name)
      expect(refusal).not.toThrow('clave-secreta')
    }
  })

  test('ASVS 13.3.1: secrets come from files as well, one or the other', async () => {
    await writeFile(file('secreto'), `${'s'.repeat(40)}\n`, { mode: 0o600 })
    await writeFile(file('base'), 'postgres://portal:clave@localhost/x', { mode: 0o600 })
    const read = readSettings(withSecretFiles({ APP_SECRET_FILE: file('secreto'), DATABASE_URL_FILE: file('base') }))
    expect([read.appSecret, read.databaseUrl]).toEqual(['s'.repeat(40), 'postgres://portal:clave@localhost/x'])
    expect(withSecretFiles({ OIDC_CLIENT_SECRET_FILE: file('secreto') }).OIDC_CLIENT_SECRET).toBe('s'.repeat(40))
    expect(() => withSecretFiles({ SMTP_URL_FILE: file('no-existe') })).toThrow('SMTP_URL_FILE')
    expect(() => withSecretFiles({ SMTP_URL: 'smtp://x', SMTP_URL_FILE: file('base') })).toThrow('not both')
  })

  test.each(['', ' \n'])(
    'a file of a secret that holds nothing yet (%j) is no setting that is absent',
    async content => {
      await writeFile(file('vacio'), content, { mode: 0o600 })
      for (const name of ['APP_SECRET', 'DATABASE_URL', 'SMTP_URL']) {
        expect(() => withSecretFiles({ ...production, [`${name}_FILE`]: file('vacio') }), name).toThrow(
          new SettingsError(`${name}_FILE is empty. Check that the secret store has written it.`),
        )
      }
    },
  )
})
