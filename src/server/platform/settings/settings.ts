import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { CifSetting } from '#domain/values/company/cif.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import type { ClamdAddress } from '#server/platform/files/clamd.ts'
import type { S3Address } from '#server/platform/files/s3/address.ts'
import { databaseTarget, plainDatabase, staysHere } from '#server/platform/outgoing/transport-security.ts'
import type { Values } from '#server/platform/settings/setting-list.ts'
import { definitions } from '#server/platform/settings/setting-list.ts'

/** An identity provider for sign-in (OpenID Connect). */
export type SignOnSettings = {
  /** Its key in the portal's rows and URLs. */
  key: string
  /** The label of its button. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether to trust its claim that it asked for several factors. */
  trustsMultiFactor: boolean
  /** Whether to trust its e-mails when it does not say that it verified them. */
  trustsEmail: boolean
}

export type Settings = {
  port: number
  host: string
  dataDir: string
  /** The folder of all back-ups; null: each command says where. */
  backupDir: string | null
  databaseUrl: string | null
  /** The database role that owns the tables; only migrations use it. */
  databaseOwnerUrl: string | null
  /** The database without the pooler in transaction mode that `databaseUrl` then leads through. */
  databaseDirectUrl: string | null
  /** A replica for reads that may come from one. */
  databaseReadUrl: string | null
  /** The maximum number of database connections. */
  databasePool: number
  /** How many processes serve on the port. */
  workers: number
  /** The most open streams of changes of this server; 0: none. */
  streams: number
  /** The limit for one statement, in milliseconds. */
  statementMs: number
  /** The drain period: how long a stopping server reports not ready and still serves, in milliseconds. */
  leaveMs: number
  /** How long a stopping server then waits for running calls, in milliseconds. */
  stopMs: number
  /** Where `/metrics` is served; null for nowhere. */
  metrics: { host: string; port: number } | null
  /** The collector of traces without a final slash; null for none. */
  tracing: { endpoint: string; service: string; share: number } | null
  publicUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  clockOffsetMs: number
  /** The operator's privacy policy, a PDF; null for that of the demo. */
  privacyPolicy: string | null
  /** Its English text, a PDF; null without one (EASE-19). */
  englishPolicy: string | null
  productName: string
  passwordPolicy: PasswordPolicy
  cifRule: CifSetting
  /** The maximum number of open sessions per user. */
  maxSessions: number
  maxFileBytes: number
  /** The folder for a second copy of the signed checkpoints of the audit log. */
  checkpointDir: string | null
  /** How long deleted data stays blocked before it is purged (D44). */
  retentionYears: number
  appSecret: string | null
  /** The previous key, for data encrypted with it (`npm run admin -- secret reseal`). */
  appSecretBefore: string | null
  /** The networks that CCI's users may come from; null allows any. */
  cciNetworks: readonly string[] | null
  /** Paths of a certificate and its key, if no proxy terminates TLS. */
  tls: { cert: string; key: string } | null
  /** Whether mail may leave this machine unencrypted. */
  plainConnections: boolean
  /** The path of a file of hashes of breached passwords. */
  breachedPasswords: string | null
  /** The bucket of the stored files; null for the folder `dataDir/files`. */
  filesUrl: S3Address | null
  /** The address of the virus scanner; null without one. */
  clamd: ClamdAddress | null
  /** The storage quota per participant, in bytes. */
  quotaBytes: number
  /** The trusted proxies (X-Forwarded-For); false trusts none. */
  trustProxy: string[] | false
  rateLimits: boolean
  /** Whether webhooks may call private addresses and plain http; never in production. */
  webhookPrivate: boolean
  /** Empty unless configured; at most one so far. */
  signOn: SignOnSettings[]
  production: boolean
}

/** A setting is invalid. The message, for the operator, names it and says what to do. */
export class SettingsError extends Error {}

/**
 * Parses each setting by its definition. Empty variables count as absent.
 * @throws SettingsError with one line for each invalid value. It never quotes a value, which may hold a password.
 */
