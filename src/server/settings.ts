import { resolve } from 'node:path'
import { z } from 'zod'
import { PRODUCT_NAME } from '#domain/product.ts'
import { MAX_SESSIONS } from '#domain/session/limits.ts'
import type { ClamdAddress } from '#server/files/clamd.ts'
import { clamdAddress } from '#server/files/clamd.ts'
import {
  areRanges,
  beginsLinks,
  durationMs,
  isFile,
  isIssuer,
  isOffset,
  proxies,
  sender,
} from '#server/setting-values.ts'
import { databaseTarget, plainDatabase, staysHere } from '#server/transport-security.ts'

const readable = (name: string) =>
  z.string().refine(isFile, `${name} debe ser un archivo que el portal pueda leer`).optional()

const schema = z.object({
  PORT: z.coerce.number('PORT debe ser un número de puerto').int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL debe empezar por postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_OWNER_URL debe empezar por postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number('DATABASE_POOL debe ser un número de conexiones').int().min(2).max(200).default(10),
  DATABASE_STATEMENT_SECONDS: z.coerce
    .number('DATABASE_STATEMENT_SECONDS debe ser un número de segundos')
    .int()
    .min(1)
    .max(3600)
    .default(30),
  LEAVE_SECONDS: z.coerce.number('LEAVE_SECONDS debe ser un número de segundos').int().min(0).max(300).default(0),
  STOP_SECONDS: z.coerce.number('STOP_SECONDS debe ser un número de segundos').int().min(1).max(600).default(25),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL debe ser una dirección http o https' })
    .refine(beginsLinks, 'PUBLIC_URL no lleva usuario, parámetros ni #')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL debe empezar por smtp:// o smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'MAIL_FROM debe ser una dirección de correo, con su nombre delante o sin él')
    .default('Almotacén <no-responder@almotacen.example>'),
  CLOCK_OFFSET: z
    .string()
    .refine(isOffset, 'CLOCK_OFFSET debe ser una duración como 400d, 12h o 30m, de cien años como mucho')
    .optional(),
  PRODUCT_NAME: z.string().trim().min(1).default(PRODUCT_NAME),
  PASSWORD_POLICY: z
    .enum(['especificacion', 'nist'], 'PASSWORD_POLICY debe ser especificacion o nist')
    .default('especificacion'),
  CIF_RULE: z
    .enum(['agencia-tributaria', 'especificacion'], 'CIF_RULE debe ser agencia-tributaria o especificacion')
    .default('agencia-tributaria'),
  MAX_SESSIONS: z.coerce.number('MAX_SESSIONS debe ser un número').int().min(1).max(1000).default(MAX_SESSIONS),
  MAX_FILE_MB: z.coerce.number('MAX_FILE_MB debe ser un número').positive().max(4096).default(25),
  TRAIL_HEADS_DIR: z.string().min(1).optional(),
  RETENTION_YEARS: z.coerce
    .number('RETENTION_YEARS debe ser un número de años')
    .int('RETENTION_YEARS debe ser un número de años')
    .min(1, 'RETENTION_YEARS debe ser al menos 1')
    .max(30, 'RETENTION_YEARS debe ser como mucho 30')
    .default(3),
  APP_SECRET: z.string().min(32, 'APP_SECRET debe tener al menos 32 caracteres').optional(),
  APP_SECRET_BEFORE: z.string().min(32, 'APP_SECRET_BEFORE debe tener al menos 32 caracteres').optional(),
  CCI_NETWORKS: z
    .string()
    .refine(areRanges, 'CCI_NETWORKS debe ser una lista de direcciones IP o de redes CIDR')
    .optional(),
  TLS_CERT: readable('TLS_CERT'),
  TLS_KEY: readable('TLS_KEY'),
  PLAIN_CONNECTIONS: z.enum(['si', 'no'], 'PLAIN_CONNECTIONS debe ser si o no').default('no'),
  BREACHED_PASSWORDS: readable('BREACHED_PASSWORDS'),
  CLAMD: z
    .string()
    .refine(value => clamdAddress(value) !== null, 'CLAMD debe ser la ruta de un socket o servidor:puerto')
    .optional(),
  QUOTA_MB: z.coerce.number('QUOTA_MB debe ser un número').positive().default(5000),
  TRUST_PROXY: z
    .string()
    .refine(areRanges, 'TRUST_PROXY debe ser una lista de direcciones IP o de redes CIDR')
    .optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'OIDC_ISSUER debe ser una dirección https sin parámetros (http solo en esta misma máquina)')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  OIDC_LABEL: z
    .string()
    .trim()
    .min(1)
    .max(60, 'OIDC_LABEL debe tener como mucho 60 caracteres')
    .default('Entrar con mi organización'),
  OIDC_TRUST_MFA: z.enum(['si', 'no'], 'OIDC_TRUST_MFA debe ser si o no').default('no'),
  RATE_LIMITS: z.enum(['si', 'no'], 'RATE_LIMITS debe ser si o no').default('si'),
  NODE_ENV: z.enum(['production', 'development', 'test'], 'NODE_ENV no es válido').default('development'),
})

