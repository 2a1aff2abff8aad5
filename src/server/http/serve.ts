import { validateHeaderValue } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { rateOf } from '#domain/contract/limits.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { closeSession } from '#domain/identity/session/contract.ts'
import { deliverFile } from '#server/document/watermark/deliver.ts'
import { shapeOf } from '#server/http/answer-shape.ts'
import type { Admitted } from '#server/http/caller-of.ts'
import { admit, callerOf } from '#server/http/caller-of.ts'
import type { Repeatable } from '#server/http/idempotency.ts'
import { onceFor, requestHash } from '#server/http/idempotency.ts'
import type { CallShares } from '#server/http/observe/call-shares.ts'
import { inTurn, ofAddress, ownerOf } from '#server/http/observe/call-shares.ts'
import { onBehalfOfCall } from '#server/http/observe/observed-call.ts'
import type { FileAnswer, Origin, Route } from '#server/http/route.ts'
import { deviceOf } from '#server/http/security/device.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import { recordDenial } from '#server/http/security/record-denial.ts'
import type { Session } from '#server/http/session-of.ts'
import { languageOf, tokenOf } from '#server/http/session-of.ts'
import { FileInJson } from '#server/http/upload/file-in-json.ts'
import type { Received } from '#server/http/upload/multipart.ts'
import { discardReceived, receiveParts } from '#server/http/upload/multipart.ts'
import { validated } from '#server/http/validate.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { plainAddress } from '#server/platform/address-key.ts'
import { noReplica } from '#server/platform/database/topology/replica.ts'
import { inLanguage } from '#server/platform/language.ts'
import { signOnSecretsOf } from '#server/session/attempt.ts'

/** Maximum body size of a call without a session, in bytes. A sign-in is the longest of them. */
const UNAUTHENTICATED_BODY_LIMIT = 16 * 1024

/** Maximum number of calls that wait for a database connection: a few seconds of work. */
const MAX_POOL_WAITERS = 100

