import type { Actor } from '#domain/roles.ts'
import { may } from '#domain/roles.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { identifier } from '#domain/wire.ts'

/** As many providers as fit side by side and can be taken in at a look. */
export const COMPARED_MAX = 4

/** Who chooses among providers: those who mark favourites among them. */
export const comparesProviders = (actor: Actor): boolean => may(actor, 'favourite.mark')

/** The providers that an address names to be compared, each once; what is no identifier is left out. */
export function readCompared(text: string | null): string[] {
  const ids = (text ?? '').split('-').filter(id => identifier.safeParse(id).success)
  return [...new Set(ids)].slice(0, COMPARED_MAX)
}

/** The same as an address writes them, which no identifier can be taken apart by (D3); null for none. */
export const writeCompared = (ids: readonly string[]): string | null => ids.join('-') || null

/** Why a provider cannot be added to those that are compared; null when it can, or can be taken away. */
export function comparedRefusal(ids: readonly string[], id: string): string | null {
  return ids.length < COMPARED_MAX || ids.includes(id) ? null : `Se comparan hasta ${COMPARED_MAX} proveedores a la vez`
}

type Request = { service: string | null; status: ReportRequestStatus | null; expiredAt: Day | null }

// What a bank can rest on first; what says nothing any more last.
const standing: readonly (ReportRequestStatus | null)[] = [
  'QUALIFIED',
  'LAPSED',
  'PENDING',
  'REJECTED',
  'EXPIRED',
  null,
]

/**
 * The services of some providers, first those that most of them have, and beside each its requests, provider by provider:
 * none where it has none; of several, with as many evaluators, first what can be rested on and lasts longest.
 */
export function comparedServices<R extends Request>(
  providers: readonly (readonly R[])[],
): { service: string; requests: R[][] }[] {
  const services = [...new Set(providers.flat().flatMap(({ service }) => service ?? []))]
  const having = (service: string) =>
    providers.filter(requests => requests.some(each => each.service === service)).length
  services.sort((a, b) => having(b) - having(a) || compareSpanish(a, b))
  return services.map(service => ({
    service,
    requests: providers.map(requests =>
      requests
        .filter(request => request.service === service)
        .toSorted(
          (a, b) =>
            standing.indexOf(a.status) - standing.indexOf(b.status) ||
            (b.expiredAt ?? '').localeCompare(a.expiredAt ?? ''),
        ),
    ),
  }))
}
