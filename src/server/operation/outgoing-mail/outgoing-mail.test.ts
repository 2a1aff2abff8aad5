import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invite } from '#domain/invitation/contract.ts'
import type { OutgoingMailWire } from '#domain/notification/operation/outgoing-mail/contract.ts'
import {
  exportOutgoingMails,
  listOutgoingMails,
  resendMail,
} from '#domain/notification/operation/outgoing-mail/contract.ts'
import { GIVE_UP_DAYS } from '#domain/notification/undelivered.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { ok } from '#test/support/answers.ts'
import { address, forgetPassword } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* What CCI sees of the mails that do not arrive, and how it sends them again. */

let refuses: boolean
let onArrival: () => Promise<void>
const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refuses ? Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }) : null),
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', async () => {
      received.push(...session.envelope.rcptTo.map(({ address: to }) => to))
      await onArrival()
      done(null)
    })
  },
})

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  portal = await startTestPortal({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
})
beforeEach(async () => {
  await portal.app.db.deleteFrom('outbox_mail').execute()
  refuses = false
  onArrival = async () => {}
  received.length = 0
  portal.clock.move(DAY)
  await enter()
})
afterAll(async () => {
  await portal.stop()
  await new Promise<void>(resolve => server.close(() => resolve()))
})

/** Signs in without the mail that tells of it. */
async function enter(): Promise<void> {
  await portal.app.db.deleteFrom('outbox_mail').where('recipient', '=', address('cci')).execute()
  cci = await portal.signIn(address('cci'))
  await portal.app.db.deleteFrom('outbox_mail').where('recipient', '=', address('cci')).execute()
}

const listed = async (query: object = {}) => (await ok(cci.call(listOutgoingMails, { query }))).content
const again = (id: string) => cci.call(resendMail, { params: { id } })
const noticeMail = (to: string) =>
  inTransaction(portal.app, null, async tx =>
    tx.mail({ to, template: 'notification', data: { name: 'Lucía', reason: 'Aviso', message: 'Un texto privado.' } }),
  )
/** Tries a mail until it is given up. */
async function giveUp(): Promise<void> {
  refuses = true
  for (let tries = 0; tries < 6; tries++) {
    await portal.mails()
    portal.clock.move(tries === 4 ? GIVE_UP_DAYS * DAY + HOUR : HOUR)
  }
  await enter()
}

test('OPS-01: CCI reads the purpose and the failure of an unsent mail, not its content', async () => {
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'nadie@fallo.example' } }))
  await noticeMail('nadie@fallo.example')
  expect((await listed({ kind: 'invitation' }))[0]).toMatchObject({ status: 'WAITING', attempts: 0, lastError: '' })
  refuses = true
  await portal.mails()
  const answer = await cci.call(listOutgoingMails, { query: { sort: 'createdAt,asc' } })
  // Those two, and the notification of the first to the two users of CCI.
  expect(answer.body.totalElements).toBe(4)
  expect(answer.body.content.find(({ kind }: OutgoingMailWire) => kind === 'invitation')).toEqual({
    id: expect.any(String),
    recipient: 'nadie@fallo.example',
    kind: 'invitation',
    status: 'RETRYING',
    createdAt: portal.clock.now(),
    attempts: 1,
    nextAttemptAt: expect.any(String),
    lastError: '550 5.1.1 User unknown',
    dead: false,
  })
  expect(JSON.stringify(answer.body)).not.toMatch(/Un texto privado|nonce|Lucía/)
  const csv = await cci.call(exportOutgoingMails, { query: { format: 'csv' } })
  expect(String(csv.body)).toContain('El servidor del destinatario no conoce esa dirección')
  expect(String(csv.body)).not.toContain('Un texto privado')
})

