import {
  changeFramework,
  exportFrameworks,
  frameworkExample,
  frameworkTemplate,
  importFramework as importContract,
  readFramework,
} from '#domain/assessment/framework/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { answerWorkbook, frameworkExampleFile } from '#server/assessment/framework/files.ts'
import { importFramework } from '#server/assessment/framework/import.ts'
import { publishFramework } from '#server/assessment/framework/publish.ts'
import { frameworkPage, frameworkWithControls, visibleFramework } from '#server/assessment/framework/queries.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { visibleValidation } from '#server/validation/queries.ts'

export const frameworkRoutes: Route[] = [
  ...withExport(exportFrameworks, ({ db, actor, query }) => frameworkPage(db, actor, query)),

  read(readFramework, ({ db, actor, params }) => frameworkWithControls(db, actor, params.id)),

  write(importContract, ({ tx, actor, body, uploads }) => importFramework(tx, actor, body, uploads.file)),

  read(frameworkExample, ({ query, app }) => frameworkExampleFile(query.format, app.clock.now())),

  write(changeFramework, async ({ tx, actor, params, body }) => {
    await publishFramework(tx, actor, params.id, body.version)
    return visibleFramework(tx.db, actor, params.id)
  }),

  read(frameworkTemplate, async ({ db, actor, params: { id }, query: { validationId, target }, app }) => {
    const framework = await visibleFramework(db, actor, id)
    const request = validationId === undefined ? null : await visibleValidation(db, actor, validationId)
    if (request && request.kind !== 'AUDIT_REPORT') throw new DomainError('notFound')
    const marks = { frameworkId: id, validationId: request?.id ?? null, target }
    const of = { provider: request?.participant_name, service: request?.service ?? undefined }
    return answerWorkbook(db, { marks, framework, ...of, name: 'plantilla-evaluacion.xlsx' }, app.clock.now())
  }),
]