function valuesOf(environment: Record<string, string | undefined>): Values {
  const wrong: string[] = []
  const values = definitions.map(([name, definition]) => {
    const text = environment[name] || definition.default
    if (text === undefined) return [name, undefined]
    // Blanks would parse as the number 0, or as a key.
    if (text.trim() === '') wrong.push(`${name} is blank. Leave it empty or give it a value.`)
    const value = definition.value.read(text)
    if (value === undefined && text.trim() !== '') wrong.push(`${name} must be ${definition.value.expects}.`)
    return [name, value]
  })
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return Object.fromEntries(values) as Values
}

const PLAIN_HINT = 'If the network between them is already encrypted, set PLAIN_CONNECTIONS=yes.'

const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const

/** In production nothing leaves the machine unencrypted unless the operator allows it (ASVS 12.3.1). */
function refusePlain(value: Values): void {
  for (const name of DATABASES) {
    const host = value[name] ? plainDatabase(value[name]) : null
    if (host) {
      throw new SettingsError(
        `${name} connects to ${host} without verified TLS. Add sslmode=verify-full (and sslrootcert with its CA). ${PLAIN_HINT}`,
      )
    }
  }
  const clamd = value.CLAMD
  if (clamd && 'host' in clamd && clamd.host && !staysHere(clamd.host)) {
    throw new SettingsError(
      `CLAMD is not encrypted. Use a socket or 127.0.0.1 (through a tunnel if the scanner is on another machine). ${PLAIN_HINT}`,
    )
  }
}

/** The SDK reads the endpoint from these variables itself. @throws SettingsError when it is not https */
function refusePlainBucket(environment: Record<string, string | undefined>): void {
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const endpoint = environment[name]
    if (endpoint && !endpoint.startsWith('https:')) {
      throw new SettingsError(`${name} is not encrypted. Use https. ${PLAIN_HINT}`)
    }
  }
}

/**
 * Refuses ambiguous addresses.
 * @throws SettingsError, which never quotes a value: it may hold a password.
 */
function refuseUnclear(value: Values): void {
  for (const name of DATABASES) {
    try {
      if (value[name]) databaseTarget(value[name])
    } catch (error) {
      throw new SettingsError(`${name}: ${(error as Error).message}.`)
    }
  }
  if (!value.SMTP_URL) return
  const smtp = URL.parse(value.SMTP_URL)
  if (!smtp?.hostname) {
    throw new SettingsError('SMTP_URL: the address is not valid; write smtp://user:password@server:port.')
  }
  // The mail library treats each query parameter as an option, including those for encryption and verification.
  if (smtp.search || smtp.hash) {
    throw new SettingsError(
      'SMTP_URL takes no query parameters. For TLS from the start use smtps://, for your own CA set NODE_EXTRA_CA_CERTS; mail leaves unencrypted only with PLAIN_CONNECTIONS=yes.',
    )
  }
}

/** @throws SettingsError for settings that require or exclude each other. */
function refuseContradictions(value: Values, production: boolean): void {
  const more = DATABASES.find(name => value[name] && !value.DATABASE_URL)
  if (more) throw new SettingsError(`${more} needs DATABASE_URL, the connection that the portal serves with.`)
  if (Boolean(value.TLS_CERT) !== Boolean(value.TLS_KEY)) {
    throw new SettingsError('TLS_CERT and TLS_KEY go together: the certificate and its key.')
  }
  refuseUnclear(value)
  if (!production) return
  if (!value.PLAIN_CONNECTIONS) refusePlain(value)
  if (value.CLOCK_OFFSET !== undefined) throw new SettingsError('CLOCK_OFFSET is not allowed in production.')
  if (value.WEBHOOK_PRIVATE) {
    throw new SettingsError(
      'WEBHOOK_PRIVATE is not allowed in production: a bank could reach your own network with it.',
    )
  }
  if (!value.PUBLIC_URL) throw new SettingsError('PUBLIC_URL is required in production: links in mail begin with it.')
}

