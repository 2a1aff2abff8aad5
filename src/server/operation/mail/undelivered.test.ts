import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser, deleteUser } from '#domain/identity/user/contract.ts'
import { changeInvitation, exportInvitations, invite, listInvitations } from '#domain/invitation/contract.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { targetOf } from '#domain/notification/target.ts'
import { LATE_HOURS } from '#domain/notification/undelivered.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { tellUndelivered } from '#server/operation/mail/undelivered.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { destroyNow } from '#test/support/retention.ts'

const REFUSAL = '550 5.1.1 No conocemos a nadie con ese nombre'
const REASON = `su servidor lo rechaza («${REFUSAL}»)`

let refuses: (to: string) => boolean
let isBusy: boolean
const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) =>
    done(isBusy ? Object.assign(new Error('try later'), { responseCode: 421 }) : null),
  onRcptTo: ({ address }, _session, done) =>
    done(
      refuses(address)
        ? Object.assign(new Error('5.1.1 No conocemos a nadie con ese nombre'), { responseCode: 550 })
        : null,
    ),
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      done(null)
    })
  },
})

let portal: TestPortal
/** Ignores the notifications of earlier tests. */
let since: string
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  portal = await startTestPortal({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
})
beforeEach(async () => {
  refuses = () => false
  isBusy = false
  received.length = 0
  await portal.app.db.deleteFrom('outbox_mail').execute()
  portal.clock.move(DAY)
  since = portal.clock.now()
})
afterAll(async () => {
  await portal.stop()
  await new Promise<void>(resolve => server.close(() => resolve()))
})

/** Runs the outbox worker's round. */
const deliver = () => portal.mails()

const signIn = (name: 'cci' | 'proveedor'): Promise<Caller> => portal.signIn(address(name))

async function told(name: 'cci' | 'proveedor'): Promise<NotificationWire[]> {
  const { body } = await (await signIn(name)).call(listNotifications, { query: { size: 100 } })
  return body.content.filter(
    ({ type, createdAt }: NotificationWire) => type === 'MAIL_UNDELIVERED' && createdAt >= since,
  )
}
const messages = async (name: 'cci' | 'proveedor') => (await told(name)).map(({ message }) => message)

async function invited(email: string): Promise<string> {
  const { status, body } = await (await signIn('cci')).call(invite, { body: { type: 'PROVIDER', email } })
  expect(status).toBe(201)
  return body.id
}
const listed = async (email: string) =>
  (await (await signIn('cci')).call(listInvitations, { query: { email } })).body.content.map(
    ({ undelivered }: { undelivered: unknown }) => undelivered,
  )

test('notifies CCI at once, and once, of a refused invitation, and marks it in the list', async () => {
  const email = 'errata@refusada.example'
  refuses = to => to === email
  await invited(email)
  expect(await listed(email)).toEqual([null])
  await deliver()
  await deliver()
  portal.clock.move(2 * MINUTE)
  await deliver()
  const notices = await told('cci')
  expect(notices.map(({ message }) => message)).toEqual([
    `La invitación a ${email} no llega: ${REASON}. Si la dirección no es correcta, retire la invitación e invite a la buena.`,
  ])
  expect(targetOf('MAIL_UNDELIVERED', notices[0]!.info, 'CCI')).toBe(
    '/access-invitation?email=errata%40refusada.example',
  )
  expect(await told('proveedor')).toEqual([])
  expect(await listed(email)).toEqual([{ refused: true, reason: REFUSAL }])
  const csv = await (await signIn('cci')).call(exportInvitations, { query: { email } })
  expect(csv.body.toString()).toContain(`El correo no llega: ${REASON}`)

  const trail = await portal.app.db.selectFrom('trail').select('data').where('event', '=', 'mail.undelivered').execute()
  expect(trail).toEqual([{ data: { template: 'invitation', refused: true } }])

  refuses = () => false
  portal.clock.move(HOUR)
  await deliver()
  expect(received).toContain(email)
  expect(await listed(email)).toEqual([null])
})

