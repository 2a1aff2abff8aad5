import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { CLIENT, listening, settingsFor, stopped } from '#test/support/identity-provider.ts'

/** A token as a malicious or broken identity provider issues it. */
export type Forged = {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  signature?: 'own' | 'other' | 'none'
}

export type EvilProvider = {
  issuer: string
  settings: Record<string, string>
  /** The result of the next code exchange; a number is the status of a refusal, 'hang' never answers. */
  next: Forged | number | 'hang'
  /** Additional provider metadata. */
  metadata: Record<string, unknown>
  /** The number of requests per endpoint. */
  asked: string[]
  /** The query of the callback for an authorization URL of the portal. */
  answerTo(url: string, more?: Record<string, string>): string
  stop(): Promise<void>
}

/** An identity provider that speaks the protocol and signs anything. */
export async function startEvilProvider(): Promise<EvilProvider> {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, other] = [pair(), pair()]
  let nonce = ''
  const { server, issuer } = await listening(async (request, response) => {
    const path = (request.url ?? '').split('?')[0]!
    evil.asked.push(path)
    const send = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path === '/.well-known/openid-configuration') {
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'RS384', 'HS256', 'none'],
        ...evil.metadata,
      })
    }
    if (path === '/keys') {
      return send({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', kid: 'a' }] })
    }
    if (path !== '/token') return send({}, 404)
    const { next } = evil
    if (next === 'hang') return
    if (typeof next === 'number') return send({ error: next < 500 ? 'invalid_grant' : 'server_error' }, next)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'm1',
      nonce,
      iat: now,
      exp: now + 60,
      email: 'cci@almotacen.example',
      email_verified: true,
      ...next.claims,
    }
    const encoded = [{ alg: 'RS256', kid: 'a', ...next.header }, claims]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const key = next.signature === 'other' ? other.privateKey : own.privateKey
    const signature =
      next.signature === 'none'
        ? ''
        : sign(next.header?.alg === 'RS384' ? 'sha384' : 'sha256', Buffer.from(encoded), key).toString('base64url')
    send({ access_token: randomUUID(), token_type: 'Bearer', id_token: `${encoded}.${signature}` })
  })
  const evil: EvilProvider = {
    issuer,
    settings: settingsFor(issuer),
    next: {},
    metadata: {},
    asked: [],
    answerTo: (url, more = {}) => {
      const sent = new URL(url).searchParams
      nonce = sent.get('nonce')!
      return new URLSearchParams({ code: 'abc', state: sent.get('state')!, ...more }).toString()
    },
    stop: () => stopped(server),
  }
  return evil
}
