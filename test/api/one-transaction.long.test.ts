import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { hashOfRows } from '#test/support/rows.ts'
import { writes } from '#test/support/writes.ts'

/* The entry of the audit log is written last: when it fails, nothing else of the change may be there. */

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())

/** Calls whose only trace is that they were made. */
const untraced = new Set([
  ...['session.close', 'session.end', 'session.end-others', 'session.end-of-user', 'session.end-all-of-user'],
  ...['notification.mark', 'notification.mark-all', 'validation.create', 'server.check'],
  ...['saved-view.save', 'saved-view.change', 'saved-view.remove'],
])

/** Runs `work` while the audit log takes no entry but denials. */
async function withoutAuditLog<T>(work: () => Promise<T>): Promise<T> {
  await acting.portal.asOwner(`
    create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$;
    create trigger refuse_entry before insert on trail for each row when (new.event <> 'access.refused')
      execute function refuse_entry()`)
  try {
    return await work()
  } finally {
    await acting.portal.asOwner('drop trigger refuse_entry on trail; drop function refuse_entry()')
  }
}

test.each(Object.keys(writes).filter(name => !untraced.has(name)))(
  'BASE-03 D13: %s changes, tells and mails nothing when its entry cannot be written',
  async name => {
    const { contract, caller = acting.cci, ...input } = await writes[name]!(acting)
    const rows = await hashOfRows(acting.portal.app.db)
    const answer = await withoutAuditLog(() => caller.call(contract, input as object))
    expect(answer.status).toBe(500)
    expect(await hashOfRows(acting.portal.app.db)).toBe(rows)
  },
)

test('BASE-03 D13: the effects of time are not saved without their entries', async () => {
  const { portal } = acting
  portal.clock.move(40 * DAY)
  const rows = await hashOfRows(portal.app.db)
  await expect(withoutAuditLog(() => announceExpiries(portal.app))).rejects.toThrow('no entry')
  expect(await hashOfRows(portal.app.db)).toBe(rows)
  expect(await announceExpiries(portal.app)).toBeGreaterThan(0)
})
