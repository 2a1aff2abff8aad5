import { expect, test } from 'vitest'
import { durationMs, readSettings } from '#server/settings.ts'

test('without any setting everything has its default', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    smtpUrl: null,
    production: false,
    maxFileBytes: 26_214_400,
  })
})

test.each([
  [{ PORT: 'ochenta' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_OWNER_URL: 'postgres://x' }, 'DATABASE_URL'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL'],
  [{ DATABASE_STATEMENT_SECONDS: 'poco' }, 'DATABASE_STATEMENT_SECONDS'],
  [{ STOP_SECONDS: '0' }, 'STOP_SECONDS'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ CLOCK_OFFSET: 'mañana' }, 'CLOCK_OFFSET'],
  [{ PASSWORD_POLICY: 'ninguna' }, 'PASSWORD_POLICY'],
  [{ CIF_RULE: 'x' }, 'CIF_RULE'],
  [{ MAX_FILE_MB: '-1' }, 'MAX_FILE_MB'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
])('%o stops the start and says which', (environment, name) => {
  expect(() => readSettings(environment)).toThrow(name)
})

test('production refuses a shifted clock and needs its public address', () => {
  expect(() =>
    readSettings({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', CLOCK_OFFSET: '1d' }),
  ).toThrow('CLOCK_OFFSET')
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow('PUBLIC_URL')
})

test('durations', () => {
  expect(durationMs('400d')).toBe(400 * 86_400_000)
  expect(durationMs('-12h')).toBe(-43_200_000)
  expect(durationMs('4')).toBeNull()
})
