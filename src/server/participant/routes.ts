import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  exportOverview,
  exportParticipant,
  kindsByPath,
  listParticipants,
  patchParticipant,
  providerSheet,
  readOwnParticipant,
  readParticipant,
  readParticipantOfUser,
  updateParticipant,
} from '#domain/participant/contract.ts'
import { seenBy, seesParticipants } from '#domain/participant/visibility.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { fromReplica, own, read, write } from '#server/http/route.ts'
import { addParticipant, refuseFields, saveProfile } from '#server/participant/edit.ts'
import { isToggle, toggleFavourite } from '#server/participant/favourite.ts'
import { participantPage } from '#server/participant/list.ts'
import { overviewOf } from '#server/participant/overview.ts'
import { patch } from '#server/participant/patch.ts'
import { participantWireOf } from '#server/participant/profile-row.ts'
import { participantsFor } from '#server/participant/queries.ts'
import { removeParticipant } from '#server/participant/remove.ts'
import { sheetFile } from '#server/participant/sheet/sheet.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, prepared } from '#server/platform/database/statement.ts'
import { exportParticipantData } from '#server/retention/export.ts'

/**
 * A participant as the actor reads it.
 * @throws DomainError notFound for one that it does not see
 */
async function readOne(db: Db, actor: Actor, kind: InvitableKind, id: string): Promise<ParticipantWire> {
  const query = participantsFor(db, actor)
    .where('p.kind', '=', kind)
    .where('p.id', '=', id)
    .where(canAccess(actor, seesParticipants(actor, kind)))
  const row = await first(prepared(db, query))
  if (!row) throw new DomainError('notFound')
  return seenBy(actor, participantWireOf(row))
}

/** Refuses participants that the actor may see but not write (D14). */
function refuseForeign(actor: Actor, id: string): void {
  if (actor.role !== 'CCI' && id !== actor.participantId) throw new DomainError('forbidden')
}

export const participantRoutes: Route[] = [
  read(readOwnParticipant, async ({ db, actor, query }) => {
    const own = participantsFor(db, actor).where(eb =>
      query.type === 'CCI' ? eb('p.kind', '=', 'CCI') : eb('p.id', '=', actor.participantId),
    )
    const row = await first(prepared(db, own))
    if (!row) throw new DomainError('notFound')
    return seenBy(actor, participantWireOf(row))
  }),

  read(readParticipantOfUser, async ({ db, actor, params }) => {
    const user = await db
      .selectFrom('portal_user')
      .select('participant_id')
      .where(params.user.includes('@') ? 'email' : 'id', '=', params.user.toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const own = user?.participant_id === actor.participantId
    if (!user || !(own || (actor.role === 'CCI' && actor.completed))) throw new DomainError('notFound')
    const row = await participantsFor(db, actor).where('p.id', '=', user.participant_id).executeTakeFirst()
    if (!row) throw new DomainError('notFound')
    return participantWireOf(row)
  }),

  fromReplica(
    read(listParticipants, ({ db, actor, params, query, app }) =>
      participantPage(db, actor, kindsByPath[params.kind], app.clock.today(), query),
    ),
  ),

  read(readParticipant, ({ db, actor, params }) => readOne(db, actor, kindsByPath[params.kind], params.id)),

  read(providerSheet, async ({ app, db, actor, params }) =>
    sheetFile(app, db, actor, await readOne(db, actor, 'PROVIDER', params.id)),
  ),

  write(createParticipant, async ({ db, actor, params, body, tx, app }) => {
    const kind = kindsByPath[params.kind]
    return readOne(db, actor, kind, await addParticipant(tx, app, kind, body))
  }),

  write(editParticipant, async ({ db, actor, params, body, tx, app }) => {
    const kind = kindsByPath[params.kind]
    const seen = await readOne(db, actor, kind, params.id)
    if (isToggle(body) && kind === 'PROVIDER') await toggleFavourite(tx, actor, seen, body)
    else {
      refuseForeign(actor, seen.id)
      const { idProvider, idEntity, ...profile } = body
      refuseFields(Object.keys({ idProvider, idEntity }).filter(name => name in body))
      await saveProfile(tx, app, actor, seen.id, profile)
    }
    return readOne(db, actor, kind, params.id)
  }),

  write(updateParticipant, async ({ db, actor, body: { idGenericEntity, ...profile }, tx, app }) => {
    const row = await db
      .selectFrom('participant')
      .select('kind')
      .where('id', '=', idGenericEntity)
      .where('kind', '<>', 'CCI')
      .executeTakeFirst()
    if (!row) throw new DomainError('notFound')
    const kind = row.kind as InvitableKind
    const seen = await readOne(db, actor, kind, idGenericEntity)
    refuseForeign(actor, seen.id)
    await saveProfile(tx, app, actor, seen.id, profile)
    return readOne(db, actor, kind, seen.id)
  }),

  write(patchParticipant, async ({ db, actor, params, body, tx }) => {
    const kind = kindsByPath[params.kind]
    await patch(tx, actor, kind, params.id, body)
    return readOne(db, actor, kind, params.id)
  }),

  write(deleteParticipant, async ({ actor, body, tx }) => {
    await removeParticipant(tx, actor, body.idGenericEntity)
    return { status: '00' as const }
  }),

  ...withExport(exportOverview, async ({ db, actor, params, query, app }) => {
    if (params.kind === 'ENTITY' && !may(actor, 'entity.search')) throw new DomainError('forbidden')
    if (params.kind === 'AUDIT' && !may(actor, 'evaluator.search')) throw new DomainError('forbidden')
    return overviewOf(db, actor, params.kind, app.clock.today(), query)
  }),

  own(exportParticipant, ({ app, actor, params }) => exportParticipantData(app, actor, params.id)),
]
