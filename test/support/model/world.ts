import { sql } from 'kysely'
import { REPORT_DOCUMENT, SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { profileErrors } from '#domain/participant/participant.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { storedProfileOf } from '#server/participant/profile-row.ts'
import { requiredDataOf } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/*
 * The model's view of the portal: the objects of every state machine, as plain data. The database rows are read into
 * the same shape, so that both can be compared as a whole.
 */

/** One document row: the number of versions ever, and the current one. */
export type DocumentState = {
  versions: number
  current: { stored: Exclude<DocumentStatus, 'LAPSED'>; expiresOn: string | null; readByCentre: boolean } | null
}

export type ParticipantState = {
  kind: Role
  onboarded: boolean
  accreditedUntil: string | null
  dataComplete: boolean
  nrbe: string
  deleted: boolean
}

export type UserState = {
  email: string
  participant: string
  status: UserStatus
  isPrincipal: boolean
  passwordChosen: boolean
  awaitsConfirmation: boolean
  temporaryUntil: string | null
  phone: string
  signedIn: boolean
  deleted: boolean
}

export type InvitationState = { email: string; participant: string; user: string; status: InvitationStatus }

export type ValidationState = {
  kind: 'DOC_MIN' | 'AUDIT_REPORT'
  participant: string
  service: string | null
  evaluator: string | null
  stored: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'QUALIFIED' | null
  /** It was sent once: its invitation cannot be reactivated (D44). */
  sentOnce: boolean
  superseded: boolean
  deleted: boolean
  documents: Record<string, DocumentState>
  scores: number
  scoreExpiresOn: string | null
}

export type IncidentState = { status: IncidentStatus; provider: string; issuer: string; attached: string[] }

export type World = {
  today: string
  now: string
  participants: Record<string, ParticipantState>
  users: Record<string, UserState>
  invitations: Record<string, InvitationState>
  validations: Record<string, ValidationState>
  incidents: Record<string, IncidentState>
  /** Constant in these runs: the documents that CCI requires, by kind and for an incident, and the services. */
  asked: Record<InvitableKind | 'ISSUE', { name: string; required: boolean }[]>
  services: string[]
}

const byId = <T extends { id: string }, V>(rows: readonly T[], value: (row: T) => V): Record<string, V> =>
  Object.fromEntries(rows.map(row => [row.id, value(row)]))

/**
 * Rows in an order independent of their random identifiers: the same seed selects the same objects again.
 */
const sorted = <T>(rows: readonly T[], key: (row: T) => readonly (string | null | undefined)[]): T[] =>
  rows
    .map(row => ({ row, by: key(row).join('|') }))
    .sort((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by)))
    .map(({ row }) => row)

