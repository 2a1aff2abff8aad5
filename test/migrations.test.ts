import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  inPieces,
  isOnLine,
  isRepeated,
  ROWS_AT_ONCE,
  statementsOf,
  withoutComments,
} from '#server/platform/database/migration-text.ts'

/*
 * Allowed operations of a migration on an existing table, under concurrent use (decision 019). Files before 0024
 * created indexes under a lock, and stay as installations have run them.
 */

const FIRST = '0024'
const folder = join(import.meta.dirname, '../db/migrations')
const names = globSync('*.sql', { cwd: folder }).sort()

/** Clauses of `alter table` that scan or rewrite all rows under a lock that blocks writes. */
const scanning: readonly [RegExp, string][] = [
  [
    /^add (constraint \w+ )?(check|foreign key|unique|primary key|exclude|not null)\b(?!.*(\bnot valid$|\busing index\b))/,
    'a constraint without `not valid`',
  ],
  [
    /^add (?!constraint )(?!.*\bnot valid$).*\b(references|check|unique|primary key|generated|(big|small)?serial)\b/,
    'a column with a constraint, or with values for all',
  ],
  [/^alter (column )?\w+ (set data )?type\b/, 'another type'],
]
/** Statements that scan all rows with weak locks: alone in their transaction, which would keep stronger locks. */
const long = /^(validate constraint|alter (column )?\w+ set not null)\b/

const repeatable =
  /^(create|drop) [^(]*\bif (not )?exists\b|^create or replace\b|^insert\b.*\b(on conflict|not exists)\b|^comment on\b/

/** The errors of a migration, statement by statement. */
function faultsOf(text: string): string[] {
  const onLine = isOnLine(text)
  const statements = statementsOf(text).map(statement => ({
    repeated: isRepeated(statement),
    words: withoutComments(statement)
      .replace(/'(?:[^']|'')*'/g, "''")
      .replace(/\s+/g, ' ')
      .toLowerCase(),
  }))
  const made = statements.flatMap(({ words }) => /^create table (?:if not exists )?(\w+)/.exec(words)?.[1] ?? [])
  return statements.flatMap(({ words, repeated }) => {
    const faults: string[] = []
    const indexed = /^create (?:unique )?index\b.*? on (?:only )?(\w+)/.exec(words)?.[1]
    if (indexed && !made.includes(indexed) && !(onLine && / concurrently /.test(words))) {
      faults.push(`an index on ${indexed} that is not made concurrently, in a file marked on line`)
    }
    const [, altered, change] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)/.exec(words) ?? []
    const clauses = change?.split(/, (?=(?:add|drop|alter|validate) )/) ?? []
    for (const clause of altered && !made.includes(altered) ? clauses : []) {
      const scan = scanning.find(([pattern]) => pattern.test(clause))?.[1]
      if (scan) faults.push(`${altered}: ${scan}`)
      if (long.test(clause) && (!onLine || clauses.length > 1)) faults.push(`${altered}: a scan beside other changes`)
    }
    const again = repeated || (clauses.length > 0 ? clauses.every(isAgain) : repeatable.test(words))
    if (onLine && !again) faults.push(`cannot run again: ${words}`)
    return faults

    function isAgain(clause: string): boolean {
      const constraint = /^add constraint (\w+)/.exec(clause)?.[1]
      if (constraint) return clauses.includes(`drop constraint if exists ${constraint}`)
      return /^(add|drop) \w+ if (not )?exists\b|^(validate|alter|enable|disable)\b/.test(clause)
    }
  })
}

test('every migration since 0024 makes indexes and constraints beside those who work', () => {
  expect(names.length).toBeGreaterThan(22)
  const since = names.filter(name => name >= FIRST)
  const faults = since.flatMap(name => faultsOf(readFileSync(join(folder, name), 'utf8')).map(why => `${name}: ${why}`))
  expect(faults).toEqual([])
})

