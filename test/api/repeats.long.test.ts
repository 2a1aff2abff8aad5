import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { setMailPreference } from '#domain/notification/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { entriesAfter as allAfter, newestEntry } from '#test/support/entries.ts'
import { address as at } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows, olderRows, rowsNow } from '#test/support/rows.ts'
import { newUser, writes } from '#test/support/writes.ts'

let acting: Acting
let portal: TestPortal
beforeAll(async () => {
  acting = await startActing()
  portal = acting.portal
})
afterAll(() => portal.stop())

/** Calls without an audit log entry. */
const quiet = new Set(
  ['session.close', 'notification.mark', 'notification.mark-all', 'validation.create', 'server.check'].concat([
    'saved-view.save',
    'saved-view.change',
    'saved-view.remove',
  ]),
)
/** The concurrency of R9; five elsewhere. */
const crowded = new Set(['invitation.create', 'user.patch', 'score.publish'])

/** Writes whose object exists once: a user with a second factor, and a bank's request to invite a company. */
const single = new Set([
  ...['second-factor.remove-passkey', 'second-factor.remove-totp', 'second-factor.remove-of-user'],
  'invitation-request.decide',
])
/** What a write changes that was there before: counts, the one catalogue or documentation, the caller's own choices. */
const shared: Record<string, string[]> = {
  'participant.create': ['overview_count'],
  'participant.edit': ['favourite'],
  'invitation.create': ['overview_count'],
  'invitation.import-providers': ['overview_count'],
  'invitation.import-provider-rows': ['overview_count'],
  'catalogue.save-documents': ['document_catalogue', 'required_document'],
  'catalogue.replace-documents': ['document_catalogue', 'required_document', 'last_change'],
  'catalogue.save-data': ['data_catalogue'],
  'document.upload': ['validation', 'document_version', 'last_change'],
  'document.reupload': ['validation', 'document_version', 'last_change'],
  'document.reuse': ['validation', 'document_version', 'last_change', 'overview_row', 'overview_count'],
  'validation.change': ['participant', 'portal_user', 'validation', 'overview_row', 'overview_count', 'last_change'],
  'request.send': ['participant', 'overview_count'],
  'request.send-batch': ['participant', 'overview_count'],
  'score.publish': ['certificate_key', 'overview_count'],
  'score.correct-file': ['overview_count'],
  'session.choose-language': ['portal_user'],
  'notification.set-mail-preferences': ['last_change'],
}

const entriesAfter = async (number: number) =>
  (await allAfter(portal, number))
    .filter(({ event }) => event !== 'access.refused')
    .map(({ event, object_id, data }) => `${event} ${object_id} ${JSON.stringify(data)}`)
const mailsAfter = async (known: ReadonlySet<string>) =>
  (await portal.app.db.selectFrom('outbox_mail').select(['id', 'recipient', 'template', 'data']).execute()).filter(
    row => !known.has(row.id),
  )

