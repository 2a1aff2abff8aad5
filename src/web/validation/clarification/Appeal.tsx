import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { appealUntil, clarificationLimits } from '#domain/validation/clarification/clarification.ts'
import { askClarification } from '#domain/validation/clarification/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** Whether the provider may still appeal against the score of its request, until when, and since when it stands. */
export function useAppeal(validation: ValidationWire): { until: string; scoredAt: string } | null {
  const me = useMe()
  const isOwn = me.role.key === 'PROVIDER' && me.idGenericEntity === validation.genericEntityId
  const { data } = useQuery({
    ...queryOptions(listScores, { query: { validationId: validation.id } }),
    enabled: isOwn && validation.type === 'AUDIT_REPORT' && reportRequestMachine.is.qualified(validation.status),
  })
  const score = data?.content.find(({ isCurrent }) => isCurrent)
  if (!score) return null
  const until = appealUntil(score.scoredAt)
  return me.today <= until ? { until, scoredAt: score.scoredAt } : null
}

/** 'Reclamar': the provider appeals against its published score (SEAL-22). */
function AppealModal({
  validation,
  until,
  onClose,
}: {
  validation: ValidationWire
  until: string
  onClose: () => void
}) {
  const [wrong, setWrong] = useState<string | null>(null)
  const edit = useEdit({
    version: NO_VERSION,
    saved: { subject: '', text: '' },
    draft: draftName('appeal', useMe().userId, validation.id),
  })
  const { subject, text } = edit.values
  const close = () => {
    edit.forget()
    onClose()
  }
  const sending = useListWrite({
    mutationFn: () => call(askClarification, { body: { validationId: validation.id, kind: 'APPEAL', subject, text } }),
    onSuccess: () => {
      showToast({
        title: t('Reclamación enviada'),
        text: t('El CCI la resolverá. La calificación sigue igual mientras tanto.'),
      })
      close()
    },
  })
  const submit = () => {
    const missing = subject.trim() === '' || text.trim() === ''
    setWrong(missing ? t('Escriba el asunto y por qué reclama.') : null)
    if (!missing) sending.mutate()
  }
  return (
    <FormModal
      opened
      onClose={close}
      title={t('Reclamar contra la calificación')}
      onSubmit={submit}
      submitLabel={t('Enviar la reclamación')}
      loading={sending.isPending}
      submitError={wrong ?? (sending.error ? messageOf(sending.error) : null)}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p className="small dim">{t`Solo se reclama una vez, hasta el ${dayText(until)}. La resuelve una persona del CCI que no publicó la calificación, que sigue vigente mientras tanto.`}</p>
      <TextInput
        label={t('Asunto')}
        autoComplete="off"
        maxLength={clarificationLimits.subject}
        value={subject}
        onChange={event => edit.change({ subject: event.currentTarget.value })}
        required
        data-autofocus
      />
      <CountedTextarea
        label={t('Por qué reclama')}
        autosize
        minRows={4}
        value={text}
        onChange={value => edit.change({ text: value })}
        count={characterCount(text)}
        max={clarificationLimits.text}
        required
      />
    </FormModal>
  )
}

/** The button of an appeal, with its window. */
export function AppealButton({ validation, until }: { validation: ValidationWire; until: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setOpened(true)}>
        {t('Reclamar')}
      </Button>
      {opened ? <AppealModal validation={validation} until={until} onClose={() => setOpened(false)} /> : null}
    </>
  )
}
