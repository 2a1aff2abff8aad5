import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import type { Contract, ParamsInput, QueryInput } from '#domain/contract/contract.ts'
import { fillPath } from '#domain/contract/contract.ts'
import type { Role } from '#domain/identity/roles.ts'
import type { RunningApp } from '#server/app/app-start.ts'
import { openApp } from '#server/app/app-start.ts'
import { buildServer } from '#server/http/server.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { movableClock } from '#server/platform/clock.ts'
import { movableClock as makeClock } from '#server/platform/clock.ts'
import type { Limits } from '#server/platform/database/connect.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { checkDocumented } from '#test/support/documented.ts'
import type { Seed } from '#test/support/place.ts'
import { newPlace, newSeededPlace, START, seedPlace } from '#test/support/place.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { slowLine } from '#test/support/slow-line.ts'

/** The password of all users in tests and in the demo. */
export const PASSWORD = 'Almotacen.2026'

export type Answer<T = unknown> = {
  status: number
  body: T
  headers: Headers
  problem: { code: string; detail: string; fields?: Record<string, string> } & Record<string, unknown>
}

type CallInput<C> = {
  params?: ParamsInput<C>
  query?: QueryInput<C>
  body?: unknown
  /** Files of a multipart call, by part name. */
  files?: Record<string, { name: string; content: Uint8Array | string }>
  headers?: Record<string, string>
}

/** A signed-in (or anonymous) API client over HTTP, as the browser is. */
export type Caller = {
  token: string
  csrf: string
  cookie: string
  me: { userId: string; idGenericEntity: string; role: { key: Role }; next: string } & Record<string, unknown>
  /** Calls by contract. */
  call<C extends Contract>(contract: C, input?: CallInput<C>): Promise<Answer<any>>
  /** Calls by path below /api/v1. Like `call`, throws on a status that the OpenAPI document does not name. */
  fetch(
    method: string,
    path: string,
    init?: { body?: BodyInit; headers?: Record<string, string> },
  ): Promise<Answer<any>>
}

export type Mail = { to: string; subject: string; text: string; messageId: string }

export type TestPortal = {
  app: AppContext
  fastify: FastifyInstance
  url: string
  clock: ReturnType<typeof movableClock>
  anonymous: Caller
  /** A caller with the keys of an existing session. */
  callerWith(keys: Pick<Caller, 'token' | 'csrf' | 'cookie'>): Caller
  /** Signs in through the API; throws when refused. */
  signIn(email: string, password?: string): Promise<Caller>
  /** The participant of a demo account, by the name before its @. */
  participantOf(name: string): Promise<string>
  /** Sends the mails in the outbox and returns all mails so far, oldest first. */
  mails(): Promise<Mail[]>
  /** Sends what waits for webhooks. @returns how many tries were made */
  sendHooks: RunningApp['sendHooks']
  /** Runs SQL as the owner of the tables, with rights that the portal lacks. */
  asOwner(statement: string): Promise<unknown[]>
  stop(): Promise<void>
}

export type StartOptions = {
  /** 'world' by default. */
  seed?: Seed | 'none'
  /** A database and data folder of the caller, which also removes them; new ones by default. */
  place?: { database: Pick<TestDatabase, 'connection' | 'owner' | 'asOwner'>; dataDir: string }
  withWeb?: boolean
  environment?: Record<string, string>
  start?: string
  /** Pages at localhost, a secure context for browsers, and links that point there. */
  atLocalhost?: boolean
  /** How long a repeated call waits for the first, in milliseconds; by default as in production. */
  keyPatience?: number
  /** The request time-out; by default as in production. */
  arrival?: NonNullable<Parameters<typeof buildServer>[1]>['arrival']
  rates?: NonNullable<Parameters<typeof buildServer>[1]>['rates']
  /** The database time-out; by default as in production. */
  limits?: Limits
  /** Whether uploads are looked into at once: foretell.test.ts and own-documentation.e2e.ts do. */
  foretells?: boolean
}

