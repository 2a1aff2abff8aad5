import { expect, test } from 'vitest'
import { durationMs } from '#server/platform/settings/setting-values.ts'
import { defaultWorkers, readSettings } from '#server/platform/settings/settings.ts'

const oidc = { OIDC_ISSUER: 'https://banco.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }

test('without any setting everything has its default', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    smtpUrl: null,
    production: false,
    maxFileBytes: 26_214_400,
    signOn: [],
  })
})

test.each([
  [{ PORT: 'ochenta' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_OWNER_URL: 'postgres://x' }, 'DATABASE_URL'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL'],
  [{ DATABASE_STATEMENT_SECONDS: 'poco' }, 'DATABASE_STATEMENT_SECONDS'],
  [{ LEAVE_SECONDS: '-1' }, 'LEAVE_SECONDS'],
  [{ STOP_SECONDS: '0' }, 'STOP_SECONDS'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ CLOCK_OFFSET: 'mañana' }, 'CLOCK_OFFSET'],
  [{ PASSWORD_POLICY: 'ninguna' }, 'PASSWORD_POLICY must be specification or nist'],
  [{ PASSWORD_POLICY: 'constructor' }, 'PASSWORD_POLICY must be specification or nist'],
  [{ CIF_RULE: 'x' }, 'CIF_RULE must be tax-agency or specification'],
  [{ MAX_FILE_MB: '-1' }, 'MAX_FILE_MB'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
  // Blanks would parse as port 0, as a key, and as an empty list of networks.
  [{ PORT: ' ' }, 'PORT'],
  [{ QUOTA_MB: ' ' }, 'QUOTA_MB'],
  [{ APP_SECRET: ' '.repeat(32) }, 'APP_SECRET'],
  [{ CCI_NETWORKS: ' ' }, 'CCI_NETWORKS'],
  [{ CCI_NETWORKS: ',' }, 'CCI_NETWORKS'],
  [{ TRUST_PROXY: ' , ' }, 'TRUST_PROXY'],
  [{ DATA_DIR: ' ' }, 'DATA_DIR'],
  [{ MAIL_FROM: 'xxx' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'Almotacén <no-responder>' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'a@uno.example, b@dos.example' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'a@uno.example\r\nBcc: b@dos.example' }, 'MAIL_FROM'],
  [{ PUBLIC_URL: 'https://portal.example/?a=1' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://uno:dos@portal.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://portal.example/#a' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://portal.example/portal' }, 'PUBLIC_URL must be an http or https address without path'],
  [{ CLOCK_OFFSET: '999999999d' }, 'CLOCK_OFFSET'],
  [{ BREACHED_PASSWORDS: '/no/hay/lista' }, 'BREACHED_PASSWORDS'],
  [{ BREACHED_PASSWORDS: '/' }, 'BREACHED_PASSWORDS'],
  [{ TLS_CERT: '/no/hay/cert', TLS_KEY: '/no/hay/key' }, 'TLS_CERT'],
  [{ ...oidc, OIDC_ISSUER: 'http://banco.example' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_ISSUER: 'http://127.0.0.1.banco.example' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_ISSUER: 'https://banco.example?a=b' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_ISSUER: 'https://uno@banco.example' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_ISSUER: 'banco.example' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_ISSUER: '' }, 'OIDC_ISSUER'],
  [{ ...oidc, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
  [{ ...oidc, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
  [{ ...oidc, OIDC_LABEL: 'x'.repeat(61) }, 'OIDC_LABEL'],
  [{ ...oidc, OIDC_TRUST_MFA: 'maybe' }, 'OIDC_TRUST_MFA must be yes or no'],
  [{ ...oidc, OIDC_ISSUER: 'http://localhost:9', NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }, 'https'],
])('%o stops the start and says which', (environment, name) => {
  expect(() => readSettings(environment)).toThrow(name)
})

test('every wrong setting is named, each on a line', () => {
  expect(() => readSettings({ PORT: 'x', RATE_LIMITS: 'x' })).toThrow(
    'PORT must be a whole number from 0 to 65535.\nRATE_LIMITS must be yes or no.',
  )
})

test.each([
  ['PASSWORD_POLICY', 'specification', 'especificacion', { passwordPolicy: 'especificacion' }],
  ['PASSWORD_POLICY', 'nist', 'nist', { passwordPolicy: 'nist' }],
  ['CIF_RULE', 'tax-agency', 'agencia-tributaria', { cifRule: 'agencia-tributaria' }],
  ['CIF_RULE', 'specification', 'especificacion', { cifRule: 'especificacion' }],
  ['RATE_LIMITS', 'yes', 'si', { rateLimits: true }],
  ['RATE_LIMITS', 'no', 'no', { rateLimits: false }],
  ['PLAIN_CONNECTIONS', 'yes', 'si', { plainConnections: true }],
  ['PLAIN_CONNECTIONS', 'no', 'no', { plainConnections: false }],
])('%s takes %s and, from earlier versions, %s', (name, value, earlier, read) => {
  expect(readSettings({ [name]: value })).toMatchObject(read)
  expect(readSettings({ [name]: earlier })).toMatchObject(read)
})

test('production refuses a shifted clock and needs its public address', () => {
  expect(() =>
    readSettings({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', CLOCK_OFFSET: '1d' }),
  ).toThrow('CLOCK_OFFSET')
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow('PUBLIC_URL')
})

test('an identity provider needs all its settings, and its second factor is trusted only if set so', () => {
  const [provider] = readSettings(oidc).signOn
  expect(provider).toEqual({
    key: 'oidc',
    label: 'Entrar con mi organización',
    issuer: 'https://banco.example',
    clientId: 'a',
    clientSecret: 'b',
    trustsMultiFactor: false,
    trustsEmail: false,
  })
  for (const yes of ['yes', 'si']) {
    expect(readSettings({ ...oidc, OIDC_TRUST_MFA: yes }).signOn[0]!.trustsMultiFactor).toBe(true)
  }
  expect(readSettings({ ...oidc, OIDC_TRUST_EMAIL: 'yes' }).signOn[0]!.trustsEmail).toBe(true)
  expect(readSettings({ ...oidc, OIDC_LABEL: ' Entrar con mi banco ' }).signOn[0]!.label).toBe('Entrar con mi banco')
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(readSettings({ ...oidc, OIDC_ISSUER: `http://${host}:9` }).signOn).toHaveLength(1)
  }
})

test('a clock may be shifted outside production, and the heads of the trail go to a folder of their own', () => {
  expect(readSettings({ CLOCK_OFFSET: '-2d' }).clockOffsetMs).toBe(-172_800_000)
  expect(readSettings({ TRAIL_HEADS_DIR: '/srv/../srv/heads' }).checkpointDir).toBe('/srv/heads')
})

test('addresses that mail comes from', () => {
  for (const from of [
    'portal@banco.example',
    'Almotacén <no-responder@banco.example>',
    '"Uno, S.A." <a@uno.example>',
  ]) {
    expect(readSettings({ MAIL_FROM: from }).mailFrom).toBe(from)
  }
})

test('durations', () => {
  expect(durationMs('400d')).toBe(400 * 86_400_000)
  expect(durationMs('-12h')).toBe(-43_200_000)
  expect(durationMs('4')).toBeNull()
})

test.each([
  [1, 1, 1],
  [2, 1, 2],
  [4, 3, 4],
  [16, 4, 16],
])('on %i cores, %i workers serve beside the embedded PostgreSQL, else %i', (cores, embedded, external) => {
  expect([defaultWorkers(true, cores), defaultWorkers(false, cores)]).toEqual([embedded, external])
})
