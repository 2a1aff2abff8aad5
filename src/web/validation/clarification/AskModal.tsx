import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { answerDayFault, clarificationLimits } from '#domain/validation/clarification/clarification.ts'
import { partyLabels } from '#domain/validation/clarification/columns.ts'
import { askClarification } from '#domain/validation/clarification/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { dayText } from '#web/ui/time/dates.ts'

type Props = { validation: ValidationWire; asked: readonly Party[]; onClose: () => void }

/** 'Pedir una aclaración': asks about a request or documentation under review, and rejects nothing (ASK-01). */
export function AskModal({ validation, asked, onClose }: Props) {
  const form = useAskForm(validation, asked, onClose)
  const { values, errors, set, asking } = form
  const documents = validation.catalogDocuments.flatMap(({ id, documentCatalogName }) =>
    id ? [{ value: id, label: documentTitle(documentCatalogName) }] : [],
  )
  return (
    <FormModal
      opened
      onClose={form.close}
      title={t('Pedir una aclaración')}
      onSubmit={form.submit}
      submitLabel={t('Pedir la aclaración')}
      loading={asking.isPending}
      submitError={asking.error && !Object.values(errors).some(Boolean) ? messageOf(asking.error) : null}
      dirty={form.dirty}
    >
      <LeaveQuestion unfinished={form.dirty} />
      <p className="small dim">{t('No rechaza ni acepta nada: el estado de lo que se verifica no cambia.')}</p>
      {asked.length > 1 ? (
        <Select
          label={t('A quién se pregunta')}
          placeholder={t('Elija')}
          value={values.askedOf || null}
          onChange={askedOf => set({ askedOf: askedOf ?? '' })}
          data={asked.map(value => ({ value, label: t(partyLabels[value]) }))}
          error={errors.askedOf}
          required
          data-autofocus
        />
      ) : null}
      <TextInput
        label={t('Asunto')}
        autoComplete="off"
        maxLength={clarificationLimits.subject}
        value={values.subject}
        onChange={event => set({ subject: event.currentTarget.value })}
        error={errors.subject}
        required
      />
      <CountedTextarea
        label={t('Pregunta')}
        autosize
        minRows={3}
        value={values.text}
        onChange={text => set({ text })}
        count={characterCount(values.text)}
        max={clarificationLimits.text}
        error={errors.text}
        required
      />
      {documents.length > 0 ? (
        <Select
          label={t('Documento')}
          description={t('De la respuesta se podrá tomar su nueva versión.')}
          placeholder={t('Ninguno en concreto')}
          clearable
          value={values.documentId || null}
          onChange={documentId => set({ documentId: documentId ?? '' })}
          data={documents}
        />
      ) : null}
      <DateField
        label={t('Plazo para contestar')}
        description={t('Sin fecha, diez días laborables.')}
        value={values.dueOn || null}
        min={addDays(form.today, 1)}
        onChange={dueOn => set({ dueOn: dueOn ?? '' })}
        error={errors.dueOn ?? null}
      />
    </FormModal>
  )
}

/** What is typed of a question, kept in this tab until it is asked. */
function useAskForm(validation: ValidationWire, asked: readonly Party[], onClose: () => void) {
  const { today, userId } = useMe()
  const [errors, setErrors] = useState<FieldErrors>({})
  const edit = useEdit({
    version: NO_VERSION,
    saved: {
      askedOf: asked.length === 1 ? (asked[0] as string) : '',
      subject: '',
      text: '',
      documentId: '',
      dueOn: '',
    },
    draft: draftName('clarification-asked', userId, validation.id),
  })
  const { askedOf, subject, text, documentId, dueOn } = edit.values
  const close = () => {
    edit.forget()
    onClose()
  }
  const asking = useListWrite({
    mutationFn: () =>
      call(askClarification, {
        body: {
          validationId: validation.id,
          askedOf: askedOf as Party,
          subject,
          text,
          ...(documentId ? { documentId } : {}),
          ...(dueOn ? { dueOn } : {}),
        },
      }),
    onSuccess: thread => {
      showToast({
        title: t('Aclaración pedida'),
        text: t`${t(partyLabels[thread.askedOf])} tiene hasta el ${dayText(thread.dueOn)}.`,
      })
      close()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const dayFault = dueOn ? answerDayFault(dueOn, today) : null
    const found: FieldErrors = {
      ...(askedOf ? {} : { askedOf: t('Elija a quién se pregunta') }),
      ...(subject.trim() ? {} : { subject: t('Escriba el asunto') }),
      ...(text.trim() ? {} : { text: t('Escriba el mensaje') }),
      ...(dayFault ? { dueOn: dayFault } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) asking.mutate()
  }
  return {
    today,
    values: edit.values,
    errors,
    set: (changes: Partial<typeof edit.values>) => {
      edit.change(changes)
      setErrors({})
    },
    asking,
    dirty: edit.dirty,
    submit,
    close,
  }
}
