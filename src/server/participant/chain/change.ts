import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { isDropped, withThoseBelow } from '#domain/participant/chain/chain.ts'
import type { changeSubcontract as changeContract } from '#domain/participant/chain/contract.ts'
import type { SubcontractFields } from '#domain/participant/chain/facts.ts'
import { factsOfSubcontract, subcontractFields, subcontractLabels } from '#domain/participant/chain/facts.ts'
import { materialChange } from '#domain/participant/chain/material.ts'
import { normaliseCountries, recordValues } from '#domain/record/field.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { ChainLink } from '#server/participant/chain/queries.ts'
import { linksOf } from '#server/participant/chain/queries.ts'
import type { Linked, LockedChain } from '#server/participant/chain/write.ts'
import {
  factsOfChain,
  lockedChain,
  newlyUnsupported,
  noteMaterial,
  refuseChain,
  refuseTooSoon,
  subcontractErrors,
  supportFault,
} from '#server/participant/chain/write.ts'
import { differ, onTopOf, storedColumnsOf } from '#server/record/stored.ts'

type Given = Omit<BodyOf<typeof changeContract>, 'version'>

/**
 * Changes a subcontract. `until` ends it, and with it those below it (CHAIN-05).
 * @returns the chain as it is then
 * @throws DomainError notFound, changedMeanwhile, invalid with fields, chainCircular, chainTooLong, chainTooLarge,
 *   changeTooSoon
 */
export async function changeSubcontract(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
): Promise<LockedChain> {
  const found = await tx.db
    .selectFrom('subcontract')
    .select(['provider_id', 'service_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new DomainError('notFound')
  const chain = await lockedChain(tx, actor, found.provider_id, found.service_id)
  const link = onlyOf(chain.links.filter(each => each.id === id))
  const nameOf = (recipientId: string | null) =>
    chain.links.find(each => each.id === recipientId)?.name ?? chain.providerName
  await refuseStale(tx.db, actor, version, {
    version: link.version,
    now: factsOfSubcontract({ ...link, recipient: nameOf(link.recipientId) }),
    yours: factsOfSubcontract({
      ...given,
      ...(given.recipientId === undefined ? {} : { recipient: nameOf(given.recipientId) }),
    }),
    labels: subcontractLabels,
    object: { kind: 'subcontract', id },
  })
  const wanted = wantedOf(link, given)
  if (!differ(subcontractFields, wanted, link)) return chain
  const after = chain.links.map(each => (each.id === id ? { ...each, ...wanted } : each))
  refuseFields(chain, link, { wanted, after })
  refuseChain(chain, after)
  const reason = given.urgentReason ?? ''
  const ends = wanted.until !== null && wanted.until !== link.until
  await writeSubcontract(tx, chain, link, wanted, { urgentReason: reason, ends })
  return { ...chain, links: await linksOf(tx.db, chain.providerId, chain.serviceId) }
}

function wantedOf(link: ChainLink, given: Given): SubcontractFields {
  const wanted = onTopOf(recordValues(subcontractFields, link), given)
  return { ...wanted, countries: normaliseCountries(wanted.countries) }
}

/** @throws DomainError invalid with fields */
function refuseFields(
  { links, telling }: LockedChain,
  link: ChainLink,
  { wanted, after }: { wanted: SubcontractFields; after: readonly Linked[] },
): void {
  const fields = subcontractErrors({ ...link, ...wanted }, links, telling.today, () => 'underpins')
  if (wanted.since !== link.since && link.since <= telling.today && !telling.isFirstDeclaration) {
    fields.since = 'Ya ha empezado: esta fecha no se cambia.'
  }
  const [alone] = newlyUnsupported(links, after, telling.today)
  if (alone) fields.underpins = supportFault(alone, link.id, after)
  const lateBelow = links.some(
    each => each.recipientId === link.id && !isDropped(each) && each.since < wanted.since && !isDropped(wanted),
  )
  if (lateBelow) fields.since = 'Una empresa que trabaja para ella empieza antes.'
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

type Writing = { urgentReason: string; ends: boolean }

/**
 * Writes a change that was checked, notes a material one, and ends what works for a subcontract that ends.
 * @throws DomainError changeTooSoon
 */
export async function writeSubcontract(
  tx: Transaction,
  chain: LockedChain,
  link: ChainLink,
  wanted: SubcontractFields,
  { urgentReason, ends }: Writing,
): Promise<void> {
  await writeOne(tx, chain, link, wanted, { urgentReason, ends })
  const { until } = wanted
  if (!ends || until === null) return
  const below = withThoseBelow(chain.links, link.id).filter(
    each => each.id !== link.id && (each.until === null || each.until > until),
  )
  for (const each of below) await writeOne(tx, chain, each, { ...each, until }, { urgentReason, ends: true })
}

async function writeOne(
  tx: Transaction,
  chain: LockedChain,
  link: ChainLink,
  wanted: SubcontractFields,
  { urgentReason, ends }: Writing,
): Promise<void> {
  const change = materialChange(link, wanted, tx.today)
  refuseTooSoon(chain, change, urgentReason)
  await tx.db
    .updateTable('subcontract')
    .set(eb => ({
      ...storedColumnsOf(subcontractFields, wanted),
      ...(urgentReason === '' ? {} : { urgent_reason: urgentReason }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', link.id)
    .execute()
  await noteMaterial(tx.db, chain, link.id, change)
  tx.record({
    event: ends ? 'subcontract.ended' : 'subcontract.changed',
    object: { kind: 'subcontract', id: link.id },
    participantId: chain.providerId,
    facts: factsOfChain(chain),
  })
}
