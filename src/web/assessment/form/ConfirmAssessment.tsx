import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Control } from '#domain/assessment/assessment.ts'
import { askedControls, isAnswered, missingAnswers } from '#domain/assessment/assessment.ts'
import { changeAssessment, listAssessments } from '#domain/assessment/contract.ts'
import { explain } from '#domain/assessment/explanation.ts'
import { headerLabels, missingHeader } from '#domain/assessment/header.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import type { FormPart } from '#web/assessment/form/AssessmentForm.tsx'
import type { Saving } from '#web/assessment/form/useSaving.ts'
import { Explanations } from '#web/assessment/view/Explanations.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

type Props = {
  opened: boolean
  onClose: () => void
  detail: AssessmentDetail
  controls: readonly Control[]
  saving: Saving
  onPart: (part: FormPart | null) => void
  onDone: () => Promise<void>
}

/** Confirms the evaluation, or says what is missing and leads there (DICT-16). */
export function ConfirmAssessment({ opened, onClose, detail, controls, saving, onPart, onDone }: Props) {
  const client = useQueryClient()
  const evaluated = { controls, target: saving.head.target, answers: [...saving.answers.values()] }
  const header = missingHeader(saving.head)
  const missing = missingAnswers(evaluated)
  const confirm = useMutation({
    mutationFn: async () => {
      const version = await saving.flush()
      if (version === null) throw new Error(t('No se ha podido guardar lo último. Vuelva a intentarlo.'))
      return call(changeAssessment, { params: { id: detail.id }, body: { status: 'CONFIRMED', version } })
    },
    onSuccess: async () => {
      await Promise.all([onDone(), client.invalidateQueries({ queryKey: [listAssessments.name] })])
      onClose()
      showNotice(t('Evaluación confirmada. El CCI y el proveedor han recibido el aviso.'))
    },
  })
  const close = () => {
    confirm.reset()
    onClose()
  }
  const whole = header.length === 0 && missing.keys.length === 0
  const go = () => {
    close()
    onPart(missing.keys.length > 0 ? null : 'datos')
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={close}
      title={whole ? t('Confirmar la evaluación') : t('Todavía no se puede confirmar')}
      consequence={whole ? t('El CCI y el proveedor reciben el aviso. Podrá retomarla mientras no se publique.') : null}
      confirmLabel={whole ? t('Confirmar') : missing.keys.length > 0 ? t('Ir a los controles') : t('Ir a los datos')}
      cancelLabel={whole ? t('Seguir editando') : t('Cerrar')}
      loading={confirm.isPending}
      submitError={confirm.error ? messageOf(confirm.error) : null}
      onConfirm={whole ? () => confirm.mutate() : go}
    >
      {whole ? (
        <div className="stack">
          <p>{t`Esto es lo que resulta de ${askedControls(controls, saving.head.target).length} controles:`}</p>
          <Explanations explained={explain(evaluated)} />
        </div>
      ) : (
        <div className="stack">
          {missing.keys.length > 0 ? (
            <Message kind="warning" title={controlsText(missing.keys.length)}>
              <p>{missing.domains.join(', ')}.</p>
              <Unready saving={saving} keys={missing.keys} />
            </Message>
          ) : null}
          {header.length > 0 ? (
            <Message kind="warning" title={t('Faltan datos de la evaluación')}>
              <p>{header.map(field => t(headerLabels[field])).join(', ')}.</p>
            </Message>
          ) : null}
        </div>
      )}
    </ConfirmModal>
  )
}

const controlsText = (count: number) =>
  count === 1 ? t('Falta 1 control por responder') : t`Faltan ${count} controles por responder`

/** Of those missing, what is answered already and lacks something else. */
function Unready({ saving, keys }: { saving: Saving; keys: readonly string[] }) {
  const answered = keys.flatMap(key => saving.answers.get(key) ?? []).filter(isAnswered)
  const inherited = answered.filter(answer => answer.inherited).length
  const unjustified = answered.length - inherited
  return (
    <>
      {unjustified > 0 ? (
        <p className="small">{t`De ellos, ${unjustified} «No aplica» sin su justificación.`}</p>
      ) : null}
      {inherited > 0 ? (
        <p className="small">{t`De ellos, ${inherited} de la evaluación anterior sin revisar.`}</p>
      ) : null}
    </>
  )
}
