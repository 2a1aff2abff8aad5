import { DomainError } from '#domain/contract/domain-error.ts'
import { reportDocuments } from '#domain/document/document.ts'
import { type ReasonsWire, readReasons, saveReasons } from '#domain/document/reasons/contract.ts'
import { reasonsFacts, reasonsLabels } from '#domain/document/reasons/facts.ts'
import { defaultReasons } from '#domain/document/reasons/reasons.ts'
import { t } from '#domain/language/translate.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Reasons of earlier rejections that are offered again. */
const USED = 4

/** The list for all documents; the others have the name of their document. */
const GENERAL = ''

const listOf = (db: Db, name: string) =>
  db.selectFrom('rejection_reason').select(['texts as reasons', 'version']).where('document_name', '=', name)

/** What is offered until CCI edits it. */
const unedited = (name: string): ReasonsWire => ({ reasons: name === GENERAL ? [...defaultReasons] : [], version: 1 })

const current = async (db: Db, name: string): Promise<ReasonsWire> =>
  (await listOf(db, name).executeTakeFirst()) ?? unedited(name)

/** The latest reasons for documents of this name, each once; nothing that was written about a deleted participant. */
async function usedReasons(db: Db, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document as d')
    .innerJoin('document_version as v', 'v.document_id', 'd.id')
    .innerJoin('validation as w', 'w.id', 'd.validation_id')
    .innerJoin('participant as p', 'p.id', 'w.participant_id')
    .select(['v.rejected_reason', eb => eb.fn.max('v.decided_at').as('latest')])
    .where('d.name', '=', name)
    .where('v.rejected_reason', '!=', '')
    .where('p.deleted_at', 'is', null)
    .groupBy('v.rejected_reason')
    .orderBy('latest', 'desc')
    .limit(USED)
    .execute()
  return rows.map(row => row.rejected_reason)
}

/** @throws DomainError invalid for a name that no catalogue and no report has */
async function checkName(db: Db, name: string): Promise<void> {
  if (name === GENERAL || (reportDocuments as readonly string[]).includes(name)) return
  const asked = await db.selectFrom('required_document').select('name').where('name', '=', name).executeTakeFirst()
  if (!asked) throw new DomainError('invalid', { fields: { documentCatalogName: t('No está en ningún catálogo') } })
}

export const reasonRoutes: Route[] = [
  read(readReasons, async ({ db, query }) => {
    const name = query.documentCatalogName ?? GENERAL
    const [own, { reasons: general }] = await Promise.all([current(db, name), current(db, GENERAL)])
    return { ...own, general, used: name === GENERAL ? [] : await usedReasons(db, name) }
  }),

  write(saveReasons, async ({ db, tx, actor, body }) => {
    const name = body.documentCatalogName ?? GENERAL
    await checkName(db, name)
    const reasons = [...new Set(body.reasons.filter(Boolean))]
    // The first edit inserts the row, so that concurrent ones conflict.
    const first = unedited(name)
    await db
      .insertInto('rejection_reason')
      .values({ document_name: name, texts: first.reasons, version: first.version })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await listOf(db, name).forUpdate().executeTakeFirstOrThrow()
    const object = { kind: 'rejection-phrases', id: name || 'all' }
    await refuseStale(db, actor, body.version, {
      version: before.version,
      now: reasonsFacts(before),
      yours: reasonsFacts({ reasons }),
      labels: reasonsLabels,
      object,
    })
    if (reasons.join('\n') === before.reasons.join('\n')) return before
    tx.record({
      event: 'rejection-phrases.saved',
      object,
      data: { phrases: reasons.length, ...(name ? { document: name } : {}) },
    })
    return db
      .updateTable('rejection_reason')
      .set({ texts: reasons, version: before.version + 1 })
      .where('document_name', '=', name)
      .returning(['texts as reasons', 'version'])
      .executeTakeFirstOrThrow()
  }),
]
