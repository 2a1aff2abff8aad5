import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOST_TRY } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { deliverDue, mailSender, startOutboxWorker } from '#server/operation/mail/outbox-worker.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { smtpTransport } from '#server/platform/mail/transport.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'
import { strangeReceiver } from '#test/support/strange-receivers.ts'

/** A real SMTP server with configurable behaviour. */
type Behaviour = 'accept' | 'refuse' | 'reject' | 'drop-after-data'
let behaviour: Behaviour = 'accept'
const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) =>
    done(behaviour === 'refuse' ? Object.assign(new Error('try later'), { responseCode: 421 }) : null),
  onRcptTo: (_address, _session, done) =>
    done(behaviour === 'reject' ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null),
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString())
      done(behaviour === 'drop-after-data' ? Object.assign(new Error('lost'), { responseCode: 451 }) : null)
    })
  },
})

let portal: TestPortal
let transport: ReturnType<typeof smtpTransport>
const deliver = () => deliverDue(portal.app, transport)
const waiting = () => portal.app.db.selectFrom('outbox_mail').selectAll().where('sent_at', 'is', null).execute()

async function queue(to: string, message = 'Hola'): Promise<void> {
  await inTransaction(portal.app, null, async tx => {
    tx.mail({ to, template: 'notification', data: { name: 'Ana', reason: 'Prueba', message } })
  })
}

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  transport = smtpTransport(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
})
beforeEach(async () => {
  behaviour = 'accept'
  received.length = 0
  await portal.app.db.deleteFrom('outbox_mail').execute()
})
afterAll(async () => {
  transport.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
  await portal.stop()
})

test('a mail leaves once, with its Message-ID, to one recipient', async () => {
  await queue('ana@uno.example')
  const [mail] = await waiting()
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(0)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain(`Message-ID: ${mail!.message_id}`)
  expect(received[0]).toContain('To: ana@uno.example')
  // No out-of-office reply answers it.
  expect(received[0]).toMatch(/^Auto-Submitted: auto-generated\r\n/m)
  expect(received[0]).toMatch(/^X-Auto-Response-Suppress: All\r\n/m)
})

