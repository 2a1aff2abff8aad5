import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '#domain/invitation/contract.ts'
import { listDemoMails } from '#domain/notification/demo/contract.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

describe('the mails of the demonstration', () => {
  let demo: TestPortal
  beforeAll(async () => {
    demo = await startTestPortal()
  })
  afterAll(() => demo.stop())

  test('D7 D46: anyone reads the mails that were written to the folder, the newest first', async () => {
    const before = await demo.anonymous.call(listDemoMails)
    expect(before.status).toBe(200)
    const centre = await demo.signIn('cci@almotacen.example')
    for (const email of ['primera@demo.example', 'segunda@demo.example']) {
      expect((await centre.call(invite, { body: { type: 'PROVIDER', email } })).status).toBe(201)
      demo.clock.move(1000)
    }
    await demo.mails()

    const { status, body } = await demo.anonymous.call(listDemoMails)
    expect(status).toBe(200)
    expect(body.totalElements).toBe(before.body.totalElements + 2)
    const [newest, second] = body.content
    expect([newest.to, second.to]).toEqual(['segunda@demo.example', 'primera@demo.example'])
    expect(newest.subject).toBe('Invitación a Almotacén')
    expect(newest.sentAt).toBe('2026-11-21T09:00:01.000Z')
    const password = /^Contraseña: (\S+)$/m.exec(newest.text)?.[1]
    const invited = await demo.signIn('segunda@demo.example', password)
    expect(invited.me.next).toBe('change-password')
  })

  test('D46: shows a foreign file in the outbox as far as it is readable', async () => {
    const folder = outboxFolder(demo.app.settings.dataDir)
    const group = 'To: Los proveedores:;\r\nSubject: Aviso\r\nDate: Sat, 21 Nov 2026 10:00:00 +0100\r\n\r\nHola'
    await writeFile(join(folder, 'zz1.eml'), group)
    await writeFile(join(folder, 'zz2.eml'), 'X-Nothing: 1')
    const { status, body } = await demo.anonymous.call(listDemoMails)
    expect(status).toBe(200)
    expect(body.content.slice(0, 2)).toEqual([
      { id: 'zz2', to: '', subject: '', text: '', sentAt: '1970-01-01T00:00:00.000Z' },
      {
        id: 'zz1',
        to: '',
        subject: 'Aviso',
        text: expect.stringContaining('Hola'),
        sentAt: '2026-11-21T09:00:00.000Z',
      },
    ])
  })

  test('D46: a folder that cannot be read is an error, and not the absence of mails', async () => {
    const folder = outboxFolder(demo.app.settings.dataDir)
    await rm(folder, { recursive: true })
    expect((await demo.anonymous.call(listDemoMails)).body).toEqual({ content: [], totalElements: 0 })
    await writeFile(folder, '')
    expect((await demo.anonymous.call(listDemoMails)).status).toBe(500)
  })
})

test.each([
  ['in production', { seed: 'world', environment: { NODE_ENV: 'production' } }],
  ['with a mail server', { seed: 'world', environment: { SMTP_URL: 'smtp://127.0.0.1:1' } }],
  ['without the demo world', { seed: 'centre' }],
] as const)('D46 D47: there is no such page %s', async (_where, options) => {
  const other = await startTestPortal(options)
  try {
    const { status, problem } = await other.anonymous.call(listDemoMails)
    expect([status, problem.code]).toEqual([404, 'notFound'])
  } finally {
    await other.stop()
  }
})
