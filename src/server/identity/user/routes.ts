import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import {
  confirmUser,
  createUser,
  deleteUser,
  exportUsers,
  exportUsersOfParticipant,
  listUsersOfEntity,
  patchUser,
  readUser,
  updateUser,
} from '#domain/identity/user/contract.ts'
import type { UserPatch } from '#domain/identity/user/user.ts'
import { changesPassword, movesAddress, seesUsersOf } from '#domain/identity/user/user.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Origin, Route } from '#server/http/route.ts'
import { keyed, read, write } from '#server/http/route.ts'
import { handOver } from '#server/identity/session/start.ts'
import { checkChange, writeChange } from '#server/identity/user/change-password.ts'
import { confirmBankUser } from '#server/identity/user/confirm.ts'
import { addUser } from '#server/identity/user/create.ts'
import { editableUser, writeUser } from '#server/identity/user/edit.ts'
import { userPage, usersSeen } from '#server/identity/user/list.ts'
import type { UserRow } from '#server/identity/user/queries.ts'
import { knownUser, userByKey, userWireOf } from '#server/identity/user/queries.ts'
import { removeUser } from '#server/identity/user/remove.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { requireRecentAuth } from '#server/session/recent-auth.ts'

export const userRoutes: Route[] = [
  ...withExport(exportUsers, ({ db, actor, query }) => usersSeen(db, actor, query)),

  ...withExport(exportUsersOfParticipant, ({ db, actor, params, query }) => userPage(db, actor, params.id, query)),

  read(listUsersOfEntity, ({ db, actor, params, query }) => userPage(db, actor, params.id, query)),

  read(readUser, async ({ db, params, actor }) => {
    const user = await userByKey(db, params.key)
    if (!user || !seesUsersOf(actor, user.participantId)) throw new DomainError('notFound')
    return userWireOf(user)
  }),

  // Manages its own transactions: a wrong old password must still be recorded as an attempt.
  keyed(patchUser, async ({ app, params, body, actor, origin, header, once, shape }) => {
    if (!changesPassword(body)) {
      return inTransaction(app, actor, tx =>
        once(tx, async () => {
          const target = await editable(tx.db, { actor, origin, app }, params.key, body)
          await writeUser(app, tx, actor, target.id, body)
          return userWireOf(await knownUser(tx.db, target.id))
        }),
      )
    }
    // A password change cannot be repeated: the old password is no longer right, and the session that sent it has
    // ended.
    const target = await editable(app.db, { actor, origin, app }, params.key, body)
    const change = await checkChange(app, target.id, body, origin)
    const { answer, session } = await inTransaction(app, actor, async tx => {
      await writeUser(app, tx, actor, target.id, body)
      const started = await writeChange(app, tx, change, origin)
      return { answer: shape(userWireOf(await knownUser(tx.db, target.id))), session: started }
    })
    handOver(session, header)
    return answer
  }),

  write(createUser, async ({ app, tx, db, actor, body }) => {
    const id = await addUser(app, tx, actor, body)
    return userWireOf(await knownUser(db, id))
  }),

  write(updateUser, async ({ app, tx, db, actor, origin, body: { id, ...patch } }) => {
    await editable(db, { actor, origin, app }, id, patch)
    await writeUser(app, tx, actor, id, patch)
    return userWireOf(await knownUser(db, id))
  }),

  write(confirmUser, async ({ app, tx, db, actor, body }) => {
    await confirmBankUser(app, tx, actor, body.id)
    return userWireOf(await knownUser(db, body.id))
  }),

  write(deleteUser, ({ tx, actor, body }) => removeUser(tx, actor, body.id)),
]

/** The user to edit. Changing its address requires recent authentication. */
async function editable(db: Db, { actor, origin, app }: Editing, key: string, patch: UserPatch): Promise<UserRow> {
  const target = await editableUser(db, actor, key, patch)
  if (movesAddress(patch, target.email)) requireRecentAuth(origin.authenticatedAt, app.clock.now())
  return target
}

type Editing = { actor: Actor; origin: Origin; app: AppContext }
