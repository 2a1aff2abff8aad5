import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfAround } from '#test/support/pdf.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { spawnPortal, startProcess } from '#test/support/process.ts'
import { arrivingIn } from '#test/support/stored-files.ts'

const root = join(import.meta.dirname, '../..')
let dataDir: string
let portal: PortalProcess

type Answer = { status: number; body: any; headers: Headers }

async function api(path: string, init: RequestInit = {}, keys: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${portal.url}/api/v1${path}`, {
    ...init,
    headers: { 'x-requested-with': 'x', 'x-csrf-token': 'x', ...keys, ...(init.headers as object) },
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
}

async function signIn(email: string): Promise<Record<string, string>> {
  const { headers } = await api('/login', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'Almotacen.2026' }),
    headers: { 'content-type': 'application/json' },
  })
  return { authorization: headers.get('authorization')!, 'x-csrf-token': headers.get('x-csrf-token')! }
}

const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almotacen-restart-'))
  portal = await startProcess(dataDir)
})
afterAll(async () => {
  await portal.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('the first start loads the demo world and prints its accounts', () => {
  for (const email of ['cci@', 'proveedor@', 'evaluador@', 'entidad@', 'nuevo@', 'borrador@', 'rechazado@']) {
    expect(portal.output()).toContain(`${email}almotacen.example`)
  }
})

test('acknowledged writes and their mail survive a kill -9 of the server', async () => {
  const cci = await signIn('cci@almotacen.example')
  const emails = Array.from({ length: 5 }, (_, i) => `kill${i}@uno.example`)
  for (const email of emails) {
    const { status } = await api('/invitations', json('POST', { type: 'PROVIDER', email }), cci)
    expect(status).toBe(201)
  }
  await portal.kill('SIGKILL')
  portal = await startProcess(dataDir)
  // The session survives too: it is a row like the others.
  const { body } = await api('/invitations?size=50&email=kill', {}, cci)
  expect(body.content.map((row: { email: string }) => row.email).sort()).toEqual(emails)
  await expect
    .poll(async () => (await readdir(join(dataDir, 'outbox'))).filter(name => name.endsWith('.eml')).length, {
      timeout: 20_000,
      interval: 200,
    })
    .toBeGreaterThanOrEqual(5)
})

test('a kill -9 during an upload leaves the draft unchanged, and uploads work afterwards', async () => {
  const draft = await signIn('borrador@almotacen.example')
  const { body: me } = await api('/session', {}, draft)
  const list = async () => (await api(`/documents?validationId=${me.documentationId}`, {}, draft)).body.content
  const before = await list()
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const boundary = 'x'
  socket.write(
    `POST /api/v1/documents HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${draft.authorization}\r\nx-csrf-token: ${draft['x-csrf-token']}\r\nx-requested-with: x\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 9000000\r\n\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n${' '.repeat(200_000)}`,
  )
  await expect.poll(() => arrivingIn(dataDir), { timeout: 5000 }).toHaveLength(1)
  await portal.kill('SIGKILL')
  socket.destroy()
  portal = await startProcess(dataDir)
  expect(await arrivingIn(dataDir)).toEqual([])
  expect(await list()).toEqual(before)

  const form = new FormData()
  const missing = before.find(
    (document: { file: string | null; required: boolean }) => document.required && document.file === null,
  )
  form.set(
    'document',
    JSON.stringify({ validationId: me.documentationId, documentCatalogName: missing.documentCatalogName }),
  )
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(join(root, 'src/server/demo/files/certificado-seguridad-social.pdf')))
    chunks.push(chunk as Buffer)
  form.set('file', new Blob(chunks as BlobPart[]), 'certificado.pdf')
  expect((await api('/documents', { method: 'POST', body: form }, draft)).status).toBe(201)
  await portal.kill('SIGKILL')
  portal = await startProcess(dataDir)
  const after = await list()
  expect(
    after.find(
      (document: { documentCatalogName: string }) => document.documentCatalogName === missing.documentCatalogName,
    ),
  ).toMatchObject({ name: 'certificado.pdf' })
})

test('the operator creates a user and verifies the trail while the portal runs', () => {
  const admin = (...words: string[]) =>
    execFileSync(process.execPath, ['src/server/admin/main.ts', ...words], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
  expect(admin('create-user', 'Otra@CCI.example', 'Ana')).toMatch(/User: +otra@cci\.example\nPassword: \S{22}\n/)
  expect(admin('trail', 'verify')).toMatch(
    /^The audit log is intact: \d+ entries, in agreement with its \d+ signed heads/,
  )
})

/** An upload with only its start sent. */
async function halfUpload() {
  const draft = await signIn('borrador@almotacen.example')
  const { body: me } = await api('/session', {}, draft)
  const { body: list } = await api(`/documents?validationId=${me.documentationId}`, {}, draft)
  const { documentCatalogName } = list.content[0]
  const body = [
    '--x\r\ncontent-disposition: form-data; name="document"\r\n\r\n',
    JSON.stringify({ validationId: me.documentationId, documentCatalogName }),
    '\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
    `${pdfAround(`${' '.repeat(100_000)}${Math.random()}`)}\r\n--x--\r\n`,
  ].join('')
  const length = Buffer.byteLength(body)
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.write(
    `POST /api/v1/documents HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${draft.authorization}\r\nx-csrf-token: ${draft['x-csrf-token']}\r\nx-requested-with: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`,
  )
  socket.write(body.slice(0, 50_000))
  await expect.poll(() => arrivingIn(dataDir), { timeout: 5000 }).toHaveLength(1)
  return { finish: () => socket.write(body.slice(50_000)), closed, answer: () => answer }
}

/** Idle sockets, as browsers and proxies keep them. */
function idleSocket() {
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  return new Promise<{ closed: Promise<void> }>(resolve => {
    socket.once('data', () => resolve({ closed }))
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n')
  })
}

test('a second server that starts on the same data leaves the uploads of the first alone', async () => {
  const upload = await halfUpload()
  const second = await startProcess(dataDir)
  try {
    expect(await arrivingIn(dataDir)).toHaveLength(1)
    upload.finish()
    await expect.poll(upload.answer, { timeout: 5000 }).toMatch(/^HTTP\/1\.1 201 /)
  } finally {
    await second.kill('SIGTERM')
  }
})

test('R12: a stop lets running calls finish, accepts no new ones and ends with 0', async () => {
  const upload = await halfUpload()
  const idle = await idleSocket()
  const stopped = portal.kill('SIGTERM')
  await idle.closed
  await expect(fetch(`${portal.url}/health/live`)).rejects.toThrow('fetch failed')
  upload.finish()
  await upload.closed
  expect(upload.answer()).toMatch(/^HTTP\/1\.1 201 /)
  expect(upload.answer()).toMatch(/\r\nconnection: close\r\n/i)
  await stopped
  expect(portal.child.exitCode).toBe(0)
})

test('R12: a stop waits for unfinished work no longer than configured', async () => {
  portal = await startProcess(dataDir, { STOP_SECONDS: '1' })
  const upload = await halfUpload()
  const begun = performance.now()
  await portal.kill('SIGTERM')
  expect(performance.now() - begun).toBeLessThan(8000)
  expect(portal.child.exitCode).toBe(0)
  expect(upload.answer()).toBe('')
  portal = await startProcess(dataDir)
}, 60_000)

test('a closed terminal stops in order, and leaves no database running', async () => {
  const runs = () => existsSync(join(dataDir, 'pg/cluster/postmaster.pid'))
  await portal.kill('SIGHUP')
  expect([portal.child.exitCode, runs()]).toEqual([0, false])
  // Also when the portal or its database has just started.
  const serves = ({ stdout }: ReturnType<typeof spawnPortal>) => once(stdout!, 'data')
  const begins = () => expect.poll(runs, { interval: 5, timeout: 20_000 }).toBe(true)
  for (const isSoFar of [serves, begins]) {
    const child = spawnPortal(dataDir)
    const ended = once(child, 'exit')
    await isSoFar(child)
    child.kill('SIGTERM')
    expect([...(await ended), runs()]).toEqual([0, null, false])
  }
  portal = await startProcess(dataDir)
}, 60_000)

test('R12: a stop breaks off the mail that its server keeps waiting for', async () => {
  const trickling = createServer(socket => {
    socket.on('error', () => {})
    const timer = setInterval(() => socket.write('220-un momento\r\n'), 500)
    socket.once('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(trickling, 'listening')
  const { port } = trickling.address() as AddressInfo
  await portal.kill('SIGTERM')
  portal = await startProcess(dataDir, { STOP_SECONDS: '1', SMTP_URL: `smtp://127.0.0.1:${port}` })
  const asked = once(trickling, 'connection')
  const cci = await signIn('cci@almotacen.example')
  await api('/invitations', json('POST', { type: 'PROVIDER', email: 'lento@uno.example' }), cci)
  await asked
  const begun = performance.now()
  await portal.kill('SIGTERM')
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(portal.child.exitCode).toBe(0)
  trickling.close()
  portal = await startProcess(dataDir)
}, 60_000)

