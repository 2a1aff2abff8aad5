import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFile } from '#server/operation/files/keep.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let db: Db
/** The incident that references the files. */
let incident: string
beforeAll(async () => {
  portal = await startTestPortal()
  db = portal.app.db
  incident = (await db.selectFrom('incident').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => portal.stop())

const fileOf = (digit: string): IncomingFile => ({
  sha256: digit.repeat(64),
  size: 10,
  mediaType: 'application/pdf',
  name: 'a.pdf',
  warnings: [],
  content: () => Readable.from([]),
  keep: async () => {},
  discard: async () => {},
})
const inTransaction = <T>(work: (tx: Db) => Promise<T>) => db.transaction().execute(work)
const note = (tx: Db, file: IncomingFile) =>
  keepFile({ db: tx, now: portal.clock.now(), actor: null, quotaBytes: 0 }, file)
const isNoted = async ({ sha256 }: IncomingFile) =>
  (await db.selectFrom('stored_file').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

async function name(tx: Db, { sha256, name: file_name }: IncomingFile): Promise<void> {
  const user = await tx.selectFrom('portal_user').select('id').executeTakeFirstOrThrow()
  const id = sha256.slice(0, 26)
  const at = { uploaded_by: user.id, uploaded_at: portal.clock.now() }
  await tx
    .insertInto('incident_document')
    .values({ id, incident_id: incident, name: id, file_name, sha256, ...at })
    .execute()
}

test('a file that is noted again is not forgotten before it is named', async () => {
  const file = fileOf('a')
  await note(db, file)
  let forgetting: Promise<void> | undefined
  await inTransaction(async tx => {
    await note(tx, file)
    forgetting = inTransaction(other => forgetFiles(other, [file.sha256]))
    await Promise.race([forgetting, sleep(300)])
    await name(tx, file)
  })
  await forgetting
  expect(await isNoted(file)).toBe(true)
})

test('a file that is noted while it is forgotten is there again', async () => {
  const file = fileOf('b')
  await note(db, file)
  let naming: Promise<void> | undefined
  await inTransaction(async tx => {
    await forgetFiles(tx, [file.sha256])
    naming = inTransaction(async other => {
      await note(other, file)
      await name(other, file)
    })
    await Promise.race([naming, sleep(300)])
  })
  await naming
  expect(await isNoted(file)).toBe(true)
  await inTransaction(tx => forgetFiles(tx, [file.sha256]))
  expect(await isNoted(file)).toBe(true)
})
