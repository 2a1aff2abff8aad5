import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys } from '#assurance/trust/work.ts'
import { draftOf, keysOf } from '#assurance/trust/work.ts'
import { refusals } from '#domain/messages.ts'
import { pdf } from '#test/support/documents.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'
import { arrivingIn } from '#test/support/stored-files.ts'

/* A portal with few file handles and connections, whose connections are exhausted by a client. */

const HANDLES = 60
const unavailable = { status: 503, retryAfter: '2', body: { detail: refusals.unavailable.sentence } }

let site: OwnSite
let portal: PortalProcess
let draft: Keys
let place: { validation: string; name: string }
const taken: Socket[] = []
/** A connection of a client who was there before. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  site = await newSite()
  portal = await startProcess(site.dataDir, { ...site.environment, WORKERS: '1' }, [], {
    within: ['sh', '-c', `ulimit -n ${HANDLES}; exec "$@"`, 'sh'],
  })
  draft = await keysOf(portal, 'borrador')
  place = await draftOf(portal, draft)
})
afterAll(async () => {
  agent.destroy()
  await portal.kill('SIGTERM')
  await site.drop()
})

type Told = { status?: number; retryAfter?: string; body: { code?: string; detail?: string; content?: unknown[] } }

function ask(
  path: string,
  { method = 'GET', type, content }: { method?: string; type?: string; content?: Buffer } = {},
) {
  return new Promise<Told>((resolve, reject) => {
    const headers = { ...draft, ...(type ? { 'content-type': type } : {}) }
    const url = portal.url.replace('localhost', '127.0.0.1') + path
    const call = request(url, { agent, method, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = text.startsWith('{') ? JSON.parse(text) : {}
        resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'], body })
      })
    })
    call.on('error', reject)
    call.end(content)
  })
}

async function upload() {
  const form = new FormData()
  form.set('document', JSON.stringify({ validationId: place.validation, documentCatalogName: place.name }))
  form.set('file', new Blob([pdf('asas').content]), 'asas.pdf')
  const request = new Response(form)
  const content = Buffer.from(await request.arrayBuffer())
  return ask('/api/v1/documents', { method: 'POST', type: request.headers.get('content-type')!, content })
}
const documents = () => ask(`/api/v1/documents?validationId=${place.validation}`)
const handles = () => readdirSync(`/proc/${portal.child.pid}/fd`).length

function takeOne(): void {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.on('error', () => {})
  taken.push(socket)
}

/** Opens connections until the portal refuses. */
async function takeAll(): Promise<void> {
  for (let count = 0; count < HANDLES + 20; count++) takeOne()
  // Connections closing at this time make room for more.
  await expect
    .poll(() => {
      if (handles() < HANDLES) takeOne()
      return taken.some(socket => socket.destroyed) && handles() >= HANDLES
    })
    .toBe(true)
}

test.runIf(process.platform === 'linux')(
  'without free handles the server refuses connections and files, serves the rest, and recovers',
  async () => {
    const before = await documents()
    expect(before.status).toBe(200)
    const atRest = handles()
    await takeAll()
    expect(await documents()).toEqual(before)
    // Background work closes a handle now and then, and a call that comes then is served: take it and ask again.
    await expect
      .poll(async () => {
        await takeAll()
        const earlier = await documents()
        const answer = await upload()
        return { answer, unchanged: isDeepStrictEqual(await documents(), earlier) }
      })
      .toMatchObject({ answer: unavailable, unchanged: true })
    await expect
      .poll(async () => {
        await takeAll()
        return ask('/')
      })
      .toMatchObject(unavailable)
    expect(await arrivingIn(site.dataDir)).toEqual([])
    expect((await documents()).status).toBe(200)

    for (const socket of taken) socket.destroy()
    await expect.poll(handles).toBeLessThanOrEqual(atRest)
    expect((await upload()).status).toBe(201)
    expect((await ask('/')).status).toBe(200)
    expect(portal.child.exitCode).toBeNull()
  },
)
