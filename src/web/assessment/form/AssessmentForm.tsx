import { Tabs } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { askedControls, progressOver } from '#domain/assessment/assessment.ts'
import { assessmentStatusLabels } from '#domain/assessment/columns.ts'
import { changeAssessment, listAssessments } from '#domain/assessment/contract.ts'
import type { FrameworkDetail } from '#domain/assessment/framework/contract.ts'
import { missingHeader } from '#domain/assessment/header.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { call, messageOf } from '#web/api/api.ts'
import { assessmentBadges } from '#web/assessment/badges.ts'
import { ConfirmAssessment } from '#web/assessment/form/ConfirmAssessment.tsx'
import { ControlsPart } from '#web/assessment/form/ControlsPart.tsx'
import { FormActions } from '#web/assessment/form/FormActions.tsx'
import { HeaderPart } from '#web/assessment/form/HeaderPart.tsx'
import { OfferedWorkbook } from '#web/assessment/form/OfferedWorkbook.tsx'
import { ResultPart } from '#web/assessment/form/ResultPart.tsx'
import { useSaving } from '#web/assessment/form/useSaving.ts'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { SavedText } from '#web/conflict/SavedText.tsx'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/PageHeader.tsx'
import classes from './form.module.css'

type Props = Pick<PageHeaderProps, 'title' | 'subtitle' | 'back'> & {
  detail: AssessmentDetail
  framework: FrameworkDetail
  onReread: () => Promise<void>
}

const parts = ['controles', 'datos', 'resultado'] as const
export type FormPart = (typeof parts)[number]

/** The open evaluation of a request: its controls, its header and what comes of them; saved while one works. */
export function AssessmentForm({ title, subtitle, back, detail, framework, onReread }: Props) {
  const [chosen, choose] = useUrlValue('parte')
  const part = parts.find(each => each === chosen) ?? 'controles'
  const saving = useSaving(detail, framework.controlList, () => void onReread())
  const [confirming, setConfirming] = useState(false)
  const { answers, head, state } = saving
  const closed = !assessmentMachine.is.draft(detail.status)
  const asked = useMemo(() => askedControls(framework.controlList, head.target), [framework, head.target])
  const progress = progressOver(asked, answers)
  const leaving = useLeaving(state.kind === 'failed')
  const missing = missingHeader(head).length
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={back}
        actions={
          <FormActions detail={detail} target={head.target} closed={closed} saving={saving} onReread={onReread} />
        }
      />
      <div className={`row wrap ${classes.state}`}>
        <StateBadge state={assessmentBadges[detail.status]} label={t(assessmentStatusLabels[detail.status])} />
        <span className="dim">{t`${framework.name}, edición ${framework.edition}`}</span>
        <Illustrative of={framework} />
      </div>
      {closed ? <Confirmed detail={detail} onReread={onReread} /> : null}
      {detail.offered && !closed ? (
        <OfferedWorkbook detail={detail} offered={detail.offered} saving={saving} onReread={onReread} />
      ) : null}
      <Tabs value={part} onChange={value => choose(value === 'controles' ? null : value)} keepMounted={false}>
        <Tabs.List aria-label={t('Partes de la evaluación')}>
          <Tabs.Tab value="controles">
            {t('Controles')} <small>{t`${progress.answered} de ${progress.asked}`}</small>
          </Tabs.Tab>
          <Tabs.Tab value="datos">
            {t('Datos de la evaluación')}{' '}
            <small>{missing === 0 ? t('completos') : missing === 1 ? t('falta 1') : t`faltan ${missing}`}</small>
          </Tabs.Tab>
          <Tabs.Tab value="resultado">{t('Resultado')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="controles" className={classes.panel}>
          <ControlsPart asked={asked} answers={answers} closed={closed} onChange={saving.answer} />
        </Tabs.Panel>
        <Tabs.Panel value="datos" className={classes.panel}>
          <HeaderPart head={head} closed={closed} onChange={saving.write} />
        </Tabs.Panel>
        <Tabs.Panel value="resultado" className={classes.panel}>
          <ResultPart
            evaluated={{ controls: framework.controlList, target: head.target, answers: [...answers.values()] }}
          />
        </Tabs.Panel>
      </Tabs>
      {closed ? null : (
        <FormFoot
          state={<SavedText state={state} onRetry={() => void saving.flush()} />}
          primary={{ label: t('Confirmar'), onClick: () => setConfirming(true) }}
        />
      )}
      <ConfirmAssessment
        opened={confirming}
        onClose={() => setConfirming(false)}
        detail={detail}
        controls={framework.controlList}
        saving={saving}
        onPart={choose}
        onDone={onReread}
      />
      {saving.window}
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={leaving.leave}
        onSave={() => void saving.flush().then(version => version !== null && leaving.leave())}
      />
    </>
  )
}

function Confirmed({ detail, onReread }: { detail: AssessmentDetail; onReread: () => Promise<void> }) {
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: () =>
      call(changeAssessment, { params: { id: detail.id }, body: { status: 'DRAFT', version: detail.version } }),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: [listAssessments.name] }), onReread()])
      showNotice(t('Evaluación retomada: puede cambiarla y volver a confirmarla.'))
    },
    onError: error => showError(messageOf(error)),
  })
  return (
    <div className={classes.message}>
      <Message kind="done" title={t('Evaluación confirmada')}>
        <p>
          {t(
            'El CCI y el proveedor ya la leen. Para cambiarla, retómela: vuelve a ser un borrador hasta que la confirme.',
          )}
        </p>
        <ActionButton size="xs" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
          {t('Retomar la evaluación')}
        </ActionButton>
      </Message>
    </div>
  )
}
