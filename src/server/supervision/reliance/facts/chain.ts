import { doesText } from '#domain/participant/chain/facts.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import { currentChains, pairOf } from '#server/participant/chain/current.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** Companies named; a chain has no more than ten times as many. */
const NAMED_MAX = 20

/** The companies that the provider says it depends on for the service, beside what the report says of them (condition f). */
export const chainFacts: Gatherer = async ({ db, use, today }): Promise<Fact[]> => {
  const chain = (await currentChains(db, today, [use])).get(pairOf(use))
  const given = { source: ['chain', use.id] } as const
  const confirmed = chain?.confirmedOn ?? null
  if (!chain || (chain.links.length === 0 && confirmed === null)) {
    return [factOf('f', 'chain', 'Cadena de subcontratación', null)]
  }
  const { links } = chain
  const rest = links.length - NAMED_MAX
  const said = confirmed ? `confirmada por el proveedor el ${formatDay(confirmed)}` : 'sin confirmar por el proveedor'
  const count =
    links.length === 0 ? 'Sin subcontratistas' : links.length === 1 ? '1 empresa' : `${links.length} empresas`
  return [
    factOf('f', 'chain', 'Cadena de subcontratación', `${count}, ${said}`, { ...given, on: confirmed }),
    ...links.slice(0, NAMED_MAX).map(link => {
      const marks = [link.underpins ? 'sustenta el servicio' : '', link.handlesData ? 'trata datos' : '']
      const words = [`rango ${link.rank}`, doesText(link), ...marks].filter(Boolean).join('; ')
      return factOf('f', `subcontract:${link.id}`, 'Subcontratista', `${link.name}: ${words}`, {
        ...given,
        on: link.since,
      })
    }),
    ...(rest > 0 ? [factOf('f', 'subcontracts', 'Subcontratista', `Y ${rest} empresas más`, given)] : []),
  ]
}
