import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { editProfile } from '#domain/participant/edit-profile.ts'
import { profileFacts, profileLabels } from '#domain/participant/facts.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile } from '#domain/participant/participant.ts'
import {
  displayName,
  identityFields,
  keptByCci,
  profileErrors,
  profileFieldError,
  writableByCci,
  writableByOwner,
} from '#domain/participant/participant.ts'
import { fiscalYears } from '#domain/values/company/economic-info.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepProvider } from '#server/participant/company/kept.ts'
import { columnsOf, storedProfileOf } from '#server/participant/profile-row.ts'
import { isDocumentationSent, lockParticipant, requiredDataOf } from '#server/participant/queries.ts'
import { isScored } from '#server/report-request/score/queries.ts'
import { requireSecondPerson } from '#server/session/approval-requests.ts'

const NOT_HERE = 'Este campo no se puede cambiar aquí'

/** Refuses fields that the call does not accept, by name (D41). */
export function refuseFields(names: readonly string[]): void {
  if (names.length === 0) return
  throw new DomainError('unknownField', { fields: Object.fromEntries(names.map(name => [name, NOT_HERE])) })
}

/**
 * Saves the actor's changes to a participant's profile: as a draft until the documentation is sent, complete from then
 * on (D10, D33). The caller has checked that the actor may write this participant.
 * @throws DomainError unknownField, invalid, changedMeanwhile; by their constraints cifExists and nrbeExists;
 * needsAnother for another name or CIF of a participant with published scores, if four-eyes approval is on
 */
export async function saveProfile(
  tx: Transaction,
  app: AppContext,
  actor: Actor,
  id: string,
  { version, ...given }: Profile & { version?: number },
): Promise<void> {
  const row = await lockParticipant(tx.db, id)
  if (!row) throw new DomainError('notFound')
  const kind = row.kind as InvitableKind
  const sent = await isDocumentationSent(tx.db, id)
  const rules = { cif: app.settings.cifRule, data: await requiredDataOf(tx.db, kind) }
  const writable = actor.role === 'CCI' ? writableByCci(kind) : writableByOwner(kind, sent)
  const { profile, changed, refused } = editProfile(kind, storedProfileOf(row), given, writable, rules)
  refuseFields(refused)
  const was = normaliseProfile(kind, storedProfileOf(row), rules.cif)
  const parts = (Object.keys(given) as (keyof Profile)[]).filter(part => writable.has(part))
  await refuseStale(tx.db, actor, version, {
    version: row.version,
    now: profileFacts(was, parts),
    yours: profileFacts(profile, parts),
    labels: profileLabels(kind),
    object: { kind: 'participant', id },
  })
  const fields = sent ? profileErrors(kind, profile, rules) : unstorable(kind, profile)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  if (changed.length === 0) return
  const seconded =
    actor.role === 'CCI' && renames(changed) && (await isScored(tx.db, scoredAs[kind], id))
      ? await requireSecondPerson(tx, actor, {
          act: 'participant.rename',
          object: { kind: 'participant', id },
          content: { from: pick(was, identityFields), to: pick(profile, changed) },
          participantId: id,
          facts: {
            participantId: id,
            participantName: row.display_name,
            kind,
            renamed: [profile.name, profile.businessName, profile.commercialName, profile.cif]
              .filter(Boolean)
              .join(' · '),
          },
        })
      : {}
  if (kind === 'PROVIDER' && renames(changed)) await keepProvider(tx, id)
  await tx.db
    .updateTable('participant')
    .set({
      ...columnsOf(profile, changed),
      ...(changed.includes('economicInfo')
        ? { economic_year: profile.economicInfo ? fiscalYears(tx.today)[0] : null }
        : {}),
      version: row.version + 1,
      identity_version: row.identity_version + Number(renames(changed)),
    })
    .where('id', '=', id)
    .execute()
  tx.record({
    event: 'participant.edited',
    object: { kind: 'participant', id },
    participantId: id,
    told: {
      participantId: id,
      participantName: displayName({ ...profile, name: profile.name ?? '' }),
      nameBefore: row.display_name,
      kind,
      changed,
    },
    data: {
      fields: changed,
      ...(actor.role === 'CCI' ? identityChange(kind, was, profile, changed) : {}),
      ...seconded,
    },
  })
}

/** The `score` column that refers to a participant. Scores name no entity: `participant_id` finds nothing for one. */
const scoredAs = { PROVIDER: 'participant_id', AUDIT: 'evaluator_id', ENTITY: 'participant_id' } as const

const renames = (changed: readonly (keyof Profile)[]) => identityFields.some(field => changed.includes(field))

const pick = (profile: Profile, fields: readonly (keyof Profile)[]) =>
  Object.fromEntries(fields.map(field => [field, profile[field] ?? null]))

/** CCI's changes to the identity of a participant: each field before and after (decision 020). */
function identityChange(kind: InvitableKind, was: Profile, is: Profile, changed: readonly (keyof Profile)[]) {
  const fields = keptByCci(kind).filter(field => changed.includes(field))
  if (fields.length === 0) return {}
  const of = (profile: Profile) => Object.fromEntries(fields.map(field => [field, profile[field] ?? '']))
  return { before: of(was), after: of(is) }
}

/**
 * Adds a participant without an invitation, for CCI; its documentation is a draft (API-31).
 * @returns its identifier
 */
export async function addParticipant(
  tx: Transaction,
  app: AppContext,
  kind: InvitableKind,
  given: Profile,
): Promise<string> {
  const rules = { cif: app.settings.cifRule, data: await requiredDataOf(tx.db, kind) }
  const { profile, changed, refused } = editProfile(kind, {}, given, writableByCci(kind), rules)
  refuseFields(refused)
  const fields = unstorable(kind, profile)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const id = tx.newId()
  await tx.db
    .insertInto('participant')
    .values({ ...columnsOf(profile, changed), id, kind, created_at: tx.now })
    .execute()
  await tx.db
    .insertInto('validation')
    .values({ id: tx.newId(), participant_id: id, kind: 'DOC_MIN', created_at: tx.now })
    .execute()
  tx.record({ event: 'participant.created', object: { kind: 'participant', id }, participantId: id })
  return id
}

/** The NRBE identifies an entity (PART-13), so even a draft may not store an incomplete one (D56). */
function unstorable(kind: InvitableKind, { codNRBE = '' }: Profile): Record<string, string> {
  const error = codNRBE === '' ? null : profileFieldError(kind, 'codNRBE', codNRBE, 'agencia-tributaria')
  return error ? { codNRBE: error } : {}
}
