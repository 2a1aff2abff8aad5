import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { TimelineEntryWire, TracedKind } from '#domain/audit-log/contract.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { type EventGroup, eventsOf, groupOf } from '#domain/audit-log/groups.ts'
import { privateKinds } from '#domain/audit-log/private.ts'
import { entrySentence, whatOf } from '#domain/audit-log/sentences.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { actorsBy } from '#server/audit-log/actors.ts'
import type { Blocked } from '#server/audit-log/blocked.ts'
import { blockedOf } from '#server/audit-log/blocked.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** An existing object with a readable history: its title, its owner, and the entries about it. */
export type Traced = {
  kind: TracedKind
  id: string
  title: string
  participantId: string
  /** The object as the audit log names it. */
  object: { kind: string; id: string }
  about: RawBuilder<SqlBool>
}

const objectIs = (kind: string, id: string) => sql<SqlBool>`(t.object_kind = ${kind} and t.object_id = ${id})`
const ofValidation = (id: string) => sql<SqlBool>`(${objectIs('validation', id)} or t.data ->> 'validationId' = ${id})`

/** Drafts belong to the participant: CCI reads nothing before it is sent (D10). */
const noDraft = sql<SqlBool>`not exists (
  select from validation d where d.status is null and d.id = coalesce(t.data ->> 'validationId', t.object_id))`

/** What belongs to a bank alone is not CCI's to read (BASE-11). */
const ofCentre = sql<SqlBool>`t.object_kind <> all (${[...privateKinds]}::text[])`

/** @throws DomainError notFound for an unknown object, one deleted with its participant (D44), or a draft (D10). */
export async function traced(db: Db, kind: TracedKind, id: string): Promise<Traced> {
  const found = await finders[kind](db, id)
  if (!found) throw new DomainError('notFound')
  return { kind, id, ...found }
}

type Found = Omit<Traced, 'kind' | 'id'> | undefined

