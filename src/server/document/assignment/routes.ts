import { assignDocument } from '#domain/document/assignment/contract.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { assignDocumentTo } from '#server/document/assignment/assign.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { documentWires } from '#server/validation/wire.ts'

export const documentAssignmentRoutes: Route[] = [
  write(assignDocument, async ({ tx, actor, params, body }) => {
    const { validation, name } = await assignDocumentTo(tx, actor, params.id, body)
    const slots = await slotsOfOne(tx.db, validation)
    const written = slots.filter(slot => slot.name === name)
    return onlyOf(documentWires(validation, written, actor, tx.today))
  }),
]
