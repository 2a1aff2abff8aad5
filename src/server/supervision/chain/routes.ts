import { DomainError } from '#domain/contract/domain-error.ts'
import { exportConcentration, listStances, noteStance as noteContract } from '#domain/supervision/chain/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { concentrationListOf } from '#server/supervision/chain/concentration.ts'
import { noteStance, stancesOf } from '#server/supervision/chain/stance.ts'
import { useOf } from '#server/supervision/use/queries.ts'

export const chainStanceRoutes: Route[] = [
  ...withExport(exportConcentration, ({ app, db, actor, query }) =>
    concentrationListOf(db, actor.participantId, app.clock.today(), query),
  ),

  read(listStances, async ({ app, db, actor, params }) => {
    const use = await useOf(db, actor.participantId, params.id, app.clock.today())
    if (!use) throw new DomainError('notFound')
    return { stances: await stancesOf(db, use.id) }
  }),

  write(noteContract, ({ tx, actor, params, body }) => noteStance(tx, actor, params, body)),
]
