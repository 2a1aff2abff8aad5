import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { AskWire } from '#domain/invitation/request/contract.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { InvitationRequestStatus } from '#domain/states/invitation-request.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { groupsBy } from '#domain/values/certain.ts'
import { companyOf } from '#domain/values/company/cif.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

export type AskRow = {
  id: string
  entityId: string
  entity: string
  name: string
  cif: string
  email: string
  reason: string
  status: InvitationRequestStatus
  askedAt: string
  decisionReason: string
  decidedAt: string | null
  invitationId: string | null
  version: number
}

/** The requests that meet a condition about `r`, the oldest first; those of deleted banks are gone. */
export async function asksWhere(db: Db, condition: RawBuilder<SqlBool | unknown>): Promise<AskRow[]> {
  const rows = await db
    .selectFrom('invitation_request as r')
    .innerJoin('participant as p', 'p.id', 'r.entity_id')
    .select([
      'r.id',
      'r.entity_id as entityId',
      'p.display_name as entity',
      'r.name',
      'r.cif',
      'r.email',
      'r.reason',
      'r.status',
      'r.asked_at as askedAt',
      'r.decision_reason as decisionReason',
      'r.decided_at as decidedAt',
      'r.invitation_id as invitationId',
      'r.version',
    ])
    .where('p.deleted_at', 'is', null)
    .where(condition as RawBuilder<SqlBool>)
    .orderBy('r.asked_at')
    .orderBy('r.id')
    .execute()
  return rows as AskRow[]
}

export const companyIs = (cif: string): RawBuilder<SqlBool> => sql<SqlBool>`left(r.cif, 8) = ${companyOf(cif)}`

/** Those of them that CCI has not answered. */
export const openAsks = (db: Db, condition: RawBuilder<SqlBool>): Promise<AskRow[]> =>
  asksWhere(db, sql<SqlBool>`(${condition}) and ${hasStatus(sql`r.status`, invitationRequestMachine.sets.open)}`)

/** Whether a living participant has the CIF; with its identifier where it is a provider that the actor sees. */
export async function visibleHere(db: Db, actor: Actor, cif: string): Promise<{ providerId: string | null } | null> {
  const { rows } = await sql<{ id: string; seen: boolean }>`
    select p.id, p.kind = 'PROVIDER' and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))} as seen
    from participant p where p.deleted_at is null and left(p.cif, 8) = ${companyOf(cif)}
    order by seen desc limit 1`.execute(db)
  const [found] = rows
  return found ? { providerId: found.seen ? found.id : null } : null
}

/** The requests that an actor reads: a bank its own, CCI those asked and answered together as one (EASE-11). */
export async function asksFor(db: Db, actor: Actor, status?: InvitationRequestStatus): Promise<AskWire[]> {
  const isCentre = actor.role === 'CCI'
  const rows = await asksWhere(db, isCentre ? sql`true` : sql`r.entity_id = ${actor.participantId}`)
  const together = groupsBy(rows, row =>
    isCentre ? `${companyOf(row.cif)} ${row.status} ${row.decidedAt ?? ''}` : row.id,
  )
  const open = (row: AskWire) => invitationRequestMachine.is.open(row.status)
  return [...together.values()]
    .map(asked => wireOf(asked, isCentre))
    .filter(row => status === undefined || row.status === status)
    .toSorted(
      (a, b) => Number(open(b)) - Number(open(a)) || b.requests - a.requests || (a.askedAt < b.askedAt ? 1 : -1),
    )
}

function wireOf(asked: readonly [AskRow, ...AskRow[]], isCentre: boolean): AskWire {
  const { entityId: _, entity: __, ...first } = asked[0]
  return {
    ...first,
    requests: asked.length,
    askers: isCentre
      ? asked.map(({ id, entityId, entity, name, email, reason, askedAt }) => ({
          id,
          entityId,
          entity,
          name,
          email,
          reason,
          askedAt,
        }))
      : [],
    invitationId: isCentre ? first.invitationId : null,
  }
}
