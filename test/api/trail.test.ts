import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { isPrivateKind } from '#domain/audit-log/private.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { endOtherSessions } from '#domain/identity/session/contract.ts'
import { deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import {
  attachIncidentDocument,
  incidentDocumentContent,
  raiseIncident,
  readIncident,
  saveIncident,
} from '#domain/incident/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { changeValidation } from '#domain/validation/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { pdf, servicesOf } from '#test/support/documents.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'
import { sessions, users } from '#test/support/trail/accounts.ts'
import { configuration } from '#test/support/trail/configuration.ts'
import { evaluations } from '#test/support/trail/evaluations.ts'
import { followUp } from '#test/support/trail/follow-up.ts'
import { integrations } from '#test/support/trail/integrations.ts'
import { participants } from '#test/support/trail/participants.ts'
import type { Entry, Step, Walk } from '#test/support/trail/steps.ts'
import { by, org } from '#test/support/trail/steps.ts'
import { documents, requests } from '#test/support/trail/validations.ts'

const NEW_PASSWORD = 'Tramontana.2027'
const UNKNOWN = '0'.repeat(26)

let walk: Walk
let portal: TestPortal
beforeAll(async () => {
  const acting = await startActing()
  portal = acting.portal
  walk = { ...acting, services: await servicesOf(portal), made: {} }
})
afterAll(() => portal.stop())

const seen = new Set<string>()

/** The entries after a given one; marks each of their events as seen. */
async function lookAfter(number: number): Promise<Entry[]> {
  const rows = await entriesAfter(portal, number)
  for (const row of rows) seen.add(row.event)
  return rows.map(row => [row.event, row.actor_id, row.participant_id, `${row.object_kind} ${row.object_id}`])
}

const incidents: Step[] = [
  [
    'an incident from its first word to its end, and again',
    async ({ cci, provider, bank, made }) => {
      const body = { title: 'Retraso', detail: 'Tres horas', providerId: org(provider) }
      made.incident = (await ok(bank.call(raiseIncident, { body }))).id
      const documentCatalogName = 'Informe de la incidencia'
      const attached = await ok(
        cci.call(attachIncidentDocument, {
          body: { issueDocument: { issueId: made.incident!, documentCatalogName } },
          files: { file: pdf('parte') },
        }),
      )
      await ok(bank.call(incidentDocumentContent, { params: { id: attached.file } }))
      for (const status of ['OPEN', 'CLOSED', 'OPEN']) {
        const params = { id: made.incident! }
        await ok(cci.call(saveIncident, { params, body: { title: 'Retraso', detail: 'Tres horas', status } as never }))
      }
      const reworded = { title: 'Retraso largo', detail: 'Tres horas' }
      await ok(cci.call(saveIncident, { params: { id: made.incident! }, body: reworded }))
      const own = { title: 'Aviso del centro', detail: 'Sin archivos aún', providerId: org(provider) }
      made.ownIncident = (await ok(cci.call(raiseIncident, { body: own }))).id
    },
    ({ cci, provider, bank, made }) => {
      const object = `incident ${made.incident}`
      return [
        ['incident.raised', by(bank), org(provider), object],
        ['incident.document-added', by(cci), org(provider), object],
        ['incident.document-read', by(bank), org(provider), object],
        ['incident.opened', by(cci), org(provider), object],
        ['incident.closed', by(cci), org(provider), object],
        ['incident.reopened', by(cci), org(provider), object],
        ['incident.edited', by(cci), org(provider), object],
        ['incident.prepared', by(cci), org(provider), `incident ${made.ownIncident}`],
      ]
    },
  ],
]

const denials: Step[] = [
  [
    'a call that the role has not',
    async ({ provider }) => expect((await provider.call(exportLogins)).status).toBe(403),
    ({ provider }) => [['access.refused', by(provider), org(provider), 'call statistics.export']],
  ],
  [
    'another’s thing, which is not there',
    async ({ evaluator, made }) =>
      expect((await evaluator.call(readIncident, { params: { id: made.incident! } })).status).toBe(403),
    ({ evaluator }) => [['access.refused', by(evaluator), org(evaluator), 'call incident.read']],
  ],
  [
    'another participant’s data',
    async ({ provider, waiting }) => {
      const params = { kind: 'provider' as const, id: org(waiting) }
      expect((await provider.call(readParticipant, { params })).status).toBe(404)
    },
    ({ provider }) => [['access.refused', by(provider), org(provider), 'call participant.read']],
  ],
  [
    'a move that is another’s',
    async ({ waiting, made }) => {
      const params = { id: made.validation! }
      expect((await waiting.call(changeValidation, { params, body: { status: 'ACCEPTED' } })).status).toBe(403)
    },
    ({ waiting }) => [['access.refused', by(waiting), org(waiting), 'call validation.change']],
  ],
  [
    'a write without its header',
    async ({ provider }) => {
      const answer = await provider.call(deleteUser, { body: { id: UNKNOWN }, headers: { 'x-csrf-token': 'otra' } })
      expect(answer.status).toBe(403)
    },
    ({ provider }) => [['access.refused', by(provider), org(provider), 'call user.delete']],
  ],
  [
    'a call that is refused for what it says, which is no denial',
    async ({ provider }) =>
      expect((await provider.call(raiseIncident, { body: { title: '' } as never })).status).toBe(400),
    () => [],
  ],
  [
    'calls that need a fresh sign-in',
    async ({ provider }) => {
      portal.clock.move(11 * 60_000)
      expect((await provider.call(endOtherSessions)).problem.code).toBe('signInAgain')
    },
    ({ provider }) => [['access.refused', by(provider), org(provider), 'call session.end-others']],
  ],
]

describe.each([
  ['sessions', sessions],
  ['users', users],
  ['participants', participants],
  ['configuration', configuration],
  ['documents', documents],
  ['requests', requests],
  ['incidents', incidents],
  ['denials', denials],
])('%s', (_noun, steps) => {
  test.each(steps)('%s: its entries and no others', async (_what, act, expected) => {
    portal.clock.move(1000)
    const before = await newestEntry(portal)
    await act(walk)
    expect(await lookAfter(before)).toEqual(expected(walk))
  })
})

test.each(evaluations)('evaluations and renewals: %s: their entries and no others', async (_what, act, expected) => {
  portal.clock.move(1000)
  const before = await newestEntry(portal)
  await act(walk)
  const entries = await lookAfter(before)
  expect(entries.filter(([event]) => !/^(document|service|score)\./.test(event))).toEqual(expected(walk))
})

test.each(followUp)('follow-up: %s: their entries and no others', async (_what, act, expected) => {
  portal.clock.move(1000)
  const before = await newestEntry(portal)
  await act(walk)
  const entries = await lookAfter(before)
  expect(entries.filter(([event]) => /^(finding|clarification|appeal)\./.test(event))).toEqual(expected(walk))
})

test.each(integrations)('keys and webhooks: %s: their entries and no others', async (_what, act, expected) => {
  portal.clock.move(1000)
  // Keys and webhooks need a recent sign-in.
  walk.bank = await portal.signIn('entidad@almotacen.example')
  const before = await newestEntry(portal)
  await act(walk)
  const rows = await entriesAfter(portal, before)
  // Those of webhooks and uses are private: they are shown here and there.
  for (const { event } of rows) if (event.startsWith('api-key.')) seen.add(event)
  expect(rows.map(row => [row.event, row.actor_id, row.participant_id, `${row.object_kind} ${row.object_id}`])).toEqual(
    expected(walk),
  )
})

test('a denial says which identifiers were asked for, and nothing that was typed', async () => {
  const { provider, bank } = walk
  await provider.call(patchUser, { params: { key: by(bank) }, body: { oldPassword: 'Secreta.2026', newPassword: 'x' } })
  const entry = await portal.app.db
    .selectFrom('trail')
    .select(['event', 'data'])
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ event: 'access.refused', data: { reason: 'notFound', asked: [by(bank)] } })
})