/** Registers one route: authorization, transaction and a response in its contract's shape. */
export function serveRoute(
  fastify: FastifyInstance,
  app: AppContext,
  route: Route,
  limiter: Limiter,
  keyPatience: number,
  shares: CallShares,
): void {
  const { contract, within = (_db, work) => work() } = route
  const rate = rateOf(contract)
  fastify.route({
    // Programs that poll look with HEAD whether an address still answers.
    method: contract.polled ? [contract.method, 'HEAD'] : contract.method,
    config: { call: contract.name },
    url: `/api/v1${contract.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(contract.who === 'anyone' ? { bodyLimit: UNAUTHENTICATED_BODY_LIMIT } : {}),
    // Runs before the body is read: a denied caller's body is ignored, and the call counts against its rate limit
    // anyway.
    onRequest: request =>
      onBehalfOfCall(request, async () => {
        // Under overload, refuses early: a longer queue would time out every caller.
        if (app.pool.waitingCount > MAX_POOL_WAITERS) throw new DomainError('unavailable')
        await shares.calls(tokenOf(request) || ofAddress(request), async () => {
          // The rest of what has arrived is parsed before this goes on.
          if (request.method !== 'GET') await setImmediate()
          request.wasWhole = request.raw.complete
          const session = await callerOf(app, contract, request, limiter)
          request.caller = session
          await limiter.take(ownerOf(request), session || contract.polled ? rate : 'anonymous')
          await recordingDenial(app, contract, request, async () => admit(app, contract, session, request))
        })
      }),
    handler: (request, reply) => {
      // Files are papers that others read too: they are always Spanish.
      const language = contract.answer === 'file' ? 'es' : languageOf(request)
      reply.header('content-language', language)
      return inLanguage(language, () =>
        onBehalfOfCall(request, () =>
          recordingDenial(app, contract, request, () =>
            within(app.db, () => answer(app, route, request, reply, limiter, keyPatience, shares)),
          ),
        ),
      )
    },
  })
}

/** Runs a step of a call and records its denial to a signed-in user in the audit log. */
async function recordingDenial<T>(
  app: AppContext,
  contract: Contract,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const session = request.caller
    if (session && contract.who !== 'anyone') await recordDenial(app, session, contract, request, error)
    throw error
  }
}

/**
 * Authenticates again where the body arrived, or the turn came, after the first time: the session or the permissions of
 * a slow sender may have ended since its first byte.
 */
async function presentCaller(
  app: AppContext,
  contract: Contract,
  request: FastifyRequest,
  limiter: Limiter,
): Promise<Session | null> {
  const before = request.caller
  // Ending a session that has already ended is no error.
  if (request.method === 'GET' || contract === closeSession) return before
  const session = await callerOf(app, contract, request, limiter)
  return session && { ...session, noted: session.noted || (before?.noted ?? false) }
}

async function answer(
  app: AppContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter,
  keyPatience: number,
  shares: CallShares,
): Promise<unknown> {
  const { contract } = route
  const params = validated(contract.params, request.params)
  const query = validated(contract.query, request.query)
  const received = await bodyOf(app, contract, request)
  try {
    // A file takes a while to be stored and scanned.
    let isAtOnce = request.wasWhole && !contract.files
    const turn = inTurn(shares, contract, request, async () => {
      const session = isAtOnce ? request.caller : await presentCaller(app, contract, request, limiter)
      const admitted = admit(app, contract, session, request)
      return handle({ app, route, request, reply, params, query, received, keyPatience, session, ...admitted })
    })
    isAtOnce = false
    const answer = await turn
    if (Object.keys(received.files).length > 0) app.wakeFileChecks()
    return answer
  } finally {
    await discardReceived(received)
  }
}

type Incoming = Admitted & {
  app: AppContext
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  session: Session | null
  params: unknown
  query: unknown
  received: Received
  keyPatience: number
}

async function handle(incoming: Incoming): Promise<unknown> {
  const { app, route, request, reply, session, actor, scope, params, query, received } = incoming
  const { contract } = route
  const base = {
    params,
    query,
    body: validated(contract.body, received.body),
    files: received.files,
    uploads: received.uploads,
    actor,
    scope: scope,
    app,
    origin: originOf(app, request, session),
    header: (name: string, value: string) => void reply.header(name, value),
  }
  // HTTP/1.0 marks the end of a file by closing the connection, so a broken transfer looks complete.
  if (contract.lengthUnknown && request.raw.httpVersion === '1.0') throw new DomainError('httpTooOld')
  const replica = route.fromReplica ? app.replica : noReplica(app.db)
  if (contract.answer === 'file') {
    const file: FileAnswer = await replica.read(db => route.handler({ ...base, db }))
    return sendFile(app, reply, actor, file)
  }
  const status = contract.status ?? 200
  const shape = shapeOf(contract)
  const once = async (tx: Transaction, work: () => Promise<unknown>) => {
    const outcome = await onceFor(tx, repeatableOf(incoming), async () => ({ status, body: shape(await work()) }))
    // The database returns the keys of a stored response in another order. A repetition must match byte for byte.
    return outcome.body && shape(outcome.body)
  }
  if (route.mode === 'write') {
    const body = await inTransaction(app, actor, tx => once(tx, () => route.handler({ ...base, db: tx.db, tx })))
    return reply.code(status).send(body ?? undefined)
  }
  const answered = await replica.read(db => route.handler({ ...base, db, once, shape }))
  if (answered instanceof FileInJson) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answered.length }
    return reply.code(status).headers(headers).send(answered.stream())
  }
  return reply.code(status).send((route.mode === 'read' ? shape(answered) : answered) ?? undefined)
}

function repeatableOf({ request, received, keyPatience }: Incoming): Repeatable {
  return {
    key: request.headers['idempotency-key']?.toString().slice(0, 200),
    hash: requestHash({
      method: request.method,
      url: request.url,
      body: received.body,
      files: [
        ...Object.entries(received.files).map(([name, file]) => [name, [[file.sha256, file.name]]]),
        ...Object.entries(received.uploads).map(([name, upload]) => [name, [upload.sha256]]),
      ],
    }),
    patience: keyPatience,
  }
}

async function bodyOf(app: AppContext, contract: Contract, request: FastifyRequest): Promise<Received> {
  const actor = request.caller?.actor ?? null
  if (contract.encoding === 'multipart') return receiveParts(app, contract, request, actor)
  return { body: request.body, files: {}, uploads: {} }
}

function originOf(app: AppContext, request: FastifyRequest, session: Session | null): Origin {
  return {
    // A key has none.
    sessionId: session && !session.scopes ? session.id : null,
    noted: session?.noted ?? false,
    authenticatedAt: session?.authenticatedAt ?? null,
    address: plainAddress(request.ip),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    device: deviceOf(request, app.publicUrl.startsWith('https:')),
    signOns: signOnSecretsOf(app, request),
  }
}

/** Streams a file as a download with a safe name (D23). Its content never runs in the portal's origin. */
async function sendFile(
  app: AppContext,
  reply: FastifyReply,
  actor: Actor | null,
  file: FileAnswer,
): Promise<FastifyReply> {
  const { content, size } = await contentOf(app, actor, file)
  try {
    // Set last: an error before this point gets a JSON response of another length.
    const headers = headersOf(file, size)
    if ('onSend' in file) await file.onSend?.()
    return reply.headers(headers).send(content)
  } catch (error) {
    if (content instanceof Readable) content.destroy()
    throw error
  }
}

/** @throws the error that Node would throw when it writes them, when it is too late for an error response. */
function headersOf(file: FileAnswer, size: number | undefined): Record<string, string> {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const headers = {
    'content-type': file.mediaType,
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(file.name)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
    // Always whole: parts of two watermarked copies do not fit together.
    'accept-ranges': 'none',
    // Without a length, so that a failure breaks the connection and the file never looks complete.
    ...(size === undefined ? {} : { 'content-length': String(size) }),
  }
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
  return headers
}

async function contentOf(
  app: AppContext,
  actor: Actor | null,
  file: FileAnswer,
): Promise<{ content: Buffer | Readable; size?: number }> {
  if ('stream' in file) return { content: file.stream, size: file.size }
  if ('bytes' in file) return { content: Buffer.from(file.bytes), size: file.bytes.byteLength }
  // Stored files need a known reader.
  if (!actor) throw new DomainError('noSession')
  return deliverFile(app, actor, file)
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
