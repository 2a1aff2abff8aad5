import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { type DomainEvent, inTransaction } from '#server/kernel/transaction.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { smtpTransport } from '#server/platform/mail/transport.ts'
import { address } from '#test/support/mails.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

/* What a mail server receives: two parts that say the same, one link to the item, and no foreign markup. */

const received: Buffer[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks))
      done()
    })
  },
})

let portal: TestPortal
let transport: ReturnType<typeof smtpTransport>
beforeAll(async () => {
  portal = await startTestPortal()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  transport = smtpTransport(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
})
beforeEach(async () => {
  received.length = 0
  await portal.app.db.deleteFrom('outbox_mail').execute()
})
afterAll(async () => {
  transport.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
  await portal.stop()
})

async function delivered(): Promise<Email[]> {
  await deliverDue(portal.app, transport)
  return Promise.all(received.map(mail => PostalMime.parse(mail)))
}

/** The mails of one event to an address. */
async function mailsOf(event: DomainEvent['event'], facts: EventPayload, to: string, told?: EventPayload) {
  await inTransaction(portal.app, null, async tx => {
    tx.record({ event, object: { kind: 'validation', id: '0'.repeat(26) }, facts, told })
  })
  return (await delivered()).filter(mail => mail.to?.[0]?.address === to)
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as Record<string, string>
/** What a person reads of the HTML, on one line. */
const readable = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>|<div style="display:none[\s\S]*?<\/div>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => named[name]!)
    .replace(/\s+/g, ' ')
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`

test('a mail has a text and an HTML part with the same facts, one button to the item, and why it was sent', async () => {
  const participantId = await portal.participantOf('lumbre')
  const [mail] = await mailsOf(
    'documentation.sent',
    { participantId, participantName: 'Lumbre, S.L.', validationId: 'v1' },
    address('cci'),
  )
  const { subject, text = '', html = '' } = mail!
  const item = `http://portal.example/documentation-verification/${participantId}-v1-DOC_MIN`
  expect(subject).toBe('Lumbre, S.L.: documentación por verificar')
  for (const fact of [
    'Lumbre, S.L. ha enviado documentación para verificar.',
    'Fecha: 21/11/2026 10:00 (hora de Madrid).',
    'tiene activado por correo el aviso «Documentación por verificar».',
    item,
  ]) {
    expect(text).toContain(fact)
    expect(readable(html)).toContain(fact)
  }
  expect(html.match(/<a [^>]*class="button"/g)).toHaveLength(1)
  expect(new Set(hrefs(html))).toEqual(new Set([item, 'http://portal.example/account?parte=avisos']))
  expect(text).toContain('Verificar la documentación')
})

test('it loads nothing: its one image travels with it', async () => {
  const [mail] = await mailsOf('documentation.sent', { participantName: 'Lumbre' }, address('cci'))
  const { html = '', attachments } = mail!
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:sello@portal'])
  expect(html).not.toMatch(/url\(|@import|<link|<script|http-equiv/)
  expect(attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<sello@portal>', disposition: 'inline' }])
})

test('no name or text becomes markup, a header or a second subject', async () => {
  const name = `${HOSTILE}\r\nBcc: otro@malo.example`
  const facts = { participantId: 'x', participantName: name, validationId: 'v"><b>', freeText: HOSTILE }
  const [mail] = await mailsOf('documentation.sent', facts, address('cci'))
  const { subject, html = '', text = '', bcc } = mail!
  expect(bcc).toBeUndefined()
  expect(subject!.startsWith(HOSTILE.slice(0, 40))).toBe(true)
  expect(html).not.toMatch(/<script|<img src=x|<b>/)
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(text).toContain(HOSTILE)
  expect(readable(html)).toContain(HOSTILE)
})

test('a rejection quotes the reason of each document, to its owner alone', async () => {
  const participantId = await portal.participantOf('proveedor')
  const rejections = [
    { document: 'Póliza', reason: 'Le falta la <firma>.' },
    { document: 'Plan', reason: 'Es del año 2019.' },
  ]
  const facts = {
    documents: ['Póliza', 'Plan'],
    serviceName: 'Archivo',
    validationId: 'v1',
    evaluatorId: participantId,
  }
  const [mail] = await mailsOf('documentation.rejected', { ...facts, participantId }, address('proveedor'), {
    rejections,
  })
  for (const part of [mail!.text!, readable(mail!.html!)]) {
    expect(part).toMatch(/Motivo de «Póliza»:?\s+«Le falta la <firma>\.»/)
    expect(part).toMatch(/Motivo de «Plan»:?\s+«Es del año 2019\.»/)
    expect(part).toContain('http://portal.example/own-documentation')
  }
  const [providerId, evaluatorId] = [await portal.participantOf('lumbre'), await portal.participantOf('somport')]
  const request = { ...facts, providerId, providerName: 'Lumbre', evaluatorId }
  const [evaluators] = await mailsOf('request.rejected', request, address('somport'), { rejections })
  expect(evaluators!.text).not.toContain('2019')
  expect(evaluators!.text).toContain('http://portal.example/provider?provider=Lumbre&row=v1')
})

test('a mail that an earlier version queued leaves as well, and leads to the notifications', async () => {
  await inTransaction(portal.app, null, async tx => {
    tx.mail({
      to: 'ana@uno.example',
      template: 'notification',
      data: { name: 'Ana', reason: 'Aviso', message: 'Hola' },
    })
  })
  const [mail] = await delivered()
  expect(mail).toMatchObject({ subject: 'Aviso', text: expect.stringContaining('http://portal.example/notifications') })
  expect(hrefs(mail!.html!)).toContain('http://portal.example/notifications')
})

test('ALERT-03: a digest has a heading for each participant and type and a link for each line, and no markup of theirs', async () => {
  const line = {
    type: 'SCORE_LOADED',
    message: `Calificación ${HOSTILE}`,
    at: '2026-11-20T10:00:00.000Z',
    subject: { name: `Lumbre ${HOSTILE}`, own: false },
    thing: null,
    path: '/provider?provider=Lumbre&row=1',
    expiresOn: null,
    about: [],
  } as const
  await inTransaction(portal.app, null, async tx => {
    tx.mail({ to: address('cci'), template: 'digest', data: { name: 'Marta', kind: 'WEEKLY', lines: [line] } })
  })
  const [mail] = await delivered()
  const { subject, text = '', html = '' } = mail!
  expect(subject).toBe('Resumen semanal: 1 aviso')
  for (const part of [text, readable(html)]) {
    for (const fact of [line.subject.name, 'Calificación publicada', line.message, '20/11/2026 11:00']) {
      expect(part).toContain(fact)
    }
  }
  expect(html).toMatch(/<h2[^>]*>Lumbre [^<]*<\/h2>\s*<h3[^>]*>Calificación publicada<\/h3>/)
  expect(html).not.toMatch(/<script|onerror=\S*alert\(2\)'>|<img(?! src="cid:)/)
  const item = 'http://portal.example/provider?provider=Lumbre&row=1'
  expect(hrefs(html)).toContain(item)
  expect(text).toContain(`Ver la calificación: ${item}`)
  expect(hrefs(html)).toContain('http://portal.example/account?parte=avisos')
})