test('the first change of a one-time password is one entry beside the sign-in', async () => {
  const before = await newestEntry(portal)
  const caller = await portal.signIn('nuevo@almotacen.example')
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, policyAccepted: true }
  await ok(caller.call(patchUser, { params: { key: by(caller) }, body }))
  expect((await lookAfter(before)).map(([event]) => event)).toEqual(['session.started', 'user.password-changed'])
})

test('records each effect of time once, in one entry', async () => {
  await ok(walk.cci.call(invite, { body: { type: 'PROVIDER', email: 'espera@invitada.example' } }))
  const before = await newestEntry(portal)
  for (const days of [0, 12, 400]) {
    portal.clock.move(days * DAY)
    await announceExpiries(portal.app)
  }
  const told = await lookAfter(before)
  expect(new Set(told.map(([event, who, , object]) => `${event} ${who} ${object}`)).size).toBe(told.length)
  expect(told.every(([, who]) => who === null)).toBe(true)
  portal.clock.move(400 * DAY)
  await announceExpiries(portal.app)
  await lookAfter(before)
})

/** Recorded elsewhere, in the named test, or not at all, with the reason. */
const elsewhere: Record<string, string> = {
  // A derived state (D5): its documents' document.lapsed is the entry.
  'documentation.lapsed': 'derived',
  // Needs a second factor: src/server/identity/second-factor/prove.test.ts shows it.
  'session.half-open': 'second factor',
  // Needs a user of a bank that CCI made.
  'user.confirmed': 'src/server/identity/user/bank-users.test.ts',
  // Needs a scanner: src/server/operation/files/scanned-store.test.ts shows it.
  'file.infected': 'scanner',
  // Need damage, years or another database: src/server/platform/files/scrub.test.ts, src/server/retention and src/server/platform/backup show them.
  'file.damaged': 'scrub',
  // Need days to pass: src/server/expiry/ladder.test.ts shows them.
  'participant.accreditation-ending': 'ladder',
  'clarification.due': 'src/server/validation/clarification/clarification.test.ts',
  'finding.due': 'src/server/assessment/finding/finding.test.ts',
  'finding.overdue': 'src/server/assessment/finding/finding.test.ts',
  'document.about-to-lapse': 'ladder',
  // Needs a mail server that refuses: src/server/operation/mail/undelivered.test.ts shows it.
  'mail.undelivered': 'mail server',
  // src/server/platform/operation shows them.
  'mail.failed': 'mail server',
  'mail.resent': 'mail server',
  'job.asked': 'jobs',
  'job.failing': 'jobs',
  'job.recovered': 'jobs',
  // Need weeks to pass: src/server/integration/key/key.test.ts shows them.
  'api-key.ending': 'key',
  'api-key.lapsed': 'key',
  'participant.destroyed': 'retention',
  'user.destroyed': 'retention',
  'backup.taken': 'back-up',
  'backup.restored': 'back-up',
  // src/server/admin/gleif.test.ts shows it.
  'gleif.loaded': 'operator',
  // src/server/supervision/register/edition/editions.test.ts shows it.
  'register-edition.loaded': 'editions',
  // Needs a client that disconnects: test/api/gone-readers.test.ts shows it.
  'document.read-partly': 'gone reader',
  // Need an app and its codes: the tests of src/server/identity/second-factor show them.
  'user.factor-added': 'second factor',
  'user.factor-removed': 'second factor',
  'user.recovery-codes-made': 'second factor',
  'user.recovery-code-used': 'second factor',
  'user.second-step-blocked': 'second factor',
  'second-factor.rules-saved': 'second factor',
  // Need an identity provider: the tests of src/server/identity/single-sign-on show them.
  'user.identity-bound': 'single sign-on',
  'user.identity-released': 'single sign-on',
  // src/server/report-request/report-date.test.ts shows it.
  'request.report-dated': 'report date',
  // The job of overdue tasks: src/server/validation/desk/desk.test.ts shows it.
  'queue.overdue': 'desk',
  'documentation.rejection-undone': 'undo',
  'document.rejection-undone': 'undo',
  'document.restored': 'undo',
  'request.rejection-undone': 'undo',
  'request.qualification-undone': 'undo',
  'request.restored': 'undo',
  'assessment.publication-undone': 'undo',
  'clarification.closing-undone': 'undo',
  'finding.raising-undone': 'undo',
  'finding.resolution-undone': 'undo',
  // Time passes: src/server/expiry/chains.test.ts shows them.
  'chain.changed': 'chain',
  // Of scores that an earlier version published: src/server/report-request/certificate shows it.
  'certificate.issued': 'earlier scores',
  // Needs days to pass: src/server/report-request/independence shows it.
  'independence.due': 'reminders',
  'company-identity.lei-ending': 'chain',
  'register-entity.lei-ending': 'ladder',
  'arrangement.ending': 'ladder',
  'arrangement.notice-ending': 'ladder',
  // src/server/incident/bulletin and src/server/report-request/score show them.
  'bulletin.published': 'bulletin',
  'bulletin.proposed': 'bulletin',
  'score.review-begun': 'review',
  'score.review-lifted': 'review',
  // The bank's own: the tests of src/server/supervision show them.
  ...Object.fromEntries(
    eventNames.filter(name => isPrivateKind(name.split('.')[0]!)).map(name => [name, 'supervision']),
  ),
}

test('every event there is was made here, and is sealed in one chain', async () => {
  const never = eventNames.filter(name => !seen.has(name) && !(name in elsewhere))
  expect(never).toEqual([])
  expect(Object.keys(elsewhere).filter(name => seen.has(name))).toEqual([])
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})
