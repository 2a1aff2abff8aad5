import { OPERATOR_NAME } from '#domain/values/product.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { newId } from '#server/platform/ids.ts'

/** An entity's additional data, as the specification names them (PART-14). */
const entityData = [
  { field: 'Dato obligatorio', required: true },
  { field: 'Dato No obligatorio', required: false },
]

/**
 * Creates the data of every installation: the CCI and its catalogues, empty until CCI fills them. Idempotent, and safe
 * on several servers at once.
 */
export async function ensureCci(app: AppContext): Promise<string> {
  const now = app.clock.now()
  await app.db.transaction().execute(async tx => {
    await tx
      .insertInto('participant')
      .values({ id: newId(now), kind: 'CCI', name: OPERATOR_NAME, onboarded_at: now, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    for (const type of ['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE']) {
      await tx
        .insertInto('document_catalogue')
        .values({ id: newId(now), type })
        .onConflict(c => c.doNothing())
        .execute()
    }
    for (const type of ['PROVIDER', 'AUDIT', 'ENTITY']) {
      const fresh = await tx
        .insertInto('data_catalogue')
        .values({ type })
        .onConflict(conflict => conflict.doNothing())
        .returning('type')
        .executeTakeFirst()
      if (fresh && type === 'ENTITY') {
        await tx
          .insertInto('required_datum')
          .values(entityData.map((datum, position) => ({ type, ...datum, position })))
          .execute()
      }
    }
  })
  const cci = await app.db.selectFrom('participant').select('id').where('kind', '=', 'CCI').executeTakeFirstOrThrow()
  return cci.id
}
