import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { listReliance, RelianceRow } from '#domain/supervision/reliance/contract.ts'
import type { Cause } from '#domain/supervision/reliance/due.ts'
import {
  relianceStandingOf,
  relianceStandings,
  relianceStandingText,
  sortedReliance,
} from '#domain/supervision/reliance/standing.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { causesBy } from '#server/supervision/reliance/grounds.ts'
import { isSigned, relianceFilesOf, type StoredFile } from '#server/supervision/reliance/queries.ts'
import { fileWireOf } from '#server/supervision/reliance/wire.ts'
import type { Use } from '#server/supervision/use/queries.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'

type Moment = { now: string; today: Day }

/**
 * A page of a bank's critical uses, and of the others that have one, with their reliance file. The standing of each
 * depends on the day, so that they are read whole; a bank has at most some thousands.
 */
export async function relianceList(
  db: Db,
  entityId: string,
  moment: Moment,
  { page, size, sort, standing, provider, ended }: QueryOf<typeof listReliance>,
): Promise<AnswerOf<typeof listReliance>> {
  const rows = (await rowsOf(db, entityId, moment, ended ?? false)).filter(row => !provider || isNamed(row, provider))
  const chosen = rows.filter(row => !standing || row.standing === standing)
  const counts = relianceStandings.map(each => [each, rows.filter(row => row.standing === each).length])
  return {
    ...pageOfAll(sortedReliance(chosen, sort), { page, size }),
    counts: Object.fromEntries(counts),
  }
}

const isNamed = ({ provider, cif }: RelianceRow, text: string) =>
  foldForSearch(`${provider} ${cif}`).includes(foldForSearch(text))

async function rowsOf(db: Db, entityId: string, moment: Moment, ended: boolean): Promise<RelianceRow[]> {
  const files = await relianceFilesOf(db, entityId)
  const causes = await causesBy(db, files, { by: moment.now, today: moment.today })
  const byUse = Map.groupBy(files, ({ useId }) => useId)
  const mine = sql<boolean>`u.entity_id = ${entityId}`
  const uses = await usesWhere(db, mine, moment.today)
  const used = new Map(uses.map(use => [use.id, use]))
  const rowOf = (use: Use | null, ofUse: readonly StoredFile[]) => relianceRow(use, ofUse, causes, moment.today)
  if (!ended) {
    return uses
      .filter(({ id, until, critical }) => until === null && (critical === 'YES' || byUse.has(id)))
      .map(use => rowOf(use, byUse.get(use.id) ?? []))
  }
  // Of a use that was erased with its provider, each file stands for itself.
  const erased = (byUse.get(null) ?? []).map(file => rowOf(null, [file]))
  const over = [...byUse].filter(([id]) => id !== null && used.get(id)?.until !== null)
  return [...over.map(([id, ofUse]) => rowOf(used.get(id!) ?? null, ofUse)), ...erased]
}

function relianceRow(
  use: Use | null,
  files: readonly StoredFile[],
  causes: ReadonlyMap<string, Cause[]>,
  today: Day,
): RelianceRow {
  const shown = (file: StoredFile | undefined) => (file ? fileWireOf(file, causes.get(file.id) ?? [], today) : null)
  const draft = shown(files.find(({ status }) => relianceMachine.is.draft(status)))
  const signed = shown(files.find(({ status }) => relianceMachine.is.standing(status)))
  const subject = use ?? files.find(isSigned)!.facts.subject
  const standing = relianceStandingOf(signed?.status ?? null, draft !== null)
  const reviewOn = signed?.reviewOn ?? null
  const { provider, cif, service, serviceKey } = subject
  return {
    useId: use?.id ?? files[0]?.useId ?? null,
    ...{ provider, cif, service, serviceKey, critical: use?.critical ?? null },
    ...{ standing, words: relianceStandingText(standing, reviewOn), reviewOn, signed, draft },
    fileId: draft?.id ?? signed?.id ?? files[0]?.id ?? null,
  }
}
