import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, deleteUser } from '#domain/identity/user/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { newId } from '#server/platform/ids.ts'
import type { Subject } from '#server/retention/erasure/definition.ts'
import { erasures, whyKept } from '#server/retention/erasure.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { destroyNow } from '#test/support/retention.ts'

/*
 * Writes a canary into every text, text[] and jsonb column of every row of a subject, whether or not the code knows the
 * column. After the purge canaries only remain where the definition gives a reason.
 */

const CANARY = 'canario'
const RETENTION = Math.round(3 * 365.25 + 1) * DAY

type Column = {
  table: string
  name: string
  type: string
  array: boolean
  needed: boolean
  id: boolean
  word: string | null
}
type Name = keyof Tables
type Reference = { table: string; name: string; target: string }

const order = Object.keys(erasures) as Name[]

let world: TestPortal
let columns: Column[]
let tables: string[]
beforeAll(async () => {
  world = await startTestPortal()
  columns = (await world.asOwner(`
    select table_name as "table", column_name as name, data_type as type, data_type = 'ARRAY' as array,
      is_nullable = 'NO' and column_default is null as needed, domain_name is not null as id,
      (select substring(pg_get_constraintdef(oid) from '''([^'']+)''::text') from pg_constraint
        where conrelid = table_name::regclass and contype = 'c'
          and strpos(pg_get_constraintdef(oid), '(' || column_name || ' = ANY') > 0 limit 1) as word
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and is_generated = 'NEVER'
      and table_name not in (select table_name from information_schema.views)
    order by table_name, ordinal_position`)) as Column[]
  tables = [...new Set(columns.map(({ table }) => table))]
  // Evaluations refer to a framework, which is of no participant.
  await world.asOwner(`insert into control_framework (id, name, edition, illustrative, status, created_at)
    values ('${newId(START)}', 'Marco', '1', true, 'DRAFT', now())`)
})
afterAll(() => world.stop())

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const mentioning = (needles: readonly string[]) => `t::text ~ ${quoted(needles.join('|').replaceAll('.', '\\.'))}`
type Rows = Map<string, Record<string, unknown>[]>

/** The rows of every table that mention one of some texts. */
async function rowsOf(needles: readonly string[]): Promise<Rows> {
  const each = tables.map(
    table => `select '${table}' as name, to_jsonb(t) as row from "${table}" t where ${mentioning(needles)}`,
  )
  const rows = (await world.asOwner(each.join(' union all '))) as { name: string; row: Record<string, unknown> }[]
  return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, found]) => [name, found.map(({ row }) => row)]))
}

/** Whether the purge deletes rows with text from a table. */
const isDeleted = (table: Name, subject: Subject) =>
  ('user' in erasures[table] || (subject === 'participant' && 'participant' in erasures[table])) &&
  columns.some(column => column.table === table && holdsText(column))
/** Neither an identifier nor an enum. */
const holdsText = ({ type, array, id, word }: Column) =>
  !id && word === null && (type === 'text' || type === 'jsonb' || array)

/** The ids of a participant, its users and all rows that refer to them, and the users' addresses. */
async function needlesOf(participantId: string): Promise<string[]> {
  const needles = new Set([participantId])
  for (let size = 0; size < needles.size; ) {
    size = needles.size
    for (const [table, rows] of await rowsOf([...needles])) {
      if (table === 'trail') continue
      for (const { id, email } of rows) {
        if (typeof id === 'string') needles.add(id)
        if (table === 'portal_user') needles.add(email as string)
      }
    }
  }
  return [...needles]
}

/** Left empty, because a check wants only one of two columns. */
const alternatives = new Set(['subcontract.company_id', 'arrangement.company_id'])

/**
 * Inserts a row of the subject into each table that has none and from which the purge deletes.
 * @returns the needles, with the ids of the new rows
 */
async function fill(subject: Subject, needles: readonly string[]): Promise<string[]> {
  const added: string[] = []
  const references = (await world.asOwner(`select conrelid::regclass::text as table, a.attname as name,
      confrelid::regclass::text as target from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where contype = 'f'`)) as Reference[]
  const [owned, all] = [await rowsOf(needles), await rowsOf([''])]
  const keyIn = (rows: Rows, table: string) => rows.get(table)?.[0]?.id ?? rows.get(table)?.[0]?.sha256
  // Inserts referenced rows first.
  for (const table of order.toReversed()) {
    if (!isDeleted(table, subject) || owned.has(table)) continue
    const values = columns
      .filter(column => column.table === table)
      .flatMap(({ name, type, needed, id, word }): [string, unknown][] => {
        if (alternatives.has(`${table}.${name}`)) return []
        const target = references.find(reference => reference.table === table && reference.name === name)?.target
        const key = target && (keyIn(owned, target) ?? (needed ? keyIn(all, target) : undefined))
        if (key) return [[name, key]]
        if (name === 'about') return [[name, `{${needles[0]}}`]]
        if (!needed) return []
        if (id) return [[name, newId(START)]]
        if (type === 'jsonb') return [[name, '{}']]
        if (type === 'ARRAY') return [[name, '{x}']]
        if (type === 'text') return [[name, word ?? newId(START)]]
        return [[name, type === 'boolean' ? 'false' : /^(timestamp|date)/.test(type) ? START : '1']]
      })
    await world.asOwner(`insert into "${table}" (${values.map(([name]) => `"${name}"`)})
      values (${values.map(([, value]) => quoted(String(value)))})`)
    const row = Object.fromEntries(values)
    owned.set(table, [row])
    if (typeof row.id === 'string') added.push(row.id)
  }
  return [...needles, ...added]
}

