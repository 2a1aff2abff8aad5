import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceExpiries } from '#server/expiry/announce.ts'
import {
  accreditationsEndedBefore,
  documentsLapsedBefore,
  passwordsEnding,
  scoresToAnnounce,
} from '#server/expiry/queries.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  // The demo world has notifications of its own; this test only counts those that time causes.
  const { db } = portal.app
  await db.deleteFrom('notification').execute()
  // One step, so that this test is about the expiries; the ladder before them: ladder.test.ts.
  const { id } = await db.selectFrom('portal_user').select('id').limit(1).executeTakeFirstOrThrow()
  const rule = { key: 'noticeDays', value: '[30]', version: 1, changed_by: id, changed_at: portal.clock.now() }
  await db.insertInto('centre_rule').values(rule).execute()
})
afterAll(() => portal.stop())

const announce = () => announceExpiries(portal.app)
const entries = (event: string) =>
  portal.app.db.selectFrom('trail').selectAll().where('event', '=', event).orderBy('number').execute()
const heard = async (type: string) => {
  const rows = await portal.app.db
    .selectFrom('notification as n')
    .innerJoin('participant as p', 'p.id', 'n.participant_id')
    .select(['p.display_name', 'n.message'])
    .where('n.type', '=', type)
    .execute()
  return rows.map(row => `${row.display_name}: ${row.message}`).toSorted()
}

test('D51: the first run announces approaching lapses, lapses and expiries', async () => {
  expect(await announce()).toBe(8)
  // Custodia documental ends in 23 days; the provider and the bank that marked it are notified.
  expect(await heard('SCORE_NOTICE_LAPSED')).toEqual([
    'Cajamar Caja Rural, Sociedad Cooperativa de Crédito: La calificación de Tramontana Custodia Digital, S.L. en «Custodia documental» caduca el 14/12/2026.',
    'Tramontana Custodia Digital, S.L.: La calificación de Tramontana Custodia Digital, S.L. en «Custodia documental» caduca el 14/12/2026.',
  ])
  const lapsed = await heard('SCORE_LAPSED')
  expect(lapsed.filter(line => line.includes('Archivo intermedio')).map(line => line.split(':')[0])).toEqual([
    'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
    'Quintanilla y Robles Auditores, S.L.P.',
    'Tramontana Custodia Digital, S.L.',
  ])
  expect(await entries('score.lapsed')).toHaveLength(4)
  expect((await entries('score.expired')).map(entry => entry.data.serviceName).toSorted()).toEqual([
    'Impresión y ensobrado',
    'Valija interna',
  ])
  const [accreditation] = await entries('participant.accreditation-expired')
  expect(accreditation!.data).toMatchObject({ participantName: 'Peñalara Control, S.L.P.', expiresOn: '2026-10-12' })
  expect(await heard('AUDIT_EXPIRED')).toHaveLength(2)
  expect(await heard('DOC_LAPSED')).toEqual([])
})

test('D5: a second run tells nothing, nor do several at once', async () => {
  const before = await portal.app.db.selectFrom('trail').select('number').execute()
  expect(await announce()).toBe(0)
  expect(await Promise.all(Array.from({ length: 5 }, announce))).toEqual([0, 0, 0, 0, 0])
  portal.clock.move(DAY)
  expect(await announce()).toBe(0)
  expect(await portal.app.db.selectFrom('trail').select('number').execute()).toHaveLength(before.length)
})

test('D4: a score is announced as lapsed on the day after its last one in Madrid', async () => {
  portal.clock.set('2026-12-14T22:59:59.000Z')
  expect(await announce()).toBe(0)
  portal.clock.set('2026-12-14T23:00:00.000Z')
  expect(await announce()).toBe(1)
  expect((await heard('SCORE_LAPSED')).some(line => line.includes('Custodia documental'))).toBe(true)
})

test('D10: notifies the owner of a lapsed document, and not of one that is no longer required', async () => {
  portal.clock.set('2027-01-21T10:00:00.000Z')
  const told = await announce()
  const documents = await heard('DOC_LAPSED')
  // The first document of every accepted participant, sixty days after the start.
  expect(documents).toHaveLength(12)
  expect(told).toBeGreaterThanOrEqual(12)
  expect(documents).toContain(
    'Tramontana Custodia Digital, S.L.: Su documento «Escritura de constitución» caducó el 20/01/2027. Suba una versión vigente.',
  )
  const deed = { name: 'Certificado de estar al corriente con la AEAT' }
  await portal.app.db.deleteFrom('required_document').where('name', '=', deed.name).execute()
  portal.clock.set('2027-04-04T10:00:00.000Z')
  await announce()
  expect((await heard('DOC_LAPSED')).some(line => line.includes(deed.name))).toBe(false)
})

test('NOTIF-01 D5 D51: notifies once of a lapsed optional document', async () => {
  const { db } = portal.app
  const version = await db
    .selectFrom('document_version as x')
    .innerJoin('document as d', 'd.id', 'x.document_id')
    .innerJoin('validation as v', 'v.id', 'd.validation_id')
    .innerJoin('portal_user as u', 'u.participant_id', 'v.participant_id')
    .select(['x.id', 'd.name', 'd.validation_id', 'v.participant_id'])
    .where('u.email', '=', 'lumbre@almotacen.example')
    .where('v.kind', '=', 'DOC_MIN')
    .where('x.is_current', '=', true)
    .where('x.expires_on', '>', '2027-04-04')
    .executeTakeFirstOrThrow()
  await db.updateTable('required_document').set({ required: false }).where('name', '=', version.name).execute()
  await db.updateTable('document_version').set({ expires_on: '2027-04-03' }).where('id', '=', version.id).execute()
  expect(await announce()).toBe(1)
  expect(await announce()).toBe(0)
  const said = `Lumbre Sistemas, S.L.: Su documento opcional «${version.name}» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.`
  expect((await heard('DOC_LAPSED')).filter(line => line.includes('opcional'))).toEqual([said])
  const entry = (await entries('document.lapsed')).at(-1)!
  expect(entry.data).toMatchObject({ documentName: version.name, isOptional: true, expiresOn: '2027-04-03' })
})