/** An identity provider that users may sign in with (OpenID Connect). */
export type SignOnSettings = {
  /** What the portal calls it, in its rows and addresses. */
  key: string
  /** The words on its button. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether its word that it asked for several factors is taken. */
  trustsMultiFactor: boolean
}

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** Whose tables they are; only migrations use it. */
  databaseOwnerUrl: string | null
  /** How many connections to the database at most. */
  databasePool: number
  /** How long one statement may take. */
  statementMs: number
  /** How long a stop says that it is not ready, and serves, before it takes nothing new. */
  leaveMs: number
  /** How long a stop then waits for calls that are under way. */
  stopMs: number
  publicUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  clockOffsetMs: number
  productName: string
  passwordPolicy: 'especificacion' | 'nist'
  cifRule: 'agencia-tributaria' | 'especificacion'
  /** How many sessions one user may have open at once. */
  maxSessions: number
  maxFileBytes: number
  /** Where the signed heads of the trail are written as well. */
  trailHeadsDir: string | null
  /** How long what was deleted stays blocked before it is destroyed (D44). */
  retentionYears: number
  appSecret: string | null
  /** The key before, for what it closed (`npm run admin -- secret reseal`). */
  appSecretBefore: string | null
  /** The networks that CCI's people come from; null lets them come from anywhere. */
  cciNetworks: readonly string[] | null
  /** Files of a certificate and its key, when no proxy in front has them. */
  tls: { cert: string; key: string } | null
  /** Whether mail may leave this machine unencrypted. */
  plainConnections: boolean
  /** A file of hashes of breached passwords. */
  breachedPasswords: string | null
  /** Where the virus scanner listens; null without one. */
  clamd: ClamdAddress | null
  /** How much a participant may keep. */
  quotaBytes: number
  /** The proxies whose word about the caller's address is believed; false believes nobody's. */
  trustProxy: string[] | false
  rateLimits: boolean
  /** None unless configured; one so far. */
  signOn: SignOnSettings[]
  production: boolean
}

/** A setting is wrong; the message says which and how to mend it, in Spanish. */
export class SettingsError extends Error {}

const PLAIN_HINT = 'Si la red entre ambos ya va cifrada, dígalo con PLAIN_CONNECTIONS=si.'

/** In production nothing leaves the machine unencrypted unless the operator says so (ASVS 12.3.1). */
function refusePlain(value: z.output<typeof schema>): void {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const host = value[name] ? plainDatabase(value[name]) : null
    if (host) {
      throw new SettingsError(
        `${name} lleva a ${host} sin TLS comprobado: añádale sslmode=verify-full (y sslrootcert con su CA). ${PLAIN_HINT}`,
      )
    }
  }
  const clamd = value.CLAMD ? clamdAddress(value.CLAMD) : null
  if (clamd && 'host' in clamd && clamd.host && !staysHere(clamd.host)) {
    throw new SettingsError(
      `CLAMD no cifra: use un socket o 127.0.0.1 (con un túnel, si está en otra máquina). ${PLAIN_HINT}`,
    )
  }
}

/**
 * Addresses that can only be misunderstood.
 * @throws SettingsError, which never quotes what it refuses: it may hold a password.
 */
function refuseUnclear(value: z.output<typeof schema>): void {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    try {
      if (value[name]) databaseTarget(value[name])
    } catch (error) {
      throw new SettingsError(`${name}: ${(error as Error).message}.`)
    }
  }
  if (!value.SMTP_URL) return
  const smtp = URL.parse(value.SMTP_URL)
  if (!smtp?.hostname) {
    throw new SettingsError('SMTP_URL: la dirección no se entiende: smtp://usuario:contraseña@servidor:puerto')
  }
  // The mail library takes each as an option of its own, those that encrypt and verify among them.
  if (smtp.search || smtp.hash) {
    throw new SettingsError(
      'SMTP_URL no admite parámetros. Con TLS desde el principio es smtps://; una CA propia se da en NODE_EXTRA_CA_CERTS; sin cifrar solo sale con PLAIN_CONNECTIONS=si.',
    )
  }
}

