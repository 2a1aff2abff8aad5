import {
  sendRequests as batchContract,
  dateReport as dateContract,
  editRequest as editContract,
  sendRequest as sendContract,
} from '#domain/report-request/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'

import { deleteRequest as deleteContract, deleteRequestByForm } from '#domain/validation/contract.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { deleteRequest } from '#server/report-request/delete.ts'
import { editRequest } from '#server/report-request/edit.ts'
import { filesOf } from '#server/report-request/files.ts'

import { dateReport } from '#server/report-request/report-date.ts'
import { sendBatch, sendRequest } from '#server/report-request/send.ts'

import { freshValidation } from '#server/validation/wire.ts'

export const reportRequestRoutes: Route[] = [
  write(sendContract, async ({ body, files, tx, actor }) => {
    const id = await sendRequest(tx, actor, body, filesOf(files))
    return freshValidation(tx.db, actor, id, tx.today)
  }),

  write(batchContract, async ({ body, files, tx, actor }) => {
    const requests: ValidationWire[] = []
    for (const id of await sendBatch(tx, actor, body, filesOf(files))) {
      requests.push(await freshValidation(tx.db, actor, id, tx.today))
    }
    return { requests }
  }),

  write(editContract, async ({ params, body, files, tx, actor }) => {
    await editRequest(tx, actor, params.id, body, filesOf(files))
    return freshValidation(tx.db, actor, params.id, tx.today)
  }),

  write(dateContract, async ({ params, body, tx, actor }) => {
    await dateReport(tx, actor, params.id, body)
    return freshValidation(tx.db, actor, params.id, tx.today)
  }),

  write(deleteContract, ({ params, tx, actor }) => deleteRequest(tx, actor, params.id)),
  write(deleteRequestByForm, ({ body, tx, actor }) => deleteRequest(tx, actor, body.idValidation)),
]
