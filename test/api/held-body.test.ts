import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { uploadDocument } from '#domain/document/contract.ts'
import { endSessionsOfUser } from '#domain/identity/session/contract.ts'
import { publishScore } from '#domain/report-request/score/contract.ts'
import { DAY, HOUR } from '#server/platform/clock.ts'
import { acceptReport, documentsOf, freshRequest, ownDocumentation, pdf } from '#test/support/documents.ts'
import { participantEnds, userEnds } from '#test/support/endings.ts'
import { START } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * A client may send the parts of a call slowly. The call is authorized again once its body is complete.
 */

const BOUNDARY = 'frontera'
const NEXT = `\r\n--${BOUNDARY}\r\n`
const part = (name: string, content: string, file?: string) =>
  `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${content}`

let portal: TestPortal
let slots: { request: string; documentation: string; slot: string }
beforeAll(async () => {
  portal = await startTestPortal()
  const [cci, provider, evaluator] = await Promise.all(['cci', 'proveedor', 'somport'].map(enter))
  const request = await freshRequest(cci!, provider!, evaluator!)
  await acceptReport(cci!, request)
  const { id: documentation } = await ownDocumentation(provider!)
  const [slot] = Object.keys(await documentsOf(provider!, documentation))
  slots = { request, documentation, slot: slot! }
})
afterAll(() => portal.stop())

const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
const incoming = () => readdir(join(portal.app.settings.dataDir, 'files', 'incoming'))

/** Sends a file, which comes first, and the rest after `meanwhile`. @returns the status. */
async function held(caller: Caller, { path }: Contract, rest: string, meanwhile: () => unknown): Promise<number> {
  const content = pdf('Llega despacio').content
  const headers = {
    authorization: caller.token,
    cookie: caller.cookie,
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': caller.csrf,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  }
  const call = httpRequest(`${portal.url}/api/v1${path}`, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    call.on('response', answer => answer.resume().on('end', () => resolve(answer.statusCode!)))
    call.on('error', reject)
  })
  // The next part starts, so the first is known to be complete.
  call.write(`${NEXT}${part('file', content, 'despacio.pdf')}${NEXT}`)
  await expect.poll(incoming, { interval: 10 }).toHaveLength(1)
  await meanwhile()
  call.end(`${rest}\r\n--${BOUNDARY}--\r\n`)
  return status
}

const upload = () =>
  part('document', JSON.stringify({ validationId: slots.documentation, documentCatalogName: slots.slot }))
const score = () =>
  part(
    'score',
    JSON.stringify({ validationId: slots.request, score: 'A/B/A+', expiredAt: '2027-11-21', status: 'QUALIFIED' }),
  )
const calls = {
  'a document': { by: 'proveedor', contract: uploadDocument, rest: upload },
  'a score': { by: 'cci', contract: publishScore, rest: score },
}

/** The event that ends it, and its undo. */
const endings: Record<string, (caller: Caller) => { ends: () => unknown; again?: () => unknown }> = {
  'its session was ended by CCI': ({ me }) => ({
    ends: async () => (await enter('cci2')).call(endSessionsOfUser, { params: { key: me.userId } }),
  }),
  'its user was ended': ({ me }) => inDatabase(userEnds(me.userId, me.idGenericEntity)),
  'its organization was deleted': ({ me }) => inDatabase(participantEnds(me.idGenericEntity)),
  'it has to choose a password': ({ me }) =>
    inDatabase({
      ends: `update portal_user set last_password_change = null where id = '${me.userId}'`,
      again: `update portal_user set last_password_change = '${START}' where id = '${me.userId}'`,
    }),
  'it was idle for too long': () => ({ ends: () => portal.clock.move(HOUR) }),
  'it has lasted for a day': () => ({ ends: () => portal.clock.move(DAY) }),
}
const inDatabase = ({ ends, again }: { ends: string; again: string }) => ({
  ends: () => portal.asOwner(ends),
  again: () => portal.asOwner(again),
})

async function written(): Promise<unknown> {
  const { db } = portal.app
  const count = (table: 'score' | 'document_version' | 'stored_file') =>
    db
      .selectFrom(table)
      .select(eb => eb.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
  return Promise.all([count('score'), count('document_version'), count('stored_file')])
}

describe.each(Object.entries(calls))('%s that comes slowly', (_what, { by, contract, rest }) => {
  test.each(Object.keys(endings))('D14: is not taken where meanwhile %s', async how => {
    const caller = await enter(by)
    const before = await written()
    const { ends, again } = endings[how]!(caller)
    try {
      expect(await held(caller, contract, rest(), ends)).toBe(how === 'it has to choose a password' ? 403 : 401)
    } finally {
      await again?.()
    }
    expect(await written()).toEqual(before)
    await expect.poll(incoming).toEqual([])
  })

  test('is taken where it still may be', async () => {
    const before = await written()
    expect(await held(await enter(by), contract, rest(), () => {})).toBe(201)
    expect(await written()).not.toEqual(before)
  })
})
