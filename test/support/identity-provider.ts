import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Configuration, JWK } from 'oidc-provider'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'almotacen', secret: 'un-secreto-de-pruebas-de-32-letras' }

/** A user's identity; its subject is the key. `amr` and `acr` are claims as the provider sends them. */
export type Person = { email?: string; email_verified?: unknown; xms_edov?: unknown; amr?: string[]; acr?: string }

/** The portal's settings for a provider with this issuer. */
export const settingsFor = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_LABEL: 'Entrar con mi banco',
})

export type TestProvider = {
  issuer: string
  settings: Record<string, string>
  people: Map<string, Person>
  /** Registers the portal at this address as a client. */
  register(publicUrl: string): void
  /** Follows the redirect as a browser, signs in (or cancels), and returns the query of the callback. */
  visit(url: string, subject: string | null): Promise<string>
  stop(): Promise<void>
}

export async function listening(listener: RequestListener): Promise<{ server: Server; issuer: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, issuer: `http://127.0.0.1:${(server.address() as { port: number }).port}` }
}

export async function stopped(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const jwk = (type: 'rsa' | 'ec', alg: string): JWK => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg, use: 'sig', kid: alg } as JWK
}

/**
 * A real provider (oidc-provider) on a local port, with a minimal sign-in page. `inUserInfo` keeps the e-mail out of
 * the id token, as strict providers do.
 */
export async function startProvider({ inUserInfo = false, algorithm = 'ES256' } = {}): Promise<TestProvider> {
  const people = new Map<string, Person>()
  let callback: RequestListener = (_request, response) => void response.writeHead(503).end()
  let interact: RequestListener = callback
  const { server, issuer } = await listening((request, response) =>
    (request.url?.startsWith('/interaction/') ? interact : callback)(request, response),
  )
  const keys = [algorithm === 'ES256' ? jwk('ec', 'ES256') : jwk('rsa', algorithm)]

  function register(publicUrl: string): void {
    const configuration: Configuration = {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${publicUrl}/auth/single-sign-on`],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          id_token_signed_response_alg: algorithm as 'ES256',
        },
      ],
      jwks: { keys },
      cookies: { keys: ['una-clave-de-pruebas'] },
      claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified', 'xms_edov'] },
      conformIdTokenClaims: inUserInfo,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
      ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Grant: 60, Interaction: 60, Session: 60 },
    }
    const provider = new Provider(issuer, configuration)
    callback = provider.callback()
    interact = (request, response) => void interaction(provider, people, request, response)
  }

  return {
    issuer,
    settings: settingsFor(issuer),
    people,
    register,
    visit: (url, subject) => visit(url, issuer, subject),
    stop: () => stopped(server),
  }
}

/** The sign-in page: an account, or cancel. */
async function interaction(
  provider: Provider,
  people: TestProvider['people'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="es"><link rel="icon" href="data:,"><title>Banco de pruebas</title><h1>Banco de pruebas</h1>
      <form method="post"><label>Cuenta <input name="account"></label>
      <button>Identificarse</button><button name="cancel" value="1">Cancelar</button></form>`)
    return
  }
  const sent = new URLSearchParams(await textOf(request))
  const accountId = sent.get('account') ?? ''
  const result = sent.has('cancel')
    ? { error: 'access_denied', error_description: 'El usuario ha cancelado' }
    : { login: { accountId, amr: people.get(accountId)?.amr, acr: people.get(accountId)?.acr, remember: false } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function visit(start: string, issuer: string, subject: string | null): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    const to = new URL(location, url)
    if (to.origin !== issuer) return to.search.slice(1)
    url = to.href
    body = undefined
    if (to.pathname.startsWith('/interaction/')) {
      body = new URLSearchParams(subject === null ? { cancel: '1' } : { account: subject })
    }
  }
  throw new Error(`${start} leads nowhere`)
}
