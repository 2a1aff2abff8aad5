import { sql } from 'kysely'
import type { EventName } from '#domain/audit-log/events.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { askInvitation, decideAsked } from '#domain/invitation/request/contract.ts'
import { askedErrors, askFacts, normaliseAsked } from '#domain/invitation/request/request.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { decide } from '#domain/states/machine.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { companyOf } from '#domain/values/company/cif.ts'
import { inviteKnown } from '#server/invitation/invite.ts'
import type { AskRow } from '#server/invitation/request/queries.ts'
import { asksWhere, companyIs, openAsks, visibleHere } from '#server/invitation/request/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { every } from '#server/participant/queries.ts'
import { jobLocks } from '#server/platform/database/lock.ts'

/**
 * A bank asks CCI to invite a provider (EASE-10).
 * @returns the identifier of the request.
 * @throws DomainError invalid with fields, alreadyHere with the `providerId` that the bank may see, askedForAlready
 */
export async function askFor(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof askInvitation>,
): Promise<string> {
  const asked = normaliseAsked(body)
  const fields = askedErrors(asked, app.settings.cifRule)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  await lockCompany(tx, asked.cif)
  const here = await visibleHere(tx.db, actor, asked.cif)
  const mine = every([sql`r.entity_id = ${actor.participantId}`, companyIs(asked.cif)])
  const open = (await openAsks(tx.db, mine)).length
  const facts = askFacts({ isNew: here === null, noneOpen: open === 0 })
  const decision = decide(invitationRequestMachine, 'ask', null, facts, actor.role)
  if (!decision.ok) {
    const details = decision.reason === 'alreadyHere' && here?.providerId ? { providerId: here.providerId } : {}
    throw new DomainError(decision.reason, { details })
  }
  const id = tx.newId()
  await tx.db
    .insertInto('invitation_request')
    .values({
      id,
      entity_id: actor.participantId,
      requested_by: actor.userId,
      ...asked,
      status: decision.to,
      asked_at: tx.now,
    })
    .execute()
  const row = onlyOf(await asksWhere(tx.db, sql`r.id = ${id}`))
  note(tx, row, decision.event, { name: asked.name, cif: asked.cif })
  return id
}

/**
 * CCI answers all open requests for one CIF: it invites once, by the rules of invitations, or declines with a reason.
 * Each bank that asked hears it (EASE-11).
 * @throws DomainError notFound, changedMeanwhile, requestAnswered, noDeclineReason, alreadyHere, and those of invitations
 */
export async function answerAsks(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  id: string,
  { status, reason, email, version }: BodyOf<typeof decideAsked>,
): Promise<void> {
  const [known] = await asksWhere(tx.db, sql`r.id = ${id}`)
  if (!known) throw new DomainError('notFound')
  await lockCompany(tx, known.cif)
  const row = onlyOf(await asksWhere(tx.db, sql`r.id = ${id}`))
  const object = { kind: 'invitation-request', id }
  const edited = { version: row.version, now: {}, yours: {}, labels: () => null, object }
  await refuseStale(tx.db, actor, version, edited)
  const invites = invitationRequestMachine.is.invited(status)
  const move = invites ? 'invite' : 'decline'
  const decision = decide(invitationRequestMachine, move, row.status, askFacts({ reason }), actor.role)
  if (!decision.ok) {
    const fields = decision.reason === 'noDeclineReason' ? { reason: 'Escriba el motivo' } : undefined
    throw new DomainError(decision.reason, { fields })
  }
  const together = await openAsks(tx.db, companyIs(row.cif))
  const invitationId = invites ? await invite(app, tx, actor, row, email) : null
  await tx.db
    .updateTable('invitation_request')
    .set(eb => ({
      status: decision.to,
      invitation_id: invitationId,
      decision_reason: invites ? '' : reason,
      decided_by: actor.userId,
      decided_at: tx.now,
      version: eb('version', '+', 1),
    }))
    .where(
      'id',
      'in',
      together.map(each => each.id),
    )
    .execute()
  for (const each of together) note(tx, each, decision.event, invites ? {} : { reason }, reason)
}

async function invite(app: AppContext, tx: Transaction, actor: Actor, row: AskRow, email: string | undefined) {
  // The provider may have come in otherwise since.
  if (await visibleHere(tx.db, actor, row.cif)) throw new DomainError('alreadyHere')
  return inviteKnown(app, tx, { type: 'PROVIDER', email: email ?? row.email, name: row.name, cif: row.cif })
}

/** Requests for one company are asked and answered one after the other. */
const lockCompany = (tx: Transaction, cif: string) =>
  sql`select pg_advisory_xact_lock(${sql.lit(jobLocks.invitationRequests)}, hashtext(${companyOf(cif)}))`.execute(tx.db)

function note(tx: Transaction, row: AskRow, event: EventName, data: Record<string, unknown>, reason?: string): void {
  tx.record({
    event,
    object: { kind: 'invitation-request', id: row.id },
    participantId: row.entityId,
    facts: { participantId: row.entityId, participantName: row.entity, askedFor: row.name, reason },
    data,
  })
}
