import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'
import { roles } from '#domain/identity/roles.ts'
import { languages } from '#domain/language/language.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { CIF_CONTROL } from '#domain/values/company/cif.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'
import { PASSWORD_POLICIES } from '#domain/values/password.ts'

/** Settings of this installation for the screens. */
const settingsWire = z.object({
  productName: z.string(),
  maxFileBytes: z.number(),
  passwordPolicy: z.enum(PASSWORD_POLICIES),
  /** Identity providers for sign-in, one button each. */
  signOn: z.array(z.object({ key: z.string(), label: z.string() })),
  /** The operator supplies an English text of its privacy policy (EASE-19). */
  englishPolicy: z.boolean(),
  cifRule: z.enum(Object.keys(CIF_CONTROL) as [keyof typeof CIF_CONTROL, ...(keyof typeof CIF_CONTROL)[]]),
})

/** The signed-in user for the shell; the source of the six keys of session storage (AUTH-25 to AUTH-30). */
export const meWire = z.object({
  userId: identifier,
  /** Id of the current session; it grants no access. */
  sessionId: identifier,
  email: z.string(),
  name: z.string(),
  role: z.object({ key: z.enum(roles), value: z.string() }),
  roles: z.array(z.string()),
  isPrincipal: z.boolean(),
  /** The language that the user chose (EASE-14). */
  language: z.enum(languages),
  idGenericEntity: identifier,
  nameGenericEntity: z.string(),
  commercialName: z.string(),
  cif: z.string(),
  /** The password was changed and the invitation accepted, or there is none (D15). */
  completed: z.boolean(),
  /** Its documentation was accepted once: the side menu stays from then on (LAYOUT-12, D10). */
  onboarded: z.boolean(),
  /** Next step of the sign-in (AUTH-06 to AUTH-09). */
  next: z.enum(['second-factor', 'change-password', 'mandatory-data', 'home']),
  documentationId: identifier.nullable(),
  documentationStatus: z.enum(documentationMachine.states).nullable(),
  today: day,
  /** The server's clock, which may be shifted (D4). */
  now: instant,
  /** When this session ends at the latest (D19); an open page asks for a new sign-in shortly before. */
  sessionEndsAt: instant,
  /** Encryption key for unsent drafts in the storage of the tab: 32 letters and digits, constant for each user. */
  draftKey: z.string(),
  settings: settingsWire,
  /** Whether this server tells its browsers what changes; without it they poll. */
  stream: z.boolean(),
})
export type Me = z.output<typeof meWire>

/**
 * The password was correct and the account requires a second factor: the token is valid only for the second step of
 * this sign-in.
 */
export const secondFactorNeededWire = z.object({
  secondFactorNeeded: z.literal(true),
  pending: z.string(),
  expiresAt: instant,
  methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
})
export type SecondFactorNeeded = z.output<typeof secondFactorNeededWire>

export const signIn = contract({
  name: 'session.sign-in',
  method: 'POST',
  path: '/login',
  summary:
    'Entrar. El token llega en la cabecera authorization y el valor CSRF en x-csrf-token; si la cuenta tiene verificación en dos pasos, llega lo que pide el segundo',
  who: 'anyone',
  withoutIdempotencyKey: true,
  body: z.strictObject({ email: text(EMAIL_MAX).default(''), password: z.string().max(1024).default('') }),
  answer: z.union([meWire, secondFactorNeededWire]),
  refusals: ['badCredentials', 'blocked', 'credentialsMissing'],
  example: { body: { email: 'cci@almotacen.example', password: 'Almotacen.2026' } },
})

export const readMe = contract({
  name: 'session.me',
  method: 'GET',
  path: '/session',
  summary: 'Quién ha entrado',
  who: 'session.open',
  answer: meWire,
})

export const chooseLanguage = contract({
  name: 'session.choose-language',
  method: 'PUT',
  path: '/session/language',
  summary: 'Elige el idioma de quien llama: de sus pantallas, sus correos y sus avisos',
  who: 'session.password',
  body: z.strictObject({ language: z.enum(languages) }),
  status: 204,
  example: { body: { language: 'en' } },
})

export const readSettings = contract({
  name: 'session.settings',
  method: 'GET',
  path: '/session/settings',
  summary: 'Los ajustes de esta instalación que las pantallas necesitan, también antes de entrar',
  who: 'anyone',
  answer: settingsWire,
})

