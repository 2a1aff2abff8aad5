import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/transaction.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Transport } from '#server/platform/mail/transport.ts'
import { smtpTransport } from '#server/platform/mail/transport.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

/* Mails to one recipient about one participant leave in the order in which they were written. */

/** The mail server's response code to a mail that contains these words. */
const answers = new Map<string, number>()
const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      const letter = Buffer.concat(chunks).toString()
      const responseCode = [...answers].find(([words]) => letter.includes(words))?.[1]
      if (responseCode) return done(Object.assign(new Error('not now'), { responseCode }))
      received.push(/^Aviso: .*$|^Usuario: /m.exec(letter)?.[0].trim() ?? letter)
      done()
    })
  },
})

let portal: TestPortal
let transport: Transport
const deliver = (by = transport) => deliverDue(portal.app, by)

/** Queues a notification, a moment after the previous one. */
async function queue(to: string, message: string, about: string[]): Promise<void> {
  portal.clock.move(1)
  await inTransaction(portal.app, null, async tx => {
    const data = { name: 'Ana', reason: 'Prueba', message: `Aviso: ${message}` }
    tx.mail({ to, template: 'notification', data, about })
  })
}

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  transport = smtpTransport(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
})
beforeEach(async () => {
  answers.clear()
  received.length = 0
  await portal.app.db.deleteFrom('outbox_mail').execute()
})
afterAll(async () => {
  transport.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
  await portal.stop()
})

test('a correction waits for the mail that it corrects, and no other mail waits', async () => {
  answers.set('Aviso: calificada', 451)
  await queue('ana@uno.example', 'calificada', ['p', 'q'])
  await queue('ana@uno.example', 'corregida', ['p'])
  await queue('ana@uno.example', 'de otro', ['q'])
  await queue('ana@uno.example', 'de nadie', [])
  await queue('eva@uno.example', 'para otra', ['p'])
  portal.clock.move(1)
  await inTransaction(portal.app, null, async tx => {
    const nonce = portal.app.secrets.newNonce()
    tx.mail({ to: 'ana@uno.example', template: 'user-created', data: { name: 'Ana', nonce } })
  })
  expect(await deliver()).toBe(4)
  expect(received).toEqual(['Aviso: de otro', 'Aviso: de nadie', 'Aviso: para otra', 'Usuario:'])
  answers.clear()
  // The mails behind it pause with it, including new ones that are already due.
  const waiting = portal.app.db.selectFrom('outbox_mail').select('next_attempt_at').where('sent_at', 'is', null)
  const paused = { next_attempt_at: after(portal.clock.now(), MINUTE) }
  expect(await waiting.execute()).toEqual([paused, paused])
  await queue('ana@uno.example', 'caducada', ['p'])
  expect(await deliver()).toBe(0)
  portal.clock.move(2 * MINUTE)
  expect(await deliver()).toBe(3)
  expect(received.slice(4)).toEqual(['Aviso: calificada', 'Aviso: corregida', 'Aviso: caducada'])
})

test('a mail set aside no longer delays others', async () => {
  answers.set('Aviso: calificada', 550)
  await queue('ana@uno.example', 'calificada', ['p'])
  await queue('ana@uno.example', 'corregida', ['p'])
  for (let day = 0; day < 5; day++) {
    expect(await deliver()).toBe(0)
    portal.clock.move(DAY)
  }
  expect(await deliver()).toBe(1)
  expect(received).toEqual(['Aviso: corregida'])
})

test('a mail that waited for one set aside is tried several times before it is set aside itself', async () => {
  answers.set('Aviso: calificada', 550)
  await queue('ana@uno.example', 'calificada', ['p'])
  portal.clock.move(MINUTE)
  await queue('ana@uno.example', 'caducada', ['p'])
  for (let day = 0; day < 5; day++) {
    expect(await deliver()).toBe(0)
    portal.clock.move(DAY + 6 * MINUTE)
  }
  // A server that rejects the first attempt (greylisting).
  answers.set('Aviso: caducada', 451)
  expect(await deliver()).toBe(0)
  answers.clear()
  portal.clock.move(60 * MINUTE)
  expect(await deliver()).toBe(1)
  expect(received).toEqual(['Aviso: caducada'])
})

test('does not send a mail that names a deleted participant', async () => {
  const id = newId(portal.clock.now())
  const now = portal.clock.now()
  await portal.app.db
    .insertInto('participant')
    .values({ id, kind: 'AUDIT', created_at: now, deleted_at: now })
    .execute()
  await queue('ana@uno.example', 'calificada', ['p', id])
  await queue('ana@uno.example', 'corregida', ['p'])
  expect(await deliver()).toBe(1)
  expect(received).toEqual(['Aviso: corregida'])
})

test('waits for a mail that another courier is sending', async () => {
  await queue('ana@uno.example', 'calificada', ['p'])
  await queue('ana@uno.example', 'corregida', ['p'])
  const [leaving, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = deliver({
    ...transport,
    send: async letter => {
      leaving.resolve()
      await goOn.promise
      await transport.send(letter)
    },
  })
  await leaving.promise
  const meanwhile = await deliver()
  goOn.resolve()
  expect([meanwhile, await slow]).toEqual([0, 2])
  expect(received).toEqual(['Aviso: calificada', 'Aviso: corregida'])
})

test('a notification states the time of its event, however late it arrives', async () => {
  const texts: string[] = []
  portal.clock.set('2026-12-01T23:05:00.000Z')
  await queue('ana@uno.example', 'calificada', ['p'])
  portal.clock.move(DAY)
  await deliver({ ...transport, send: async ({ text }) => void texts.push(text) })
  expect(texts).toEqual([expect.stringContaining('Aviso: calificada\n\nFecha: 02/12/2026 00:05 (hora de Madrid).\n')])
})
