import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import { identityErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { saveRegisterIdentity as saveContract } from '#domain/participant/company/contract.ts'
import { factsOfIdentity, identityLabels, registerIdentityFields } from '#domain/participant/company/facts.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { StoredIdentity } from '#server/participant/company/identity.ts'
import { companyIdentityOf } from '#server/participant/company/identity.ts'
import { keepProvider } from '#server/participant/company/kept.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf } from '#server/record/stored.ts'

const shown = ({ parent, version: _version, ...identity }: StoredIdentity) =>
  factsOfIdentity({ ...identity, parent: parent?.name ?? '' })

/**
 * Saves the identity of a provider (DORA-01). What is not given stays.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function saveIdentity(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, parent, parentId, ...given }: BodyOf<typeof saveContract>,
): Promise<StoredIdentity> {
  const provider = await lockedProvider(tx, actor, id)
  const now = await companyIdentityOf(tx.db, id)
  const { parent: _parent, ...stands } = now
  const wanted = normaliseCodes(onTopOf(stands, given))
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: shown(now),
    yours: {
      ...factsOfIdentity(given),
      ...(parent ? { parent: parent.name } : {}),
    },
    labels: identityLabels,
    object: { kind: 'company-identity', id },
  })
  const errors = identityErrors(wanted)
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', { fields: errors })
  const choice = parent ?? (typeof parentId === 'string' ? { id: parentId } : parentId)
  const chosen = choice ? await companyFor(tx, actor, id, choice, 'parent') : choice
  const parentNow = now.parent?.id ?? null
  const parentWanted = chosen === undefined ? parentNow : (chosen?.id ?? null)
  if (!differ(registerIdentityFields, wanted, now) && parentWanted === parentNow) return now
  await keepProvider(tx, id)
  await write(tx.db, id, wanted, parentWanted)
  tx.record({
    event: 'company-identity.saved',
    object: { kind: 'company-identity', id },
    participantId: id,
    facts: { participantId: id, participantName: provider.display_name ?? '' },
    told: { extended: wanted.lei !== now.lei || wanted.leiRenewalOn !== now.leiRenewalOn },
  })
  return companyIdentityOf(tx.db, id)
}

async function write(db: Db, id: string, identity: RegisterIdentity, parentId: string | null): Promise<void> {
  const values = { ...storedColumnsOf(registerIdentityFields, identity), parent_company_id: parentId }
  await db
    .insertInto('company_identity')
    .values({ participant_id: id, ...values, version: 1 })
    .onConflict(conflict =>
      conflict
        .column('participant_id')
        .doUpdateSet(eb => ({ ...values, version: eb('company_identity.version', '+', 1) })),
    )
    .execute()
}
