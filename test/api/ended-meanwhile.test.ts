import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract.ts'
import { changeDocument, deleteDocument, uploadDocument } from '#domain/document/contract.ts'
import { attachIncidentDocument, raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import { editParticipant, patchParticipant } from '#domain/participant/contract.ts'
import { correctScore } from '#domain/score/contract.ts'
import { readMe, requestPassword, resetPassword, signIn } from '#domain/session/contract.ts'
import { createUser, deleteUser, updateUser } from '#domain/user/contract.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Things } from '#test/support/permissions.ts'
import { addIncidents, findThings } from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, START, startTestPortal } from '#test/support/portal.ts'

/*
 * What a call is about ends while the call is under way: after each of its statements in turn, as far as its locks
 * admit. What has ended before the call holds it is written no more, and nobody gets an error for it.
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

/** What ends something, as the portal does it: its participant is held first; and what brings it back. */
type Ending = { ends: string; again: string }
type Case = {
  by: () => Caller
  contract: Contract
  input: (nth: number) => object
  endings: () => Ending[]
  /** What undoes the call where it had its way. */
  undone?: () => string
}

const held = (participantId: string) => `select from participant where id = '${participantId}' for update`
const participantEnds = (id: string): Ending => ({
  ends: `${held(id)}; update participant set deleted_at = '${START}' where id = '${id}'`,
  again: `update participant set deleted_at = null where id = '${id}'`,
})
const userEnds = (id: string, participantId: string): Ending => ({
  ends: `${held(participantId)}; update portal_user set deleted_at = '${START}' where id = '${id}'`,
  again: `update portal_user set deleted_at = null where id = '${id}'`,
})
const versionsEnd = (documentId: string, participantId: string): Ending => ({
  ends: `${held(participantId)};
    update document_version set is_current = false, deleted_at = '${START}' where document_id = '${documentId}'`,
  again: versionStands(documentId),
})
const versionStands = (documentId: string) =>
  `update document_version set is_current = true, deleted_at = null where id =
    (select id from document_version where document_id = '${documentId}' order by number desc limit 1)`

/**
 * Makes a call whose thing ends after its n-th statement. @returns the answer, and whether the thing could end; null when
 * the call has fewer statements.
 */
async function endedAfter(nth: number, { ends, again }: Ending, call: () => Promise<{ status: number }>) {
  const { db } = portal.portal
  let asked = 0
  let ended: boolean | null = null
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1
      if (asked === nth) ended = await couldEnd(ends)
      return result
    },
  })
  Object.assign(portal.portal, { db: interrupted })
  try {
    const { status } = await call()
    return ended === null ? null : { nth, ended: ended as boolean, status }
  } finally {
    Object.assign(portal.portal, { db })
    await portal.asOwner(again)
  }
}

/** False when the call holds it already. */
async function couldEnd(statement: string): Promise<boolean> {
  try {
    await portal.asOwner(`set lock_timeout = '40ms'; ${statement}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false
    throw error
  }
}

/** The call with an end after each of its statements, until one comes too late. */
async function everyEnd(ending: Ending, call: (nth: number) => Promise<{ status: number }>) {
  const outcomes: { nth: number; ended: boolean; status: number }[] = []
  for (let nth = 1; ; nth++) {
    const outcome = await endedAfter(nth, ending, () => call(nth))
    if (!outcome) return outcomes
    outcomes.push(outcome)
    // What is held stays so until the end.
    if (!outcome.ended) return outcomes
  }
}

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
    undone: () => `update portal_user set deleted_at = null where id = '${things.user.t}'`,
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
  'DOC-01: a document is uploaded': {
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
    undone: () => versionStands(things.document.wait!),
  },
  'DOC-03: a document is dated': {
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
  'D11: a score is corrected': {
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

describe.each(Object.entries(cases))('%s', (_title, { by, contract, input, endings, undone }) => {
  test('not what has ended before it is held', async () => {
    for (const { ends, again } of endings()) {
      const ending = { ends, again: [again, undone?.() ?? ''].join(';') }
      const outcomes = await everyEnd(ending, nth => by().call(contract, input(nth) as never))
      // At first nothing is held, and at last it is: then the call has its way.
      expect(outcomes[0]!.ended).toBe(true)
      expect(outcomes.at(-1)!.ended).toBe(false)
      for (const outcome of outcomes) expect(outcome.ended ? [404, 401] : [200, 201, 204]).toContain(outcome.status)
    }
  })
})

test('AUTH-04 D20: nobody signs in to an account that has ended while its password was checked', async () => {
  const email = 'arcadio@almotacen.example'
  const { id, participant_id, password_hash } = await portal.portal.db
    .selectFrom('portal_user')
    .select(['id', 'participant_id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const endings = [
    userEnds(id, participant_id),
    {
      ends: `update portal_user set password_hash = '${await hashPassword('Romana.Exacta1')}' where id = '${id}'`,
      again: `update portal_user set password_hash = '${password_hash}' where id = '${id}'`,
    },
  ]
  for (const { ends, again } of endings) {
    const outcomes = await everyEnd({ ends, again: `${again}; delete from sign_in_attempt` }, () =>
      portal.anonymous.call(signIn, { body: { email, password: PASSWORD } }),
    )
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 200 })
    for (const { ended, status } of outcomes) expect(status).toBe(ended ? 403 : 200)
  }
})

test('AUTH-25 D19: whoever ends while it reads who it is has no session, and no error', async () => {
  const caller = await portal.signIn('arcadio@almotacen.example')
  const outcomes = await everyEnd(userEnds(caller.me.userId, caller.me.idGenericEntity), () => caller.call(readMe))
  expect(outcomes[0]).toMatchObject({ ended: true, status: 401 })
  for (const { status } of outcomes) expect([200, 401]).toContain(status)
})

test('API-17 D19: a code resets no password of who has ended, and none twice', async () => {
  const email = 'arcadio@almotacen.example'
  const { db, secrets } = portal.portal
  expect((await portal.anonymous.call(requestPassword, { params: { key: email } })).status).toBe(204)
  const reset = await db
    .selectFrom('password_reset')
    .select(['id', 'user_id', 'secret_nonce', 'expires_at'])
    .executeTakeFirstOrThrow()
  const code = secrets.derive('reset-code', reset.secret_nonce!)
  const alive = `update password_reset set used_at = null, expires_at = '${reset.expires_at}' where id = '${reset.id}'`
  const user = userEnds(reset.user_id, await portal.participantOf('arcadio'))
  const endings = [
    { ...user, again: `${user.again}; ${alive}` },
    { ends: `update password_reset set used_at = '${START}' where id = '${reset.id}'`, again: alive },
  ]
  for (const ending of endings) {
    const outcomes = await everyEnd(ending, () =>
      portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } }),
    )
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 204 })
    for (const { ended, status } of outcomes) expect(status).toBe(ended ? 400 : 204)
  }
})
