import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'node:tls'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { DomainError } from '#domain/contract/domain-error.ts'
import { contracts } from '#domain/contracts.ts'
import { routes } from '#server/app/routes.ts'
import { compressed } from '#server/http/compress.ts'
import { frontPageOf } from '#server/http/front-page.ts'
import { KEY_PATIENCE_MS } from '#server/http/idempotency.ts'
import { decodeUtf8, saysKeyTwice } from '#server/http/json.ts'
import { callShares } from '#server/http/observe/call-shares.ts'
import { observeCalls } from '#server/http/observe/observed-call.ts'
import { logError, requestLogger } from '#server/http/observe/request-log.ts'
import { docsPage } from '#server/http/openapi/docs-page.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'
import { servePrivacyPolicy } from '#server/http/privacy-policy.ts'
import { problemOf, refusalOf } from '#server/http/problem.ts'
import { answerClientError, answerExpectation } from '#server/http/security/client-error.ts'
import { takeCspReports } from '#server/http/security/csp-reports.ts'
import { certificateOf, followCertificate } from '#server/http/security/follow-certificate.ts'
import { requiresHttps } from '#server/http/security/https-only.ts'
import type { LeastRates } from '#server/http/security/least-rate.ts'
import { demandLeastRates, leastRates } from '#server/http/security/least-rate.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import { makeLimiter } from '#server/http/security/limiter.ts'
import { securityHeaders, workerPolicy } from '#server/http/security/security-headers.ts'
import { serveRoute } from '#server/http/serve.ts'
import { languageOf } from '#server/http/session-of.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { serveHealth } from '#server/kernel/health.ts'
import type { Metrics } from '#server/kernel/metrics.ts'
import { serveStream } from '#server/notification/stream/serve-stream.ts'
import { newId } from '#server/platform/ids.ts'
import { inLanguage } from '#server/platform/language.ts'
import { isOf } from '#server/platform/networks.ts'

const webRoot = join(import.meta.dirname, '../../../dist/web')

/** Checks that contracts and routes match one to one, or the server does not start (D14). */
export function checkRoutes(): void {
  const declared = new Set(contracts.map(contract => contract.name))
  const served = routes.map(route => route.contract.name)
  const missing = [...declared].filter(name => !served.includes(name))
  const unknown = served.filter(name => !declared.has(name))
  const twice = served.filter((name, index) => served.indexOf(name) !== index)
  // A write takes an Idempotency-Key, or its contract says that it takes none.
  const unkeyed = routes
    .filter(
      ({ contract, mode }) =>
        contract.method !== 'GET' && (mode === 'own') !== (contract.withoutIdempotencyKey === true),
    )
    .map(route => route.contract.name)
  const unruled = contracts.filter(contract => !contract.who).map(contract => contract.name)
  const faults = Object.entries({ missing, unknown, twice, unkeyed, unruled }).filter(([, names]) => names.length > 0)
  if (faults.length > 0) throw new Error(`Routes and contracts disagree: ${JSON.stringify(Object.fromEntries(faults))}`)
}

/** The file types of the built pages; other files in the folder are not served. */
const served = /\.(html|js|mjs|css|svg|png|webp|jpg|woff2?|pdf|bcmap|wasm|ttf|pfb)$/

/** The worker in which pdf.js decodes pictures with WebAssembly. */
const pdfWorker = /\/pdf\.worker\.[^/]*\.mjs(\.br)?$/

/**
 * Whether a request has no Host header or several: a proxy may then choose another host than the portal. Node's own
 * refusal would lack the security headers.
 */
function isHostUnclear({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0')
}

/** Maximum size of a form, in bytes. Parsing one costs more than its length suggests. */
const FORM_BODY = 4096

/**
 * Time limit for the headers of a request, and how often that limit and the certificate are checked; in milliseconds.
 */
const patience = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }

type ServerOptions = {
  withWeb?: boolean
  log?: boolean | Writable
  arrival?: typeof patience
  rates?: LeastRates
  keyPatience?: number
  metrics?: Metrics | null
  limiter?: Limiter | null
}

/**
 * Builds the HTTP server, ready to listen. `withWeb` also serves the built pages. `arrival` is the time limit for
 * headers, `rates` are the minimum transfer rates of requests and responses, and `keyPatience` is how long a repeated
 * call waits for the first; times are in milliseconds. Without a `limiter` it counts calls by itself.
 */