/** The most workers that the embedded PostgreSQL serves without a setting. */
const EMBEDDED_WORKERS = 4

/** One worker for each core; the embedded PostgreSQL keeps one core for itself. */
export function defaultWorkers(isEmbedded: boolean, cores = availableParallelism()): number {
  return isEmbedded ? Math.max(1, Math.min(cores - 1, EMBEDDED_WORKERS)) : cores
}

/**
 * Parses and validates the settings of D46.
 * @throws SettingsError that names each invalid setting.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const value = valuesOf(environment)
  const production = value.NODE_ENV === 'production'
  refuseContradictions(value, production)
  if (production && value.FILES_URL && !value.PLAIN_CONNECTIONS) refusePlainBucket(environment)
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    backupDir: value.BACKUP_DIR ? resolve(value.BACKUP_DIR) : null,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseOwnerUrl: value.DATABASE_OWNER_URL ?? null,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: value.DATABASE_READ_URL ?? null,
    databasePool: value.DATABASE_POOL,
    workers: value.WORKERS ?? defaultWorkers(value.DATABASE_URL === undefined),
    streams: value.STREAMS,
    statementMs: value.DATABASE_STATEMENT_SECONDS * 1000,
    leaveMs: value.LEAVE_SECONDS * 1000,
    stopMs: value.STOP_SECONDS * 1000,
    metrics: value.METRICS_PORT ? { host: value.METRICS_HOST, port: value.METRICS_PORT } : null,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
          service: value.OTEL_SERVICE_NAME,
          share: value.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    publicUrl: value.PUBLIC_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM,
    clockOffsetMs: value.CLOCK_OFFSET ?? 0,
    privacyPolicy: value.PRIVACY_POLICY ? resolve(value.PRIVACY_POLICY) : null,
    englishPolicy: value.PRIVACY_POLICY_ENGLISH ? resolve(value.PRIVACY_POLICY_ENGLISH) : null,
    productName: value.PRODUCT_NAME,
    passwordPolicy: value.PASSWORD_POLICY,
    cifRule: value.CIF_RULE,
    maxSessions: value.MAX_SESSIONS,
    maxFileBytes: value.MAX_FILE_MB,
    checkpointDir: value.TRAIL_HEADS_DIR ? resolve(value.TRAIL_HEADS_DIR) : null,
    retentionYears: value.RETENTION_YEARS,
    appSecret: value.APP_SECRET ?? null,
    appSecretBefore: value.APP_SECRET_BEFORE ?? null,
    cciNetworks: value.CCI_NETWORKS ?? null,
    tls: value.TLS_CERT && value.TLS_KEY ? { cert: resolve(value.TLS_CERT), key: resolve(value.TLS_KEY) } : null,
    plainConnections: value.PLAIN_CONNECTIONS,
    breachedPasswords: value.BREACHED_PASSWORDS ? resolve(value.BREACHED_PASSWORDS) : null,
    filesUrl: value.FILES_URL ?? null,
    clamd: value.CLAMD ?? null,
    quotaBytes: value.QUOTA_MB,
    trustProxy: value.TRUST_PROXY ?? false,
    rateLimits: value.RATE_LIMITS,
    webhookPrivate: value.WEBHOOK_PRIVATE,
    signOn: signOnOf(value, production),
    production,
  }
}

/** @throws SettingsError when a provider is incomplete, or in production when its connection is not encrypted. */
function signOnOf(value: Values, production: boolean): SignOnSettings[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value
  if (!issuer && !clientId && !clientSecret) return []
  if (!issuer || !clientId || !clientSecret) {
    throw new SettingsError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three.')
  }
  if (production && !issuer.startsWith('https:')) {
    throw new SettingsError('OIDC_ISSUER must be https in production.')
  }
  return [
    {
      key: 'oidc',
      label: value.OIDC_LABEL,
      issuer,
      clientId,
      clientSecret,
      trustsMultiFactor: value.OIDC_TRUST_MFA,
      trustsEmail: value.OIDC_TRUST_EMAIL,
    },
  ]
}
