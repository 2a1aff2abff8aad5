import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { random } from '#assurance/trust/random.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { hasRenames, PARTICIPANTS_AT_ONCE, refreshNames } from '#server/participant/overview-names.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import { wrongOverview } from '#test/support/overview.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Triggers keep the rows and counts of overviews equal to the tables that they derive from (decision 026). */

let portal: TestPortal
let db: Db
beforeAll(async () => {
  portal = await startTestPortal()
  db = portal.app.db
})
afterAll(() => portal.stop())

test('SRCH-13: the rows of the demo data are right', async () => {
  expect(await wrongOverview(db)).toEqual([])
  const { rows } = await sql<{ total: number }>`select count(*) as total from overview_row`.execute(db)
  expect(rows[0]!.total).toBeGreaterThan(15)
})

/** Statements that change what a row shows, one table at a time; `$` is replaced by a random row's id. */
const changes: readonly [table: string, statements: readonly string[]][] = [
  [
    'participant',
    [
      `update participant set name = name || ' Bis' where id = $`,
      `update participant set deleted_at = now() where id = $ and kind <> 'CCI'`,
      `update participant set deleted_at = null where id = $`,
      `update participant set onboarded_at = case when onboarded_at is null then now() end where id = $ and kind <> 'CCI'`,
      `update participant set accredited_until = current_date + 7 where id = $ and kind = 'AUDIT'`,
      `update participant set version = version + 1 where id = $`,
    ],
  ],
  [
    'validation',
    [
      `update validation set deleted_at = now() where id = $`,
      `update validation set status = 'REJECTED' where id = $`,
      `update validation set status = 'PENDING', sent_at = now() where id = $`,
      `update validation set status = null where id = $ and kind = 'DOC_MIN'`,
      `update validation set version = version + 1 where id = $`,
      `update validation set service_id = (select id from service order by random() limit 1), superseded_at = now()
        where id = $ and kind = 'AUDIT_REPORT'`,
      `update validation set renews_id = (
          select r.id from validation r where r.participant_id = validation.participant_id and r.kind = 'AUDIT_REPORT'
            and r.id <> validation.id and not exists (select from validation n where n.renews_id = r.id)
          order by r.id limit 1)
        where id = $ and kind = 'AUDIT_REPORT'`,
      `update validation set superseded_by = (
          select r.id from validation r where r.participant_id = validation.participant_id and r.id <> validation.id
          order by r.id limit 1)
        where id = $ and kind = 'AUDIT_REPORT'`,
      `update validation set renews_id = null, superseded_by = null where id = $`,
    ],
  ],
  [
    'score',
    [
      `update score set rating = 'B/B/B', expires_on = current_date + 40 where id = $`,
      `update score set is_current = false where id = $`,
      `delete from score where id = $ and not exists (select from file_read f where f.score_id = score.id)`,
    ],
  ],
  [
    'document_version',
    [
      `update document_version set expires_on = current_date - 3 where id = $`,
      `update document_version set status = 'ACCEPTED', decided_by = uploaded_by, decided_at = now() where id = $`,
      `update document_version set is_current = false where id = $`,
    ],
  ],
  [
    'incident',
    [`update incident set status = 'OPEN' where id = $`, `update incident set status = 'CLOSED' where id = $`],
  ],
  ['service', [`update service set description = description || ' (2)' where id = $`]],
]

describe('SRCH-13: whatever changes in a table, the rows and counts follow', () => {
  it.each(changes)('%s', async (table, statements) => {
    const next = random(20 + table.length)
    for (let step = 0; step < 6 * statements.length; step++) {
      const ids = (await portal.asOwner(`select id from ${table} order by id`)) as { id: string }[]
      const statement = statements[step % statements.length]!.replace('$', `'${ids[next(ids.length)]!.id}'`)
      await portal.asOwner(statement).catch(error => {
        // A unique index may refuse a random change; it then changes nothing.
        if (!/duplicate key/.test(error.message)) throw error
      })
      expect(await wrongOverview(db), statement).toEqual([])
    }
  })

  it('required_document', async () => {
    const required = 'update required_document set required = not required'
    for (const statement of [
      required,
      required,
      `update required_document set name = name || ' bis' where position = 0`,
    ]) {
      await portal.asOwner(statement)
      expect(await wrongOverview(db), statement).toEqual([])
    }
  })

  it('many at once, in one transaction', async () => {
    await portal.asOwner(`begin; update participant set name = name || ' y otros';
      update validation set status = 'REJECTED' where kind = 'AUDIT_REPORT'; delete from score where not exists
        (select from file_read f where f.score_id = score.id); commit`)
    expect(await wrongOverview(db)).toEqual([])
  })
})