export async function buildServer(
  app: AppContext,
  {
    withWeb = true,
    log = false,
    arrival = patience,
    rates = leastRates,
    keyPatience = KEY_PATIENCE_MS,
    metrics = null,
    limiter = null,
  }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { tls } = app.settings
  const certificate = tls && certificateOf(tls)
  const connection = { ...arrival, requireHostHeader: false }
  const fastify = Fastify({
    logger: log && requestLogger(log === true ? undefined : log),
    // Successful calls worth keeping are in the audit log.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // Unlike a counter, it is the same in no two processes: mails and logs of all servers name calls by it.
    genReqId: () => newId(app.clock.now()),
    trustProxy: trusted(app.settings.trustProxy),
    // An unparsable URL never reaches the hooks below.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      for (const [name, value] of Object.entries(securityHeaders)) reply.header(name, value)
      reply
        .code(400)
        .header('cache-control', 'no-store')
        .type('application/problem+json; charset=utf-8')
        .send(problemOf(new DomainError('invalid')))
    },
    clientErrorHandler: answerClientError(securityHeaders),
    routerOptions: { maxParamLength: 400 },
    // During the drain, open connections are served as usual.
    return503OnClosing: false,
    // A call has only the method that its contract names.
    exposeHeadRoutes: false,
    ...(certificate
      ? ({ https: { ...certificate, ...connection, handshakeTimeout: arrival.headersTimeout } } as unknown as {
          http: typeof connection
        })
      : { http: connection }),
  })
  if (tls) {
    const stop = followCertificate(fastify.server as unknown as Server, tls, arrival.connectionsCheckingInterval)
    fastify.addHook('onClose', async () => stop())
  }
  fastify.server.on('checkExpectation', answerExpectation(securityHeaders))
  demandLeastRates(fastify.server, { ...rates, secure: certificate !== null })
  fastify.decorateRequest('caller', null)
  fastify.decorateRequest('wasWhole', false)
  observeCalls(fastify, metrics)
  await parseBodies(fastify, app.settings.maxFileBytes)

  let stopping = false
  fastify.addHook('preClose', async () => {
    stopping = true
    // The drain: a load balancer checks readiness only now and then, so calls are accepted until then.
    await sleep(app.settings.leaveMs)
  })
  fastify.addHook('onRequest', async request => {
    if (requiresHttps(app, request)) throw new DomainError('notEncrypted')
    if (isHostUnclear(request.raw)) throw new DomainError('invalid')
    const packing = request.headers['content-encoding'] ?? 'identity'
    if (packing.toLowerCase() !== 'identity') throw new DomainError('packed')
  })
  fastify.addHook('onSend', async (_request, reply) => {
    // The stop would wait for a kept connection.
    if (stopping) reply.header('connection', 'close')
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    // Checks the route, not the spelling of the URL: `/%61pi/` also leads to the API.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  fastify.addHook('onSend', compressed)
  fastify.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, app.settings.productName, request.method)
    logError(request, refusal, error)
    if (refusal.status === 503) reply.header('retry-after', '2')
    if (refusal.details?.retryAfter) reply.header('retry-after', String(refusal.details.retryAfter))
    const language = languageOf(request)
    return reply
      .code(refusal.status)
      .header('content-language', language)
      .type('application/problem+json; charset=utf-8')
      .send(inLanguage(language, () => problemOf(refusal)))
  })

  const counted = app.settings.rateLimits ? (limiter ?? makeLimiter(app.clock)) : { take: () => {} }
  const shares = callShares()
  for (const route of routes) serveRoute(fastify, app, route, counted, keyPatience, shares)
  serveStream(fastify, app, counted)
  takeCspReports(fastify, counted)
  serveDocs(fastify, app.settings.productName)
  serveHealth(fastify, app, () => stopping)
  const ownPage = withWeb ? frontPageOf(join(webRoot, 'index.html'), app.settings) : null
  const sendPage = (reply: FastifyReply) =>
    ownPage === null
      ? reply.sendFile('index.html')
      : reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(ownPage)
  if (withWeb) {
    servePrivacyPolicy(fastify, app.settings)
    if (ownPage !== null)
      for (const path of ['/', '/index.html']) fastify.get(path, (_request, reply) => sendPage(reply))
    await fastify.register(fastifyStatic, {
      root: webRoot,
      cacheControl: false,
      preCompressed: true,
      allowedPath: path => path === '/' || served.test(path),
      setHeaders: (reply, path) => {
        // Built files have their content's hash in their name and are cached; pages and documents are revalidated.
        const lasting = path.startsWith(join(webRoot, 'assets'))
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (pdfWorker.test(path)) reply.header('content-security-policy', workerPolicy)
      },
    })
  }
  fastify.setNotFoundHandler((request, reply) => {
    // Screens have no dot in their path. A path with a dot is a missing file, whatever a cache would store.
    const [path = ''] = request.url.split('?')
    const wantsPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|health|assets)(\/|$)/.test(path) && !/\.|%2e/i.test(path)
    if (withWeb && wantsPage) {
      // Of a certificate only those know who have its code.
      if (/^\/verify(\/|$)/.test(path)) reply.header('x-robots-tag', 'noindex, nofollow')
      return sendPage(reply)
    }
    throw new DomainError('notFound')
  })
  return fastify
}

/** Serves the API document, for programs and for people. */
function serveDocs(fastify: FastifyInstance, productName: string): void {
  let openApi: ReturnType<typeof openApiDocument> | null = null
  fastify.get('/api/v1/openapi.json', async () => {
    openApi ??= openApiDocument(productName)
    return openApi
  })
  fastify.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(productName)),
  )
}

/** Matches a proxy by its address, also where the proxy behind it appends the port. */
const trusted = (proxies: string[] | false) => proxies && ((address: string) => isOf(proxies, address))

/** Parses multipart, JSON and form bodies, each in one way only. */
async function parseBodies(fastify: FastifyInstance, maxFileBytes: number): Promise<void> {
  await fastify.register(multipart, {
    // Fields stay in memory until the last one arrives: together as much as a JSON body.
    limits: { fileSize: maxFileBytes + 1, files: 20, fields: 16, fieldSize: 64 * 1024, parts: 36 },
    throwFileSizeLimit: false,
  })
  // Every parser of a message must read the same, so duplicate keys are refused.
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decodeUtf8(body as Buffer)
    if (text === null) return done(new DomainError('invalid'))
    parseJson(request, text, (error, value) => {
      done(error ?? (saysKeyTwice(text) ? new DomainError('invalid') : null), value)
    })
  })
  const form = { parseAs: 'string', bodyLimit: FORM_BODY } as const
  fastify.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
    const fields = new URLSearchParams(String(body))
    done(fields.size === new Set(fields.keys()).size ? null : new DomainError('invalid'), Object.fromEntries(fields))
  })
}
