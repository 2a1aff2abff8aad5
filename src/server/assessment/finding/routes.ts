import {
  attachFindingFile,
  changeFinding as changeContract,
  exportFindings,
  findingFileContent,
  raiseFinding as raiseContract,
} from '#domain/assessment/finding/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { changeFinding } from '#server/assessment/finding/change.ts'
import { attachFile } from '#server/assessment/finding/files.ts'
import { findingPage, findingPayload, findingWireOf, visibleFindingFile } from '#server/assessment/finding/queries.ts'
import { raiseFinding } from '#server/assessment/finding/raise.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'

export const findingRoutes: Route[] = [
  ...withExport(exportFindings, ({ app, db, actor, query }) => findingPage(db, actor, app.clock.today(), query)),

  write(raiseContract, async ({ tx, actor, body }) =>
    findingWireOf(tx.db, actor, await raiseFinding(tx, actor, body), tx.today),
  ),

  write(changeContract, async ({ tx, actor, params, body }) => {
    await changeFinding(tx, actor, params.id, body)
    return findingWireOf(tx.db, actor, params.id, tx.today)
  }),

  write(attachFindingFile, async ({ tx, actor, params, files: { file } }) => {
    if (!file) throw new DomainError('fileMissing')
    await attachFile(tx, actor, params.id, file)
    return findingWireOf(tx.db, actor, params.id, tx.today)
  }),

  read(findingFileContent, async ({ db, actor, app, origin, params }) => {
    const { sha256, size, mediaType, name, finding } = await visibleFindingFile(db, actor, params.id)
    return storedFile({ app, actor, origin }, { sha256, size, mediaType, name, owner: finding.providerId }, null, {
      event: 'finding.file-read',
      object: { kind: 'finding', id: finding.id },
      facts: findingPayload(finding),
      data: { document: name, sha256 },
    })
  }),
]
