import {
  chainTemplate,
  changeSubcontract as changeContract,
  confirmChain as confirmContract,
  declareSubcontract as declareContract,
  exportSubcontracts,
  importChain,
  previewChain,
  readChain,
} from '#domain/participant/chain/contract.ts'
import { exportSectorConcentration } from '#domain/participant/chain/sector.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import { changeSubcontract } from '#server/participant/chain/change.ts'
import { confirmChain } from '#server/participant/chain/confirm.ts'
import { declareSubcontract } from '#server/participant/chain/declare.ts'
import { chainPreviewOf, importChainFrom } from '#server/participant/chain/import.ts'
import { chainOf, subcontractListOf } from '#server/participant/chain/list.ts'
import { sectorListOf } from '#server/participant/chain/sector.ts'
import { chainSheet } from '#server/participant/chain/sheet.ts'
import { chainWireOf } from '#server/participant/chain/wire.ts'
import type { LockedChain } from '#server/participant/chain/write.ts'

const oneOf = ({ links }: LockedChain, id: string, today: Day) =>
  onlyOf(chainWireOf(links, today).filter(each => each.id === id))

export const chainRoutes: Route[] = [
  ...withExport(exportSubcontracts, ({ app, db, actor, query }) =>
    subcontractListOf(db, actor, app.clock.today(), query),
  ),

  write(declareContract, async ({ tx, actor, body }) => {
    const { chain, id } = await declareSubcontract(tx, actor, body)
    return oneOf(chain, id, tx.today)
  }),

  write(changeContract, async ({ tx, actor, params, body }) =>
    oneOf(await changeSubcontract(tx, actor, params.id, body), params.id, tx.today),
  ),

  write(confirmContract, ({ tx, actor, body }) => confirmChain(tx, actor, body)),

  write(importChain, async ({ tx, actor, body, uploads }) =>
    importChainFrom(tx, actor, body.providerId, await chainSheet.read(uploads.file)),
  ),

  own(previewChain, async ({ app, actor, body, uploads, shape }) => {
    const rows = await chainSheet.read(uploads.file)
    return shape(await chainPreviewOf(app.db, actor, app.clock.today(), body.providerId, rows))
  }),

  read(chainTemplate, ({ query }) => chainSheet.template(query.format)),

  ...withExport(exportSectorConcentration, ({ app, db, query }) => sectorListOf(db, app.clock.today(), query)),

  read(readChain, ({ app, db, actor, params }) => chainOf(db, actor, app.clock.today(), params)),
]
