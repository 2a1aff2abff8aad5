import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '#domain/contract/domain-error.ts'
import { identityProvider } from '#server/identity/single-sign-on/provider.ts'
import { post } from '#server/integration/webhook/send.ts'
import { clamdScanner } from '#server/platform/files/clamd.ts'
import { openBucket } from '#server/platform/files/s3/objects.ts'
import { smtpTransport } from '#server/platform/mail/transport.ts'
import { openTracing } from '#server/platform/operation/tracing/open-tracing.ts'
import { inSpan } from '#server/platform/operation/tracing/span.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { tiesOf } from '#server/session/attempt.ts'
import type { StrangeName } from '#test/support/strange-receivers.ts'
import { strangeNames, strangeReceiver } from '#test/support/strange-receivers.ts'

/* Each outgoing call ends by itself within its limit, whatever the other side does. */

/** The limit of each call, and how long after it the test gives up, on a machine that is busy. */
const LIMIT_MS = 200
const NEVER_MS = 8_000

const receivers = new Map<StrangeName, Awaited<ReturnType<typeof strangeReceiver>>>()
beforeAll(async () => {
  for (const name of strangeNames) receivers.set(name, await strangeReceiver(name))
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' })
})
afterAll(() => {
  for (const { stop } of receivers.values()) stop()
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_S3'])
    delete process.env[name]
})

const letter = {
  from: 'Portal <portal@uno.example>',
  to: 'ana@uno.example',
  subject: 'Hola',
  text: 'Hola',
  html: '<p>Hola</p>',
  messageId: '<1@uno.example>',
  date: new Date(0),
}

const posted = (scheme: string) => (port: number) =>
  post({ url: new URL(`${scheme}://127.0.0.1:${port}/`), addresses: ['127.0.0.1'] }, '{}', {}, { withinMs: LIMIT_MS })

/** A call of each kind to a port of this machine. */
const calls: Record<string, (port: number) => Promise<unknown>> = {
  'a webhook': posted('http'),
  'a webhook over TLS': posted('https'),
  async 'a mail'(port) {
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, {
      limits: { stepMs: LIMIT_MS, answerMs: LIMIT_MS, attemptMs: 2 * LIMIT_MS },
    })
    await transport.send(letter).finally(() => transport.close())
  },
  async 'a sign-in with a provider'(port) {
    const own = {
      key: 'oidc',
      label: 'Uno',
      clientId: 'x',
      clientSecret: 'x',
      trustsMultiFactor: false,
      trustsEmail: false,
    }
    const provider = identityProvider({ ...own, issuer: `http://127.0.0.1:${port}` }, 'http://portal.example', LIMIT_MS)
    await provider.addressFor(tiesOf('x'))
  },
  async 'a read of the bucket'(port) {
    process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${port}`
    const address = { bucket: 'uno', prefix: '', pathStyle: true, encryption: null, kmsKey: null }
    const limits = { connectMs: LIMIT_MS, silenceMs: LIMIT_MS, commandMs: 2 * LIMIT_MS, attempts: 2 }
    const objects = await openBucket(address, limits)
    try {
      const read = await objects.textOf('nombre')
      // An answer that keeps the rules of HTTP.
      if (read !== 'a' && read !== 'abc') throw new Error(`read: ${read}`)
    } finally {
      objects.close()
    }
  },
  async 'a scan of a file'(port) {
    await clamdScanner({ host: '127.0.0.1', port }, LIMIT_MS).scan(Readable.from([Buffer.alloc(100_000)]))
  },
  async 'a trace'(port) {
    const tracing = { endpoint: `http://127.0.0.1:${port}`, service: 'portal', share: 1 }
    const opened = await openTracing({ tracing } as Settings)
    await inSpan('uno', {}, async () => {})
    await opened.close()
  },
}

/** What no strange receiver gives: a mail that was taken, a verdict, a place to sign in. */
const never = new Set(['a mail', 'a sign-in with a provider', 'a scan of a file'])

describe.each(Object.entries(calls))('%s', (kind, call) => {
  test.each(strangeNames)('ends by itself with a receiver that %s', async name => {
    const ended = call(receivers.get(name)!.port).then(
      () => 'done',
      error => (error instanceof DomainError || error instanceof Error ? 'failed' : 'odd'),
    )
    const outcome = await Promise.race([ended, sleep(NEVER_MS, 'never', { ref: false })])
    expect(outcome).toMatch(never.has(kind) ? /^failed$/ : /^(done|failed)$/)
  })
})
