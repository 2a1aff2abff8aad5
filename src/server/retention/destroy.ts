import { sql } from 'kysely'
import { PROPOSAL_LASTS_MS } from '#domain/two-people/two-people.ts'
import { addressOfNobody } from '#domain/user/user.ts'
import { after, DAY } from '#server/clock.ts'
import type { Db } from '#server/database/connect.ts'
import { alone, jobLocks } from '#server/database/lock.ts'
import { forgetFiles } from '#server/files/forget.ts'
import { logProblem } from '#server/log.ts'
import { forgetLetters, outboxFolder } from '#server/mail/outbox-folder.ts'
import type { Portal } from '#server/portal.ts'
import { dropFactors } from '#server/second-factor/factors.ts'
import type { Unit } from '#server/unit.ts'
import { inUnit } from '#server/unit.ts'

/** Mails that left, or that nobody could deliver, are kept this long, for questions about them. */
const MAIL_DAYS = 90
/** How long the answer of a repeated call is remembered (R9). */
const CALL_DAYS = 1

export type Destroyed = { participants: number; users: number }

/**
 * Destroys what was deleted RETENTION_YEARS ago: rows, the notices and mails that name it, and its entries' data in the
 * trail; the sweep removes its files. What others did still points to it, so its own row and those of its users stay as
 * ids without data; only the name of an evaluator on others' published scores stays (D44). Safe to repeat; of several
 * servers one destroys. Each is destroyed by itself.
 * @throws Error that names which were not, when everything else was done.
 */
export async function destroyDue(portal: Portal): Promise<Destroyed> {
  const done = await alone(portal, jobLocks.retention, async () => {
    const due = await dueOn(portal)
    const failed = [
      ...(await destroyEach(portal, 'participant', due.participants, destroyParticipant)),
      ...(await destroyEach(portal, 'user', due.users, destroyUser)),
    ]
    await forgetCopies(portal)
    if (failed.length > 0) throw new Error(`Not destroyed when they were due, in all ${failed.length}: ${some(failed)}`)
    return { participants: due.participants.length, users: due.users.length }
  })
  return done ?? { participants: 0, users: 0 }
}

const some = (names: string[]) => `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`

/** @returns those that were not destroyed; why is in the log. */
async function destroyEach(
  portal: Portal,
  kind: string,
  ids: readonly string[],
  destroy: (unit: Unit, id: string) => Promise<void>,
): Promise<string[]> {
  const failed: string[] = []
  for (const id of ids) {
    await inUnit(portal, null, unit => destroy(unit, id)).catch((error: unknown) => {
      logProblem('job-failed', error)
      failed.push(`${kind} ${id}`)
    })
  }
  return failed
}

async function dueOn({ db, clock, settings }: Portal): Promise<{ participants: string[]; users: string[] }> {
  // By the database's clock as well: the trail lets nothing be destroyed that is due by CLOCK_OFFSET only.
  const before = sql<string>`least(${clock.now()}, trail_now()) - make_interval(years => ${settings.retentionYears}::int)`
  const due = async (table: 'participant' | 'portal_user') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('deleted_at', '<=', before)
      .where('destroyed_at', 'is', null)
      .orderBy('deleted_at')
      .execute()
    return rows.map(row => row.id)
  }
  return { participants: await due('participant'), users: await due('portal_user') }
}

/** Copies that nobody needs for years: mails that are done with, the answers of repeated calls, and proposals that ended. */
async function forgetCopies({ db, clock, settings }: Portal): Promise<void> {
  const ago = (days: number) => after(clock.now(), -days * DAY)
  for (const end of ['sent_at', 'given_up_at'] as const) {
    await db.deleteFrom('outbox_mail').where(end, '<', ago(MAIL_DAYS)).execute()
  }
  await forgetLetters(outboxFolder(settings.dataDir), ago(MAIL_DAYS))
  await db.deleteFrom('idempotent_call').where('created_at', '<', ago(CALL_DAYS)).execute()
  await db.deleteFrom('proposal').where('proposed_at', '<', after(clock.now(), -PROPOSAL_LASTS_MS)).execute()
}

async function destroyParticipant(unit: Unit, id: string): Promise<void> {
  const { db, now } = unit
  const row = await db
    .selectFrom('participant')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('destroyed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const users = (await db.selectFrom('portal_user').select('id').where('participant_id', '=', id).execute()).map(
    user => user.id,
  )
  const files = await destroyThings(db, id)
  for (const user of users) await emptyUser(db, user, now)
  await destroyTold(db, id)
  await db
    .deleteFrom('favourite')
    .where(eb => eb.or([eb('provider_id', '=', id), eb('entity_id', '=', id)]))
    .execute()
  await db.deleteFrom('invitation').where('participant_id', '=', id).execute()
  await emptyParticipant(db, id, now)
  await emptyNames(db)
  await forgetFiles(db, files)
  await sql`select destroy_trail_data('participant', ${id})`.execute(db)
}

