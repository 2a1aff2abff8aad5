import type { AnswerOf, BodyInput, Contract, ParamsInput, QueryInput } from '#domain/contract/contract.ts'
import { fillPath } from '#domain/contract/contract.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import { unreadSentences } from '#domain/messages.ts'
import { lostKey, noteLost, noteSettled, type Write } from '#web/api/unanswered.ts'
import { clearSession, storedCsrf, storedToken, storeTokens } from '#web/session/storage.ts'
import { awaitWrite, fateOf, presentCaller } from '#web/session/succession.ts'
import { chosenLanguage } from '#web/ui/language/spoken.ts'

/** The transport errors of the client (ERR-28 to ERR-31, D54). */
export const transportErrors = {
  network: 'Network Error',
  aborted: 'Request aborted',
  timeout: (ms: number) => `timeout of ${ms}ms exceeded`,
  protocol: 'Unsupported protocol',
} as const

/** Why a call failed: the server's problem, or a transport error; `message` is the Spanish sentence for users. */
export class ApiError extends Error {
  readonly status: number
  readonly code: Reason | 'transport'
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>
  /** Client code of a transport error. */
  readonly transport: string | null

  constructor(
    status: number,
    code: Reason | 'transport',
    message: string,
    details: Record<string, unknown> = {},
    transport: string | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.fields = (details.fields as Record<string, string> | undefined) ?? {}
    this.transport = transport
  }
}

const OFFLINE = msg('No hay conexión con el portal. No se ha guardado nada: compruebe la red y vuelva a intentarlo.')
// A read never saves anything, so a sentence about saving would only confuse.
const UNREAD = msg('No hay conexión con el portal: compruebe la red y vuelva a intentarlo.')
const NO_ANSWER = msg('No hay conexión con el portal.')
const FOREIGN_ANSWER = msg('La respuesta no procede del portal.')
const STOPPED = msg('La subida se ha cancelado.')

/** Options of a call. */
type Options<C> = {
  params?: ParamsInput<C>
  query?: QueryInput<C>
  body?: BodyInput<C>
  files?: Record<string, File | undefined>
  signal?: AbortSignal
  /** Distinguishes writes with equal content and different effect; part of the identity of the write. */
  meaning?: string
  /** Bytes of an upload sent so far. */
  onProgress?: (sent: number, total: number) => void
}

// biome-ignore lint/suspicious/noExplicitAny: any contract
type AnyContract = Contract<any, any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: any contract
type Answer<C> = C extends Contract<any, any, any, infer A> ? (A extends 'file' ? Blob : AnswerOf<C>) : never

/** Called once when the server reports the end of the session; set by the shell. */
let onSessionEnd: () => void = () => {}
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener
}