test('SRCH-13: two transactions that change one row both keep their changes', async () => {
  const provider = newId(START)
  await db
    .insertInto('participant')
    .values({ id: provider, kind: 'PROVIDER', name: 'Uno', created_at: START })
    .execute()
  const evaluator = await db
    .insertInto('participant')
    .values({ id: newId(START), kind: 'AUDIT', business_name: 'Dos', created_at: START })
    .returning('id')
    .executeTakeFirstOrThrow()
  const service = await db.selectFrom('service').select('id').executeTakeFirstOrThrow()
  const { promise: renamed, resolve: isRenamed } = Promise.withResolvers<void>()
  const { promise: sent, resolve: isSent } = Promise.withResolvers<void>()
  const rename = db.transaction().execute(async tx => {
    await tx.updateTable('participant').set({ business_name: 'Tres' }).where('id', '=', evaluator.id).execute()
    isRenamed()
    await sent
  })
  await renamed
  const request = {
    ...{ id: newId(START), participant_id: provider, kind: 'AUDIT_REPORT', status: 'PENDING', request_type: 'NEW' },
    ...{ service_id: service.id, evaluator_id: evaluator.id, created_at: START, sent_at: START },
  }
  await db.insertInto('validation').values(request).execute()
  isSent()
  await rename
  expect(await wrongOverview(db)).toEqual([])
  const row = await db.selectFrom('overview_row').select('evaluator').where('id', '=', request.id).executeTakeFirst()
  expect(row).toEqual({ evaluator: 'Tres' })
})

test('SRCH-13: a rebuild mends wrong rows and counts, and says how many', async () => {
  const rebuild = () => (commands.overview as AppCommand).run(portal.app, ['rebuild'], undefined as never)
  expect(await rebuild()).toBe('Every overview row was right.')
  await portal.asOwner(`update overview_row set status = 'QUALIFIED', rating = 'A/A/A' where id = (select min(id) from
    overview_row where kind = 'PROVIDER')`)
  await portal.asOwner('update overview_count set rows = rows + 3')
  expect(await wrongOverview(db)).not.toEqual([])
  expect(await rebuild()).toBe('Overview rows that were wrong and are right now: 1.')
  expect(await wrongOverview(db)).toEqual([])
})

test('SRCH-13: a rebuild waits for no writer while all is right, and mends counts that change meanwhile', async () => {
  const rebuild = () => (commands.overview as AppCommand).run(portal.app, ['rebuild'], undefined as never)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const writer = db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(72616001)`.execute(tx)
    isLocked()
    await ended
    await sql`update participant set accredited_until = current_date + 9 where kind = 'AUDIT'`.execute(tx)
    await sql`update validation set status = 'REJECTED' where kind = 'AUDIT_REPORT'`.execute(tx)
  })
  await locked
  expect(await rebuild()).toBe('Every overview row was right.')
  await portal.asOwner('update overview_count set rows = rows + 3')
  const rebuilt = rebuild()
  await vi.waitFor(async () => {
    const waiting = await portal.asOwner(`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    expect(waiting).toHaveLength(1)
  })
  end()
  await writer
  expect(await rebuilt).toBe('Every overview row was right.')
  expect(await wrongOverview(db)).toEqual([])
})