/**
 * The settings of D46, validated. Empty variables count as absent.
 * @throws SettingsError with one sentence for each wrong value.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  // To a number blanks would be 0.
  const blank = Object.keys(schema.shape).find(name => given[name]?.trim() === '')
  if (blank !== undefined) throw new SettingsError(`${blank} está en blanco: déjela vacía o dele un valor.`)
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const value = parsed.data
  const production = value.NODE_ENV === 'production'
  if (value.DATABASE_OWNER_URL && !value.DATABASE_URL) {
    throw new SettingsError('DATABASE_OWNER_URL acompaña a DATABASE_URL: indique también la del portal.')
  }
  if (Boolean(value.TLS_CERT) !== Boolean(value.TLS_KEY)) {
    throw new SettingsError('TLS_CERT y TLS_KEY van juntas: el certificado y su clave.')
  }
  refuseUnclear(value)
  if (production && value.PLAIN_CONNECTIONS === 'no') refusePlain(value)
  if (production && value.CLOCK_OFFSET) throw new SettingsError('CLOCK_OFFSET no se admite en producción.')
  if (production && !value.PUBLIC_URL) {
    throw new SettingsError('PUBLIC_URL es obligatoria en producción: los enlaces de los correos salen de ella.')
  }
  const signOn = signOnOf(value, production)
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    databaseOwnerUrl: value.DATABASE_OWNER_URL ?? null,
    databasePool: value.DATABASE_POOL,
    statementMs: value.DATABASE_STATEMENT_SECONDS * 1000,
    leaveMs: value.LEAVE_SECONDS * 1000,
    stopMs: value.STOP_SECONDS * 1000,
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM,
    clockOffsetMs: value.CLOCK_OFFSET ? durationMs(value.CLOCK_OFFSET)! : 0,
    productName: value.PRODUCT_NAME,
    passwordPolicy: value.PASSWORD_POLICY,
    cifRule: value.CIF_RULE,
    maxSessions: value.MAX_SESSIONS,
    maxFileBytes: Math.floor(value.MAX_FILE_MB * 1024 * 1024),
    trailHeadsDir: value.TRAIL_HEADS_DIR ? resolve(value.TRAIL_HEADS_DIR) : null,
    retentionYears: value.RETENTION_YEARS,
    appSecret: value.APP_SECRET ?? null,
    appSecretBefore: value.APP_SECRET_BEFORE ?? null,
    cciNetworks: value.CCI_NETWORKS ? proxies(value.CCI_NETWORKS) : null,
    tls: value.TLS_CERT && value.TLS_KEY ? { cert: resolve(value.TLS_CERT), key: resolve(value.TLS_KEY) } : null,
    plainConnections: value.PLAIN_CONNECTIONS === 'si',
    breachedPasswords: value.BREACHED_PASSWORDS ? resolve(value.BREACHED_PASSWORDS) : null,
    clamd: value.CLAMD ? clamdAddress(value.CLAMD) : null,
    quotaBytes: Math.floor(value.QUOTA_MB * 1024 * 1024),
    trustProxy: value.TRUST_PROXY ? proxies(value.TRUST_PROXY) : false,
    rateLimits: value.RATE_LIMITS === 'si',
    signOn,
    production,
  }
}

/** @throws SettingsError when only part of a provider is given, or production would speak to it without encryption. */
function signOnOf(value: z.output<typeof schema>, production: boolean): SignOnSettings[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value
  if (!issuer && !clientId && !clientSecret) return []
  if (!issuer || !clientId || !clientSecret) {
    throw new SettingsError('OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas: faltan algunas.')
  }
  if (production && !issuer.startsWith('https:')) {
    throw new SettingsError('OIDC_ISSUER debe ser https en producción.')
  }
  return [
    {
      key: 'oidc',
      label: value.OIDC_LABEL,
      issuer,
      clientId,
      clientSecret,
      trustsMultiFactor: value.OIDC_TRUST_MFA === 'si',
    },
  ]
}
