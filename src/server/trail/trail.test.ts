import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTrail } from '#server/trail/verify.ts'
import { inUnit } from '#server/unit.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
const run = (text: string) => portal.asOwner(text)

/** What someone with the owner's rights could do to the table behind the portal's back, undone afterwards. */
async function tamper(statement: string): Promise<Awaited<ReturnType<typeof verifyTrail>>> {
  await run('create table trail_copy as table trail')
  await run('alter table trail disable trigger user')
  try {
    await run(statement)
    return await verifyTrail(portal.portal.db)
  } finally {
    await run('truncate trail')
    await run('insert into trail select * from trail_copy')
    await run('drop table trail_copy')
    await run('alter table trail enable trigger user')
  }
}

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  for (let i = 0; i < 6; i++) {
    await inUnit(portal.portal, null, async unit => {
      unit.record({
        event: 'participant.edited',
        object: { kind: 'participant', id: `p${i}` },
        data: { fields: ['web'], ñ: 'acentos', n: i },
      })
    })
  }
})
afterAll(() => portal.stop())

test('a chain that nobody touched is whole', async () => {
  const verdict = await verifyTrail(portal.portal.db)
  expect(verdict).toMatchObject({ ok: true })
  expect(verdict.entries).toBeGreaterThanOrEqual(8)
})

test.each(['update trail set event = event', 'delete from trail', 'truncate trail'])(
  '%s is refused by the database',
  async statement => {
    await expect(run(statement)).rejects.toThrow('append-only')
  },
)

const swap = `alter table trail drop constraint trail_number_check;
  update trail set number = case number when 4 then -5 else -4 end where number in (4, 5);
  update trail set number = -number where number < 0;
  alter table trail add constraint trail_number_check check (number > 0)`

test.each([
  ['an edit', `update trail set data = '{"n": 9}' where number = 5`, 5],
  ['a changed time', "update trail set at = at + interval '1 second' where number = 4", 4],
  ['a removal', 'delete from trail where number = 5', 6],
  ['two entries that change places', swap, 4],
])('%s is found and its first bad entry named', async (_what, statement, firstBad) => {
  expect(await tamper(statement)).toMatchObject({ ok: false, firstBad })
})

test('entries of parallel transactions form one chain', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      inUnit(portal.portal, null, async unit => {
        unit.record({ event: 'participant.edited', object: { kind: 'participant', id: `parallel${i}` } })
      }),
    ),
  )
  expect(await verifyTrail(portal.portal.db)).toMatchObject({ ok: true })
})

test('what a failed transaction recorded is not in the trail', async () => {
  const before = await verifyTrail(portal.portal.db)
  await expect(
    inUnit(portal.portal, null, async unit => {
      unit.record({ event: 'participant.edited', object: { kind: 'participant', id: 'never' } })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await verifyTrail(portal.portal.db)).toEqual(before)
})