const finders: Record<TracedKind, (db: Db, id: string) => Promise<Found>> = {
  async participant(db, id) {
    const row = await db
      .selectFrom('participant')
      .select('display_name')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return
    const about = sql<SqlBool>`(t.participant_id = ${id} or ${objectIs('participant', id)})`
    return { title: row.display_name, participantId: id, object: { kind: 'participant', id }, about }
  },
  documentation: (db, id) => validationOf(db, id, 'DOC_MIN'),
  request: (db, id) => validationOf(db, id, 'AUDIT_REPORT'),
  async document(db, id) {
    const row = await db
      .selectFrom('document as c')
      .innerJoin('validation as v', 'v.id', 'c.validation_id')
      .innerJoin('participant as p', 'p.id', 'v.participant_id')
      .select(['c.name', 'p.display_name', 'p.id as participant_id'])
      .where('c.id', '=', id)
      .where('v.status', 'is not', null)
      .where('v.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return
    const versions = sql`select w.id::text from document_version w where w.document_id = ${id}`
    const about = sql<SqlBool>`(${objectIs('document', id)}
      or (t.object_kind = 'document-version' and t.object_id in (${versions})))`
    const title = `${row.name}, de ${row.display_name}`
    return { title, participantId: row.participant_id, object: { kind: 'document', id }, about }
  },
  async incident(db, id) {
    const row = await db
      .selectFrom('incident as i')
      .innerJoin('participant as p', 'p.id', 'i.provider_id')
      .innerJoin('participant as r', 'r.id', 'i.issuer_id')
      .select(['i.title', 'i.provider_id'])
      .where('i.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .where('r.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return
    const object = { kind: 'incident', id }
    const bulletins = sql`select b.id::text from bulletin b where b.incident_id = ${id}`
    const about = sql<SqlBool>`(${objectIs('incident', id)} or ${objectIs('bulletin-proposal', id)}
      or (t.object_kind = 'bulletin' and t.object_id in (${bulletins})))`
    return { title: row.title, participantId: row.provider_id, object, about }
  },
  async user(db, id) {
    const row = await db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['u.name', 'u.surnames', 'u.email', 'u.participant_id'])
      .where('u.id', '=', id)
      .where('u.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return
    const about = sql<SqlBool>`(${objectIs('user', id)} or t.actor_id = ${id})`
    return { title: calledBy(row), participantId: row.participant_id, object: { kind: 'user', id }, about }
  },
}

async function validationOf(db: Db, id: string, kind: 'DOC_MIN' | 'AUDIT_REPORT'): Promise<Found> {
  const row = await db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .leftJoin('service as s', 's.id', 'v.service_id')
    .select(['p.display_name', 'p.id as participant_id', 's.description'])
    .where('v.id', '=', id)
    .where('v.kind', '=', kind)
    .where('v.status', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const what = kind === 'DOC_MIN' ? 'Documentación' : `Informe de «${row.description}»`
  return {
    title: `${what}, de ${row.display_name}`,
    participantId: row.participant_id,
    object: { kind: 'validation', id },
    about: ofValidation(id),
  }
}

/** Which of the entries about an object a reader asked for. */
type Chosen = { group?: EventGroup; person?: string }

function entriesAbout({ about }: Traced, { group, person }: Chosen = {}) {
  const inGroup = group ? sql`and t.event = any (${eventsOf(group)}::text[])` : sql``
  const byPerson = person ? sql`and t.actor_id = ${person}` : sql``
  return sql`trail t where ${about} and ${noDraft} and ${ofCentre} ${inGroup} ${byPerson}`
}

export type AuditRow = {
  number: number
  at: string
  event: EventName
  actor_id: string | null
  actor_role: string | null
  participant_id: string | null
  object_kind: string
  object_id: string
  data: Record<string, unknown>
  /** Null once the data were purged, or together with `data_hash` on an entry older than data hashes (D44). */
  salt: string | null
  data_hash: string | null
  previous_hash: string
  hash: string
}

/** A page of the entries about an object, in the order of the chain or in reverse. */
export async function entriesOf(
  db: Db,
  about: Traced,
  { size, offset, descending, ...chosen }: { size: number; offset: number; descending: boolean } & Chosen,
): Promise<AuditRow[]> {
  const order = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<AuditRow>`
    select t.* from ${entriesAbout(about, chosen)} order by t.number ${order} limit ${size} offset ${offset}`.execute(
    db,
  )
  return rows.map(row => ({ ...row, data: row.data ?? {} }))
}

/**
 * All entries about an object in the order of the chain, in small pages, so that other calls run in between. A cursor
 * reads them in one pass; it needs a transaction, with at most one such cursor at a time.
 */
export async function* pagesOf(tx: Db, about: Traced): AsyncGenerator<AuditRow[]> {
  await sql`declare case_entries no scroll cursor for
    select t.* from ${entriesAbout(about)} order by t.number`.execute(tx)
  for (;;) {
    const { rows } = await sql<AuditRow>`fetch 250 from case_entries`.execute(tx)
    if (rows.length === 0) return
    yield rows.map(row => ({ ...row, data: row.data ?? {} }))
  }
}

export async function countEntries(db: Db, about: Traced, chosen: Chosen = {}): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${entriesAbout(about, chosen)}`.execute(db)
  return onlyOf(rows).total
}

/** The number of people to choose from. */
const PEOPLE_MAX = 200

/** Those who caused the entries about an object, by name. */
export async function peopleOf(db: Db, about: Traced): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ actor_id: string }>`
    select distinct t.actor_id from ${entriesAbout(about)} and t.actor_id is not null limit ${PEOPLE_MAX}`.execute(db)
  const users = await actorsBy(
    db,
    rows.map(row => row.actor_id),
  )
  return [...users]
    .map(([id, { who, organisation }]) => ({ id, name: `${who} (${organisation})` }))
    .sort((a, b) => compareSpanish(a.name, b.name))
}

/**
 * Renders entries for readers. Names are current ones. Users deleted with their participant are not named, and entries
 * blocked by a deletion lack their data, as purged ones do (D44).
 * @param known the blocked entries among these, if the caller has them
 */
export async function told(
  db: Db,
  rows: readonly AuditRow[],
  known?: ReadonlyMap<number, Blocked>,
): Promise<TimelineEntryWire[]> {
  const numbers = rows.map(row => row.number)
  const blocked = known ?? (await blockedOf(db, numbers))
  const idsOf = (kind: string) => rows.filter(row => row.object_kind === kind).map(row => row.object_id)
  const actors = rows.flatMap(row => row.actor_id ?? [])
  const users = await actorsBy(db, [...new Set([...actors, ...idsOf('user')])])
  const participants = await participantsBy(db, [...new Set(idsOf('participant'))])
  const invitations = await invitationsBy(db, [...new Set(idsOf('invitation'))])
  const incidents = await incidentsBy(db, [...new Set(idsOf('incident'))])
  const subjects = new Map([
    ...[...users].map(([id, { who }]) => [id, who] as const),
    ...participants,
    ...invitations,
    ...incidents,
  ])
  return rows.map(row => {
    const actor = row.actor_id ? users.get(row.actor_id) : undefined
    const who = actor?.who ?? (row.actor_id ? 'un usuario que ya no está' : null)
    const named = actor ? `${actor.who} (${actor.organisation})` : who
    const { number, at, event, hash } = row
    const isTold = blocked.get(number) !== 'entry'
    const subject = isTold ? (subjects.get(row.object_id) ?? null) : null
    const data = isTold ? row.data : {}
    const sentence = entrySentence({ at, event, data, subject }, named)
    const says = whatOf({ event, data, subject })
    return {
      number,
      at,
      event,
      group: groupOf(event),
      sentence,
      says,
      who,
      organisation: actor?.organisation ?? null,
      hash,
    }
  })
}

async function participantsBy(db: Db, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('participant')
    .select(['id', 'display_name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(row => [row.id, row.display_name])
}

async function invitationsBy(db: Db, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('invitation')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('hidden', '=', false)
    .execute()
  return rows.map(row => [row.id, row.email])
}

async function incidentsBy(db: Db, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('incident').select(['id', 'title']).where('id', 'in', ids).execute()
  return rows.map(row => [row.id, row.title])
}