/** A portal for one test file: its own database cloned from the template, a stopped clock, HTTP on a free port. */
export async function startTestPortal({
  seed = 'world',
  place,
  withWeb = false,
  environment = {},
  start = START,
  atLocalhost = false,
  arrival,
  rates,
  limits,
  keyPatience,
  foretells = false,
}: StartOptions = {}): Promise<TestPortal> {
  // Settings can change what is seeded, for instance the key of the secrets or a scanner.
  const isCopied = seed !== 'none' && !place && start === START && Object.keys(environment).length === 0
  const { database, dataDir, remove } = place
    ? { ...place, remove: async () => {} }
    : await (isCopied ? newSeededPlace(seed) : newPlace())
  const clock = makeClock(start)
  const fixed = atLocalhost ? await freePort() : 0
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    PUBLIC_URL: atLocalhost ? `http://localhost:${fixed}` : 'http://portal.example',
    // Tests call faster than people do; limits.test.ts enables the rate limits.
    RATE_LIMITS: 'no',
    // stream.test.ts and stream.e2e.ts open streams.
    STREAMS: '0',
    ...environment,
  })
  const running = await openApp(settings, database.connection, {
    clock,
    autoMail: false,
    poolSize: 8,
    owner: database.owner,
    limits,
    serving: true,
    // However slow the machine.
    foretellsMs: foretells ? 60_000 : 0,
  })
  if (seed !== 'none' && !isCopied) await seedPlace(running.app, seed)
  const fastify = await buildServer(running.app, { withWeb, arrival, rates, keyPatience })
  if (withWeb) slowLine(fastify.server)
  await fastify.listen({ port: fixed, host: '127.0.0.1' })
  const { port } = fastify.server.address() as { port: number }
  const url = `http://${atLocalhost ? 'localhost' : '127.0.0.1'}:${port}`
  const anonymous = callerOf(url, { token: '', csrf: 'antes-de-entrar', cookie: '' })
  /** The mails read so far, by file name: a sent mail does not change. */
  const parsed = new Map<string, Promise<Mail>>()
  return {
    app: running.app,
    fastify,
    url,
    clock,
    anonymous,
    callerWith: keys => callerOf(url, keys),
    signIn: async (email, password = PASSWORD) => {
      const answer = await anonymous.fetch('POST', '/login', { body: JSON.stringify({ email, password }) })
      if (answer.status !== 200) throw new Error(`${email}: ${answer.status} ${answer.problem.detail}`)
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const caller = callerOf(url, {
        token: answer.headers.get('authorization')!,
        csrf: answer.headers.get('x-csrf-token')!,
        cookie,
      })
      caller.me = answer.body as Caller['me']
      return caller
    },
    participantOf: async name => {
      const row = await running.app.db
        .selectFrom('portal_user')
        .select('participant_id')
        .where('email', '=', `${name}@almotacen.example`)
        .executeTakeFirstOrThrow()
      return row.participant_id
    },
    mails: async () => {
      // Mails of acts that can be undone wait; tests do not.
      const held = running.app.db.updateTable('outbox_mail').set({ next_attempt_at: sql`created_at` })
      await held
        .where('attempts', '=', 0)
        .where('claimed_until', 'is', null)
        .whereRef('next_attempt_at', '>', 'created_at')
        .execute()
      await running.sendMail()
      const folder = outboxFolder(settings.dataDir)
      const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
      return Promise.all(
        names.map(name => {
          const mail = parsed.get(name) ?? parseMail(join(folder, name))
          parsed.set(name, mail)
          return mail
        }),
      )
    },
    sendHooks: running.sendHooks,
    asOwner: database.asOwner,
    stop: async () => {
      await fastify.close()
      await running.stop()
      await remove()
    },
  }
}

async function parseMail(path: string): Promise<Mail> {
  const mail = await PostalMime.parse(await readFile(path))
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    messageId: mail.messageId ?? '',
  }
}

/** An unused port, for addresses that a portal must know before it listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** A caller at an address with the keys of a session; `transport` replaces fetch, to observe every attempt. */
export function callerOf(
  url: string,
  keys: { token: string; csrf: string; cookie: string },
  transport: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Caller {
  const send: Caller['fetch'] = async (method, path, init = {}) => {
    const response = await transport(`${url}/api/v1${path}`, {
      method,
      body: init.body,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': caller.csrf,
        ...(caller.token ? { authorization: caller.token } : {}),
        ...(caller.cookie ? { cookie: caller.cookie } : {}),
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const json = /json/.test(response.headers.get('content-type') ?? '')
    const body = json ? JSON.parse(bytes.toString()) : bytes
    checkDocumented(method, path, { status: response.status, code: body?.code })
    return { status: response.status, body, headers: response.headers, problem: body }
  }
  const caller: Caller = {
    token: keys.token,
    csrf: keys.csrf,
    cookie: keys.cookie,
    me: {} as Caller['me'],
    fetch: send,
    call: async (contract, input = {}) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
        if (value !== undefined) query.set(name, String(value))
      }
      const path = `${fillPath(contract.path, input.params as Record<string, unknown>)}${query.size ? `?${query}` : ''}`
      const answer = await send(contract.method, path, {
        body: bodyOf(contract, input),
        headers: { ...typeOf(contract), ...input.headers },
      })
      checkShape(contract, answer)
      return answer
    },
  }
  return caller
}

/** The server does not validate its answers, so the tests do. */
function checkShape({ name, answer }: Contract, { status, body }: Answer): void {
  if (status >= 300 || answer === undefined || answer === 'file') return
  const { error } = answer.safeParse(body)
  if (error) throw new Error(`${name} answers what its contract does not say: ${z.prettifyError(error)}`)
}

function typeOf(contract: Contract): Record<string, string> {
  return contract.encoding === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
}

function bodyOf(contract: Contract, input: CallInput<Contract>): BodyInit | undefined {
  if (contract.encoding === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    for (const [name, file] of Object.entries(input.files ?? {})) {
      form.set(name, new Blob([file.content as BlobPart]), file.name)
    }
    return form
  }
  if (contract.encoding === 'form') return new URLSearchParams(input.body as Record<string, string>).toString()
  return input.body === undefined ? undefined : JSON.stringify(input.body)
}
