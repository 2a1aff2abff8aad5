import {
  changeSubcontract as changeContract,
  confirmChain as confirmContract,
  declareSubcontract as declareContract,
  exportSubcontracts,
  readChain,
} from '#domain/participant/chain/contract.ts'
import type { Day } from '#domain/values/day.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { withExport } from '#server/list/export.ts'
import { changeSubcontract } from '#server/participant/chain/change.ts'
import { confirmChain } from '#server/participant/chain/confirm.ts'
import { declareSubcontract } from '#server/participant/chain/declare.ts'
import { chainOf, subcontractListOf } from '#server/participant/chain/list.ts'
import { chainWireOf } from '#server/participant/chain/wire.ts'
import type { LockedChain } from '#server/participant/chain/write.ts'

const oneOf = ({ links }: LockedChain, id: string, today: Day) =>
  chainWireOf(links, today).find(each => each.id === id)!

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

  read(readChain, ({ app, db, actor, params }) => chainOf(db, actor, app.clock.today(), params)),
]
