import { expect, test } from 'vitest'
import { listAssessments } from '#domain/assessment/contract.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { listBulletins } from '#domain/incident/bulletin/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { profileErrors } from '#domain/participant/participant.ts'
import { factsIn } from '#domain/report-request/certificate/certificate.ts'
import { verifyCertificate } from '#domain/report-request/certificate/contract.ts'
import { lintRegister } from '#domain/supervision/register/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import { listValidations, readQueue } from '#domain/validation/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { storedProfileOf } from '#server/participant/profile-row.ts'
import { requiredDataOf } from '#server/participant/queries.ts'
import { ok } from '#test/support/answers.ts'
import { startTestPortal } from '#test/support/portal.ts'

const counted = async (portal: Awaited<ReturnType<typeof startTestPortal>>) => {
  const { rows } = await portal.app.pool.query<{ participants: number; notices: number; mails: number }>(`
    select (select count(*)::int from participant) as participants, (select count(*)::int from notification) as notices,
      (select count(*)::int from outbox_mail where template = 'notification') as mails`)
  return rows[0]!
}

test('D47: an empty installation gets the demo world once, with its accounts and without two years of mails', async () => {
  const portal = await startTestPortal({ seed: 'none' })
  try {
    const first = await loadDemoWorld(portal.app)
    expect(first!.accounts.join('\n')).toContain('proveedor@almotacen.example')
    const loaded = await counted(portal)
    expect(loaded.participants).toBeGreaterThan(10)
    expect(loaded).toMatchObject({ notices: expect.any(Number), mails: 0 })
    const { rows } =
      await portal.app.pool.query(`select a.status, s.rating, s.computed, s.override_reason <> '' as otherwise
      from assessment a left join score s on s.assessment_id = a.id order by a.created_at`)
    expect(rows.map(({ status, rating, computed, otherwise }) => [status, rating, computed, otherwise])).toEqual([
      ['PUBLISHED', null, null, null],
      ['PUBLISHED', null, null, null],
      ['PUBLISHED', null, null, null],
      ['PUBLISHED', 'A/B/A+', 'A/B/A+', false],
      ['PUBLISHED', 'B/A/B', 'B/B/B', true],
      ['PUBLISHED', 'A+/A/A+', 'A+/A/A+', false],
      ['CONFIRMED', null, null, null],
      ['DRAFT', null, null, null],
    ])
    const provider = await portal.signIn('proveedor@almotacen.example')
    expect(provider.me.next).toBe('home')
    // One renewal is under way, and another rating may be renewed now (RENEW-10).
    const { content } = (await provider.call(listValidations, { query: { type: 'AUDIT_REPORT' } })).body
    const today = portal.clock.today()
    type Rated = { service: string; renewal?: object; renewableFrom?: string }
    expect(content.filter(({ renewal }: Rated) => renewal).map(({ service }: Rated) => service)).toEqual([
      'Transporte de valija',
    ])
    expect(
      content
        .filter(({ renewableFrom = '9999' }: Rated) => renewableFrom <= today)
        .map(({ service }: Rated) => service),
    ).toEqual(['Custodia documental'])
    const bank = await portal.signIn('entidad@almotacen.example')
    const { counts } = await ok(bank.call(listUses))
    expect(counts).toEqual({ MET: 4, BELOW: 2, ACCEPTED: 1, UNRATED: 3, NOT_SET: 0, ending: 1 })
    expect((await ok(bank.call(listUses, { query: { ended: 'true' } }))).totalElements).toBe(2)
    // Its register waits for one mend before the authority would take it.
    expect((await ok(bank.call(lintRegister))).counts).toMatchObject({ BLOCKING: 1, UNKNOWN: 2 })
    // Two bulletins of one incident; the bank has acknowledged the first.
    const told = await ok(bank.call(listBulletins))
    expect(told.content).toMatchObject([{ acknowledgement: { impact: 'MINOR' } }, { acknowledgement: null }])
    // Banks read the conflict that CCI admitted, and anybody checks the certificates.
    const cantera = await portal.participantOf('cantera')
    const rated = (await ok(bank.call(listValidations, { query: { genericEntityId: cantera, type: 'AUDIT_REPORT' } })))
      .content
    expect(rated.map(({ independence }: { independence?: object }) => independence)).toContainEqual({
      status: 'ADMITTED',
      reason: expect.stringContaining('equipo distinto'),
    })
    const certificates = await portal.app.db.selectFrom('certificate').select('canonical').execute()
    expect(certificates.length).toBeGreaterThan(5)
    for (const { canonical } of certificates) {
      const { code } = factsIn(canonical)
      expect((await portal.anonymous.call(verifyCertificate, { params: { code } })).status).toBe(200)
    }
    // Each visitor meets the newer areas in the bell, and finds something to answer.
    const evaluator = await portal.signIn('evaluador@almotacen.example')
    const centre = await portal.signIn('cci@almotacen.example')
    const typesOf = async (caller: typeof centre) => {
      const { content: notices } = await ok(caller.call(listNotifications))
      return new Set(notices.map(({ type }: { type: string }) => type))
    }
    for (const [caller, types] of [
      [provider, ['CLARIFICATION_ASKED', 'FINDING_OVERDUE']],
      [evaluator, ['FINDING_OVERDUE', 'FINDING_DONE']],
      [bank, ['LEVEL_BROKEN', 'CHAIN_CHANGED', 'INCIDENT_AFFECTS', 'FINDING_OVERDUE', 'RELIANCE_REVIEW_DUE']],
      [centre, ['APPEAL_MADE', 'RENEWAL_PENDING', 'ASSESSMENT_CONFIRMED', 'INVITATION_ASKED']],
    ] as const) {
      const found = await typesOf(caller)
      expect(types.filter(type => !found.has(type))).toEqual([])
    }
    for (const caller of [provider, evaluator, centre]) {
      expect((await ok(caller.call(listClarifications, { query: { open: 'true' } }))).totalElements).toBeGreaterThan(0)
    }
    const { content: own } = await ok(provider.call(listAssessments, { query: { status: 'PUBLISHED' } }))
    expect(own).toHaveLength(2)
    expect((await ok(centre.call(readQueue))).views.mine).toBe(2)
    expect(await loadDemoWorld(portal.app)).toEqual(first)
    expect(await counted(portal)).toEqual(loaded)
  } finally {
    await portal.stop()
  }
})

test('D47: leaves an installation with users of its own alone, and returns no accounts', async () => {
  const portal = await startTestPortal({ seed: 'centre' })
  try {
    await portal.app.pool.query("update portal_user set email = id || '@cci.example'")
    const before = await counted(portal)
    expect(await loadDemoWorld(portal.app)).toBeNull()
    expect(await counted(portal)).toEqual(before)
  } finally {
    await portal.stop()
  }
})

test('D47: the forms accept the declared data of every demo company', async () => {
  const portal = await startTestPortal()
  try {
    const { db, settings } = portal.app
    const onboarded = await db.selectFrom('participant').selectAll().where('onboarded_at', 'is not', null).execute()
    const wrong: string[] = []
    for (const kind of invitableKinds) {
      const data = await requiredDataOf(db, kind)
      const rows = onboarded.filter(row => row.kind === kind)
      expect(rows.length, kind).toBeGreaterThan(1)
      for (const row of rows) {
        const errors = profileErrors(kind, storedProfileOf(row), { cif: settings.cifRule, data })
        wrong.push(...Object.entries(errors).map(([field, error]) => `${row.display_name}: ${field}: ${error}`))
      }
    }
    expect(wrong).toEqual([])
  } finally {
    await portal.stop()
  }
})
