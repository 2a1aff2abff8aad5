import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { logLine } from '#server/platform/log.ts'
import { TLS } from '#server/platform/outgoing/transport-security.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type CertificateFiles = NonNullable<Settings['tls']>

/** The certificate and key that the server presents. @throws when the files cannot be read */
export const certificateOf = ({ cert, key }: CertificateFiles) => ({
  ...TLS,
  cert: readFileSync(cert),
  key: readFileSync(key),
})

/** A value that changes with the file; for an unreadable file, the error. */
const stampOf = (path: string) => {
  try {
    const file = statSync(path)
    return `${file.ino} ${file.size} ${file.mtimeMs}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'none'
  }
}

/**
 * Presents a renewed certificate to new connections. Its two files are replaced one after the other: until they match,
 * the server keeps the previous pair. A mismatch at two checks in a row raises one alarm.
 * @param lookMs interval between checks, in milliseconds
 * @returns a function that stops the checks
 */
export function followCertificate(server: Server, files: CertificateFiles, lookMs: number): () => void {
  const stamp = () => `${stampOf(files.cert)}, ${stampOf(files.key)}`
  let served = stamp()
  let wrong = { stamp: '', isTold: false }
  const look = () => {
    const seen = stamp()
    if (seen === served) return
    try {
      const certificate = certificateOf(files)
      createSecureContext(certificate)
      server.setSecureContext(certificate)
      served = seen
      logLine('info', 'certificate-renewed')
    } catch (error) {
      if (wrong.stamp !== seen) wrong = { stamp: seen, isTold: false }
      else if (!wrong.isTold) {
        wrong.isTold = true
        const { code, message } = error as NodeJS.ErrnoException
        const reason = `TLS_CERT and TLS_KEY were changed and are no pair (${code ?? message})`
        logLine('error', 'alarm', { message: `${reason}: this portal goes on with the certificate before` })
      }
    }
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}
