import {
  acceptGap as acceptContract,
  revokeAcceptance as revokeContract,
} from '#domain/supervision/acceptance/contract.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { acceptGap, revokeAcceptance } from '#server/supervision/acceptance/decide.ts'
import { useWireOf } from '#server/supervision/use/wire.ts'

export const acceptanceRoutes: Route[] = [
  write(acceptContract, async ({ tx, actor, params, body }) =>
    useWireOf(await acceptGap(tx, actor, params.id, body), tx.today),
  ),
  write(revokeContract, async ({ tx, actor, params, body }) =>
    useWireOf(await revokeAcceptance(tx, actor, params.id, body), tx.today),
  ),
]
