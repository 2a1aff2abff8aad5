import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { msg } from '#domain/language/translate.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

export const verdictLabels = labelsOf({
  status: msg('Estado'),
  expiredAt: msg('Fecha de caducidad'),
  rejectedReason: msg('Motivo del rechazo'),
  name: msg('Archivo'),
})

export function verdictFacts({
  status,
  expiredAt,
  rejectedReason,
}: {
  status?: DocumentStatus
  expiredAt?: Day | null
  rejectedReason?: string
}): FieldValues {
  return {
    ...(status === undefined ? {} : { status: documentStatusLabels[status] }),
    ...(expiredAt === undefined ? {} : { expiredAt: expiredAt ? formatDay(expiredAt) : '' }),
    ...(rejectedReason === undefined ? {} : { rejectedReason }),
  }
}
