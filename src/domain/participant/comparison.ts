import { identifier } from '#domain/contract/wire.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'

/** Maximum number of providers to compare: as many as fit side by side. */
export const COMPARED_MAX = 4

/** Whether an actor compares providers: the roles that mark favourites do. */
export const comparesProviders = (actor: Actor): boolean => may(actor, 'favourite.mark')

/** The provider ids to compare from a URL parameter, without duplicates; invalid ids are dropped. */
export function readCompared(text: string | null): string[] {
  const ids = (text ?? '').split('-').filter(id => identifier.safeParse(id).success)
  return [...new Set(ids)].slice(0, COMPARED_MAX)
}

/** The ids as one URL parameter, or null for none. No id contains the separator (D3). */
export const writeCompared = (ids: readonly string[]): string | null => ids.join('-') || null

/** Why a provider cannot join the comparison; null when it can be added or removed. */
export function comparedRefusal(ids: readonly string[], id: string): string | null {
  return ids.length < COMPARED_MAX || ids.includes(id) ? null : `Se comparan hasta ${COMPARED_MAX} proveedores a la vez`
}

type Request = { service: string | null; status: ReportRequestStatus | null; expiredAt: Day | null }

// From the status that a bank can rely on most to the one that says least.
const standing: readonly (ReportRequestStatus | null)[] = [
  'QUALIFIED',
  'LAPSED',
  'PENDING',
  'REJECTED',
  'EXPIRED',
  null,
]

/**
 * The services of some providers, most common first, each with its requests provider by provider: an empty list for a
 * provider that has none. `common`: more than one provider has it. Requests with several evaluators are sorted by reliability, then by latest expiry.
 */
export function comparedServices<R extends Request>(
  providers: readonly (readonly R[])[],
): { service: string; requests: R[][]; common: boolean }[] {
  const services = [...new Set(providers.flat().flatMap(({ service }) => service ?? []))]
  const having = (service: string) =>
    providers.filter(requests => requests.some(each => each.service === service)).length
  services.sort((a, b) => having(b) - having(a) || compareSpanish(a, b))
  return services.map(service => ({
    service,
    common: having(service) > 1,
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
