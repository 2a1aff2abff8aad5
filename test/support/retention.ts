import type { Destroyed } from '#server/retention/destroy.ts'
import { destroyDue } from '#server/retention/destroy.ts'
import type { TestPortal } from '#test/support/portal.ts'

/** Runs the purge at the test's clock, which the database owner also sets in the database. */
export async function destroyNow({ app, clock, asOwner }: TestPortal): Promise<Destroyed> {
  await asOwner(`create or replace function trail_now() returns timestamptz language sql volatile as
    $$ select '${clock.now()}'::timestamptz $$`)
  return destroyDue(app)
}
