import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys } from '#assurance/trust/work.ts'
import { draftOf, keysOf } from '#assurance/trust/work.ts'
import { refusals } from '#domain/messages.ts'
import { pdf } from '#test/support/documents.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'
import { arrivingIn } from '#test/support/stored-files.ts'

/* RLIMIT_FSIZE, which needs no root: no file of this process grows beyond it. For a full disk see `test:trust` R4. */

const LIMIT = 512 * 1024
let site: OwnSite
let portal: PortalProcess
let draft: Keys
let cci: Keys
let place: { validation: string; name: string }

beforeAll(async () => {
  site = await newSite()
  // In units of 512 bytes, as in POSIX.
  const limited = ['sh', '-c', `ulimit -f ${LIMIT / 512}; exec "$@"`, 'sh']
  portal = await startProcess(site.dataDir, site.environment, [], { within: limited })
  draft = await keysOf(portal, 'borrador')
  cci = await keysOf(portal, 'cci')
  place = await draftOf(portal, draft)
})
afterAll(async () => {
  await portal.kill('SIGTERM')
  await site.drop()
})

async function upload(bytes: number) {
  const form = new FormData()
  form.set('document', JSON.stringify({ validationId: place.validation, documentCatalogName: place.name }))
  form.set('file', new Blob([pdf(`lleno ${bytes}`).content.padEnd(bytes)]), 'lleno.pdf')
  const answer = await fetch(`${portal.url}/api/v1/documents`, { method: 'POST', headers: draft, body: form })
  return { status: answer.status, body: await answer.json() }
}
const documents = async () =>
  (await fetch(`${portal.url}/api/v1/documents?validationId=${place.validation}`, { headers: draft })).json()
const lying = () => arrivingIn(site.dataDir)

test('R4: refuses a file without room with 507, leaves nothing, and serves other calls', async () => {
  expect((await upload(LIMIT / 2)).status).toBe(201)
  const before = await documents()
  expect(await upload(LIMIT * 4)).toMatchObject({
    status: 507,
    body: { code: 'storageFull', detail: refusals.storageFull.sentence },
  })
  expect(await lying()).toEqual([])
  expect(await documents()).toEqual(before)
  expect((await upload(LIMIT / 3)).status).toBe(201)
  expect(portal.output()).toContain('ALARM: the file store fails: EFBIG')
})

test('R4: a full disk refuses an import as a whole', async () => {
  const form = new FormData()
  form.set('file', new Blob(['name,codNRBE,contactPerson,email\n'.padEnd(LIMIT * 2)]), 'lista.csv')
  const path = `${portal.url}/api/v1/invitations-entity/massive`
  const answer = await fetch(path, { method: 'POST', headers: cci, body: form })
  expect([answer.status, (await answer.json()).code]).toEqual([507, 'storageFull'])
  expect(await lying()).toEqual([])
})
