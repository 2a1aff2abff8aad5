import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { certificateOf } from '#server/http/follow-certificate.ts'
import type { Settings } from '#server/settings.ts'
import { SettingsError } from '#server/settings.ts'

/** Told before anything is begun. @throws SettingsError when the certificate and its key do not make a pair that serves */
export function checkCertificate({ tls }: Pick<Settings, 'tls'>): void {
  if (!tls) return
  try {
    createSecureContext(certificateOf(tls))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `TLS_CERT y TLS_KEY: ${tls.cert} y ${tls.key} no sirven juntos (${code ?? message}). Indique un certificado en PEM, con los ` +
        'intermedios detrás, y la clave sin contraseña con que se pidió.',
    )
  }
}

/** Which setting is wrong, by what the system says of the address. */
function sentenceOf(code: string | undefined, { host, port }: Pick<Settings, 'host' | 'port'>): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: en ${host}, puerto ${port}, escucha ya otro programa, quizá otro portal. Deténgalo o indique otro puerto.`
    case 'EACCES':
      return `PORT: este usuario no puede escuchar en el puerto ${port}. Indique uno por encima de 1023, con un proxy delante, o dele permiso.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NONAME':
      return `HOST: ${host} no es una dirección de esta máquina (${code}). Indique una de las suyas: 127.0.0.1 solo para ella, 0.0.0.0 para todas.`
    default:
      return null
  }
}

/** @throws SettingsError when nobody could reach the portal where HOST and PORT say */
export async function listen(app: FastifyInstance, settings: Pick<Settings, 'host' | 'port'>): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    const sentence = sentenceOf((error as NodeJS.ErrnoException).code, settings)
    throw sentence ? new SettingsError(sentence) : error
  }
}
