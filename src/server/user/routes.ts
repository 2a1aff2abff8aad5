import { Refusal } from '#domain/refusal.ts'
import type { Actor, Role } from '#domain/roles.ts'
import { reach } from '#domain/roles.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { patchUser, readUser } from '#domain/user/contract.ts'
import type { UserPatch } from '#domain/user/user.ts'
import { changesPassword, decideStatus, normaliseContact, refusedFields, userPatchErrors } from '#domain/user/user.ts'
import { normaliseEmail } from '#domain/values/email.ts'
import type { Route } from '#server/http/route.ts'
import { own, read } from '#server/http/route.ts'
import { handOver } from '#server/session/start.ts'
import type { Unit } from '#server/unit.ts'
import { inUnit } from '#server/unit.ts'
import { checkChange, writeChange } from '#server/user/change-password.ts'
import type { UserRow } from '#server/user/queries.ts'
import { userByKey, userWireOf } from '#server/user/queries.ts'

export const userRoutes: Route[] = [
  read(readUser, async ({ db, params, actor }) => {
    const user = await userByKey(db, params.key)
    if (!user || !sees(actor, user)) throw new Refusal('notFound')
    return userWireOf(user)
  }),

  // Arranges its own transactions: a wrong old password must leave its mark.
  own(patchUser, async ({ portal, params, body, actor, origin, header }) => {
    const target = await userByKey(portal.db, params.key)
    if (!target || !sees(actor, target)) throw new Refusal('notFound')
    const self = target.id === actor.userId
    if (!self && !reach(actor, 'user.manage')) throw new Refusal('forbidden')
    const refused = refusedFields(body, { self, role: actor.role }, target.email)
    if (refused.length > 0) {
      const sentence = 'Este campo no se puede cambiar aquí'
      throw new Refusal('unknownField', { fields: Object.fromEntries(refused.map(field => [field, sentence])) })
    }
    const errors = userPatchErrors(body)
    if (Object.keys(errors).length > 0) throw new Refusal('invalid', { fields: errors })

    const change = changesPassword(body) ? await checkChange(portal, target.id, body, origin) : null
    const { row, session } = await inUnit(portal, actor, async unit => {
      await unit.db.selectFrom('portal_user').select('id').where('id', '=', target.id).forUpdate().execute()
      const current = await userByKey(unit.db, target.id)
      if (!current) throw new Refusal('notFound')
      await writeData(unit, current, body)
      if (body.status) await writeStatus(unit, current, body.status, actor.role)
      const begun = change && (await writeChange(portal, unit, change, origin))
      return { row: (await userByKey(unit.db, target.id))!, session: begun }
    })
    if (session) handOver(session, header)
    return userWireOf(row)
  }),
]

/** Everyone sees the users of its own participant, CCI all (D15). */
function sees(actor: Actor, user: UserRow): boolean {
  return reach(actor, 'user.read') === 'all' || user.participantId === actor.participantId
}

async function writeData(unit: Unit, user: UserRow, { contactDetails, billingEmail }: UserPatch): Promise<void> {
  if (!contactDetails && billingEmail === undefined) return
  const { name, surNames, position, tlf } = normaliseContact(contactDetails ?? {})
  const before = [user.name, user.surnames, user.position, user.phone, user.billing_email]
  const after = [
    name ?? user.name,
    surNames ?? user.surnames,
    position ?? user.position,
    tlf ?? user.phone,
    billingEmail === undefined ? user.billing_email : normaliseEmail(billingEmail),
  ] as const
  if (before.every((value, index) => value === after[index])) return
  await unit.db
    .updateTable('portal_user')
    .set({ name: after[0], surnames: after[1], position: after[2], phone: after[3], billing_email: after[4] })
    .where('id', '=', user.id)
    .execute()
  unit.record({
    event: 'user.edited',
    object: { kind: 'user', id: user.id },
    participantId: user.participantId,
    // Which fields, not what they held: the trail outlives the person's data (D44).
    data: { fields: ['name', 'surNames', 'position', 'tlf', 'billingEmail'].filter((_f, i) => before[i] !== after[i]) },
  })
}

async function writeStatus(unit: Unit, user: UserRow, to: UserStatus, role: Role): Promise<void> {
  const from = user.status as UserStatus
  if (from === to) return
  const decision = decideStatus(from, to, { onboarded: user.kind === 'CCI' || user.onboarded_at !== null, role })
  if (!decision.ok) throw new Refusal(decision.reason)
  await unit.db.updateTable('portal_user').set({ status: to }).where('id', '=', user.id).execute()
  unit.record({
    event: decision.event,
    object: { kind: 'user', id: user.id },
    participantId: user.participantId,
  })
}
