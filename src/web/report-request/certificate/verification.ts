import type { VerificationWire } from '#domain/report-request/certificate/contract.ts'

export type Verification = { found: VerificationWire } | { refused: string } | { failed: string }

const OFFLINE = 'No hay conexión con el portal: compruebe la red y vuelva a intentarlo.'
const UNKNOWN = 'No hay ningún certificado que se pueda comprobar con este código.'

/** What the portal says of a code. Without the API's client: it needs schemas, and these pages should be light. */
export async function verify(code: string): Promise<Verification> {
  try {
    const answer = await fetch(`/api/v1/verify/${encodeURIComponent(code)}`, { credentials: 'omit' })
    const body = await answer.json()
    if (answer.ok) return { found: body }
    return answer.status === 404 ? { refused: UNKNOWN } : { failed: body.detail ?? OFFLINE }
  } catch {
    return { failed: OFFLINE }
  }
}

/** The SHA-256 of a file in hexadecimal, computed here: the file is not sent. */
export async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The code in an address, or null: `/verify/{code}`. */
export function codeInPath(pathname: string): string | null {
  const [, , code] = pathname.split('/')
  if (!code) return null
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
