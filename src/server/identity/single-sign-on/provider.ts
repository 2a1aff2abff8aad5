import * as oidc from 'openid-client'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Identity } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { SIGN_ON_RETURN, SIGNATURES } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { logProblem } from '#server/platform/log.ts'
import { Late, within } from '#server/platform/outgoing/deadline.ts'
import type { SignOnSettings } from '#server/platform/settings/settings.ts'
import type { Ties } from '#server/session/attempt.ts'

/** Total time limit for all requests to the provider during a call, in milliseconds. */
export const PATIENCE_MS = 4_000
/** How long the provider's metadata is cached, in milliseconds. */
const METADATA_MS = 10 * 60_000

/** OpenID Connect Core 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

export type IdentityProvider = Pick<SignOnSettings, 'key' | 'label' | 'trustsMultiFactor' | 'trustsEmail'> & {
  /** The URL of the provider's sign-in. @throws DomainError signOnDown or signOnFailed. */
  addressFor(ties: Ties): Promise<string>
  /**
   * The identity, from the query with which the browser came back.
   * @throws DomainError signOnDenied, signOnDown or signOnFailed.
   */
  identify(answer: string, ties: Ties): Promise<Identity>
}

/** An OpenID Connect client. It makes no request before the first sign-in, so the provider may be down at the start. */
export function identityProvider(
  settings: SignOnSettings,
  publicUrl: string,
  patienceMs = PATIENCE_MS,
): IdentityProvider {
  const { key, label, trustsMultiFactor, trustsEmail, clientId, clientSecret } = settings
  const issuer = new URL(settings.issuer)
  const returnTo = `${publicUrl}${SIGN_ON_RETURN}`
  let known: { metadata: oidc.ServerMetadata; until: number } | null = null

  /** Makes a request to the provider, and turns its failures into a DomainError. */
  async function asking<T>(work: (config: oidc.Configuration) => Promise<T>): Promise<T> {
    let down = false
    const speakUntil =
      (signal: AbortSignal): oidc.CustomFetch =>
      async (url, options) => {
        try {
          // A copy: the library's body type is wider than that of fetch.
          const answer = await fetch(url, { ...(options as RequestInit), signal, redirect: 'manual' })
          if (answer.status >= 500) down = true
          return answer
        } catch (error) {
          down = true
          throw error
        }
      }
    try {
      return await within(patienceMs, async signal => work(await configuration(speakUntil(signal))))
    } catch (error) {
      if (error instanceof oidc.AuthorizationResponseError) throw new DomainError('signOnDenied')
      logProblem('identity-provider-failed', error)
      throw new DomainError(down || error instanceof Late ? 'signOnDown' : 'signOnFailed')
    }
  }

  async function configuration(speak: oidc.CustomFetch): Promise<oidc.Configuration> {
    const now = performance.now()
    const local = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    if (!known || known.until < now) {
      const options = { [oidc.customFetch]: speak, execute: local }
      const found = await oidc.discovery(issuer, clientId, clientSecret, undefined, options)
      known = { metadata: { ...found.serverMetadata() }, until: now + METADATA_MS }
    }
    const { metadata } = known
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret)
    const signatures = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter(name =>
      SIGNATURES.includes(name),
    )
    const config = new oidc.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: signatures },
      clientId,
      clientSecret,
      authentication,
    )
    config[oidc.customFetch] = speak
    for (const extend of local) extend(config)
    // Checks the signature too, although the token comes straight from the provider: TLS may end before it does.
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  return {
    key,
    label,
    trustsMultiFactor,
    trustsEmail,
    addressFor: ({ state, nonce, verifier }) =>
      asking(async config => {
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: returnTo,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),
    identify: (answer, { state, nonce, verifier }) =>
      asking(async config => {
        const back = new URL(`${returnTo}?${answer}`)
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const { iss, sub, acr, amr, ...claims } = tokens.claims()!
        if (!SUBJECT.test(sub)) throw new Error('no subject as OpenID Connect Core 2 has it')
        // A provider that also issues an access token may give the e-mail only in exchange for it (OpenID Connect Core
        // 5.4).
        const told = 'email' in claims ? claims : await oidc.fetchUserInfo(config, tokens.access_token, sub)
        const { email, email_verified: emailVerified, xms_edov: domainOwnerVerified } = told
        return { issuer: iss, subject: sub, email, emailVerified, domainOwnerVerified, acr, amr }
      }),
  }
}
