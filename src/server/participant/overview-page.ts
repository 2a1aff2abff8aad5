import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { overviewSorts } from '#domain/participant/contract.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { isDerived, isWordOfDocumentation, statusLabels } from '#domain/validation/validation.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Asked, Filters } from '#server/participant/overview-filter.ts'
import { hasRequestStatus } from '#server/participant/overview-filter.ts'
import type { Condition, Fragment, Needs, View } from '#server/participant/overview-view.ts'
import { spanish } from '#server/participant/queries.ts'

/** The status labels in Spanish alphabetical order, for sorting by status. */
const statusesByLabel = Object.entries(statusLabels)
  .sort(([, a], [, b]) => compareSpanish(a, b))
  .map(([status]) => status)

/** The statuses of a report request, in the same order. */
const requestStatuses = statusesByLabel.flatMap(label => reportRequestMachine.states.filter(state => state === label))

/** Beyond this offset one sort of all rows costs less than the first rows of each status. */
const DEEP = 1000

const wayOf = (direction: string | undefined) => (direction === 'desc' ? sql`desc` : sql`asc`)
const byName = sql`p.display_name ${spanish}`

/** Nulls come last in both directions, and a tie-breaker keeps every row on one page. */
export function orderOf(view: View, sort: string): Fragment {
  const [name, direction] = sort.split(',') as [(typeof overviewSorts)[number], string | undefined]
  const way = wayOf(direction)
  const keys: Record<typeof name, Fragment> = {
    provider: byName,
    service: sql`${view.service} ${spanish}`,
    audit: sql`${view.evaluator} ${spanish}`,
    expiredAt: view.expiry,
    status: sql`array_position(${statusesByLabel}::text[], ${view.status})`,
    sentAt: sql`${view.validation}.sent_at`,
  }
  // Without a nulls clause, which names do not need, so that an index works in both directions.
  if (name === 'provider') return sql`${byName} ${way}, p.id ${way}, ${view.validation}.id ${way}`
  return sql`${keys[name]} ${way} nulls last, p.id, ${view.validation}.id`
}

export type Asking = { view: View; asked: Asked; filters: Filters }
type Cutting = Asking & { needs: Needs }
const all = (conditions: Condition[]) => sql.join(conditions, sql` and `)

/** The joins that the filters need. */
function neededBy(filters: Filters): Needs {
  return {
    documentation: isWordOfDocumentation(filters.status),
    score: [filters.status, filters.score, filters.from, filters.to].some(filter => filter !== undefined),
    service: false,
    evaluator: false,
    byExpiry: false,
  }
}

/** The stored number of rows of a participant, if no filter selects among them. */
const wholeOf = ({ view, asked }: Asking) => (asked.row.length === 0 ? view.rows : null)

function cutByRow({ view, asked, needs, filters }: Cutting): Fragment {
  return sql`
    select p.id as participant_id, ${view.validation}.id as validation_id
    from ${view.from(needs)} where ${all([...asked.participant, ...asked.row])}
    order by ${orderOf(view, filters.sort)} limit ${filters.size} offset ${filters.page * filters.size}`
}

/** Pages sorted by name without row filters: skips the participants before the page by their stored row counts. */
function cutByParticipant({ view, asked, needs, filters }: Cutting, rows: Fragment): Fragment {
  const way = wayOf(filters.sort.split(',')[1])
  const first = filters.page * filters.size
  return sql`
    select participant_id, validation_id from (
      select near.id as participant_id, ${view.validation}.id as validation_id,
        near.before + row_number() over (partition by near.id order by ${view.validation}.id ${way}) as place
      from (
        select id, upto - rows as before from (
          select p.id, ${byName} as name, ${rows} as rows,
            sum(${rows}) over (order by ${byName} ${way}, p.id ${way} rows unbounded preceding) as upto
          from participant p where ${all(asked.participant)}
        ) passed where upto > ${first} order by name ${way}, id ${way} limit ${filters.size}
      ) near join (${view.from(needs)}) on p.id = near.id
    ) placed where place > ${first} and place <= ${first + filters.size} order by place`
}

/** Pages sorted by status: reads at most one page of rows for each of the few statuses. */
function cutByStatus({ view, asked, needs, filters }: Cutting, today: string): Fragment {
  const first = filters.page * filters.size
  const descends = filters.sort.endsWith(',desc')
  const inOrder = descends ? requestStatuses.toReversed() : requestStatuses
  const classes = [...inOrder.map(status => hasRequestStatus(status, today)), sql<SqlBool>`p.requests = 0`]
  const parts = classes.map(
    (is, place) => sql`(
      select ${sql.lit(place)} as place, p.id as participant_id, ${view.validation}.id as validation_id
      from ${view.from(needs)} where ${all([...asked.participant, ...asked.row, is])}
      order by p.id, ${view.validation}.id limit ${first + filters.size})`,
  )
  return sql`
    select participant_id, validation_id from (${sql.join(parts, sql` union all `)}) sorted
    order by place, participant_id, validation_id limit ${filters.size} offset ${first}`
}

/** The rows of a page, as `participant_id` and `validation_id` in order. Chooses the query that reads least. */
export function pageOf(asking: Asking, kind: InvitableKind, today: string): Fragment {
  const { filters } = asking
  const needed = neededBy(filters)
  const cut: Cutting = {
    ...asking,
    needs: {
      ...needed,
      score: needed.score || /^(expiredAt|status)/.test(filters.sort),
      service: filters.sort.startsWith('service'),
      evaluator: filters.sort.startsWith('audit'),
    },
  }
  const whole = wholeOf(asking)
  if (whole && filters.sort.startsWith('provider')) return cutByParticipant(cut, whole)
  const byStatus = kind === 'PROVIDER' && filters.sort.startsWith('status') && filters.page * filters.size < DEEP
  return byStatus ? cutByStatus(cut, today) : cutByRow(cut)
}

/** The total number of rows, as `total`. */
export function totalOf(asking: Asking): Fragment {
  const { view, asked, filters } = asking
  const whole = wholeOf(asking)
  const needs = { ...neededBy(filters), byExpiry: isDerived(filters.status) }
  return whole
    ? sql`select coalesce(sum(${whole}), 0) as total from participant p where ${all(asked.participant)}`
    : sql`select count(*) as total from ${view.from(needs)} where ${all([...asked.participant, ...asked.row])}`
}
