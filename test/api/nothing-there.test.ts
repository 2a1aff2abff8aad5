import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { changeDocument, deleteDocument, uploadDocument } from '#domain/document/contract.ts'
import {
  addPasskey,
  enrolPasskeyOptions,
  readSecondFactor,
  readSecondFactorOfUser,
} from '#domain/identity/second-factor/contract.ts'
import { MAX_PASSKEYS } from '#domain/identity/second-factor/second-factor.ts'
import { finishSignOn } from '#domain/identity/single-sign-on/contract.ts'
import { createUser } from '#domain/identity/user/contract.ts'
import { attachIncidentDocument, listFavouriteIncidents } from '#domain/incident/contract.ts'
import { createParticipant, patchParticipant, readParticipantOfUser } from '#domain/participant/contract.ts'
import { publishScore } from '#domain/report-request/score/contract.ts'
import { deleteRequest } from '#domain/validation/contract.ts'
import { softAuthenticator } from '#test/support/authenticator.ts'
import { pdf } from '#test/support/documents.ts'
import type { Things } from '#test/support/permissions.ts'
import { addIncidents, findThings, MISSING } from '#test/support/permissions.ts'
import { START } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Allowed calls whose target is missing, of another kind, without a file, or one too many. */

let portal: TestPortal
let things: Things
let callers: Record<'cci' | 'prov' | 'bank' | 'waiting', Caller>
let version: string
beforeAll(async () => {
  portal = await startTestPortal()
  const [cci, prov, bank, waiting] = await Promise.all(
    ['cci', 'proveedor', 'entidad', 'hontanar'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  callers = { cci: cci!, prov: prov!, bank: bank!, waiting: waiting! }
  things = await findThings(portal)
  await addIncidents(portal, callers, things)
  const row = portal.app.db.selectFrom('document_version').select('id').where('document_id', '=', things.document.wait!)
  version = (await row.executeTakeFirstOrThrow()).id
})
afterAll(() => portal.stop())

type Ask = [who: keyof typeof callers, contract: Contract, input: () => object, code: string]

const asks: Record<string, Ask> = {
  'DOC-03: a decision about no document': [
    'cci',
    changeDocument,
    () => ({ params: { id: MISSING }, body: { expiredAt: '2027-05-01' } }),
    'notFound',
  ],
  'DOC-03: a decision about a version, which is no document': [
    'cci',
    changeDocument,
    () => ({ params: { id: version }, body: { expiredAt: '2027-05-01' } }),
    'notFound',
  ],
  'DOC-09: the deletion of a version, which is no document': [
    'waiting',
    deleteDocument,
    () => ({ params: { id: version } }),
    'notFound',
  ],
  'DOC-01: an upload without its file': [
    'waiting',
    uploadDocument,
    () => ({
      body: { document: { validationId: things.docs.wait, documentCatalogName: 'Escritura de constitución' } },
      files: {},
    }),
    'fileMissing',
  ],
  'D24: a file for an incident that is none': [
    'cci',
    attachIncidentDocument,
    () => ({
      body: { issueDocument: { issueId: things.incident.l, documentCatalogName: 'Informe de la incidencia' } },
      files: {},
    }),
    'fileMissing',
  ],
  'DOC-12: a company type for nobody': [
    'cci',
    patchParticipant,
    () => ({ params: { kind: 'provider', id: MISSING }, body: { companyType: 'PYME' } }),
    'notFound',
  ],
  'DOC-12: a company type for an evaluator by the path of providers': [
    'cci',
    patchParticipant,
    () => ({ params: { kind: 'provider', id: things.participant.evaluator }, body: { companyType: 'PYME' } }),
    'notFound',
  ],
  'ROLE-42: the second factor of nobody': [
    'cci',
    readSecondFactorOfUser,
    () => ({ params: { key: 'nadie@almotacen.example' } }),
    'notFound',
  ],
  'AUTH-01: a provider’s answer in a browser that began nothing, tied to nothing': [
    'cci',
    finishSignOn,
    () => {
      const state = createHash('sha256').update('state:null').digest('base64url')
      return { body: { answer: `code=a&state=${state}` } }
    },
    'signOnDead',
  ],
  'REP-13: the deletion of a documentation that waits, as if it were a request': [
    'cci',
    deleteRequest,
    () => ({ params: { id: things.docs.wait } }),
    'requestNotDeletable',
  ],
  'API-29: the participant of nobody': [
    'cci',
    readParticipantOfUser,
    () => ({ params: { user: 'nadie@almotacen.example' } }),
    'notFound',
  ],
  'D56: a new entity with half an NRBE': [
    'cci',
    createParticipant,
    () => ({ params: { kind: 'entity' }, body: { codNRBE: '18x' } }),
    'invalid',
  ],
  'SCO-05: a score for a documentation': [
    'cci',
    publishScore,
    () => ({
      body: { score: { validationId: things.docs.t, score: 'A/A/A', expiredAt: '2027-10-01' } },
      files: { file: pdf('dictamen') },
    }),
    'wrongState',
  ],
}

describe.each(Object.entries(asks))('%s', (_title, [who, contract, input, code]) => {
  test('is refused', async () => {
    const { status, problem } = await callers[who].call(contract, input() as never)
    expect([Math.floor(status / 100), problem.code]).toEqual([4, code])
  })
})

test('D44: an entity that has ended has no favourites to read about, and gets no users', async () => {
  const id = things.participant.santander!
  const read = () => callers.cci.call(listFavouriteIncidents, { params: { id } })
  expect((await read()).status).toBe(200)
  await portal.asOwner(`update participant set deleted_at = '${START}' where id = '${id}'`)
  expect((await read()).problem.code).toBe('notFound')
  // Whatever else is wrong with the call.
  const made = await callers.cci.call(createUser, { body: { user: { idGenericEntity: id, contactDetails: {} } } })
  expect(made.problem.code).toBe('notFound')
})

test('AUTH-01: an eleventh passkey is neither begun nor kept', async () => {
  const { db } = portal.app
  const caller = await portal.signIn('cantera@almotacen.example')
  const key = softAuthenticator('http://portal.example')
  const begun = await caller.call(enrolPasskeyOptions)
  for (let kept = 0; kept < MAX_PASSKEYS; kept++) {
    const { body: options } = await caller.call(enrolPasskeyOptions)
    const passkey = softAuthenticator('http://portal.example').register(options)
    expect((await caller.call(addPasskey, { body: { name: `Llave ${kept}`, passkey } })).status).toBe(200)
  }
  expect((await caller.call(enrolPasskeyOptions)).problem.code).toBe('tooManyPasskeys')
  // Started before the tenth.
  const challenge = Buffer.from(begun.body.challenge, 'base64url')
  expect(challenge.length).toBeGreaterThan(0)
  const late = await caller.call(addPasskey, { body: { name: 'Otra', passkey: key.register(begun.body) } })
  expect(late.problem.code).toBe('tooManyPasskeys')
  expect((await caller.call(readSecondFactor)).body.passkeys).toHaveLength(MAX_PASSKEYS)
  expect(await db.selectFrom('passkey').select('id').execute()).toHaveLength(MAX_PASSKEYS)
})
