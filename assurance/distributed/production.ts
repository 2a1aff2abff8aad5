import { join } from 'node:path'
import { sql } from 'kysely'
import { BALANCERS, MAIL, MAIL_PORT, ORIGIN, PORTAL_PORT, PORTALS, PROXY } from '#assurance/distributed/addresses.ts'
import { APPLICATION, authorityOf, OWNER, urlOf } from '#assurance/distributed/servers.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hashPassword } from '#server/platform/secrets/passwords.ts'
import type { Ceph } from '#test/support/ceph/ceph.ts'

/* The portals run in production mode: every connection has verified TLS, and the public accounts of the demo are gone. */

const DEMO_DOMAIN = '@almotacen.example'
const DOMAIN = '@produccion.example'
export const CCI = `cci${DOMAIN}`
/** Of every account. */
export const PASSWORD = 'Produccion.2026'
export const APP_SECRET = 'a-secret-of-the-distributed-run-0123456789'

/** Production refuses the policy of the demo: any other PDF serves. */
const PRIVACY_POLICY = join(import.meta.dirname, '../../src/server/demo/files/poliza-responsabilidad-civil.pdf')

/** Production refuses the accounts of the demo, whose password is public: the rest of its world serves as it is. */
export async function renameAccounts(db: Db): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await sql`update portal_user set email = replace(email, ${DEMO_DOMAIN}, ${DOMAIN}),
    password_hash = case when password_hash is not null then ${hash} end`.execute(db)
}

/** The settings of a portal, as docs/operations/two-hosts.md gives them. */
export function portalSettings(folder: string, which: number, ceph: Ceph): Record<string, string> {
  const authority = authorityOf(folder)
  const verified = `?sslmode=verify-full&sslrootcert=${authority}`
  return {
    NODE_ENV: 'production',
    HOST: PORTALS[which]!,
    PORT: String(PORTAL_PORT),
    PUBLIC_URL: ORIGIN,
    PRIVACY_POLICY,
    TRUST_PROXY: BALANCERS.join(),
    NODE_EXTRA_CA_CERTS: authority,
    SMTP_URL: `smtp://${MAIL}:${MAIL_PORT}`,
    APP_SECRET,
    // PgBouncer of the same host for what serves, HAProxy for session locks, migrations and the replica.
    DATABASE_URL: urlOf(APPLICATION, '127.0.0.1', 6432),
    DATABASE_DIRECT_URL: urlOf(APPLICATION, PROXY, 5432) + verified,
    DATABASE_OWNER_URL: urlOf(OWNER, PROXY, 5432) + verified,
    DATABASE_READ_URL: urlOf(APPLICATION, PROXY, 5433) + verified,
    FILES_URL: `s3://${ceph.bucket}?pathStyle=yes`,
    AWS_ENDPOINT_URL_S3: ceph.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: ceph.accessKeyId,
    AWS_SECRET_ACCESS_KEY: ceph.secretAccessKey,
    LEAVE_SECONDS: '6',
    WORKERS: '2',
    RATE_LIMITS: 'no',
    MAX_SESSIONS: '1000',
    METRICS_PORT: '9464',
    METRICS_HOST: PORTALS[which]!,
  }
}
