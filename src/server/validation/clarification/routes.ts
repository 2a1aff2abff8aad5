import { messageFiles } from '#domain/validation/clarification/clarification.ts'
import {
  askClarification,
  assignClarification,
  clarificationFileContent,
  closeClarification,
  exportClarifications,
  readClarification,
  takeClarificationFile,
  writeMessage as writeContract,
} from '#domain/validation/clarification/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'
import { appeal, decideAppeal } from '#server/validation/clarification/appeal.ts'
import { assignThread } from '#server/validation/clarification/assign.ts'
import {
  clarificationPage,
  clarificationPayload,
  threadDetail,
  visibleClarificationFile,
} from '#server/validation/clarification/queries.ts'
import { takeFile } from '#server/validation/clarification/take-file.ts'
import { ask, close, refuse, writeMessage } from '#server/validation/clarification/write.ts'

export const clarificationRoutes: Route[] = [
  ...withExport(exportClarifications, ({ db, actor, query }) => clarificationPage(db, actor, query)),

  read(readClarification, ({ db, actor, params }) => threadDetail(db, actor, params.id)),

  write(askClarification, async ({ tx, actor, body }) => {
    const id = await (body.kind === 'APPEAL' ? appeal : ask)(tx, actor, body)
    return threadDetail(tx.db, actor, id)
  }),

  write(writeContract, async ({ tx, actor, params, body, files }) => {
    const given = messageFiles.flatMap(name => files[name] ?? [])
    await writeMessage(tx, actor, params.id, body, given)
    return threadDetail(tx.db, actor, params.id)
  }),

  write(assignClarification, async ({ tx, actor, params, body }) => {
    await assignThread(tx, actor, params.id, body.assignee)
    return threadDetail(tx.db, actor, params.id)
  }),

  write(closeClarification, async ({ tx, actor, params, body }) => {
    const { outcome, text, version } = body
    if (outcome) await decideAppeal(tx, actor, params.id, { outcome, text, version })
    else {
      if (text !== undefined) refuse({ text: 'Solo una reclamación se resuelve con un texto' })
      await close(tx, actor, params.id, version)
    }
    return threadDetail(tx.db, actor, params.id)
  }),

  write(takeClarificationFile, async ({ app, tx, actor, params }) =>
    threadDetail(tx.db, actor, await takeFile(app, tx, actor, params.id)),
  ),

  read(clarificationFileContent, async ({ db, actor, app, origin, params }) => {
    const { sha256, size, mediaType, name, thread } = await visibleClarificationFile(db, actor, params.id)
    return storedFile({ app, actor, origin }, { sha256, size, mediaType, name, owner: thread.participantId }, null, {
      event: 'clarification.file-read',
      object: { kind: 'clarification', id: thread.id },
      facts: clarificationPayload(thread),
      data: { document: name, sha256 },
    })
  }),
]