/** Reads the whole world from the rows, with statuses as stored. */
export async function readWorld(db: Db, clock: { now(): string; today(): string }): Promise<World> {
  const [participants, users, invitations, validations, versions, scores, incidents, attached, asked, services] =
    await Promise.all([
      db.selectFrom('participant').selectAll().execute(),
      db
        .selectFrom('portal_user as u')
        .selectAll('u')
        .select(
          sql<boolean>`exists (select from session s where s.user_id = u.id and s.ended_at is null)`.as('signed_in'),
        )
        .execute(),
      db.selectFrom('invitation').selectAll().where('hidden', '=', false).execute(),
      db.selectFrom('validation').selectAll().execute(),
      db
        .selectFrom('document as d')
        .innerJoin('document_version as x', 'x.document_id', 'd.id')
        .select(['d.validation_id', 'd.name', 'x.number', 'x.status', 'x.expires_on', 'x.is_current'])
        .select(
          sql<boolean>`exists (select from file_read r where r.version_id = x.id and r.by_centre)`.as('read_by_centre'),
        )
        .execute(),
      db.selectFrom('score').select(['id', 'validation_id', 'expires_on', 'is_current']).execute(),
      db.selectFrom('incident').selectAll().execute(),
      db.selectFrom('incident_document').select(['id', 'incident_id', 'name']).orderBy('name').execute(),
      db
        .selectFrom('required_document as r')
        .innerJoin('document_catalogue as c', 'c.id', 'r.catalogue_id')
        .select(['c.type', 'r.name', 'r.required'])
        .orderBy('r.position')
        .execute(),
      db.selectFrom('service').select('id').where('deleted_at', 'is', null).orderBy('description').execute(),
    ])
  const kinds: InvitableKind[] = ['PROVIDER', 'AUDIT', 'ENTITY']
  const data = await Promise.all(kinds.map(async kind => [kind, await requiredDataOf(db, kind)] as const))
  const rules = Object.fromEntries(data.map(([kind, of]) => [kind, { cif: 'agencia-tributaria' as const, data: of }]))
  const askedOf = (type: string) =>
    asked.filter(row => row.type === type).map(({ name, required }) => ({ name, required }))
  const firstUser = Object.fromEntries(
    sorted(users, user => [user.created_at, user.email])
      .reverse()
      .map(user => [user.participant_id, user.email]),
  )
  const known = (participant: string | null) => participant && firstUser[participant]
  const kindOf = Object.fromEntries(participants.map(row => [row.id, row.kind]))

  const documentsOf = (row: (typeof validations)[number]): Record<string, DocumentState> => {
    const names =
      row.kind === 'AUDIT_REPORT'
        ? [REPORT_DOCUMENT, SPREADSHEET_DOCUMENT]
        : askedOf(kindOf[row.participant_id]!).map(each => each.name)
    return Object.fromEntries(
      names.map(name => {
        const own = versions.filter(version => version.validation_id === row.id && version.name === name)
        const current = own.find(version => version.is_current)
        return [
          name,
          {
            versions: Math.max(0, ...own.map(version => version.number)),
            current: current
              ? {
                  stored: current.status as 'PENDING' | 'ACCEPTED' | 'REJECTED',
                  expiresOn: current.expires_on,
                  readByCentre: current.read_by_centre,
                }
              : null,
          },
        ]
      }),
    )
  }

  return {
    today: clock.today(),
    now: clock.now(),
    participants: byId(
      sorted(participants, row => [row.created_at, known(row.id)]),
      row => ({
        kind: row.kind as Role,
        onboarded: row.onboarded_at !== null,
        accreditedUntil: row.accredited_until,
        dataComplete:
          row.kind === 'CCI' ||
          Object.keys(profileErrors(row.kind as InvitableKind, storedProfileOf(row), rules[row.kind]!)).length === 0,
        nrbe: row.nrbe,
        deleted: row.deleted_at !== null,
      }),
    ),
    users: byId(
      sorted(users, row => [row.created_at, row.email]),
      row => ({
        email: row.email,
        participant: row.participant_id,
        status: row.status as UserStatus,
        isPrincipal: row.is_principal,
        passwordChosen: row.last_password_change !== null,
        awaitsConfirmation: row.confirmation_asked_at !== null,
        temporaryUntil: row.temporary_until,
        phone: row.phone,
        signedIn: row.signed_in,
        deleted: row.deleted_at !== null,
      }),
    ),
    invitations: byId(
      sorted(invitations, row => [row.created_at, row.email]),
      row => ({
        email: row.email,
        participant: row.participant_id,
        user: row.user_id,
        status: row.status as InvitationStatus,
      }),
    ),
    validations: byId(
      sorted(validations, row => [
        row.created_at,
        known(row.participant_id),
        row.kind,
        row.concept,
        known(row.evaluator_id),
      ]),
      row => {
        const own = scores.filter(score => score.validation_id === row.id)
        return {
          kind: row.kind as ValidationState['kind'],
          participant: row.participant_id,
          service: row.service_id,
          evaluator: row.evaluator_id,
          stored: row.status as ValidationState['stored'],
          sentOnce: row.sent_at !== null,
          superseded: row.superseded_at !== null,
          deleted: row.deleted_at !== null,
          documents: documentsOf(row),
          scores: own.length,
          scoreExpiresOn: own.find(score => score.is_current)?.expires_on ?? null,
        }
      },
    ),
    incidents: byId(
      sorted(incidents, row => [row.created_at, row.title, known(row.provider_id), known(row.issuer_id)]),
      row => ({
        status: row.status as IncidentStatus,
        provider: row.provider_id,
        issuer: row.issuer_id,
        attached: attached.filter(document => document.incident_id === row.id).map(document => document.name),
      }),
    ),
    asked: {
      PROVIDER: askedOf('PROVIDER'),
      AUDIT: askedOf('AUDIT'),
      ENTITY: askedOf('ENTITY'),
      ISSUE: askedOf('ISSUE'),
    },
    services: services.map(row => row.id),
  }
}
