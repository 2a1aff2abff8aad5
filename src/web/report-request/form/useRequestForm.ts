import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { readAsSentence } from '#domain/document/read-as.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { sentence } from '#domain/messages.ts'
import { requestErrors, requestFiles } from '#domain/report-request/report-request.ts'
import type { RequestPart } from '#domain/report-request/request-files.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import type { Edit, Saved } from '#web/conflict/useEdit.ts'
import { listAddress } from '#web/list/listAddress.ts'
import type { Failure } from '#web/report-request/failure.ts'
import { conceptError } from '#web/report-request/form/ConceptField.tsx'
import { reportDateError } from '#web/report-request/form/ReportDateField.tsx'
import { requestParts } from '#web/report-request/form/RequestFiles.tsx'
import { type RequestDraft, useRequestDraft } from '#web/report-request/form/requestDraft.ts'
import { useRequestFiles } from '#web/report-request/form/useRequestFiles.ts'
import { type Travel, useSending } from '#web/report-request/form/useSending.ts'
import { refreshRequests } from '#web/report-request/refresh.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'

type Files = Partial<Record<RequestPart, File>>

type RequestForm = {
  /** The draft's owner: the request, or the provider for a new one. */
  subject: string
  /** The saved state and its version. */
  version: number
  initial: RequestDraft
  /** The service and evaluator that the call will check, and the existing files. */
  asked(draft: RequestDraft): { idServiceCatalog: string | null; idAudit: string | null }
  stands?(part: RequestPart): boolean
  send(
    draft: RequestDraft,
    files: Files,
    travel: Travel,
    save: Edit<RequestDraft>['save'],
  ): Promise<Saved<ValidationWire>>
  /** Whether the result goes to CCI; if not, the form says what to do next. */
  arrived(answer: ValidationWire): boolean | Promise<boolean>
  /** A refusal that no field shows. Shown as a notification by default. */
  refused?(failure: Failure): void
  /** The message on the home screen after sending. */
  notice: string | (() => string)
}

/**
 * The common logic of sending and correcting a request: draft, files, missing parts, upload progress and leaving.
 * `frame` holds the props of RequestFrame.
 */
export function useRequestForm({
  subject,
  version,
  initial,
  asked,
  stands,
  send,
  arrived,
  refused,
  notice,
}: RequestForm) {
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { maxFileBytes } = me.settings
  const kept = useRequestDraft(me.userId, subject, version, initial)
  const draft = kept.values
  const files = useRequestFiles(maxFileBytes)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState(sentence('requestIncomplete'))
  const [sent, setSent] = useState<ValidationWire | null>(null)

  const sending = useSending(
    travel => send(draft, files.files, travel, kept.save),
    async saved => {
      if (saved === null) return
      if (saved.taken) return refreshRequests(client)
      kept.forget()
      if (await arrived(saved.wire)) setSent(saved.wire)
    },
    failure => {
      if (failure.fields) {
        setErrors(failure.fields)
        setSummary(failure.message)
        setAttempt(count => count + 1)
      } else if (failure.kind === 'cancelled') showNotice(failure.message)
      else if (!refused) showError(failure.message)
      refused?.(failure)
    },
  )
  const chosen = requestParts.some(part => files.chosen[part])
  const leaving = useLeaving((kept.dirty || chosen || sending.sending) && !sent)
  const home = homeOf(me.role.key)

  useEffect(() => {
    if (!sent) return
    void refreshRequests(client)
    const read = sent.catalogDocuments.flatMap(document => readAsSentence(document) ?? [])
    const said = [
      typeof notice === 'string' ? notice : notice(),
      ...read.map(each => `${requestFiles.spreadsheet}: ${each}.`),
    ]
    void navigate({ to: home }).then(() => showNotice(said.join(' ')))
  }, [sent, client, navigate, home, notice])

  const mended = (...fields: string[]) => {
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))))
    if (sending.failure) sending.reset()
  }
  const submit = () => {
    const has = (part: RequestPart) => Boolean(files.chosen[part] ?? stands?.(part))
    const missing = requestErrors({
      ...asked(draft),
      concept: draft.concept,
      has: { report: has('report'), spreadsheet: has('spreadsheet') },
    })
    const tooLong = conceptError(draft.concept)
    if (tooLong) missing.concept = tooLong
    const wrongDate = reportDateError(draft.reportDate, me.today)
    if (wrongDate) missing.reportDate = wrongDate
    for (const part of requestParts) {
      const refusal = files.chosen[part]?.refusal
      if (refusal) missing[part] = refusal
    }
    setErrors(missing)
    setSummary(sentence('requestIncomplete'))
    setAttempt(attempt + 1)
    if (Object.keys(missing).length === 0) sending.start()
  }
  return {
    draft,
    errors,
    sending,
    maxFileBytes,
    /** The conflict window, for the caller to render. */
    conflict: kept.window,
    /** Whether there is a change to send. */
    changed: kept.dirty || chosen,
    /** Changes the draft, and clears the errors of these fields. */
    change(changes: Partial<RequestDraft>, ...fields: string[]) {
      kept.change(changes)
      mended(...fields)
    },
    /** The fields of the draft with their errors; typing clears an error. */
    field: (name: keyof RequestDraft, error: string) => ({
      value: draft[name] ?? '',
      error: errors[error],
      readOnly: sending.sending,
      onChange: (value: string) => {
        kept.change({ [name]: value })
        mended(error)
      },
    }),
    files: {
      ...files,
      pick(part: RequestPart, file: File) {
        files.pick(part, file)
        mended(part)
      },
      take: (given: readonly File[]) => mended(...files.take(given)),
    },
    frame: {
      errors,
      sentence: summary,
      attempt,
      restored: kept.resumed,
      onStartOver: kept.reset,
      savedAt: kept.savedAt,
      leaving,
      onDiscard: () => {
        sending.cancel()
        kept.forget()
      },
      sending: sending.sending,
      onSubmit: submit,
      onCancel: sending.sending ? sending.cancel : () => void navigate({ to: listAddress(home) }),
    },
  }
}
