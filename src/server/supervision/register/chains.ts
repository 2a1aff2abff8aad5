import type { ChainFacts } from '#domain/supervision/register/facts.ts'
import type { Day } from '#domain/values/day.ts'
import { currentChains } from '#server/participant/chain/current.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Pair } from '#server/supervision/register/evaluations.ts'

/** A chain, with the participants and the companies outside that work in it. */
export type RegisterChain = { chain: ChainFacts; participants: string[]; companies: string[] }

/** The current chains that providers declared or confirmed of some services (CHAIN-17). */
export async function chainsOf(db: Db, today: Day, pairs: readonly Pair[]): Promise<RegisterChain[]> {
  const chains = [...(await currentChains(db, today, pairs)).values()]
  return chains
    .filter(({ links, confirmedOn }) => links.length > 0 || confirmedOn !== null)
    .map(({ providerId, serviceId, links, confirmedOn }) => ({
      chain: {
        companyId: providerId,
        serviceId,
        confirmedOn,
        subcontracts: links.map(({ id, company, recipientId, underpins, countries }) => ({
          id,
          companyId: company.id,
          recipientId,
          underpins,
          countries,
        })),
      },
      participants: links.flatMap(({ company }) => (company.isParticipant ? company.id : [])),
      companies: links.flatMap(({ company }) => (company.isParticipant ? [] : company.id)),
    }))
}
