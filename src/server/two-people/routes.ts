import { DomainError } from '#domain/domain-error.ts'
import { readTwoPeople, saveTwoPeople, type TwoPeopleWire } from '#domain/two-people/contract.ts'
import { twoPeopleFacts, twoPeopleLabels } from '#domain/two-people/facts.ts'
import { canAskForTwo } from '#domain/two-people/two-people.ts'
import { refuseStale } from '#server/conflict.ts'
import type { Db } from '#server/database/connect.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { dropProposals, secondPerson } from '#server/two-people/proposals.ts'
import { livingUsers } from '#server/user/queries.ts'

const current = (db: Db) => db.selectFrom('two_people').select(['enabled', 'version'])

/** CCI decided nothing yet. */
const undecided = { enabled: false, version: 1 }

/** How many users CCI has that can do something. */
async function peopleOfCentre(db: Db): Promise<number> {
  const { people } = await livingUsers(db)
    .where('p.kind', '=', 'CCI')
    .where('u.last_password_change', 'is not', null)
    .select(eb => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  return people
}

export const twoPeopleRoutes: Route[] = [
  read(readTwoPeople, async ({ db }): Promise<TwoPeopleWire> => (await current(db).executeTakeFirst()) ?? undecided),

  write(saveTwoPeople, async ({ db, tx, actor, body: { enabled, version } }) => {
    // The first decision makes the row, so that two of them meet at it.
    await db
      .insertInto('two_people')
      .values(undecided)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await current(db).forUpdate().executeTakeFirstOrThrow()
    const object = { kind: 'two-people', id: 'centre' }
    await refuseStale(db, actor, version, {
      version: before.version,
      now: twoPeopleFacts(before),
      yours: twoPeopleFacts({ enabled }),
      labels: twoPeopleLabels,
      object,
    })
    if (before.enabled === enabled) return before
    if (enabled && !canAskForTwo(await peopleOfCentre(db))) throw new DomainError('onlyOnePerson')
    const seconded = enabled ? {} : await secondPerson(tx, actor, { act: 'two-people.off', object, content: {} })
    if (!enabled) await dropProposals(db)
    tx.record({ event: 'two-people.saved', object, data: { enabled, ...seconded } })
    return db
      .updateTable('two_people')
      .set({ enabled, version: before.version + 1 })
      .returning(['enabled', 'version'])
      .executeTakeFirstOrThrow()
  }),
]