const planted = {
  text: (name: string) => `coalesce("${name}", t.ctid::text) || '${CANARY}'`,
  jsonb: (name: string) => `coalesce("${name}", '{}') || '{"${CANARY}": "${CANARY}"}'`,
  ARRAY: (name: string) => `coalesce("${name}", '{}') || '${CANARY}'::text`,
}

/** @returns the columns that took a canary; columns with a format or a foreign key do not */
async function plant(needles: readonly string[]): Promise<string[]> {
  // In the audit log only the data column can still change.
  const updates = columns
    .filter(column => holdsText(column) && (column.table !== 'trail' || column.name === 'data'))
    .map(({ table, name, type }) => {
      const value = planted[type as keyof typeof planted](name)
      const only = table === 'trail' ? ' and data is not null' : ''
      return `begin
        update "${table}" t set "${name}" = ${value} where ${mentioning(needles)}${only};
        if found then insert into taken values ('${table}.${name}'); end if;
      exception when check_violation or foreign_key_violation then null; end;`
    })
  const rows = await world.asOwner(`create temporary table taken (name text);
    alter table trail disable trigger trail_no_change;
    do $do$ begin ${updates.join('\n')} end $do$;
    alter table trail enable trigger trail_no_change;
    select name from taken`)
  return rows.map(row => (row as { name: string }).name)
}

/** The columns that still have a canary, including generated ones. */
async function left(): Promise<[Name, string][]> {
  const found = [...(await rowsOf([CANARY]))].flatMap(([table, rows]) =>
    rows.flatMap(row =>
      Object.entries(row).flatMap(([name, value]) =>
        JSON.stringify(value).includes(CANARY) ? [`${table}.${name}`] : [],
      ),
    ),
  )
  return [...new Set(found)].map(name => name.split('.') as [Name, string])
}

async function ofUser(email: string): Promise<{ user: string; participant: string }> {
  return world.app.db
    .selectFrom('portal_user')
    .select(['id as user', 'participant_id as participant'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

test('S13: no canary of a user that was destroyed is left but where the definition says why', async () => {
  const cci = await world.signIn(address('cci'))
  const { participant } = await ofUser(address('lumbre'))
  const email = 'canuta@uno.example'
  const contactDetails = { name: 'Canuta', surNames: 'Sanz Ríos', position: 'Legal', tlf: '912345678', email }
  await ok(cci.call(createUser, { body: { user: { idGenericEntity: participant, contactDetails } } }))
  const { user } = await ofUser(email)
  await ok(cci.call(deleteUser, { body: { id: user } }))
  const taken = await plant([...(await fill('user', [user])), email])
  for (const column of ['portal_user.name', 'portal_user.email', 'session.address', 'outbox_mail.data']) {
    expect(taken).toContain(column)
  }
  world.clock.move(RETENTION)
  expect(await destroyNow(world)).toEqual({ participants: 0, users: 1 })
  const leaks = (await left()).filter(([table, column]) => whyKept(table, column, 'user') === undefined)
  expect(leaks).toEqual([])
})

test.each(['proveedor', 'entidad'])(
  'S13: no canary of a participant (%s) that was destroyed is left but where the definition says why',
  async name => {
    const cci = await world.signIn(address('cci'))
    const { participant } = await ofUser(address(name))
    await world.signIn(address(name))
    await ok(cci.call(deleteParticipant, { body: { idGenericEntity: participant } }))
    const needles = await fill('participant', await needlesOf(participant))
    const taken = await plant(needles)
    // A table without a canary would prove nothing.
    const missed = order.filter(
      table => isDeleted(table, 'participant') && !taken.some(column => column.startsWith(`${table}.`)),
    )
    expect(missed).toEqual([])
    world.clock.move(RETENTION)
    expect((await destroyNow(world)).participants).toBe(1)
    const leaks = (await left()).filter(
      ([table, column]) => table === 'trail' || whyKept(table, column, 'participant') === undefined,
    )
    expect(leaks).toEqual([])
  },
)

test('a row that stays keeps no column that takes free text', () => {
  const kept = order.flatMap(table => {
    const erasure = erasures[table]
    if (!('columns' in erasure && erasure.of)) return []
    const free = columns.filter(column => column.table === table && holdsText(column))
    return free.flatMap(({ name }) => (whyKept(table, name, 'participant') ? [`${table}.${name}`] : []))
  })
  // BASE-12: the paper that a bank signed stays as it was signed.
  const signed = ['facts', 'answers', 'plan', 'conditions_text', 'content', 'content_hash', 'told']
  expect(kept).toEqual(signed.map(name => `reliance_file.${name}`))
})

test('the definition has every table of the database', () => {
  expect(order.toSorted()).toEqual(tables.toSorted())
})