/** A user that was ended while its participant lives: what it did stays, who it was goes. */
async function destroyUser(unit: Unit, id: string): Promise<void> {
  const { db, now } = unit
  const user = await db
    .selectFrom('portal_user')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('destroyed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return
  await emptyUser(db, id, now)
  await destroyTold(db, id)
  await sql`select destroy_trail_data('user', ${id})`.execute(db)
}

/** Its documentations, requests and scores, and the incidents about it or raised by it. @returns the hashes of their files. */
async function destroyThings(db: Db, id: string): Promise<string[]> {
  const validations = sql`(select id from validation where participant_id = ${id})`
  const documents = sql`(select id from document where validation_id in ${validations})`
  const versions = sql`(select id from document_version where document_id in ${documents})`
  const scores = sql`(select id from score where validation_id in ${validations})`
  const incidents = sql`(select id from incident where provider_id = ${id} or issuer_id = ${id})`
  const attached = sql`(select id from incident_document where incident_id in ${incidents})`
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from document_version where id in ${versions}
    union select sha256 from score where id in ${scores}
    union select sha256 from incident_document where id in ${attached}`.execute(db)
  await sql`delete from file_read where version_id in ${versions} or score_id in ${scores}
    or incident_document_id in ${attached}`.execute(db)
  await sql`delete from incident_document where id in ${attached}`.execute(db)
  await sql`delete from incident where id in ${incidents}`.execute(db)
  await sql`delete from score where id in ${scores}`.execute(db)
  await sql`delete from document_version where id in ${versions}`.execute(db)
  await sql`delete from document where id in ${documents}`.execute(db)
  await sql`delete from validation where participant_id = ${id}`.execute(db)
  return rows.map(row => row.sha256)
}

async function emptyUser(db: Db, id: string, now: string): Promise<void> {
  const { email, deleted_at } = await db
    .selectFrom('portal_user')
    .select(['email', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // What was written to this address since is of whoever has it now.
  await db.deleteFrom('outbox_mail').where('recipient', '=', email).where('created_at', '<=', deleted_at).execute()
  await db.deleteFrom('mail_preference').where('user_id', '=', id).execute()
  await dropFactors(db, id)
  await db.deleteFrom('pending_sign_in').where('user_id', '=', id).execute()
  await db.deleteFrom('notification_read').where('user_id', '=', id).execute()
  await db.deleteFrom('password_reset').where('user_id', '=', id).execute()
  await db.deleteFrom('idempotent_call').where('user_id', '=', id).execute()
  // That a document was read stays with the document; from where, and in which session, goes.
  await db.updateTable('file_read').set({ session_id: null }).where('user_id', '=', id).execute()
  await db.deleteFrom('session').where('user_id', '=', id).execute()
  await db
    .updateTable('portal_user')
    .set({
      email: addressOfNobody(id),
      name: '',
      surnames: '',
      position: '',
      phone: '',
      billing_email: '',
      password_hash: null,
      secret_nonce: null,
      destroyed_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** What anybody was told about it, or it was told itself. */
async function destroyTold(db: Db, id: string): Promise<void> {
  const theirs = sql`(select id from notification where participant_id = ${id} or about @> array[${id}]::text[])`
  await sql`delete from notification_read where notification_id in ${theirs}`.execute(db)
  await sql`delete from notification where id in ${theirs}`.execute(db)
  await sql`delete from outbox_mail where about @> array[${id}]::text[]`.execute(db)
}

async function emptyParticipant(db: Db, id: string, now: string): Promise<void> {
  await sql`
    update participant p set
      name = case when kind = 'AUDIT' then display_name else '' end,
      commercial_name = '', business_name = '', cif = '', web = '', billing_contact = '', billing_email = '', cnae = '',
      security_leader = '', incident_contact = '', email = '', roac = '', partner_audit = '', partner_isae = '', phone = '',
      nrbe = '', contact = '{}', address = null, billing_address = null, economic_info = null, economic_year = null, extra_data = '{}',
      accredited_until = null, destroyed_at = ${now}
    where id = ${id}`.execute(db)
}

/** Of who is destroyed a name stays on others' published scores (D44), and goes with the last of them. */
async function emptyNames(db: Db): Promise<void> {
  await sql`
    update participant p set name = '' where destroyed_at is not null and name <> '' and not exists (
      select from validation v join score s on s.validation_id = v.id where v.evaluator_id = p.id
    )`.execute(db)
}