test('notifies of late mail after some hours, and only once a day', async () => {
  isBusy = true
  await invited('tarde@lenta.example')
  await deliver()
  portal.clock.move(LATE_HOURS * HOUR - MINUTE)
  await deliver()
  expect([await messages('cci'), await listed('tarde@lenta.example')]).toEqual([[], [null]])
  await invited('luego@lenta.example')
  portal.clock.move(MINUTE)
  await deliver()
  expect(await messages('cci')).toEqual([
    'La invitación a tarde@lenta.example no se ha podido entregar en 4 horas. Se sigue intentando durante 5 días. Puede haber más correos que esperan.',
  ])
  portal.clock.move(LATE_HOURS * HOUR)
  await deliver()
  expect(await messages('cci')).toHaveLength(1)
  for (const email of ['tarde@lenta.example', 'luego@lenta.example']) {
    expect(await listed(email)).toEqual([{ refused: false, reason: '' }])
  }
})

test('notifies the organisation, not CCI, of a refused first mail to a colleague', async () => {
  const email = 'ainoha@proveedor.example'
  refuses = to => to === email
  const contactDetails = { name: 'Ainhoa', surNames: 'Gil', position: 'Riesgos', tlf: '911 234 567', email }
  const body = { user: { contactDetails }, save: true, role: 'PROVIDER', extraData: {} }
  expect((await (await signIn('proveedor')).call(createUser, { body })).status).toBe(201)
  await deliver()
  expect(await messages('proveedor')).toEqual([
    `El correo con el que ${email} entra por primera vez no llega: ${REASON}. Compruebe la dirección en Gestión de usuarios.`,
  ])
  expect(await told('cci')).toEqual([])
})

test('D44: destroys the notice of a deleted colleague with its address', async () => {
  const email = 'ines@proveedor.example'
  refuses = to => to === email
  const contactDetails = { name: 'Inés', surNames: 'Gil', position: 'Riesgos', tlf: '911 234 567', email }
  const body = { user: { contactDetails }, save: true, role: 'PROVIDER', extraData: {} }
  const { id } = await ok((await signIn('proveedor')).call(createUser, { body }))
  await deliver()
  expect((await messages('proveedor')).filter(message => message.includes(email))).toHaveLength(1)
  await ok((await signIn('proveedor')).call(deleteUser, { body: { id } }))
  portal.clock.move(4 * 366 * DAY)
  await destroyNow(portal)
  expect((await messages('proveedor')).filter(message => message.includes(email))).toEqual([])
})

test('D44: sends no notice about a recipient deleted while its mail was leaving', async () => {
  const email = 'tarde@borrada.example'
  const [cci, id] = [await signIn('cci'), await invited(email)]
  const { participant_id: idGenericEntity } = await portal.app.db
    .selectFrom('invitation')
    .select('participant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await deliverDue(portal.app, {
    send: async ({ to }) => {
      if (to !== email) return
      await ok(cci.call(deleteParticipant, { body: { idGenericEntity } }))
      throw Object.assign(new Error('unknown'), { code: 'EENVELOPE', responseCode: 550 })
    },
    cut: () => {},
    close: () => {},
  })
  await tellUndelivered(portal.app)
  expect(await told('cci')).toEqual([])
})

test('sends no notice about a notice that fails by mail', async () => {
  const email = 'errata@otra.example'
  refuses = () => true
  await invited(email)
  for (let hour = 0; hour < 12; hour++) {
    await deliver()
    portal.clock.move(HOUR)
  }
  // CCI was notified of the first; the notification mails to CCI were refused as well.
  expect(await messages('cci')).toHaveLength(1)
})

test('an invitation that was sent again or withdrawn says nothing of the mail before', async () => {
  const email = 'errata@tercera.example'
  refuses = () => true
  const id = await invited(email)
  await deliver()
  expect(await listed(email)).toEqual([{ refused: true, reason: REFUSAL }])
  await (await signIn('cci')).call(changeInvitation, { params: { id }, body: { status: 'PENDING' } })
  expect(await listed(email)).toEqual([null])
  await deliver()
  expect(await listed(email)).toEqual([{ refused: true, reason: REFUSAL }])
  await (await signIn('cci')).call(changeInvitation, { params: { id }, body: { status: 'REJECTED' } })
  expect(await listed(email)).toEqual([null])
})