test('finds the earlier migrations that break the rules', () => {
  const found = names.filter(name => name < FIRST && faultsOf(readFileSync(join(folder, name), 'utf8')).length > 0)
  expect(found.map(name => Number(name.slice(0, 4)))).toEqual([4, 7, 8, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23])
})

test('CARE-07: a repeated statement changes the rows of a piece at a time, in every file', () => {
  const repeated = names.flatMap(name => {
    const text = readFileSync(join(folder, name), 'utf8')
    return isOnLine(text) ? statementsOf(text).filter(isRepeated) : []
  })
  expect(repeated.length).toBeGreaterThan(6)
  for (const statement of repeated) {
    const limits = [...withoutComments(inPieces(statement)).matchAll(/\blimit (\d+)/g)].map(([, rows]) => Number(rows))
    // The last is that of the rows to change.
    expect(limits.at(-1), statement).toBeLessThanOrEqual(ROWS_AT_ONCE)
  }
})

const line = '-- on line\n'

describe('is refused', () => {
  test.each([
    ['create index one_id on one (id);'],
    ['create unique index on only one (id)'],
    ['create table two (id int); create index one_id on one (id);'],
    [`${line}create index if not exists one_id on one (id);`],
    [`${line}create index concurrently one_id on one (id);`],
    ['create index concurrently if not exists one_id on one (id);'],
    ['alter table one add constraint positive check (id > 0);'],
    ['alter table one add constraint positive check (not valid);'],
    ['alter table one add check (id > 0), add column two int;'],
    ['alter table one add constraint a check (id > 0), add constraint b check (id > 1) not valid;'],
    ['alter table one add foreign key (id) references two'],
    ['alter table one\n  -- Not valid.\n  add unique (id);'],
    ['alter table one add column two text references two;'],
    ['alter table one add two int check (two > 0)'],
    ['alter table one add column two bigserial'],
    ['alter table one add column two int generated always as (id + 1) stored'],
    ['alter table one alter column id type bigint;'],
    ['alter table one validate constraint positive;'],
    ['alter table one alter id set not null;'],
    [`${line}alter table one drop constraint if exists positive, add constraint positive check (id > 0);`],
    [`${line}alter table one add constraint positive check (id > 0) not valid;`],
    [`${line}alter table one add column two int;`],
    [`${line}alter table one validate constraint positive, add column if not exists two int;`],
    [`${line}update one set id = 1;`],
    [`${line}insert into one values (1);`],
    [`${line}create table two (id int);`],
  ])('%j', text => {
    expect(faultsOf(text)).toHaveLength(1)
  })
})

test('accepts the example in CONTRIBUTING', () => {
  const shown = /```sql\n([\s\S]*?)```/.exec(readFileSync(join(folder, '../../CONTRIBUTING.md'), 'utf8'))![1]!
  expect(statementsOf(shown).length).toBeGreaterThan(3)
  expect(faultsOf(shown)).toEqual([])
})

describe('is let be', () => {
  test.each([
    ['create table two (id int primary key, other int references one); create index two_other on two (other);'],
    ['create table two (id int); alter table two add constraint positive check (id > 0);'],
    ["alter table one add column two int, add column three text not null default 'unique';"],
    ['alter table one add constraint positive check (id > 0) not valid, drop column two;'],
    ['drop index one_id; alter table one drop constraint positive;'],
    ["-- create index one_id on one (id);\ncomment on table one is 'create index one_id on one (id);'"],
    [`${line}create unique index concurrently if not exists one_id on one (id);`],
    [`${line}drop index concurrently if exists one_id;`],
    [`${line}alter table one drop constraint if exists positive, add constraint positive check (id > 0) not valid;`],
    [`${line}alter table one validate constraint positive;`],
    [`${line}alter table one add column if not exists two int;`],
    [`${line}-- until none\nupdate one set two = 1 where id in (select id from one where two is null limit 1000);`],
    [`${line}create table if not exists two (id int); create index if not exists two_id on two (id);`],
    [`${line}insert into one values (1) on conflict do nothing;`],
  ])('%j', text => {
    expect(faultsOf(text)).toEqual([])
  })
})