export const closeSession = contract({
  name: 'session.close',
  method: 'POST',
  path: '/registersLogin/closeSession',
  summary: 'Salir (con close=true) o señal de que la sesión sigue abierta, cada 5 minutos',
  who: 'session.open',
  encoding: 'form',
  body: z.strictObject({
    token: z.string().max(100).optional(),
    idDocument: z.string().max(100).optional(),
    kindFile: z.string().max(40).optional(),
    close: z.enum(['true', 'false']).optional(),
  }),
  status: 204,
})

export const requestPassword = contract({
  name: 'session.request-password',
  method: 'PUT',
  path: '/users/{key}/request-password',
  summary: 'Pide un enlace para recuperar la contraseña; contesta igual exista o no la cuenta',
  who: 'anyone',
  withoutIdempotencyKey: true,
  params: z.strictObject({ key: text(EMAIL_MAX) }),
  status: 204,
})

export const resetPassword = contract({
  name: 'session.reset-password',
  method: 'PUT',
  path: '/users/reset-password',
  summary: 'Elige contraseña nueva con el código de un enlace',
  who: 'anyone',
  withoutIdempotencyKey: true,
  body: z.strictObject({ newPassword: z.string().max(1024).default(''), code: z.string().max(200).default('') }),
  status: 204,
  refusals: ['resetFieldsMissing', 'resetCodeDead', 'invalid'],
})

/** An open session for its owner and CCI; never its token. */
export const sessionWire = z.object({
  id: identifier,
  /** Browser and operating system in words, as the user agent states them. */
  device: z.string(),
  address: z.string(),
  startedAt: instant,
  lastSeenAt: instant,
  /** The session of the caller. */
  current: z.boolean(),
})
export type SessionWire = z.output<typeof sessionWire>
const sessionsQuery = z.strictObject(pagingInOwnOrder(['startedAt', 'lastSeenAt']))

export const listSessions = contract({
  name: 'session.list',
  method: 'GET',
  path: '/sessions',
  summary: 'Las sesiones abiertas de quien llama, la más reciente primero',
  who: 'session.own',
  query: sessionsQuery,
  answer: pageOf(sessionWire),
})

export const endSession = contract({
  name: 'session.end',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'Cierra una de las propias sesiones',
  who: 'session.own',
  requiresRecentAuth: true,
  params: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['notFound'],
})

export const endOtherSessions = contract({
  name: 'session.end-others',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Cierra todas las propias sesiones menos la que llama',
  who: 'session.own',
  requiresRecentAuth: true,
  status: 204,
})

/** A key with '@' is an e-mail, any other an identifier (D55). */
const userKey = { key: text(EMAIL_MAX) }

export const listSessionsOfUser = contract({
  name: 'session.of-user',
  method: 'GET',
  path: '/users/{key}/sessions',
  summary: 'Las sesiones abiertas de un usuario, para el CCI',
  who: 'session.oversee',
  params: z.strictObject(userKey),
  query: sessionsQuery,
  answer: pageOf(sessionWire),
  refusals: ['notFound'],
})

export const endSessionOfUser = contract({
  name: 'session.end-of-user',
  method: 'DELETE',
  path: '/users/{key}/sessions/{id}',
  summary: 'El CCI cierra una sesión de un usuario',
  who: 'session.oversee',
  requiresRecentAuth: true,
  params: z.strictObject({ ...userKey, id: identifier }),
  status: 204,
  refusals: ['notFound'],
})

export const endSessionsOfUser = contract({
  name: 'session.end-all-of-user',
  method: 'DELETE',
  path: '/users/{key}/sessions',
  summary: 'El CCI cierra todas las sesiones de un usuario; de las suyas queda la que llama',
  who: 'session.oversee',
  requiresRecentAuth: true,
  params: z.strictObject(userKey),
  status: 204,
  refusals: ['notFound'],
})

export const exportOwnData = contract({
  name: 'session.data',
  method: 'GET',
  path: '/session/data',
  summary: 'Todo lo que el portal guarda del usuario que ha entrado, en JSON (RGPD, artículos 15 y 20)',
  who: 'session.own',
  answer: 'file',
})
