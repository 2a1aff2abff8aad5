import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { pdf } from '#test/support/documents.ts'
import { attach, idOf, raised } from '#test/support/incidents.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { lose } from '#test/support/stored-files.ts'

let portal: TestPortal
let cci: Caller
let bank: Caller
let provider: Caller
let other: Caller
beforeAll(async () => {
  ;({ portal, cci, bank, provider } = await startActing())
  other = await portal.signIn(address('lumbre'))
})
afterAll(() => portal.stop())

/** Loses the file of an incident that `issuer` raised about `about`. */
async function loseFileOf(issuer: Caller, about: Caller, name: string): Promise<void> {
  const { id } = await raised(issuer, idOf(about))
  await ok(attach(cci, id, pdf(name)))
  const { sha256 } = await portal.app.db
    .selectFrom('incident_document')
    .select('sha256')
    .where('incident_id', '=', id)
    .executeTakeFirstOrThrow()
  await lose(portal.app, sha256)
}

/** The notifications to CCI about damaged files, and the participants that they name. */
async function told(): Promise<{ message: string; about: string[] }[]> {
  await scrub(portal.app)
  const { db } = portal.app
  const rows = await db
    .selectFrom('notification')
    .select(['message', 'about'])
    .where('type', '=', 'FILE_DAMAGED')
    .orderBy('message')
    .execute()
  await db.deleteFrom('notification').where('type', '=', 'FILE_DAMAGED').execute()
  return rows.map(({ message, about }) => ({ message: message.split(':')[0]!, about: about.toSorted() }))
}

test('D44: reports a lost file of an incident with its provider, about provider and issuer', async () => {
  await loseFileOf(bank, other, 'De un banco')
  await loseFileOf(other, other, 'Del proveedor')
  expect(await told()).toEqual([
    { message: '«De un banco.pdf» de Lumbre Sistemas, S.L.', about: [idOf(bank), idOf(other)].toSorted() },
    { message: '«Del proveedor.pdf» de Lumbre Sistemas, S.L.', about: [idOf(other)] },
  ])
})

test('D44: reports a blocked file by its hash, without the deleted names', async () => {
  await loseFileOf(bank, other, 'Fuga en la caja')
  await loseFileOf(provider, provider, 'Avería en Tramontana')
  for (const caller of [bank, provider]) {
    await ok(cci.call(deleteParticipant, { body: { idGenericEntity: idOf(caller) } }))
  }
  expect(await told()).toEqual([{ message: expect.stringMatching(/^«\w{12}», «\w{12}»$/), about: [] }])
  const { data } = await portal.app.db
    .selectFrom('trail')
    .select('data')
    .where('event', '=', 'file.damaged')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(data)).not.toMatch(/Fuga|Avería/)
})
