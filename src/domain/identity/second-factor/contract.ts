import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, instant, stored, text } from '#domain/contract/wire.ts'
import { meWire } from '#domain/identity/session/contract.ts'
import { msg } from '#domain/language/translate.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** WebAuthn data from or for the browser's authenticator; the WebAuthn library validates it. */
const authenticatorJson = z.looseObject({})
const token = z.string().max(100)

export const proveSecondFactor = contract({
  name: 'session.second-factor',
  method: 'POST',
  path: '/login/second-factor',
  summary: 'Segundo paso del acceso: el código de la aplicación, un código de recuperación o una llave de acceso',
  who: 'anyone',
  withoutIdempotencyKey: true,
  body: z.strictObject({
    pending: token,
    code: z.string().max(20).optional(),
    recoveryCode: z.string().max(100).optional(),
    passkey: authenticatorJson.optional(),
  }),
  answer: meWire,
  refusals: ['pendingDead', 'codeWrong', 'passkeyWrong', 'factorUnreadable', 'blocked', 'signOnNoAccess'],
})

export const askPasskey = contract({
  name: 'session.passkey-options',
  method: 'POST',
  path: '/login/passkey-options',
  summary: 'Lo que una llave de acceso debe firmar para el segundo paso del acceso',
  who: 'anyone',
  withoutIdempotencyKey: true,
  body: z.strictObject({ pending: token }),
  answer: authenticatorJson,
  refusals: ['pendingDead'],
})

const passkeyWire = z.object({
  id: identifier,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type PasskeyWire = z.output<typeof passkeyWire>

export const secondFactorWire = z.object({
  /** When the authenticator app was enrolled. */
  totp: instant.nullable(),
  passkeys: z.array(passkeyWire),
  recoveryCodesLeft: z.number().int(),
  /** CCI requires a second factor for the role. */
  required: z.boolean(),
})
export type SecondFactorWire = z.output<typeof secondFactorWire>

export const readSecondFactor = contract({
  name: 'second-factor.read',
  method: 'GET',
  path: '/second-factor',
  summary: 'La verificación en dos pasos de quien llama',
  who: 'second-factor.own',
  answer: secondFactorWire,
})

/** Recovery codes, shown only once; null when the user already had some. */
const enrolledWire = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const startTotp = contract({
  name: 'second-factor.start-totp',
  method: 'POST',
  path: '/second-factor/totp',
  summary: 'Empieza a configurar una aplicación de autenticación: da su secreto, que vale cuando demuestra un código',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  answer: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = contract({
  name: 'second-factor.confirm-totp',
  method: 'PUT',
  path: '/second-factor/totp',
  summary: 'Activa la aplicación de autenticación con uno de sus códigos; sustituye a la anterior',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  body: z.strictObject({ code: z.string().max(20) }),
  answer: enrolledWire,
  refusals: ['enrolmentDead', 'codeWrong'],
})

export const removeTotp = contract({
  name: 'second-factor.remove-totp',
  method: 'DELETE',
  path: '/second-factor/totp',
  summary: 'Quita la aplicación de autenticación',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  status: 204,
  refusals: ['notFound', 'secondFactorRequired'],
})

export const enrolPasskeyOptions = contract({
  name: 'second-factor.passkey-options',
  method: 'POST',
  path: '/second-factor/passkey-options',
  summary: 'Lo que una llave de acceso nueva debe firmar',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  answer: authenticatorJson,
  refusals: ['tooManyPasskeys'],
})

export const addPasskey = contract({
  name: 'second-factor.add-passkey',
  method: 'POST',
  path: '/second-factor/passkeys',
  summary: 'Añade una llave de acceso',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  body: z.strictObject({
    name: text(60).refine(name => name !== '', msg('Dé un nombre a la llave')),
    passkey: authenticatorJson,
  }),
  answer: enrolledWire,
  refusals: ['passkeyWrong', 'passkeyExists', 'tooManyPasskeys'],
})

export const removePasskey = contract({
  name: 'second-factor.remove-passkey',
  method: 'DELETE',
  path: '/second-factor/passkeys/{id}',
  summary: 'Quita una llave de acceso',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  params: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['notFound', 'secondFactorRequired'],
})

export const renewRecoveryCodes = contract({
  name: 'second-factor.renew-codes',
  method: 'POST',
  path: '/second-factor/recovery-codes',
  summary: 'Da otros códigos de recuperación; los anteriores dejan de valer',
  who: 'second-factor.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['notFound'],
})

/** A key with '@' is an e-mail, any other an identifier (D55). */
const userKey = z.strictObject({ key: text(EMAIL_MAX) })

export const readSecondFactorOfUser = contract({
  name: 'second-factor.of-user',
  method: 'GET',
  path: '/users/{key}/second-factor',
  summary: 'Qué verificación en dos pasos tiene un usuario, para el CCI',
  who: 'session.oversee',
  params: userKey,
  answer: z.object({ totp: instant.nullable(), passkeys: z.number().int(), recoveryCodesLeft: z.number().int() }),
  refusals: ['notFound'],
})

export const removeSecondFactorOfUser = contract({
  name: 'second-factor.remove-of-user',
  method: 'DELETE',
  path: '/users/{key}/second-factor',
  summary: 'El CCI quita la verificación en dos pasos de quien la perdió: se le avisa y sus sesiones terminan',
  who: 'session.oversee',
  requiresRecentAuth: true,
  params: userKey,
  status: 204,
  refusals: ['notFound', 'forbidden'],
})

const rulesWire = z.strictObject({
  CCI: z.boolean(),
  PROVIDER: z.boolean(),
  AUDIT: z.boolean(),
  ENTITY: z.boolean(),
})
export type SecondFactorRules = z.output<typeof rulesWire>
const rulesAnswer = z.object({ secondFactor: stored(rulesWire), version: z.number().int() })
export type SecondFactorRulesAnswer = z.output<typeof rulesAnswer>

export const readSecondFactorRules = contract({
  name: 'second-factor.rules',
  method: 'GET',
  path: '/access-security',
  summary: 'A qué roles pide el CCI la verificación en dos pasos',
  who: 'second-factor.rule',
  answer: rulesAnswer,
})

export const saveSecondFactorRules = contract({
  name: 'second-factor.save-rules',
  method: 'PUT',
  path: '/access-security',
  summary: 'Elige a qué roles se pide la verificación en dos pasos; rige desde ese momento, también en lo ya abierto',
  who: 'second-factor.rule',
  requiresRecentAuth: true,
  body: z.strictObject({ secondFactor: rulesWire, version: editVersion }),
  answer: rulesAnswer,
  refusals: ['changedMeanwhile'],
})
