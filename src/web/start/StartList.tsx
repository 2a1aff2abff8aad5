import type { Role } from '#domain/identity/roles.ts'
import { ProviderSearch } from '#web/participant/search/ProviderSearch.tsx'
import classes from './start.module.css'

/** LIM-14. */
const PAGE_SIZE = 5

/** The list of five of a start screen, with 'Ver todos' (D52). */
export function StartList({ who }: { who: Role }) {
  return (
    <div className={classes.list}>
      <ProviderSearch role={who} pageSize={PAGE_SIZE} seeAll />
    </div>
  )
}