describe('SRCH-13: a name that many rows show', () => {
  const MANY = 130
  const NAMES = `select count(*) filter (where service = $1)::int as renamed, count(*)::int as total
    from overview_row where service_id = $2`
  let many: TestPortal
  let service: string
  beforeAll(async () => {
    many = await startTestPortal()
    service = (await many.app.db.selectFrom('service').select('id').executeTakeFirstOrThrow()).id
    await many.asOwner(`
      insert into participant (id, kind, name, created_at)
        select 'p' || lpad(n::text, 25, '0'), 'PROVIDER', 'Muchos ' || n, now() from generate_series(1, ${MANY}) n;
      insert into validation (id, participant_id, kind, status, request_type, service_id, evaluator_id, created_at, sent_at)
        select 'v' || lpad(n::text, 25, '0'), 'p' || lpad(n::text, 25, '0'), 'AUDIT_REPORT', 'PENDING', 'NEW', '${service}',
          (select min(id) from participant where kind = 'AUDIT'), now(), now() from generate_series(1, ${MANY}) n`)
  })
  afterAll(() => many.stop())

  const renamed = async (name: string) => {
    const rows = await many.asOwner(NAMES.replace('$1', `'${name}'`).replace('$2', `'${service}'`))
    return rows[0] as { renamed: number; total: number }
  }
  const rename = (name: string) => many.asOwner(`update service set description = '${name}' where id = '${service}'`)

  test('is not written in the transaction of the edit; a job writes it in pieces', async () => {
    await rename('Otro nombre')
    const { total } = await renamed('')
    expect(total).toBeGreaterThan(MANY)
    expect(await renamed('Otro nombre')).toEqual({ renamed: 0, total })
    expect(await hasRenames(many.app)).toBe(true)
    const steps: number[] = []
    for (let before = 0; await hasRenames(many.app); ) {
      await many.asOwner(`select refresh_renamed(${PARTICIPANTS_AT_ONCE})`)
      const { renamed: now } = await renamed('Otro nombre')
      steps.push(now - before)
      before = now
    }
    expect(steps.length).toBeGreaterThan(2)
    // Of the demo data, a provider may have two requests for one service.
    expect(Math.max(...steps)).toBeLessThanOrEqual(PARTICIPANTS_AT_ONCE + 5)
    expect(await wrongOverview(many.app.db)).toEqual([])
  })

  test('a status that changes meanwhile is right at once, and a second name begins again', async () => {
    await rename('Tercer nombre')
    await many.asOwner(`select refresh_renamed(${PARTICIPANTS_AT_ONCE})`)
    await many.asOwner(`update validation set status = 'REJECTED' where service_id = '${service}' and id like 'v%9'`)
    const stale = await sql<{ wrong: number }>`
      select count(*) as wrong from overview_row o join overview_source s on s.id = o.id
      where (o.status, o.rating, o.expires_on) is distinct from (s.status, s.rating, s.expires_on)`.execute(many.app.db)
    expect(stale.rows[0]!.wrong).toBe(0)
    await rename('Cuarto nombre')
    await Promise.all([refreshNames(many.app), refreshNames(many.app)])
    await refreshNames(many.app)
    expect(await hasRenames(many.app)).toBe(false)
    expect(await wrongOverview(many.app.db)).toEqual([])
  })

  test('an evaluator keeps its earlier name in the rows of others until the job has run', async () => {
    await many.asOwner(`update participant set business_name = 'Evaluador nuevo' where id =
      (select min(id) from participant where kind = 'AUDIT')`)
    expect(await hasRenames(many.app)).toBe(true)
    await refreshNames(many.app)
    expect(await wrongOverview(many.app.db)).toEqual([])
  })

  test('the refresh runs once in a transaction, however many rows it changes', async () => {
    // The trigger fires for these rows alone.
    const [{ when }] = (await many.asOwner(`select pg_get_triggerdef(oid) as when from pg_trigger
      where tgname = 'overview_stale_refreshed'`)) as [{ when: string }]
    expect(when).toContain(`WHEN ((new.cause = 'commit'::text))`)
    const rows = await many.asOwner(`begin; update validation set status = 'PENDING' where id like 'v0%';
      update participant set onboarded_at = now() where id like 'p0%';
      select cause, count(*)::int as rows from overview_stale group by 1 order by 1; commit`)
    expect(rows).toEqual([
      { cause: 'commit', rows: 1 },
      { cause: 'participant', rows: MANY },
    ])
    expect(await wrongOverview(many.app.db)).toEqual([])
  })
})
