import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { sentence } from '#domain/messages.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { reviewScore } from '#domain/report-request/score/contract.ts'
import { decideReview, REVIEW_REASON_MAX, reviewErrors } from '#domain/report-request/score/review.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { validation: ValidationWire; score: ScoreWire }

/** Puts a published rating under extraordinary review, or lifts the review (AFFECT-13). */
export function ReviewButton({ validation, score }: Props) {
  const role = useMe().role.key
  const [opened, setOpened] = useState(false)
  const underReview = score.reviewSince !== null
  const standing = { status: validation.status as ReportRequestStatus, superseded: !score.isCurrent, underReview }
  const decision = decideReview(underReview ? 'lift' : 'begin', standing, role)
  if (!decision.ok && decision.reason === 'notYourMove') return null
  return (
    <>
      {underReview ? (
        <Button leftSection={<IconAlertTriangle />} onClick={() => setOpened(true)}>
          Terminar la revisión extraordinaria
        </Button>
      ) : (
        <ActionButton
          leftSection={<IconAlertTriangle />}
          blocked={decision.ok ? null : sentence(decision.reason)}
          onClick={() => setOpened(true)}
        >
          Poner en revisión extraordinaria
        </ActionButton>
      )}
      {opened ? <ReviewModal validation={validation} score={score} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

function ReviewModal({ validation, score, onClose }: Props & { onClose: () => void }) {
  const isLifting = score.reviewSince !== null
  const field = isLifting ? 'outcome' : 'reason'
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useListWrite({
    mutationFn: () =>
      call(reviewScore, { params: { id: score.id }, body: { [field]: text, version: validation.version } }),
    onSuccess: () => {
      showToast({
        title: isLifting ? 'Revisión terminada' : 'En revisión extraordinaria',
        text: `${validation.nameGenericEntity}: ${validation.service ?? ''}`,
      })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const wrong = reviewErrors({ [field]: text.trim() })
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={isLifting ? 'Terminar la revisión extraordinaria' : 'Poner en revisión extraordinaria'}
      onSubmit={submit}
      submitLabel={isLifting ? 'Terminar la revisión' : 'Poner en revisión'}
      loading={saving.isPending}
      submitError={saving.error && !errors[field] ? messageOf(saving.error) : null}
      dirty={text !== ''}
    >
      <p>
        {isLifting
          ? 'La calificación deja de mostrarse en revisión.'
          : 'La calificación, su estado y su caducidad no cambian. Quien la lee ve que está en revisión.'}{' '}
        Se avisa al proveedor, al evaluador y a las entidades que lo siguen o lo utilizan, que leen lo que escriba.
      </p>
      <CountedTextarea
        label={isLifting ? 'Resultado' : 'Motivo'}
        autosize
        minRows={3}
        value={text}
        onChange={setText}
        count={characterCount(text)}
        max={REVIEW_REASON_MAX}
        error={errors[field]}
        required
        data-autofocus
      />
    </FormModal>
  )
}