test('OPS-01 OPS-06: lists given-up mails, and notifies CCI once of those given up together', async () => {
  await noticeMail('uno@fallo.example')
  await noticeMail('dos@fallo.example')
  await giveUp()
  const failed = await listed({ status: 'FAILED' })
  expect(failed.map(({ nextAttemptAt }: { nextAttemptAt: string | null }) => nextAttemptAt)).toEqual([null, null])
  expect(await listed({ status: 'RETRYING' })).toEqual([])
  await portal.mails()
  const told = await noticesTo(portal, cci.me.idGenericEntity, 'MAIL_FAILED')
  expect(told.map(({ message }) => message)).toEqual([
    '2 correos no se han podido entregar en 5 días y ya no se intentan. Mire la causa y, cuando esté resuelta, reenvíelos.',
  ])
})

test('OPS-02: a failed mail that CCI sends again leaves once, however often it is asked for', async () => {
  await noticeMail('vuelve@fallo.example')
  await giveUp()
  const [{ id }] = await listed({ status: 'FAILED' })
  refuses = false
  const key = { 'idempotency-key': 'otra-vez' }
  const first = await cci.call(resendMail, { params: { id }, headers: key })
  expect(first.body).toMatchObject({ status: 'WAITING', attempts: 0, nextAttemptAt: portal.clock.now() })
  expect((await cci.call(resendMail, { params: { id }, headers: key })).body).toEqual(first.body)
  // It has not been tried yet, so there is nothing to send again.
  expect((await again(id)).problem.code).toBe('mailWaits')
  await Promise.all([portal.mails(), portal.mails()])
  expect(received.filter(to => to === 'vuelve@fallo.example')).toHaveLength(1)
  expect((await again(id)).problem.code).toBe('mailSent')
  await portal.mails()
  expect(received.filter(to => to === 'vuelve@fallo.example')).toHaveLength(1)
  expect((await again('0'.repeat(26))).problem.code).toBe('notFound')
})

test('OPS-02: a mail that is tried again by itself leaves at once when CCI asks for it', async () => {
  await noticeMail('antes@fallo.example')
  refuses = true
  await portal.mails()
  refuses = false
  await portal.mails()
  expect(received).toEqual([])
  const [{ id }] = await listed()
  await ok(again(id))
  await portal.mails()
  expect(received).toEqual(['antes@fallo.example'])
})

test('OPS-02: a mail that is being sent is not sent beside it', async () => {
  await noticeMail('ahora@fallo.example')
  const [{ id }] = await listed()
  let meanwhile = ''
  let shown: unknown[] = []
  onArrival = async () => {
    meanwhile = (await again(id)).problem.code
    shown = await listed({ status: 'SENDING' })
  }
  await portal.mails()
  expect([meanwhile, received]).toEqual(['mailBusy', ['ahora@fallo.example']])
  expect(shown).toMatchObject([{ id, status: 'SENDING', attempts: 0, nextAttemptAt: null }])
  expect(await listed()).toEqual([])
})

test('OPS-02: a mail with a dead password or link is not sent again', async () => {
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'tarde@fallo.example' } }))
  await forgetPassword(portal, address('proveedor'))
  await giveUp()
  portal.clock.move(10 * DAY)
  await enter()
  const mails = await listed({ status: 'FAILED' })
  expect(mails.map(({ kind, dead }: { kind: string; dead: boolean }) => [kind, dead]).toSorted()).toEqual([
    ['invitation', true],
    ['password-reset', true],
  ])
  for (const { id } of mails) expect((await again(id)).problem.code).toBe('mailDead')
})

test('OPS-08: a mail knows the call that caused it', async () => {
  const before = portal.app.db.selectFrom('outbox_mail').select(['caused_by', 'template'])
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'causa@fallo.example' } }))
  portal.clock.move(MINUTE)
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'otra@fallo.example' } }))
  const causes = (await before.where('template', '=', 'invitation').execute()).map(({ caused_by }) => caused_by)
  expect(causes).toEqual([expect.stringMatching(/^[0-9a-z]{26}$/), expect.stringMatching(/^[0-9a-z]{26}$/)])
  expect(new Set(causes).size).toBe(2)
  await noticeMail('nadie@fallo.example')
  const row = await before.where('template', '=', 'notification').where('recipient', '=', 'nadie@fallo.example')
  expect((await row.executeTakeFirstOrThrow()).caused_by).toBeNull()
})