test('nothing is mailed by a transaction that fails', async () => {
  const failing = inTransaction(portal.app, null, async tx => {
    tx.mail({ to: 'ana@uno.example', template: 'notification', data: { name: '', reason: 'x', message: 'x' } })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await deliver()).toBe(0)
})

test.each(['refuse', 'reject', 'drop-after-data'] as const)(
  'a server that does %s costs a wait and no mail',
  async how => {
    behaviour = how
    await queue('ana@uno.example')
    const [before] = await waiting()
    expect(await deliver()).toBe(0)
    const [failed] = await waiting()
    expect(failed).toMatchObject({ attempts: 1, message_id: before!.message_id })
    expect(failed!.last_error).not.toBe('')
    behaviour = 'accept'
    expect(await deliver()).toBe(0)
    portal.clock.move(2 * MINUTE)
    expect(await deliver()).toBe(1)
    expect(received.at(-1)).toContain(`Message-ID: ${before!.message_id}`)
  },
)

test('a mail server that is down for a day loses no mail, and one mail does not delay another', async () => {
  const nowhere = smtpTransport('smtp://127.0.0.1:9')
  for (let i = 0; i < 3; i++) await queue(`ana${i}@uno.example`)
  for (let hour = 0; hour < 24; hour++) {
    await deliverDue(portal.app, nowhere)
    portal.clock.move(HOUR)
  }
  nowhere.close()
  expect(await waiting()).toHaveLength(3)
  portal.clock.move(HOUR)
  expect(await deliver()).toBe(3)
})

test('a mail with a password of an absent key waits for it, and delays no other', async () => {
  const other = { ...portal.app, secrets: secretsFrom('f'.repeat(40)) }
  await inTransaction(portal.app, null, async tx => {
    for (let n = 0; n < 4; n++) {
      const data = { name: 'Ana', nonce: portal.app.secrets.newNonce() }
      tx.mail({ to: `ana${n}@uno.example`, template: 'user-created', data })
    }
  })
  portal.clock.move(MINUTE)
  await queue('luis@uno.example')
  expect(await deliverDue(other, transport)).toBe(1)
  expect(received.filter(mail => mail.includes('To: luis@uno.example'))).toHaveLength(1)
  expect(await waiting()).toMatchObject(Array(4).fill({ attempts: 1, refused: false, given_up_at: null }))
  portal.clock.move(2 * MINUTE)
  expect(await deliver()).toBe(4)
})

test('after five days without success it is set aside, where it can be seen', async () => {
  behaviour = 'reject'
  await queue('nadie@uno.example')
  for (let day = 0; day < 6; day++) {
    expect(await waiting()).toMatchObject([{ given_up_at: null }])
    await deliver()
    portal.clock.move(DAY + MINUTE)
  }
  const [mail] = await waiting()
  expect(mail!.given_up_at).not.toBeNull()
  portal.clock.move(DAY)
  behaviour = 'accept'
  expect(await deliver()).toBe(0)
})

test('a name or message with line breaks adds no header', async () => {
  await queue('ana@uno.example', 'Uno\r\nBcc: otro@malo.example')
  await deliver()
  const [headers = ''] = received[0]!.split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('two couriers at once send each mail once', async () => {
  for (let i = 0; i < 10; i++) await queue(`ana${i}@uno.example`)
  const sent = await Promise.all([deliver(), deliver(), deliver()])
  expect(sent.reduce((a, b) => a + b, 0)).toBe(10)
  expect(received).toHaveLength(10)
})

/** The Message-IDs of what the server took. */
const ids = () => received.map(mail => /^Message-ID: (.*)$/m.exec(mail)![1])

describe('CARE-01: updates that cannot be recorded', () => {
  /** Refuses every update that `when` describes, as a full disk does. */
  async function refusing(when: string, work: () => Promise<void>): Promise<void> {
    await portal.asOwner(`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception using errcode = '53100', message = 'could not extend file'; end $$;
      create trigger refuse before update on outbox_mail for each row when (${when}) execute function refuse()`)
    try {
      await work()
    } finally {
      await portal.asOwner('drop function refuse cascade')
    }
  }
  const NOT_SENT = 'new.sent_at is not null'

  test('is sent once in a minute, by two workers that are woken all the time', async () => {
    await inTransaction(portal.app, null, async tx => {
      const data = { name: 'Ana', nonce: portal.app.secrets.newNonce() }
      tx.mail({ to: 'clave@uno.example', template: 'user-created', data })
    })
    await queue('ana@uno.example')
    const stopping = new AbortController()
    const workers = [1, 2].map(() => mailSender(portal.app, transport))
    await refusing(NOT_SENT, async () => {
      for (let second = 0; second <= 60; second += 5) {
        await Promise.all(workers.map(worker => worker.round(stopping.signal)))
        portal.clock.move(5000)
      }
      expect(received).toHaveLength(2)
      stopping.abort()
      await Promise.all(workers.map(worker => worker.settled()))
    })
    // Another server sends it once more when the lease has ended.
    expect(await deliver()).toBe(0)
    portal.clock.move(30 * MINUTE)
    expect(await deliver()).toBe(2)
    expect(await deliver()).toBe(0)
    expect(received).toHaveLength(4)
    expect(new Set(ids()).size).toBe(2)
    expect(await waiting()).toEqual([])
  })

  test('is recorded by the same worker as soon as it can be written', async () => {
    await queue('ana@uno.example')
    const worker = mailSender(portal.app, transport)
    await refusing(NOT_SENT, async () => {
      await worker.round()
      expect(received).toHaveLength(1)
    })
    await worker.settled()
    expect(await waiting()).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('is not sent, if the attempt itself cannot be written', async () => {
    await queue('ana@uno.example')
    await refusing('new.claimed_until is not null', async () => {
      await expect(deliver()).rejects.toThrow('could not extend file')
    })
    expect(received).toEqual([])
    expect(await deliver()).toBe(1)
  })

  test('counts as a try, and is given up after five days like any other', async () => {
    await queue('ana@uno.example')
    const stopped = AbortSignal.abort()
    // The server ends after each sending and before its record.
    const ending = { ...transport, send: () => Promise.reject(stopped.reason) }
    for (let tries = 0; tries < 7; tries++) {
      await deliverDue(portal.app, ending)
      portal.clock.move(DAY)
    }
    await deliverDue(portal.app, ending)
    const [mail] = await waiting()
    expect(mail).toMatchObject({ attempts: 6, last_error: LOST_TRY, claimed_until: null })
    expect(mail!.given_up_at).not.toBeNull()
  })
})

test('CARE-02: a slow mail server delays no other mail, and gets each once', async () => {
  const release = Promise.withResolvers<void>()
  const taken: string[] = []
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo[0]!.address
      stream.resume()
      stream.on('end', async () => {
        taken.push(to)
        if (to.startsWith('lenta')) await release.promise
        done(null)
      })
    },
  })
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
  const patient = smtpTransport(`smtp://127.0.0.1:${(slow.server.address() as AddressInfo).port}`)
  let woken = 0
  const slowEnded = () => void woken++
  const worker = mailSender(portal.app, patient, { slowEnded, slowMs: 50 })
  for (let n = 0; n < 3; n++) await queue(`lenta${n}@uno.example`)
  await queue('ana@uno.example')
  await worker.round()
  await expect
    .poll(() => taken.toSorted())
    .toEqual(['ana', 'lenta0', 'lenta1', 'lenta2'].map(to => `${to}@uno.example`))
  // Its transaction has ended: a call that writes the row waits for nothing.
  await portal.app.db.updateTable('outbox_mail').set({ caused_by: 'x' }).where('sent_at', 'is', null).execute()
  for (const _ of [1, 2]) {
    portal.clock.move(9 * MINUTE)
    await Promise.all([worker.round(), deliverDue(portal.app, patient)])
  }
  expect(taken).toHaveLength(4)
  release.resolve()
  await worker.settled()
  expect(await waiting()).toEqual([])
  expect(woken).toBeGreaterThanOrEqual(3)
  patient.close()
  await new Promise<void>(resolve => slow.close(resolve))
})

test('CARE-01: a stop leaves a mail that is under way to its claim, and another server takes it afterwards', async () => {
  const silent = await strangeReceiver('greets and falls silent')
  const cut = smtpTransport(`smtp://127.0.0.1:${silent.port}`)
  await queue('ana@uno.example')
  const worker = mailSender(portal.app, cut, { slowMs: 50 })
  await worker.round()
  cut.cut()
  await worker.settled()
  expect(await waiting()).toMatchObject([{ attempts: 0, last_error: '' }])
  portal.clock.move(20 * MINUTE)
  expect(await deliver()).toBe(0)
  portal.clock.move(5 * MINUTE)
  expect(await deliver()).toBe(1)
  cut.close()
  silent.stop()
})

test('a courier that is woken while it delivers goes round once more, logs what fails, and rests once it is stopped', async () => {
  const logged: unknown[] = []
  let rounds = 0
  let goOn: (() => void) | null = null
  const outboxWorker = startOutboxWorker(
    async () => {
      rounds++
      if (rounds === 1) await new Promise<void>(resolve => (goOn = resolve))
      if (rounds === 2) throw new Error('no server')
      await deliver()
    },
    error => logged.push(error),
  )
  await queue('ana@uno.example')
  outboxWorker.wake()
  outboxWorker.wake()
  outboxWorker.wake()
  goOn!()
  await expect.poll(() => logged).toEqual([new Error('no server')])
  await expect.poll(() => received.length).toBe(1)
  expect(rounds).toBe(2)
  await queue('eva@uno.example')
  outboxWorker.wake()
  await outboxWorker.stop()
  expect(rounds).toBe(3)
  expect(received).toHaveLength(2)
  outboxWorker.wake()
  await outboxWorker.stop()
  expect(rounds).toBe(3)
})

test('a server that says nothing costs a round some waits, and a stop the one under way, however many mails are due', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const patient = smtpTransport(`smtp://127.0.0.1:${port}`, { limits: { stepMs: 150, answerMs: 150, attemptMs: 450 } })
  for (let i = 0; i < 10; i++) await queue(`ana${i}@uno.example`)
  const tried = async () => (await waiting()).filter(({ attempts }) => attempts > 0).length
  expect(await deliverDue(portal.app, patient)).toBe(0)
  expect(await tried()).toBe(3)
  const outboxWorker = startOutboxWorker(
    stopped => deliverDue(portal.app, patient, { stopped }),
    () => {},
  )
  outboxWorker.wake()
  await outboxWorker.stop()
  expect(await tried()).toBe(4)
  patient.close()
  await new Promise(resolve => silent.close(resolve))
  // The mails that were never attempted have no pause.
  expect(await deliver()).toBe(6)
})

test('gives up on a server that never stops sending irrelevant text', async () => {
  const talking = createServer(socket => {
    let timer: NodeJS.Timeout | undefined
    socket.write('220 aquí\r\n')
    socket.once('data', () => {
      timer = setInterval(() => socket.write('250-espere\r\n'), 20)
    })
    socket.on('error', () => {})
    socket.once('close', () => clearInterval(timer))
  })
  await new Promise<void>(resolve => talking.listen(0, '127.0.0.1', resolve))
  const { port } = talking.address() as AddressInfo
  const patient = smtpTransport(`smtp://127.0.0.1:${port}`, { limits: { stepMs: 150, answerMs: 150, attemptMs: 450 } })
  await queue('ana@uno.example')
  expect(await deliverDue(portal.app, patient)).toBe(0)
  expect((await waiting())[0]).toMatchObject({ attempts: 1, refused: false })
  patient.close()
  await new Promise(resolve => talking.close(resolve))
})
