import { editRequest as editContract, sendRequest as sendContract } from '#domain/report-request/contract.ts'
import { deleteRequest as deleteContract, deleteRequestByForm } from '#domain/validation/contract.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { deleteRequest } from '#server/report-request/delete.ts'
import { editRequest } from '#server/report-request/edit.ts'
import { filesOf } from '#server/report-request/files.ts'
import { sendRequest } from '#server/report-request/send.ts'
import { freshValidation } from '#server/validation/wire.ts'

export const reportRequestRoutes: Route[] = [
  write(sendContract, async ({ body, files, unit, actor }) => {
    const id = await sendRequest(unit, actor, body, filesOf(files))
    return freshValidation(unit.db, actor, id, unit.today)
  }),

  write(editContract, async ({ params, body, files, unit, actor }) => {
    await editRequest(unit, actor, params.id, body, filesOf(files))
    return freshValidation(unit.db, actor, params.id, unit.today)
  }),

  write(deleteContract, ({ params, unit, actor }) => deleteRequest(unit, actor, params.id)),
  write(deleteRequestByForm, ({ body, unit, actor }) => deleteRequest(unit, actor, body.idValidation)),
]
