import { MAX_SESSIONS } from '#domain/identity/session/limits.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import { clamdAddress } from '#server/platform/files/clamd.ts'
import { s3Address } from '#server/platform/files/s3/address.ts'
import { DATABASE_SETTINGS } from '#server/platform/settings/database-settings.ts'
import { monitoring } from '#server/platform/settings/monitoring-list.ts'
import type { Definition, Kind } from '#server/platform/settings/setting-values.ts'
import {
  issuer,
  matching,
  megabytes,
  offset,
  oneOf,
  publicAddress,
  ranges,
  readableFile,
  sender,
  smtpUrl,
  whole,
  words,
  yesOrNo,
} from '#server/platform/settings/setting-values.ts'

const key = matching('at least 32 characters long', text => text.length >= 32)
const path = matching('a path', text => text !== '')
const short = matching('at most 500 characters long', text => text.length <= 500)

/**
 * Every setting, in the order of docs/operations/configuration.md. That page, .env.example, the checks at startup and
 * the `…_FILE` variants of secrets all come from here; `npm run configuration` writes the first two.
 */
export const SETTINGS = {
  NODE_ENV: {
    group: 'Start',
    value: oneOf({ development: 'development', test: 'test', production: 'production' }),
    default: 'development',
    meaning: 'With `production` the portal refuses demo accounts, a shifted clock and unencrypted connections.',
  },
  PUBLIC_URL: {
    group: 'Start',
    value: publicAddress,
    without: '`http://localhost:PORT`',
    meaning: 'Address of the portal in a browser. Links in mail begin with it. Required in production.',
  },
  PORT: {
    group: 'Start',
    value: whole(0, 65_535),
    default: '3000',
    meaning: 'TCP port to listen on. 0 takes a free one.',
  },
  HOST: {
    group: 'Start',
    value: matching('an address of this machine', text => text !== ''),
    default: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` listens on all IPv4 addresses of the machine.',
  },
  DATA_DIR: {
    group: 'Start',
    value: path,
    default: './data',
    meaning: 'Folder for uploaded files, the key, signed heads, mail without SMTP, and the embedded database.',
  },
  BACKUP_DIR: {
    group: 'Start',
    value: path,
    meaning:
      'Folder on another disk than `DATA_DIR`, in which `npm run admin -- backup` makes a folder for each back-up.',
  },
  ...DATABASE_SETTINGS,
  WORKERS: {
    group: 'Network',
    value: whole(1, 64),
    without: 'one for each core; with the embedded PostgreSQL one less, from 1 to 4',
    meaning: 'How many processes serve on the one port. They share rate limits and metrics.',
  },
  ...monitoring,
  TRUST_PROXY: {
    group: 'Network',
    value: ranges,
    meaning: 'Addresses or networks of the proxies in front. The portal believes their `X-Forwarded-*` headers only.',
  },
  TLS_CERT: {
    group: 'Network',
    value: readableFile,
    meaning: 'Certificate file (PEM, with intermediates) with which the portal itself serves TLS. Needs `TLS_KEY`.',
  },
  TLS_KEY: { group: 'Network', value: readableFile, meaning: 'Private key file (PEM, no passphrase) of `TLS_CERT`.' },
  PLAIN_CONNECTIONS: {
    group: 'Network',
    value: yesOrNo,
    default: 'no',
    meaning: '`yes` lets production reach a remote database, scanner or mail server without verified TLS.',
  },
  CCI_NETWORKS: {
    group: 'Network',
    value: ranges,
    without: 'any network',
    meaning: 'Networks from which CCI users can sign in, for example `10.0.0.0/8`.',
  },
  RATE_LIMITS: { group: 'Network', value: yesOrNo, default: 'yes', meaning: '`no` turns rate limits off.' },
  LEAVE_SECONDS: {
    group: 'Network',
    value: whole(0, 300),
    default: '0',
    meaning:
      'How long a stopping server reports 503 at `/health/ready` and still serves: longer than the probe interval.',
  },
  STOP_SECONDS: {
    group: 'Network',
    value: whole(1, 600),
    default: '25',
    meaning: 'How long a stopping server then waits for requests in progress. It needs at most 5 seconds more to exit.',
  },
  STREAMS: {
    group: 'Network',
    value: whole(0, 100_000),
    default: '5000',
    meaning: 'Open streams of changes that one server serves; 0: browsers poll. Each is an open file of the process.',
  },
  WEBHOOK_PRIVATE: {
    group: 'Network',
    value: yesOrNo,
    default: 'no',
    meaning: '`yes` in tests: webhooks to private addresses.',
  },
  SMTP_URL: {
    group: 'Mail',
    value: smtpUrl,
    without: '`.eml` files in `DATA_DIR/outbox`',
    meaning: 'Mail server, `smtp://` or `smtps://`, without query parameters.',
    secret: true,
  },
  MAIL_FROM: {
    group: 'Mail',
    value: sender,
    default: 'Almotacén <no-responder@almotacen.example>',
    meaning: 'Sender of all mail.',
  },
  APP_SECRET: {
    group: 'Keys',
    value: key,
    without: 'a generated file, `DATA_DIR/secret`',
    meaning: 'Key of the installation. Set it if several servers run without a shared `DATA_DIR`.',
    secret: true,
  },
  APP_SECRET_BEFORE: {
    group: 'Keys',
    value: key,
    meaning:
      'While the key changes: the previous key, or the next one, until `npm run admin -- secret reseal` is done.',
    secret: true,
  },
  PASSWORD_POLICY: {
    group: 'Sign-in',
    value: oneOf<PasswordPolicy>(
      { specification: 'especificacion', nist: 'nist' },
      { especificacion: 'especificacion' },
    ),
    default: 'specification',
    meaning: '`specification`: 8 to 16 characters of four classes. `nist`: at least 15 characters, no classes.',
  },
  BREACHED_PASSWORDS: {
    group: 'Sign-in',
    value: readableFile,
    meaning: 'File of breached passwords to refuse, in the Have I Been Pwned format, ordered by hash.',
  },
  MAX_SESSIONS: {
    group: 'Sign-in',
    value: whole(1, 1000),
    default: `${MAX_SESSIONS}`,
    meaning: 'Maximum number of open sessions of a user. A new session ends the oldest.',
  },
  OIDC_ISSUER: {
    group: 'Sign-in',
    value: issuer,
    meaning:
      'OpenID Connect provider for single sign-on. Register `PUBLIC_URL/auth/single-sign-on` as its redirect address.',
  },
  OIDC_CLIENT_ID: {
    group: 'Sign-in',
    value: short,
    meaning: 'Client identifier at the provider. Needs `OIDC_ISSUER`.',
  },
  OIDC_CLIENT_SECRET: {
    group: 'Sign-in',
    value: short,
    meaning: 'Client secret at the provider. Needs `OIDC_ISSUER`.',
    secret: true,
  },
  OIDC_LABEL: {
    group: 'Sign-in',
    value: words(60),
    default: 'Entrar con mi organización',
    meaning: 'Text of the single sign-on button.',
  },
  OIDC_TRUST_MFA: {
    group: 'Sign-in',
    value: yesOrNo,
    default: 'no',
    meaning: "`yes` accepts the provider's second factor instead of the portal's.",
  },
  OIDC_TRUST_EMAIL: {
    group: 'Sign-in',
    value: yesOrNo,
    default: 'no',
    meaning:
      "`yes` takes the provider's e-mails as verified unless it says otherwise. For a provider of your own that sends no `email_verified`: Microsoft Entra ID with the issuer of one tenant.",
  },
  FILES_URL: {
    group: 'Files',
    value: {
      expects: 's3://bucket/prefix, with the options pathStyle=yes, encryption=AES256 or aws:kms, and kmsKey',
      read: s3Address,
    },
    without: 'the folder `DATA_DIR/files`',
    meaning:
      'Bucket of S3-compatible storage for uploaded files. Region, endpoint and credentials come from the `AWS_*` variables (`docs/operations/files.md`).',
  },
  MAX_FILE_MB: { group: 'Files', value: megabytes(4096), default: '25', meaning: 'Maximum size of a file.' },
  QUOTA_MB: { group: 'Files', value: megabytes(), default: '5000', meaning: 'Storage quota of a participant.' },
  CLAMD: {
    group: 'Files',
    value: {
      expects: 'the path of a socket, or server:port',
      read: text => clamdAddress(text) ?? undefined,
    },
    meaning: 'ClamAV daemon. With it, no file is stored or served without its verdict.',
  },
  TRAIL_HEADS_DIR: {
    group: 'Records',
    value: path,
    meaning: 'A second folder for the signed heads of the audit log, best on another machine.',
  },
  RETENTION_YEARS: {
    group: 'Records',
    value: whole(1, 30),
    default: '3',
    meaning: 'How many years deleted data stay blocked before they are destroyed.',
  },
  CIF_RULE: {
    group: 'Other',
    value: oneOf<CifSetting>(
      { 'tax-agency': 'agencia-tributaria', specification: 'especificacion' },
      { 'agencia-tributaria': 'agencia-tributaria', especificacion: 'especificacion' },
    ),
    default: 'tax-agency',
    meaning:
      'Control character of a CIF: `specification` requires a letter where the tax agency accepts a digit as well.',
  },
  PRIVACY_POLICY: {
    group: 'Other',
    value: readableFile,
    meaning:
      'PDF with your privacy policy and terms of use, which users accept at the first sign-in. Required in production; the demo has its own.',
  },
  PRIVACY_POLICY_ENGLISH: {
    group: 'Other',
    value: readableFile,
    meaning: 'PDF with the same in English, shown beside it. Users accept the Spanish one.',
  },
  PRODUCT_NAME: { group: 'Other', value: words(), default: PRODUCT_NAME, meaning: 'Name on screens and in mail.' },
  CLOCK_OFFSET: {
    group: 'Other',
    value: offset,
    meaning: 'Shifts the clock, for tests. Refused in production.',
  },
} as const satisfies Record<string, Definition>
export type SettingName = keyof typeof SETTINGS
type Read<D> = D extends { value: Kind<infer T> } ? T | (D extends { default: string } ? never : undefined) : never

/** The parsed value of each setting: its value, else its default, else undefined. */
export type Values = { [N in SettingName]: Read<(typeof SETTINGS)[N]> }
export const definitions = Object.entries(SETTINGS) as [SettingName, Definition][]
