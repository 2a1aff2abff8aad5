import { texts } from '#domain/language/texts.ts'
import { valueIn } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'

/** The most ranks and companies that a chain admits (CHAIN-04). The provider has rank 1. */
export const RANKS_MAX = 10
export const COMPANIES_MAX = 200
export const DESCRIPTION_MAX = 200
export const URGENT_REASON_MAX = 500

/** What tells companies apart: their id, and the codes that another record of the same company may share. */
export type ChainCompany = { id: string; lei: string | null; euid: string | null }

/** A subcontract: who works, for which other subcontract of the chain, and from when to when. */
export type Link = {
  id: string
  /** The subcontract of the company that takes the work; null: the provider itself. */
  recipientId: string | null
  company: ChainCompany
  since: Day
  until: Day | null
}

/** Where a subcontract stands on a day, derived from its dates (CHAIN-05). */
export const standings = ['PLANNED', 'CURRENT', 'ENDED'] as const
export type ChainStanding = (typeof standings)[number]
export const standingLabels: Record<ChainStanding, string> = texts({
  PLANNED: 'Prevista',
  CURRENT: 'Vigente',
  ENDED: 'Terminada',
})

type Days = Pick<Link, 'since' | 'until'>

/** Whether a subcontract ends before it begins: a plan that was dropped. */
export const isDropped = ({ since, until }: Days): boolean => (until ?? since) < since

/** PLANNED before `since`, CURRENT up to and including `until`, ENDED after it; a dropped plan has ended at once. */
export function chainStanding(days: Days, today: Day): ChainStanding {
  if (isDropped(days) || (days.until ?? today) < today) return 'ENDED'
  return days.since > today ? 'PLANNED' : 'CURRENT'
}

/** Whether a subcontract is still to begin. */
export const isToCome = (days: Days, today: Day): boolean => !isOver(days, today) && days.since > today

/** Whether a subcontract is over. Those that are not are the chain that readers see (CHAIN-10). */
export const isOver = (days: Days, today: Day): boolean => chainStanding(days, today) === 'ENDED'

/** The rank of each subcontract: one more than its recipient's; the provider's is 1. Infinite within a circle. */
export function ranksOf(links: readonly Pick<Link, 'id' | 'recipientId'>[]): Map<string, number> {
  const byId = new Map<string | null, (typeof links)[number]>(links.map(link => [link.id, link]))
  const ranks = new Map<string, number>()
  for (const link of links) {
    const path: string[] = []
    let at: (typeof links)[number] | undefined = link
    while (at && !ranks.has(at.id) && !path.includes(at.id)) {
      path.push(at.id)
      at = byId.get(at.recipientId)
    }
    let rank = at === undefined ? 1 : (ranks.get(at.id) ?? Number.POSITIVE_INFINITY)
    for (const id of path.toReversed()) ranks.set(id, ++rank)
  }
  return ranks
}

const isSame = (a: ChainCompany, b: ChainCompany): boolean =>
  a.id === b.id || (a.lei !== null && a.lei === b.lei) || (a.euid !== null && a.euid === b.euid)

/** Whether the company of a subcontract is also above it, from its recipient up to the provider. */
function isBelowItself(link: Link, byId: ReadonlyMap<string | null, Link>, provider: ChainCompany): boolean {
  let at = byId.get(link.recipientId)
  while (at && !isSame(at.company, link.company)) at = byId.get(at.recipientId)
  return at !== undefined || isSame(provider, link.company)
}

export type ChainFault = 'chainCircular' | 'chainTooLong' | 'chainTooLarge'

/** Why a chain is refused, or null: a company below itself, too many ranks or too many companies (CHAIN-04). */
export function chainFault(provider: ChainCompany, links: readonly Link[]): ChainFault | null {
  const ranks = [...ranksOf(links).values()]
  if (ranks.includes(Number.POSITIVE_INFINITY)) return 'chainCircular'
  const byId = new Map<string | null, Link>(links.map(link => [link.id, link]))
  if (links.some(link => isBelowItself(link, byId, provider))) return 'chainCircular'
  if (Math.max(1, ...ranks) > RANKS_MAX) return 'chainTooLong'
  const groups = companyGroupsOf(links.map(({ company }) => company))
  return new Set(groups.values()).size > COMPANIES_MAX ? 'chainTooLarge' : null
}

/**
 * The subcontracts that underpin the service for one that does not: a register has each rank above those that it names, so
 * that each recipient underpins as well (REG-07).
 */
export function unsupported<T extends Days & { id: string; recipientId: string | null; underpins: boolean }>(
  links: readonly T[],
  today: Day,
): T[] {
  const live = new Map(links.filter(link => !isOver(link, today)).map(link => [link.id, link]))
  return [...live.values()].filter(
    ({ underpins, recipientId }) => underpins && recipientId !== null && live.get(recipientId)?.underpins === false,
  )
}

/** The group of each company by its id: those that share a LEI or an EUID are one. */
export function companyGroupsOf(companies: readonly ChainCompany[]): Map<string, string> {
  const heads = new Map<string, string>()
  const headOf = (key: string): string => {
    let head = key
    while (heads.get(head) !== undefined && heads.get(head) !== head) head = valueIn(heads, head)
    return head
  }
  for (const { id, lei, euid } of companies) {
    for (const key of [id, lei && `LEI ${lei}`, euid && `EUID ${euid}`]) {
      if (!key) continue
      const [head, other] = [headOf(id), headOf(key)]
      heads.set(other, head)
    }
  }
  return new Map(companies.map(({ id }) => [id, headOf(id)]))
}

/** The subcontracts with each one's own below it, those of one recipient by name: the order in which a chain is read. */
export function linksInOrder<T extends { id: string; recipientId: string | null; name: string }>(
  links: readonly T[],
): T[] {
  const ids = new Set<string | null>(links.map(({ id }) => id))
  const below = Map.groupBy(links, ({ recipientId }) => (ids.has(recipientId) ? recipientId : null))
  const ordered: T[] = []
  const visit = (recipient: string | null): void => {
    const own = (below.get(recipient) ?? []).toSorted(
      (a, b) => compareSpanish(a.name, b.name) || a.id.localeCompare(b.id),
    )
    for (const link of own) {
      ordered.push(link)
      visit(link.id)
    }
  }
  visit(null)
  return ordered
}

/** A subcontract and all those below it. */
export function withThoseBelow<T extends { id: string; recipientId: string | null }>(
  links: readonly T[],
  id: string,
): T[] {
  const taken = new Set<string | null>([id])
  for (let found = true; found; ) {
    found = false
    for (const link of links) {
      if (taken.has(link.id) || !taken.has(link.recipientId)) continue
      taken.add(link.id)
      found = true
    }
  }
  return links.filter(link => taken.has(link.id))
}
