import { type PhrasesWire, readPhrases, savePhrases } from '#domain/document/reasons/contract.ts'
import { phrasesFacts, phrasesLabels } from '#domain/document/reasons/facts.ts'
import { defaultPhrases } from '#domain/document/reasons/reasons.ts'
import { refuseStale } from '#server/app/conflict.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Reasons of earlier rejections that are offered again. */
const USED = 4

const current = (db: Db) => db.selectFrom('rejection_phrases').select(['phrases', 'version'])

/** What is offered until CCI edits it. */
const unedited = (): PhrasesWire => ({ phrases: [...defaultPhrases], version: 1 })

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

export const reasonRoutes: Route[] = [
  read(readPhrases, async ({ db, query }) => ({
    ...((await current(db).executeTakeFirst()) ?? unedited()),
    used: query.documentCatalogName ? await usedReasons(db, query.documentCatalogName) : [],
  })),

  write(savePhrases, async ({ db, tx, actor, body }) => {
    const phrases = [...new Set(body.phrases.filter(Boolean))]
    // The first edit inserts the row, so that concurrent ones conflict.
    await db
      .insertInto('rejection_phrases')
      .values(unedited())
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await current(db).forUpdate().executeTakeFirstOrThrow()
    const object = { kind: 'rejection-phrases', id: 'all' }
    await refuseStale(db, actor, body.version, {
      version: before.version,
      now: phrasesFacts(before),
      yours: phrasesFacts({ phrases }),
      labels: phrasesLabels,
      object,
    })
    if (phrases.join('\n') === before.phrases.join('\n')) return before
    tx.record({ event: 'rejection-phrases.saved', object, data: { phrases: phrases.length } })
    return db
      .updateTable('rejection_phrases')
      .set({ phrases, version: before.version + 1 })
      .returning(['phrases', 'version'])
      .executeTakeFirstOrThrow()
  }),
]
