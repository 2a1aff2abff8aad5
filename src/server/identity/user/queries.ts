import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Role } from '#domain/identity/roles.ts'
import { backendRoles } from '#domain/identity/roles.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'

/** The living users `u` of living participants `p`. */
export const livingUsers = (db: Db) =>
  db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)

/**
 * Their number for conditions on the user `u` alone: all users less those of deleted participants, which are few and
 * found by an index.
 */
export async function livingUsersCount(db: Db, asked: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from portal_user u where u.deleted_at is null and ${asked})
      - (select count(*) from participant gone join portal_user u on u.participant_id = gone.id
        where gone.deleted_at is not null and u.deleted_at is null and ${asked}) as total`.execute(db)
  return onlyOf(rows).total
}

export const userSelection = [
  'u.id',
  'u.email',
  'u.name',
  'u.surnames',
  'u.position',
  'u.phone',
  'u.billing_email',
  'u.is_principal',
  'u.status',
  'u.last_password_change',
  'u.confirmation_asked_at',
  'u.version',
  'p.id as participantId',
  'p.kind',
  'p.name as participantName',
  'p.commercial_name',
  'p.business_name',
  'p.onboarded_at',
] as const

const byEmail = statement((db, { email }: { email: string }) =>
  livingUsers(db).select(userSelection).where('u.email', '=', email).compile(),
)
const byId = statement((db, { id }: { id: string }) =>
  livingUsers(db).select(userSelection).where('u.id', '=', id).compile(),
)

export type UserRow = NonNullable<Awaited<ReturnType<typeof userByKey>>>

/** A living user of a living participant; a key with '@' is an e-mail, any other an identifier (D55). */
export function userByKey(db: Db, key: string) {
  return first(key.includes('@') ? byEmail(db, { email: normaliseEmail(key) }) : byId(db, { id: key }))
}

/** A living user of a living participant, known to be there. @throws Error otherwise */
export const knownUser = async (db: Db, id: string): Promise<UserRow> => onlyOf(await byId(db, { id }))

/** Locks a user against other writers until the transaction ends. */
export const holdUser = statement((db, { id }: { id: string }) =>
  db.selectFrom('portal_user').select('id').where('id', '=', id).forNoKeyUpdate().compile(),
)

/** Locks a user against other writers until the transaction ends, and reads it. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  await holdUser(db, { id })
  return userByKey(db, id)
}

/** A user as the API returns it (USR-06, USR-08). */
export function userWireOf(row: UserRow): UserWire {
  const role = row.kind as Role
  return {
    id: row.id,
    email: row.email,
    roles: backendRoles({ role, isPrincipal: row.is_principal }),
    idGenericEntity: row.participantId,
    nameGenericEntity: displayName({
      name: row.participantName,
      commercialName: row.commercial_name,
      businessName: row.business_name,
    }),
    status: row.status as UserWire['status'],
    lastChangePassword: row.last_password_change,
    contactDetails: {
      name: row.name,
      surNames: row.surnames,
      position: row.position,
      tlf: row.phone,
      email: row.email,
    },
    role,
    isPrincipal: row.is_principal,
    awaitsConfirmation: row.confirmation_asked_at !== null,
    billingEmail: row.billing_email,
    version: row.version,
  }
}
