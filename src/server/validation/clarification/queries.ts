import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { t } from '#domain/language/translate.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { type ClarificationStatus, clarificationMachine } from '#domain/states/clarification.ts'
import { decide } from '#domain/states/machine.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { clarificationFacts } from '#domain/validation/clarification/clarification.ts'
import { partyLabels } from '#domain/validation/clarification/columns.ts'
import type {
  ClarificationDetail,
  ClarificationWire,
  listClarifications,
} from '#domain/validation/clarification/contract.ts'
import { called } from '#server/document/versions.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { every, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'
import { lockedValidation, seenValidations } from '#server/validation/queries.ts'

const { sets } = clarificationMachine

/** The threads `c` that an actor sees: CCI all, others those that they are a party of (ASK-02). */
function visibleClarifications(db: Db, actor: Actor) {
  const isMine: RawBuilder<SqlBool> =
    actor.role === 'CCI' ? sql`true` : sql`${actor.role} in (c.asked_by_role, c.asked_of)`
  return seenValidations(db, actor)
    .innerJoin('clarification as c', 'c.validation_id', 'v.id')
    .leftJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .leftJoin('document as d', 'd.id', 'c.document_id')
    .leftJoin('score as k', 'k.id', 'c.score_id')
    .leftJoin('portal_user as w', join => join.onRef('w.id', '=', 'c.assigned_to').on('w.deleted_at', 'is', null))
    .where(isMine)
}

const columns = [
  'c.id',
  'c.validation_id as validationId',
  'v.kind as type',
  'p.id as participantId',
  'p.display_name as participantName',
  's.description as service',
  'v.evaluator_id as evaluatorId',
  evaluatorName.as('evaluatorName'),
  'c.document_id as documentId',
  'd.name as documentName',
  'c.kind',
  'c.subject',
  'c.asked_by_role as askedBy',
  'c.asked_of as askedOf',
  'c.status',
  'c.due_on as dueOn',
  'c.created_at as createdAt',
  'c.closed_at as closedAt',
  'c.closed_by as closedBy',
  'c.outcome',
  'k.scored_by as scoredBy',
  'k.proposed_by as proposedBy',
  'w.id as assigneeId',
  called('w').as('assigneeName'),
  'c.version',
] as const

const selectRows = (db: Db, actor: Actor) => visibleClarifications(db, actor).select(columns).execute()
type Selected = Awaited<ReturnType<typeof selectRows>>[number]
/** A thread as its writes use it. */
export type ClarificationRow = Omit<Selected, 'status' | 'askedBy' | 'askedOf'> & {
  status: ClarificationStatus
  askedBy: Party
  askedOf: Party
}

const sorts = {
  createdAt: sql`c.created_at`,
  dueOn: sql`c.due_on`,
  subject: sql`c.subject ${spanish}`,
  status: sql`array_position(array[${sql.join(clarificationMachine.states.map(state => sql.lit(state)))}], c.status)`,
}

/** A page of the threads that an actor sees, and their total. */
export async function clarificationPage(db: Db, actor: Actor, query: QueryOf<typeof listClarifications>) {
  const { validationId, status, open, mine } = query
  const isOpen = hasStatus(sql`c.status`, sets.open)
  const waits = sql<SqlBool>`(${hasStatus(sql`c.status`, sets.waiting)} and c.asked_of = ${actor.role})`
  const asked = every(
    [
      validationId && sql<SqlBool>`c.validation_id = ${validationId}`,
      status && sql<SqlBool>`c.status = ${status}`,
      open === undefined ? undefined : open ? isOpen : sql<SqlBool>`not ${isOpen}`,
      mine === undefined ? undefined : mine ? waits : sql<SqlBool>`not ${waits}`,
    ].filter(condition => !!condition),
  )
  const seen = visibleClarifications(db, actor).where(asked)
  const { rows, total } = await pageOfQuery(
    seen.select(columns),
    query,
    sorts,
    (key, way) => sql`${key} ${way}, c.due_on, c.id ${way}`,
  )
  return { content: rows.map(row => wireOf(actor, row as ClarificationRow)), totalElements: total }
}

type Caller = Pick<Actor, 'role' | 'userId'>

const isAppeal = ({ kind }: Pick<ClarificationRow, 'kind'>): boolean => kind === 'APPEAL'

/** Not one of those who published the score that an appeal is against (SEAL-23). */
const isOther = ({ userId }: Caller, { scoredBy, proposedBy }: ClarificationRow): boolean =>
  userId !== scoredBy && userId !== proposedBy

/** Who a caller is in a thread, for the machine. CCI ends an appeal by deciding it. */
export const threadFactsFor = (caller: Caller, row: ClarificationRow) =>
  clarificationFacts({
    isAsked: caller.role === row.askedOf,
    isAsker: caller.role === row.askedBy,
    isCentre: caller.role === 'CCI' && !isAppeal(row),
    isAppeal: isAppeal(row),
    isOther: isOther(caller, row),
  })

