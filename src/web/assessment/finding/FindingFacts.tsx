import type { ReactNode } from 'react'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { priorityLabels } from '#domain/assessment/finding/finding.ts'
import { t } from '#domain/language/translate.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { paths } from '#web/app/paths.ts'
import { FindingFiles } from '#web/assessment/finding/FindingFiles.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** All that is known of a finding: what was found, the plan and its proof. */
export function FindingFacts({ finding, withFiles = true }: { finding: FindingWire; withFiles?: boolean }) {
  const { own } = finding
  return (
    <div className="stack">
      {own?.returnedReason ? (
        <Message kind="warning" title={t('Se devolvió la prueba: falta algo por hacer')}>
          {own.returnedReason}
        </Message>
      ) : null}
      <DescriptionList facts={factsOf(finding)} />
      {withFiles ? <FindingFiles finding={finding} /> : null}
    </div>
  )
}

type Fact = { label: string; value: ReactNode }

function factsOf(finding: FindingWire): Fact[] {
  const { own, controlKey, statement, domain, dueOn, assessmentId, doneAt, endedAt } = finding
  const all: (Fact | null)[] = [
    own?.detail ? { label: t('Detalle'), value: own.detail } : null,
    controlKey ? { label: 'Control', value: [controlKey, domain, statement].filter(Boolean).join(' · ') } : null,
    { label: t('Dimensión'), value: t(dimensionLabels[finding.dimension]) },
    { label: t('Prioridad'), value: t(priorityLabels[finding.priority]) },
    { label: t('Proveedor'), value: finding.providerName },
    { label: t('Evaluador'), value: finding.evaluatorName ?? t('Ya no está en el portal') },
    assessmentId
      ? {
          label: t('Evaluación'),
          value: <UiLink href={paths.assessmentView(assessmentId)}>{t('Ver la evaluación')}</UiLink>,
        }
      : null,
    own?.measure ? { label: t('Medida'), value: own.measure } : null,
    own?.ownerName ? { label: t('Responsable'), value: own.ownerName } : null,
    dueOn ? { label: t('Fecha prevista'), value: dayText(dueOn) } : null,
    own?.delayReason ? { label: t('Por qué se retrasó'), value: own.delayReason } : null,
    own?.proof ? { label: t('Qué se ha hecho'), value: own.proof } : null,
    doneAt ? { label: t('Hecho'), value: dayText(doneAt) } : null,
    endedAt
      ? {
          label: findingMachine.is.verified(finding.status) ? t('Verificado') : t('Retirado'),
          value: [dayText(endedAt), own?.verifiedBy, own?.endReason].filter(Boolean).join(' · '),
        }
      : null,
  ]
  return all.filter(fact => fact !== null)
}
