import { undo } from '#domain/notification/undo/contract.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { undoLast } from '#server/undo/undo.ts'

export const undoRoutes: Route[] = [write(undo, ({ tx, actor, body }) => undoLast(tx, actor, body.id))]
