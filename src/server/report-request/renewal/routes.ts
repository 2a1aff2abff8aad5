import { sendRenewal as renewalContract } from '#domain/report-request/renewal/contract.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { filesOf } from '#server/report-request/files.ts'
import { sendRenewal } from '#server/report-request/renewal/send.ts'
import { freshValidation } from '#server/validation/wire.ts'

export const renewalRoutes: Route[] = [
  write(renewalContract, async ({ params, body, files, tx, actor }) => {
    const id = await sendRenewal(tx, actor, params.id, body, filesOf(files))
    return freshValidation(tx.db, actor, id, tx.today)
  }),
]
