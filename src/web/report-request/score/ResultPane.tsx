import { useQuery } from '@tanstack/react-query'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import { explainAssessment } from '#domain/assessment/contract.ts'
import { belowScale } from '#domain/assessment/levels.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { sentence } from '#domain/messages.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { Explanations } from '#web/assessment/view/Explanations.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './ScoreStep.module.css'

/** What the evaluation says, beside the rating that CCI chooses (DICT-21). */
export function ResultPane({ assessment }: { assessment: AssessmentWire }) {
  const { framework, evaluatorName, confirmedAt, status, answered, asked, levels } = assessment
  const isDraft = assessmentMachine.is.draft(status)
  const below = belowScale(levels).map(dimension => dimensionLabels[dimension])
  return (
    <LedgerLine label="RESULTADO DE LA EVALUACIÓN" tall>
      <section className="stack" aria-label="Resultado de la evaluación">
        <p className="row wrap">
          <UiLink href={paths.assessmentView(assessment.id)}>Ver la evaluación</UiLink>
          <span className="small dim">
            {isDraft
              ? `Borrador de ${evaluatorName ?? 'evaluador'}: ${answered} de ${asked} controles respondidos`
              : `Confirmada por ${evaluatorName ?? 'el evaluador'}${confirmedAt ? ` el ${dayText(confirmedAt)}` : ''}`}
          </span>
          <Illustrative of={framework} />
        </p>
        {isDraft ? (
          <Message kind="waiting">El evaluador todavía no la ha confirmado: no se publica con la calificación.</Message>
        ) : (
          <Sentences id={assessment.id} />
        )}
        {!isDraft && below.length > 0 ? (
          <Message kind="warning">{sentence('belowScale', { dimensions: below.join(', ') })}</Message>
        ) : null}
      </section>
    </LedgerLine>
  )
}

function Sentences({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOptions(explainAssessment, { params: { id } }))
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading height={140} />
  return (
    <div className={classes.explained}>
      <Explanations explained={data.dimensions} />
    </div>
  )
}