describe('R9: the same call, sent again with its key', () => {
  test.each(Object.keys(writes))('%s is one effect with one answer, and on what it names alone', async name => {
    if (!single.has(name)) await writes[name]!(acting)
    // What was there before, with another of its kind, which the call does not name.
    const point = await rowsNow(portal.app.db)
    const { contract, caller = acting.cci, ...input } = await writes[name]!(acting)
    const key = `repetida-${name}`
    const send = () => caller.call(contract, { ...(input as object), headers: { 'idempotency-key': key } })
    const older = await olderRows(portal.app.db, point)
    const [start, mails] = [await newestEntry(portal), new Set((await mailsAfter(new Set())).map(row => row.id))]
    const answers = await Promise.all(Array.from({ length: crowded.has(name) ? 50 : 5 }, send))
    expect(answers[0]!.status, JSON.stringify(answers[0]!.problem)).toBe(contract.status ?? 200)
    expect(new Set(answers.map(answer => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)

    const left = await olderRows(portal.app.db, point)
    const written = Object.keys(older).filter(table => left[table]! < older[table]!)
    expect(written.filter(table => !shared[name]?.includes(table))).toEqual([])

    const entries = await entriesAfter(start)
    expect(entries.length > 0, 'entries of the trail').toBe(!quiet.has(name))
    expect(new Set(entries).size, entries.join('\n')).toBe(entries.length)
    const sent = (await mailsAfter(mails)).map(row => `${row.template} ${row.recipient} ${JSON.stringify(row.data)}`)
    expect(new Set(sent).size, sent.join('\n')).toBe(sent.length)

    const rows = await hashOfRows(portal.app.db)
    portal.clock.move(1000)
    const again = await send()
    expect([again.status, again.body]).toEqual([answers[0]!.status, answers[0]!.body])
    expect(await hashOfRows(portal.app.db)).toBe(rows)
    expect(await entriesAfter(start)).toEqual(entries)

    const other = await caller.call(setMailPreference, {
      params: { type: 'NOTICE' },
      body: { byMail: true },
      headers: { 'idempotency-key': key },
    })
    expect([other.status, other.problem.code]).toEqual([422, 'keyReused'])
  })

  test('the same key with another payload of the same call is refused and does nothing', async () => {
    const headers = { 'idempotency-key': 'otro-contenido' }
    const { cci } = acting
    const { id } = await newUser(cci)
    const change = (position: string) =>
      cci.call(patchUser, { params: { key: id }, body: { contactDetails: { position } }, headers })
    expect((await change('Primera')).body.contactDetails.position).toBe('Primera')
    const other = await change('Segunda')
    expect([other.status, other.problem.code]).toEqual([422, 'keyReused'])
    expect((await change('Primera')).body.contactDetails.position).toBe('Primera')
  })

  test('a key is its user’s alone, and one of a refused call is free again', async () => {
    const { provider, evaluator } = acting
    const headers = { 'idempotency-key': 'de-dos' }
    const change = (caller: Caller, position: string) =>
      caller.call(patchUser, { params: { key: caller.me.userId }, body: { contactDetails: { position } }, headers })
    expect((await change(provider, '')).status).toBe(400)
    expect((await change(provider, 'Una')).status).toBe(200)
    expect((await change(evaluator, 'Otra')).status).toBe(200)
    for (const [caller, position] of [
      [provider, 'Una'],
      [evaluator, 'Otra'],
    ] as const) {
      const { body } = await change(caller, position)
      expect(body).toMatchObject({ id: caller.me.userId, contactDetails: { position } })
    }
  })

  test('CARE-22: a repetition beside a call without an end gets 503 after a wait, and is admitted once that has ended', async () => {
    const hasty = await startTestPortal({ seed: 'centre', keyPatience: 50 })
    try {
      const caller = await hasty.signIn(at('cci'))
      const key = 'en-curso'
      const send = () =>
        caller.call(saveService, {
          body: { type: 'Pruebas', description: 'Uno' },
          headers: { 'idempotency-key': key },
        })
      const first = await hasty.app.db.startTransaction().execute()
      const row = { user_id: caller.me.userId, key, request_hash: 'x', status: 0, created_at: hasty.clock.now() }
      await first.insertInto('idempotent_call').values(row).execute()
      const refused = await send()
      expect([refused.status, refused.problem.code]).toEqual([503, 'outcomeUnknown'])
      expect(refused.headers.get('retry-after')).toBe('1')
      await first.rollback().execute()
      expect((await send()).status).toBe(200)
    } finally {
      await hasty.stop()
    }
  })
})

/** The writes without an idempotency key, and the reason. */
const withoutIdempotencyKey: Record<string, string> = {
  'invitation.preview': 'it reads a sheet and changes nothing',
  'invitation.preview-providers': 'it reads a sheet and changes nothing',
  'use.preview': 'it reads a sheet and changes nothing',
  'register-feedback.headings': 'it reads a sheet and changes nothing',
  'register.preview': 'it reads a workbook and changes nothing',
  'register-edition.preview': 'it reads a file and changes nothing',
  'subcontract.preview': 'it reads a sheet and changes nothing',
  'session.sign-in': 'nobody is signed in whose key it could be; each sign-in is a session',
  'session.second-factor': 'nobody is signed in yet; the pending sign-in opens once',
  'session.passkey-options': 'nobody is signed in yet; it hands out a challenge and changes nothing else',
  'session.sign-on': 'nobody is signed in yet; each start is a way to the provider of its own',
  'session.sign-on-answer': 'nobody is signed in yet; what the provider answers opens once',
  'session.request-password': 'nobody is signed in; a newer code takes the place of the older',
  'session.reset-password': 'nobody is signed in; a code opens once',
  'api-key.make': 'its answer is a key, of which only a hash is kept',
  'webhook.register': 'its answer is a secret, which is kept sealed',
  'webhook.renew-secret': 'its answer is a secret, which is kept sealed',
  'calendar.make-feed': 'its answer is an address, of which only a hash is kept',
  'second-factor.start-totp': 'its answer is a secret, which is kept nowhere',
  'second-factor.confirm-totp': 'its answer holds recovery codes, of which only hashes are kept',
  'second-factor.add-passkey': 'its answer holds recovery codes, of which only hashes are kept',
  'second-factor.renew-codes': 'its answer is recovery codes, of which only hashes are kept',
  'second-factor.passkey-options': 'it hands out a challenge that opens once',
}

test('R9: every write takes a key, or is listed with its reason', async () => {
  const all = contracts.filter(contract => contract.method !== 'GET')
  expect(Object.keys(withoutIdempotencyKey).sort()).toEqual(
    all
      .filter(each => each.withoutIdempotencyKey)
      .map(each => each.name)
      .sort(),
  )
  expect(Object.keys(writes).sort()).toEqual(
    all
      .filter(each => !each.withoutIdempotencyKey)
      .map(each => each.name)
      .sort(),
  )
  const { body } = await portal.anonymous.fetch('GET', '/openapi.json')
  for (const { name, path, method, withoutIdempotencyKey: none } of all) {
    const { parameters } = body.paths[path][method.toLowerCase()]
    const named = parameters.some((parameter: { name: string }) => parameter.name === 'Idempotency-Key')
    expect(named, name).toBe(!none)
  }
})