function queryText(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** URL of a call, with its parameters and filters (API-01, API-08). */
export function urlOf(contract: AnyContract, params?: unknown, query?: unknown): string {
  return `/api/v1${fillPath(contract.path, params as Record<string, unknown>)}${queryText(query)}`
}

const freshKey = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`

/** Headers of every call (API-02); a write has an idempotency key, so that a retry has one effect. */
export function headersOf(contract: AnyContract, key = freshKey()): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    'X-CSRF-TOKEN': storedCsrf() || 'sin-sesion',
  }
  const token = storedToken()
  if (token && contract.who !== 'anyone') headers.authorization = token
  // The server knows the language of users only.
  if (!headers.authorization && chosenLanguage() === 'en') headers['X-Language'] = 'en'
  if (contract.method !== 'GET') headers['Idempotency-Key'] = key
  return headers
}

function encode(
  contract: AnyContract,
  options: Options<AnyContract>,
): { body: XMLHttpRequestBodyInit | null; type: string | null } {
  if (contract.encoding === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries((options.body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    for (const [name, file] of Object.entries(options.files ?? {})) if (file) form.set(name, file, file.name)
    return { body: form, type: null }
  }
  if (options.body === undefined) return { body: null, type: null }
  if (contract.encoding === 'form') {
    return {
      body: new URLSearchParams(options.body as Record<string, string>).toString(),
      type: 'application/x-www-form-urlencoded',
    }
  }
  return { body: JSON.stringify(options.body), type: 'application/json' }
}

/** Whether the server runs a call once per idempotency key. */
const isDoneOnce = ({ method, who, withoutIdempotencyKey }: AnyContract) =>
  method !== 'GET' && who !== 'anyone' && !withoutIdempotencyKey

/** The write to record; null for a call that does not run once per key. */
function writeOf(contract: AnyContract, options: Options<AnyContract>): Write | null {
  if (!isDoneOnce(contract)) return null
  const { params, query, body, files = {}, meaning } = options
  return { method: contract.method, url: urlOf(contract, params, query), body, files, meaning }
}

/** A call without an answer of the portal. A write may still have succeeded. */
function unanswered(contract: AnyContract, status: number, transport: string): ApiError {
  if (contract.method === 'GET') return new ApiError(status, status ? 'failed' : 'transport', t(UNREAD), {}, transport)
  const fate = isDoneOnce(contract)
    ? t(
        'No se sabe si se ha guardado: compruebe la red y vuelva a intentarlo. Si ya estaba hecho, no se hará dos veces.',
      )
    : t('No se sabe si ha llegado lo que ha enviado: compruebe la red y vuelva a intentarlo.')
  return new ApiError(status, 'transport', `${t(status ? FOREIGN_ANSWER : NO_ANSWER)} ${fate}`, {}, transport)
}

/**
 * Makes a call. Uses XMLHttpRequest, because fetch cannot report upload progress. No timeout (API-04).
 * @throws ApiError with the server's Spanish sentence.
 */
export function call<const C extends AnyContract>(contract: C, options: Options<C> = {}): Promise<Answer<C>> {
  return new Promise((resolve, fail) => {
    const request = new XMLHttpRequest()
    const caller = presentCaller()
    try {
      request.open(contract.method, urlOf(contract, options.params, options.query))
    } catch {
      return fail(new ApiError(0, 'transport', t(OFFLINE), {}, transportErrors.protocol))
    }
    const write = writeOf(contract, options as Options<AnyContract>)
    const key = (write && lostKey(write)) ?? freshKey()
    const reject = (error: ApiError) => {
      if (write) noteFailure(write, key, error)
      fail(error)
    }
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headersOf(contract, key))) request.setRequestHeader(name, value)
    const { body, type } = encode(contract, options as Options<AnyContract>)
    if (type) request.setRequestHeader('content-type', type)
    if (options.onProgress) {
      const { onProgress } = options
      request.upload.onprogress = event => onProgress(event.loaded, event.total)
    }
    const abort = () => request.abort()
    options.signal?.addEventListener('abort', abort, { once: true })
    request.onabort = () => reject(new ApiError(0, 'transport', t(STOPPED), {}, transportErrors.aborted))
    // The portal sets no timeout (API-04); a browser or an extension may.
    request.ontimeout = () => reject(unanswered(contract, 0, transportErrors.timeout(request.timeout)))
    request.onerror = () => reject(unanswered(contract, 0, transportErrors.network))
    request.onload = async () => {
      options.signal?.removeEventListener('abort', abort)
      const { status } = request
      const blob = request.response as Blob
      const token = request.getResponseHeader('authorization')
      const csrf = request.getResponseHeader('x-csrf-token')
      if (token && csrf) storeTokens(token, csrf)
      const isFile = status < 400 && contract.answer === 'file'
      const said = isFile ? { value: blob } : await jsonOf(blob)
      if (status >= 400) {
        const problem = problemOf(contract, status, said?.value)
        if (!problem) return reject(unanswered(contract, status, transportErrors.network))
        if (problem.code !== 'noSession') return reject(problem)
        const fate = await fateOf(caller)
        // Reads in flight when a new session replaced theirs are retried in the new one.
        if (fate === 'followed' && contract.method === 'GET') return resolve(call(contract, options))
        if (fate === 'over') endSession()
        return reject(problem)
      }
      if (!said) return reject(unanswered(contract, status, transportErrors.network))
      noteSettled(key)
      resolve(said.value as Answer<C>)
    }
    if (contract.method !== 'GET') {
      awaitWrite(
        new Promise(taken => {
          request.onloadend = taken
        }),
      )
    }
    request.send(body)
  })
}

/**
 * Remembers or forgets a failed write. Only two errors settle an earlier write with the same key: it was done, or its
 * target was deleted. Other errors leave the key unused or concern the caller (session, rate limit).
 */
function noteFailure(write: Write, key: string, { code }: ApiError): void {
  if (code === 'transport' || code === 'outcomeUnknown') noteLost(write, key)
  if (code === 'keyReused' || code === 'notFound') noteSettled(key)
}

/**
 * Sends a call that needs only its status; it continues after its page closes.
 * @returns the status, or 0 without an answer.
 */
export async function send<const C extends AnyContract>(contract: C, body: BodyInput<C>): Promise<number> {
  const encoded = encode(contract, { body })
  const headers = { ...headersOf(contract), ...(encoded.type ? { 'content-type': encoded.type } : {}) }
  const init = { method: contract.method, headers, body: encoded.body, keepalive: true }
  try {
    const answer = await fetch(urlOf(contract), init)
    // Read to the end, or the browser keeps the connection open.
    await answer.blob()
    return answer.status
  } catch {
    return 0
  }
}

/** Parsed body of an answer, possibly empty; null when it is not JSON. */
async function jsonOf(blob: Blob): Promise<{ value: unknown } | null> {
  const text = await blob.text()
  try {
    return { value: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return null
  }
}

/** Error of the portal; null for any other error, such as a proxy's. */
function problemOf({ method }: AnyContract, status: number, said: unknown): ApiError | null {
  const problem = (said ?? {}) as Record<string, unknown>
  if (typeof problem.code !== 'string' || typeof problem.detail !== 'string') return null
  const unread = method === 'GET' ? unreadSentences[problem.code] : undefined
  return new ApiError(status, problem.code as Reason, unread ?? problem.detail, problem)
}

function endSession(): void {
  clearSession()
  onSessionEnd()
}

/** Key and function of a read, for TanStack Query: `useQuery(queryOptions(listServices, { query }))`. */
export function queryOptions<const C extends AnyContract>(contract: C, options: Omit<Options<C>, 'signal'> = {}) {
  return {
    queryKey: [contract.name, options.params ?? null, options.query ?? null] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(contract, { ...options, signal }),
  }
}

/** Message to show for any failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