test.runIf(process.platform === 'linux')(
  'R12: a stop ends, and says so, although the database is frozen',
  async () => {
    await portal.kill('SIGTERM')
    portal = await startProcess(dataDir, { STOP_SECONDS: '1' })
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'pg/cluster/postmaster.pid'), 'utf8'), 10)
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    const database = [postmaster, ...children.map(Number)]
    for (const pid of database) process.kill(pid, 'SIGSTOP')
    const begun = performance.now()
    await portal.kill('SIGTERM')
    const took = performance.now() - begun
    for (const pid of database) process.kill(pid, 'SIGCONT')
    expect(took).toBeLessThan(10_000)
    expect(portal.child.exitCode).toBe(1)
    expect(portal.output()).toContain('The stop does not come to its end')
    portal = await startProcess(dataDir)
    expect((await signIn('cci@almotacen.example')).authorization).toBeTruthy()
  },
  60_000,
)

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  PRIVACY_POLICY: join(import.meta.dirname, '../fixtures/earlier-release-files/escritura-constitucion.pdf'),
}

test('production neither loads the demo world nor keeps its accounts usable', async () => {
  await portal.kill('SIGTERM')
  const refused = startProcess(dataDir, production)
  await expect(refused).rejects.toThrow('demo accounts')
  portal = await startProcess(dataDir)
})

test('production does not start without the policy of its operator', async () => {
  const refused = startProcess(dataDir, { ...production, PRIVACY_POLICY: undefined })
  await expect(refused).rejects.toThrow(/Invalid settings:\nPRIVACY_POLICY is required in production/)
})

test.runIf(process.platform === 'linux')(
  'a folder for signed heads that takes none stops the start in words',
  async () => {
    const other = await mkdtemp(join(tmpdir(), 'almotacen-heads-'))
    const refused = startProcess(other, { TRAIL_HEADS_DIR: '/proc/x' }, ['--empty'])
    await expect(refused).rejects.toThrow(/Invalid settings:\nTRAIL_HEADS_DIR: \/proc\/x cannot be written/)
    await rm(other, { recursive: true, force: true })
  },
)

test('an empty start asks for the first user', async () => {
  const other = await mkdtemp(join(tmpdir(), 'almotacen-empty-'))
  const empty = await startProcess(other, {}, ['--empty'])
  await expect.poll(() => empty.output()).toContain('npm run admin -- create-user')
  await empty.kill('SIGTERM')
  await rm(other, { recursive: true, force: true })
})
