import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { logLine } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { TLS } from '#server/platform/transport-security.ts'

export type CertificateFiles = NonNullable<Settings['tls']>

/** What a server shows who connects to it. @throws when the files cannot be read */
export const certificateOf = ({ cert, key }: CertificateFiles) => ({
  ...TLS,
  cert: readFileSync(cert),
  key: readFileSync(key),
})

/** What tells a file from the one before it; of one that cannot be looked at, why. */
const stampOf = (path: string) => {
  try {
    const file = statSync(path)
    return `${file.ino} ${file.size} ${file.mtimeMs}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'none'
  }
}

/**
 * Shows a renewed certificate to whoever connects from then on. Its two files are replaced one after the other: until they
 * make a pair the server goes on with the one before, and what is no pair at two looks in a row is an alarm, once.
 * @param lookMs how often the files are looked at, in ms
 * @returns what ends it
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
