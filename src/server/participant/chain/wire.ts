import { chainStanding, linksInOrder, ranksOf } from '#domain/participant/chain/chain.ts'
import { confirmationText, isConfirmedOn } from '#domain/participant/chain/confirmation.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { doesText } from '#domain/participant/chain/facts.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { ChainLink } from '#server/participant/chain/queries.ts'

/**
 * The subcontracts of some chains in the order in which they are read, with their ranks. Pass whole chains: the rank of
 * a subcontract follows from those above it.
 */
export function chainWireOf(links: readonly ChainLink[], today: Day): SubcontractWire[] {
  const ranks = ranksOf(links)
  const byId = new Map(links.map(link => [link.id, link]))
  return linksInOrder(links).map(({ createdOn: _created, name: _name, countries, ...link }) => ({
    ...link,
    countries: [...countries],
    rank: valueIn(ranks, link.id),
    recipient: link.recipientId === null ? link.provider : (byId.get(link.recipientId)?.name ?? link.provider),
    does: doesText(link),
    standing: chainStanding(link, today),
  }))
}

/** The words of a chain's confirmation. */
export function confirmationWireOf(confirmedAt: string | null, links: readonly ChainLink[], today: Day) {
  const confirmedOn = confirmedAt === null ? null : madridDay(confirmedAt)
  const [declaredOn = null] = links.map(({ createdOn }) => createdOn).toSorted()
  return {
    confirmedAt,
    words: confirmationText(confirmedOn, declaredOn, today),
    isConfirmed: isConfirmedOn(confirmedOn, today),
  }
}
