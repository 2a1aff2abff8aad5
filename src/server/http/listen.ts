import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { certificateOf } from '#server/http/security/follow-certificate.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** Checks the TLS certificate before anything else starts. @throws SettingsError if certificate and key do not match */
export function checkCertificate({ tls }: Pick<Settings, 'tls'>): void {
  if (!tls) return
  try {
    createSecureContext(certificateOf(tls))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `TLS_CERT and TLS_KEY: ${tls.cert} and ${tls.key} do not work together (${code ?? message}). Give a PEM certificate followed by its ` +
        'intermediates, and the key it was requested with, without a passphrase.',
    )
  }
}

/** The sentence that names the wrong setting for a system error code; null for other codes. */
function sentenceOf(code: string | undefined, { host, port }: Pick<Settings, 'host' | 'port'>): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: another program, perhaps another portal, already listens on ${host} port ${port}. Stop it or set another port.`
    case 'EACCES':
      return `PORT: this user cannot listen on port ${port}. Set one above 1023 behind a proxy, or grant the permission.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NONAME':
      return `HOST: ${host} is not an address of this machine (${code}). Set one of its own: 127.0.0.1 for this machine only, 0.0.0.0 for all.`
    default:
      return null
  }
}

/** @throws SettingsError when HOST and PORT cannot be bound */
export async function listen(fastify: FastifyInstance, settings: Pick<Settings, 'host' | 'port'>): Promise<void> {
  try {
    await fastify.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    const sentence = sentenceOf((error as NodeJS.ErrnoException).code, settings)
    throw sentence ? new SettingsError(sentence) : error
  }
}