test('notifies again of an accreditation that was renewed and ended again', async () => {
  const { participant_id } = (await entries('participant.accreditation-expired'))[0]!
  const { db } = portal.app
  await db
    .updateTable('participant')
    .set({ accredited_until: '2027-04-30' })
    .where('id', '=', participant_id!)
    .execute()
  await announce()
  const before = (await heard('AUDIT_EXPIRED')).length
  portal.clock.set('2027-05-01T10:00:00.000Z')
  await announce()
  expect((await heard('AUDIT_EXPIRED')).length).toBe(before + 2)
})

test('sends nothing about deleted participants', async () => {
  const { db } = portal.app
  await db.updateTable('participant').set({ deleted_at: portal.clock.now() }).where('kind', '<>', 'CCI').execute()
  portal.clock.set('2030-01-01T10:00:00.000Z')
  expect(await announce()).toBe(0)
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
})

test('D5 D51: notifies once of each of many that end on one day, in transactions of at most 200', async () => {
  const { pool } = portal.app
  await announce()
  await pool.query(`
    insert into participant (id, kind, name, business_name, commercial_name, cif, nrbe, email, onboarded_at, accredited_until, created_at)
    select 'z' || lpad(n::text, 25, '0'), 'AUDIT', '', 'Evaluador ' || n, 'Evaluador ' || n, '', '', '', now(), '2026-01-31', now()
    from generate_series(1, 450) n`)
  expect(await announce()).toBe(450)
  expect(await announce()).toBe(0)
  const { rows } = await pool.query<{ together: number }>(`
    select count(*)::int as together from trail
    where event = 'participant.accreditation-expired' and object_id like 'z%' group by xmin::text`)
  expect(rows.reduce((sum, { together }) => sum + together, 0)).toBe(450)
  expect(Math.max(...rows.map(({ together }) => together))).toBe(200)
})

test('D5: announcements are remembered beside their objects: none repeats without the audit log', async () => {
  await portal.asOwner(
    'alter table trail disable trigger user; delete from trail; alter table trail enable trigger user',
  )
  expect(await announce()).toBe(0)
})

test('a run reads due rows, and none that were announced before', async () => {
  const { db } = portal.app
  await portal.asOwner(`
    insert into participant (id, kind, business_name, accredited_until, accreditation_announced, created_at)
      select 'y' || lpad(n::text, 25, '0'), 'AUDIT', 'Evaluador', '2026-01-31', '2026-01-31', now() from generate_series(1, 3000) n;
    insert into validation (id, participant_id, kind, status, created_at)
      select 'y' || lpad(n::text, 25, '0'), 'y' || lpad(n::text, 25, '0'), 'DOC_MIN', 'ACCEPTED', now() from generate_series(1, 3000) n;
    insert into score (id, validation_id, rating, expires_on, file_name, sha256, scored_by, scored_at, announced)
      select 'y' || lpad(n::text, 25, '0'), 'y' || lpad(n::text, 25, '0'), 'A', '2029-06-30', 'f', f.sha256, u.id, now(), 'score.lapsed'
      from generate_series(1, 3000) n, (select sha256 from stored_file limit 1) f, (select id from portal_user limit 1) u;
    insert into document (id, validation_id, name, created_at)
      select 'y' || lpad(n::text, 25, '0'), 'y' || lpad(n::text, 25, '0'), 'Escritura', now() from generate_series(1, 3000) n;
    insert into document_version (id, document_id, number, file_name, sha256, status, expires_on, uploaded_by, uploaded_at,
        decided_by, decided_at, lapse_announced_at)
      select 'y' || lpad(n::text, 25, '0'), 'y' || lpad(n::text, 25, '0'), 1, 'f', f.sha256, 'ACCEPTED', '2026-01-31', u.id, now(),
        u.id, now(), now()
      from generate_series(1, 3000) n, (select sha256 from stored_file limit 1) f, (select id from portal_user limit 1) u`)
  for (const table of ['participant', 'validation', 'score', 'document', 'document_version', 'portal_user']) {
    await portal.asOwner(`analyze ${table}`)
  }
  const day = portal.clock.today()
  const read = await db.transaction().execute(async tx => {
    const counted = async () => {
      const { rows } = await sql<{ name: string; rows: number }>`
        select relname::text as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`.execute(
        tx,
      )
      return new Map(rows.map(({ name, rows }) => [name, rows]))
    }
    const before = await counted()
    await scoresToAnnounce(tx, day)
    await documentsLapsedBefore(tx, day)
    await accreditationsEndedBefore(tx, day)
    await passwordsEnding(tx, { after: portal.clock.now(), by: portal.clock.now() })
    return [...(await counted())].map(([name, rows]) => ({ name, rows: rows - (before.get(name) ?? 0) }))
  })
  const most = { trail: 0, participant: 100, validation: 100, score: 100, document_version: 100, portal_user: 100 }
  for (const { name, rows } of read) {
    if (name in most) expect(rows, name).toBeLessThanOrEqual(most[name as keyof typeof most])
  }
})
