import { randomBytes } from 'node:crypto'
import * as OTPAuth from 'otpauth'
import { normaliseTotpCode, TOTP } from '#domain/identity/second-factor/second-factor.ts'

const parameters = { algorithm: TOTP.algorithm, digits: TOTP.digits, period: TOTP.periodSeconds }

export const newTotpSecret = (): Uint8Array => randomBytes(TOTP.secretBytes)

const secretOf = (bytes: Uint8Array) => new OTPAuth.Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret in the form typed into an app, and the URL of its QR code. */
export function totpKey(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }) {
  const totp = new OTPAuth.TOTP({ ...parameters, issuer, label: account, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of a code within the window open at an instant; null for a wrong code (RFC 6238). */
export function stepOfCode(secret: Uint8Array, code: string, now: string): number | null {
  const token = normaliseTotpCode(code)
  if (!new RegExp(`^\\d{${TOTP.digits}}$`).test(token)) return null
  const timestamp = Date.parse(now)
  const delta = OTPAuth.TOTP.validate({
    ...parameters,
    token,
    secret: secretOf(secret),
    timestamp,
    window: TOTP.window,
  })
  return delta === null ? null : OTPAuth.TOTP.counter({ period: TOTP.periodSeconds, timestamp }) + delta
}
