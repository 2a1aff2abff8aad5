import { ZodError } from 'zod'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import { askedOfFindings } from '#domain/assessment/finding/filters.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { askedOfProviders } from '#domain/participant/search-filters.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { findingPage } from '#server/assessment/finding/queries.ts'
import { overviewOf } from '#server/participant/overview.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { usePage } from '#server/supervision/use/list.ts'

/** In one go; a search with more rows tells of these alone. */
const size = 5000

type Filters = Partial<Record<string, string>>
type Rows = (db: Db, actor: Actor, today: Day, filters: Filters) => Promise<string[]>

const providers: Rows = async (db, actor, today, filters) => {
  const query = readOverview.query!.parse({ ...askedOfProviders(filters), size })
  const { content } = await overviewOf(db, actor, 'PROVIDER', today, query)
  return content.map(row => row.validationId ?? row.idProvider)
}

const watched: Readonly<Record<string, Rows>> = {
  '/': providers,
  '/provider': providers,
  '/findings': async (db, actor, today, filters) => {
    const { content } = await findingPage(
      db,
      actor,
      today,
      listFindings.query!.parse({ ...askedOfFindings(filters), size }),
    )
    return content.map(({ id }) => id)
  },
  '/required-levels': async (db, actor, today, filters) => {
    const { content } = await usePage(db, actor, today, listUses.query!.parse({ ...filters, size }))
    return content.map(({ id }) => id)
  },
}

/** The rows of a search as its user reads them now; null for a list without alerts, or a filter that is no longer valid. */
export async function rowsOfView(
  db: Db,
  actor: Actor,
  today: Day,
  { path, search }: { path: string; search: string },
): Promise<string[] | null> {
  const filters = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => !/^q-|^sort$/.test(name)))
  try {
    return (await watched[path]?.(db, actor, today, filters)) ?? null
  } catch (error) {
    if (error instanceof ZodError) return null
    throw error
  }
}