function wireOf(actor: Actor, row: ClarificationRow): ClarificationWire {
  const { documentId, documentName, assigneeId, assigneeName, ...known } = row
  const { evaluatorId: _evaluator, scoredBy: _scored, proposedBy: _proposed, ...rest } = known
  const may = (move: 'answer' | 'askMore' | 'close' | 'decideAppeal') =>
    decide(clarificationMachine, move, row.status, threadFactsFor(actor, row), actor.role).ok
  return {
    ...(rest as Omit<ClarificationWire, 'document'>),
    document: documentId && documentName ? { id: documentId, name: documentName } : null,
    mayAnswer: may('answer'),
    mayAskMore: may('askMore'),
    mayClose: may('close'),
    mayDecide: may('decideAppeal'),
    publishedIt: actor.role === 'CCI' && isAppeal(row) && !isOther(actor, row),
    // No other party reads who does what inside.
    ...(assigneeId && assigneeName && actor.role === row.askedOf
      ? { assignee: { id: assigneeId, name: assigneeName } }
      : {}),
  }
}

/**
 * One thread, if the actor may see it.
 * @throws DomainError notFound
 */
export async function visibleClarification(db: Db, actor: Actor, id: string): Promise<ClarificationRow> {
  const row = await visibleClarifications(db, actor).select(columns).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as ClarificationRow
}

/** The same, locked for a write: first its participant and validation. @throws DomainError notFound */
export async function lockedClarification(db: Db, actor: Actor, id: string): Promise<ClarificationRow> {
  const { validationId } = await visibleClarification(db, actor, id)
  await lockedValidation(db, actor, validationId)
  await db.selectFrom('clarification').select('id').where('id', '=', id).forUpdate().execute()
  return visibleClarification(db, actor, id)
}

/** A thread with its messages, oldest first. @throws DomainError notFound */
export async function threadDetail(db: Db, actor: Actor, id: string): Promise<ClarificationDetail> {
  const row = await visibleClarification(db, actor, id)
  const messages = await db
    .selectFrom('clarification_message as m')
    .innerJoin('portal_user as u', 'u.id', 'm.user_id')
    .innerJoin('participant as o', 'o.id', 'u.participant_id')
    .select(['m.id', 'm.party', 'm.text', 'm.at', 'o.id as organisationId', 'o.display_name as organisation'])
    .select(['u.name', 'u.surnames', 'u.email', 'o.deleted_at as gone'])
    .where('m.clarification_id', '=', id)
    .orderBy('m.number')
    .execute()
  const files = await db
    .selectFrom('clarification_file as x')
    .innerJoin('clarification_message as m', 'm.id', 'x.message_id')
    .innerJoin('stored_file as f', 'f.sha256', 'x.sha256')
    .select(['x.message_id as messageId', 'x.id', 'x.file_name as name', 'f.media_type as mediaType', 'f.size'])
    .where('m.clarification_id', '=', id)
    .orderBy('x.position')
    .execute()
  const byMessage = Map.groupBy(files, file => file.messageId)
  return {
    ...wireOf(actor, row),
    messages: messages.map(({ organisationId, organisation, gone, name, surnames, email, ...message }) => ({
      ...message,
      party: message.party as Party,
      by: authorOf(actor, {
        party: message.party,
        organisationId,
        organisation,
        isGone: gone !== null,
        person: calledBy({ name, surnames, email }),
      }),
      files: (byMessage.get(message.id) ?? []).map(({ messageId: _message, ...file }) => file),
    })),
  }
}

type Author = { party: string; organisationId: string; organisation: string | null; isGone: boolean; person: string }

/** Who wrote a message, by name for CCI and its own organisation alone (RGPD, art. 5.1.c). */
function authorOf(actor: Actor, { party, organisationId, organisation, isGone, person }: Author): string {
  if (isGone) return t('Una organización que ya no está')
  if (actor.participantId === organisationId) return person
  const name = party === 'CCI' ? partyLabels.CCI : (organisation ?? '')
  return actor.role === 'CCI' ? `${person} (${name})` : name
}

/** A file of a thread that the actor sees. @throws DomainError notFound */
export async function visibleClarificationFile(db: Db, actor: Actor, id: string) {
  const file = await visibleClarifications(db, actor)
    .innerJoin('clarification_message as m', 'm.clarification_id', 'c.id')
    .innerJoin('clarification_file as x', 'x.message_id', 'm.id')
    .innerJoin('stored_file as f', 'f.sha256', 'x.sha256')
    .select([
      'x.file_name as name',
      'x.sha256',
      'f.size',
      'f.media_type as mediaType',
      'f.warnings',
      'c.id as clarificationId',
    ])
    .where('x.id', '=', id)
    .executeTakeFirst()
  if (!file) throw new DomainError('notFound')
  return { ...file, thread: await visibleClarification(db, actor, file.clarificationId) }
}

/** The event payload of a thread. */
export function clarificationPayload(row: ClarificationRow): EventPayload {
  return {
    participantId: row.participantId,
    participantName: row.participantName,
    ...(row.evaluatorId ? { evaluatorId: row.evaluatorId, evaluatorName: row.evaluatorName ?? undefined } : {}),
    ...(row.service ? { serviceName: row.service } : {}),
    validationId: row.validationId,
    clarificationId: row.id,
    subject: row.subject,
    asker: row.askedBy,
    asked: row.askedOf,
  }
}
