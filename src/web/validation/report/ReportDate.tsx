import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateReport } from '#domain/report-request/contract.ts'
import { REPORT_DATE } from '#domain/report-request/report-date.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { isDay } from '#domain/values/day.ts'
import { call, messageOf } from '#web/api/api.ts'
import { reportDateError } from '#web/report-request/form/ReportDateField.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'
import { reviewScope } from '#web/validation/useDocumentChange.ts'

/** The date of the report, which CCI reads in it and notes when no evaluation says it (DORA-11). */
export function ReportDate({ request }: { request: ValidationWire }) {
  const { today } = useMe()
  const client = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? request.reportDate ?? ''
  const fault = typed === null ? null : reportDateError(typed, today)
  const saving = useMutation({
    scope: reviewScope(request.id),
    mutationFn: () =>
      call(dateReport, { params: { id: request.id }, body: { reportDate: value || null, version: request.version } }),
    onSuccess: () => {
      showToast({ title: 'Fecha del informe anotada' })
      setTyped(null)
    },
    onError: error => showError(messageOf(error)),
    onSettled: () => refreshReview(client),
  })
  return (
    <form
      className="row wrap"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!fault) saving.mutate()
      }}
    >
      <DateField
        size="xs"
        label={REPORT_DATE}
        value={isDay(value) ? value : null}
        max={today}
        error={fault}
        onChange={(day, text) => setTyped(day ?? text.trim())}
      />
      {value === (request.reportDate ?? '') ? null : (
        <ActionButton size="xs" type="submit" loading={saving.isPending} blocked={fault} reason="tooltip">
          Anotar fecha
        </ActionButton>
      )}
    </form>
  )
}
