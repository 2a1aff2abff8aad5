import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { changeDocument, deleteDocument, uploadDocument } from '#domain/document/contract.ts'
import { removeSecondFactorOfUser } from '#domain/identity/second-factor/contract.ts'
import { createUser, deleteUser, updateUser } from '#domain/identity/user/contract.ts'
import { attachIncidentDocument, raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import {
  editParticipant,
  patchParticipant,
  readOwnParticipant,
  readParticipantOfUser,
} from '#domain/participant/contract.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import type { Ending } from '#test/support/endings.ts'
import { everyEnd, held, participantEnds, userEnds } from '#test/support/endings.ts'
import type { Things } from '#test/support/permissions.ts'
import { addIncidents, findThings } from '#test/support/permissions.ts'
import { START } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * The target of a call ends during the call: after each of its statements in turn, as far as its locks allow. Nothing
 * ended earlier than the lock is written to, and the caller gets no server error.
 */

let portal: TestPortal
let things: Things
let callers: Record<'cci' | 'prov' | 'bank' | 'waiting', Caller>
beforeAll(async () => {
  portal = await startTestPortal()
  const [cci, prov, bank, waiting] = await Promise.all(
    ['cci', 'proveedor', 'entidad', 'hontanar'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  callers = { cci: cci!, prov: prov!, bank: bank!, waiting: waiting! }
  things = await findThings(portal)
  await addIncidents(portal, callers, things)
})
afterAll(() => portal.stop())

type Case = {
  by: () => Caller
  contract: Contract
  input: (nth: number) => object
  endings: () => Ending[]
  /** The setup before each call. */
  given?: () => string
}

const versionsEnd = (documentId: string, participantId: string): Ending => ({
  ends: `${held(participantId)};
    update document_version set is_current = false, deleted_at = '${START}' where document_id = '${documentId}'`,
  again: versionStands(documentId),
})
const versionStands = (documentId: string) =>
  `update document_version set is_current = true, deleted_at = null where id =
    (select id from document_version where document_id = '${documentId}' order by number desc limit 1)`

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const file = { name: 'punto.png', content: png }
const contactDetails = { name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567' }

const cases: Record<string, Case> = {
  'API-27: a user is ended': {
    by: () => callers.cci,
    contract: deleteUser,
    input: () => ({ body: { id: things.user.t } }),
    endings: () => [userEnds(things.user.t!, things.participant.t!), participantEnds(things.participant.t!)],
    given: () => `update portal_user set deleted_at = null where id = '${things.user.t}'`,
  },
  'USR-08: a user is edited': {
    by: () => callers.cci,
    contract: updateUser,
    input: nth => ({ body: { id: things.user.l, contactDetails: { ...contactDetails, position: `Cargo ${nth}` } } }),
    endings: () => [
      {
        ends: `update portal_user set deleted_at = '${START}' where id = '${things.user.l}'`,
        again: `update portal_user set deleted_at = null where id = '${things.user.l}'`,
      },
    ],
  },
  'D15: a user is made': {
    by: () => callers.cci,
    contract: createUser,
    input: nth => ({
      body: {
        user: {
          idGenericEntity: things.participant.l,
          contactDetails: { ...contactDetails, email: `otra.${nth}@lumbre.example` },
        },
      },
    }),
    endings: () => [participantEnds(things.participant.l!)],
  },
  'D33: a profile is edited': {
    by: () => callers.cci,
    contract: editParticipant,
    input: nth => ({
      params: { kind: 'provider', id: things.participant.draft },
      body: { web: `www.otra-${nth}.example` },
    }),
    endings: () => [participantEnds(things.participant.draft!)],
  },
  'DOC-12: a company type is set': {
    by: () => callers.cci,
    contract: patchParticipant,
    input: nth => ({
      params: { kind: 'provider', id: things.participant.t },
      body: { companyType: nth % 2 ? 'PYME' : 'MEDIANA' },
    }),
    endings: () => [participantEnds(things.participant.t!)],
  },
  'ROLE-31: a provider is marked': {
    by: () => callers.bank,
    contract: editParticipant,
    input: () => ({
      params: { kind: 'provider', id: things.participant.l },
      body: { idProvider: things.participant.l, idEntity: callers.bank.me.idGenericEntity },
    }),
    endings: () => [participantEnds(things.participant.l!)],
  },
  'API-54: a document is uploaded': {
    by: () => callers.waiting,
    contract: uploadDocument,
    input: () => ({
      body: { document: { validationId: things.docs.wait, documentCatalogName: 'Escritura de constitución' } },
      files: { file },
    }),
    endings: () => [participantEnds(things.participant.wait!)],
  },
  'DOC-09: a document is deleted': {
    by: () => callers.waiting,
    contract: deleteDocument,
    input: () => ({ params: { id: things.document.wait } }),
    endings: () => [
      participantEnds(things.participant.wait!),
      versionsEnd(things.document.wait!, things.participant.wait!),
    ],
    given: () => versionStands(things.document.wait!),
  },
  'a document gets an expiry date': {
    by: () => callers.cci,
    contract: changeDocument,
    input: nth => ({ params: { id: things.document.wait }, body: { expiredAt: `2027-05-${10 + nth}` } }),
    endings: () => [
      participantEnds(things.participant.wait!),
      versionsEnd(things.document.wait!, things.participant.wait!),
    ],
  },
  'D24: an incident is raised': {
    by: () => callers.bank,
    contract: raiseIncident,
    input: nth => ({ body: { providerId: things.participant.t, title: `Retraso ${nth}`, detail: 'Tres horas' } }),
    endings: () => [participantEnds(things.participant.t!)],
  },
  'D24: an incident is saved': {
    by: () => callers.cci,
    contract: saveIncident,
    input: nth => ({ params: { id: things.incident.l }, body: { title: `Retraso ${nth}` } }),
    endings: () => [participantEnds(things.participant.l!)],
  },
  'D24: a file is attached to an incident': {
    by: () => callers.cci,
    contract: attachIncidentDocument,
    input: () => ({
      body: { issueDocument: { issueId: things.incident.l, documentCatalogName: 'Informe de la incidencia' } },
      files: { file },
    }),
    endings: () => [participantEnds(things.participant.l!)],
  },
  'USR-11: the second factor of a user is taken away': {
    by: () => callers.cci,
    contract: removeSecondFactorOfUser,
    input: () => ({ params: { key: things.user.l } }),
    endings: () => [
      {
        ends: `update portal_user set deleted_at = '${START}' where id = '${things.user.l}'`,
        again: `update portal_user set deleted_at = null where id = '${things.user.l}'`,
      },
    ],
    given: () => `insert into totp_factor values ('${things.user.l}', 'secreto', 0, '${START}') on conflict do nothing`,
  },
  'SCO-11: a score is corrected': {
    by: () => callers.cci,
    contract: correctScore,
    input: () => ({
      params: { id: things.score.t },
      body: {
        score: {
          validationId: things.request.t,
          score: 'A/A/A',
          expiredAt: '2027-10-01',
          correctionReason: 'Errata',
        },
      },
    }),
    endings: () => [participantEnds(things.participant.t!)],
  },
}

describe.each(Object.entries(cases))('%s', (_title, { by, contract, input, endings, given = () => '' }) => {
  test('not what has ended before it is held', async () => {
    await portal.asOwner(given())
    for (const { ends, again } of endings()) {
      const ending = { ends, again: `${again}; ${given()}` }
      const outcomes = await everyEnd(portal, ending, nth => by().call(contract, input(nth) as never))
      // First no lock is held, at last it is: then the call succeeds.
      expect(outcomes[0]!.ended).toBe(true)
      expect(outcomes.at(-1)!.ended).toBe(false)
      for (const outcome of outcomes) expect(outcome.ended ? [404, 401] : [200, 201, 204]).toContain(outcome.status)
    }
  })
})

test('D16 D44: reading a participant that ends at this moment gives no server error', async () => {
  const provider = await portal.signIn('cantera@almotacen.example')
  const reads = [
    () => provider.call(readOwnParticipant),
    () => callers.cci.call(readParticipantOfUser, { params: { user: 'cantera@almotacen.example' } }),
  ]
  for (const read of reads) {
    const outcomes = await everyEnd(portal, participantEnds(provider.me.idGenericEntity), read)
    expect(outcomes.map(({ status }) => status)).toContain(404)
    for (const { status } of outcomes) expect([200, 404]).toContain(status)
  }
})
