import {
  changeUse as changeContract,
  declareUse as declareContract,
  exportUses,
  importUses,
  previewUses,
  readLevelPolicy,
  saveLevelPolicy,
  useTemplate,
} from '#domain/supervision/use/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import { changeUse, declareUse } from '#server/supervision/use/change.ts'
import { importUsesFrom, usesPreview } from '#server/supervision/use/import.ts'
import { usePage } from '#server/supervision/use/list.ts'
import { policyOf, savePolicy } from '#server/supervision/use/policy.ts'
import { useSheet } from '#server/supervision/use/sheet.ts'
import { useWireOf } from '#server/supervision/use/wire.ts'

export const useRoutes: Route[] = [
  ...withExport(exportUses, ({ app, db, actor, query }) => usePage(db, actor, app.clock.today(), query)),

  write(declareContract, async ({ tx, actor, body }) => useWireOf(await declareUse(tx, actor, body), tx.today)),

  write(changeContract, async ({ tx, actor, params, body }) =>
    useWireOf(await changeUse(tx, actor, params.id, body), tx.today),
  ),

  read(readLevelPolicy, ({ db, actor }) => policyOf(db, actor.participantId)),

  write(saveLevelPolicy, ({ tx, actor, body }) => savePolicy(tx, actor, body)),

  write(importUses, async ({ tx, actor, uploads }) => importUsesFrom(tx, actor, await useSheet.read(uploads.file))),

  own(previewUses, async ({ app, actor, uploads, shape }) =>
    shape(await usesPreview(app.db, actor, app.clock.today(), await useSheet.read(uploads.file))),
  ),

  read(useTemplate, ({ query }) => useSheet.template(query.format)),
]
