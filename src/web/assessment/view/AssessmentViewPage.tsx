import { Button } from '@mantine/core'
import { IconDownload, IconFlag, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { assessmentStatusLabels } from '#domain/assessment/columns.ts'
import { assessmentWorkbook, explainAssessment, listAssessments, readAssessment } from '#domain/assessment/contract.ts'
import { readFramework } from '#domain/assessment/framework/contract.ts'
import { opinionLabels, standardLabels, subserviceLabels } from '#domain/assessment/header.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { assessmentBadges } from '#web/assessment/badges.ts'
import { RaiseModal } from '#web/assessment/finding/RaiseModal.tsx'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { AnswersPart } from '#web/assessment/view/AnswersPart.tsx'
import { ComparisonPart } from '#web/assessment/view/ComparisonPart.tsx'
import { DomainTable } from '#web/assessment/view/DomainTable.tsx'
import { Explanations } from '#web/assessment/view/Explanations.tsx'
import { useDownload } from '#web/document/useDownload.ts'
import { useMay } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './view.module.css'

/** /assessment-view/{assessmentId}: an evaluation as its readers see it (DICT-23). */
export function AssessmentViewPage() {
  const { assessmentId = '' } = useParams({ strict: false }) as { assessmentId?: string }
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readAssessment, { params: { id: assessmentId } }))
  if (data) return <Evaluation key={data.id} detail={data} />
  return (
    <>
      <PageHeader title={t('Evaluación')} />
      {error ? (
        <ErrorState
          title={t('No se ha podido abrir la evaluación')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading height={420} label={t('Cargando la evaluación')} />
      )}
    </>
  )
}

function Evaluation({ detail }: { detail: AssessmentDetail }) {
  const workbook = useDownload(() => call(assessmentWorkbook, { params: { id: detail.id } }), 'evaluacion.xlsx')
  const mayRaise = useMay('finding.raise')
  const seesFindings = useMay('finding.plan') || mayRaise
  const [raising, setRaising] = useState(false)
  const { framework, status } = detail
  return (
    <>
      <PageHeader
        title={t('Evaluación')}
        subtitle={`${detail.providerName} · ${detail.service}`}
        actions={
          <div className={`row wrap ${classes.actions}`}>
            <Button variant="subtle" size="xs" leftSection={<IconPrinter />} onClick={() => window.print()}>
              {t('Imprimir o guardar en PDF')}
            </Button>
            <ActionButton
              size="xs"
              leftSection={<IconDownload />}
              loading={workbook.isPending}
              onClick={() => workbook.mutate()}
            >
              {t('Descargar la hoja')}
            </ActionButton>
            {seesFindings ? (
              <Button component={UiLink} size="xs" href={paths.findings({ serviceId: detail.serviceId })}>
                {t('Ver los hallazgos')}
              </Button>
            ) : null}
            {mayRaise ? (
              <Button size="xs" leftSection={<IconFlag />} onClick={() => setRaising(true)}>
                {t('Anotar hallazgo')}
              </Button>
            ) : null}
          </div>
        }
      />
      <div className={`row wrap ${classes.state}`}>
        <StateBadge state={assessmentBadges[status]} label={t(assessmentStatusLabels[status])} />
        <span className="dim">{t`${framework.name}, edición ${framework.edition}`}</span>
        <Illustrative of={framework} />
      </div>
      {assessmentMachine.is.draft(status) ? (
        <div className={classes.message}>
          <Message kind="waiting">{t`Es un borrador: ${detail.answered} de ${detail.asked} controles respondidos. Solo lo ven el evaluador y el CCI.`}</Message>
        </div>
      ) : null}
      <Overridden detail={detail} />
      <Results detail={detail} />
      <Comparison detail={detail} />
      <Section kind="label" title={t('DATOS DE LA EVALUACIÓN')}>
        <DescriptionList facts={factsOf(detail)} />
      </Section>
      <AnswersPart detail={detail} />
      {raising ? (
        <RaiseModal
          about={{ validationId: detail.validationId, words: `${detail.providerName} · ${detail.service}` }}
          onClose={() => setRaising(false)}
        />
      ) : null}
    </>
  )
}

/** The published rating, where it is not the one computed, with CCI's reason. */
function Overridden({ detail: { score, computed } }: { detail: AssessmentDetail }) {
  if (!score?.overrideReason) return null
  return (
    <div className={classes.message}>
      <Message kind="info" title={t('La calificación publicada no es la que resulta de la evaluación')}>
        <p className="row wrap">
          {t('Publicada:')} <RatingBadge rating={score.score} axes={RATING_SCALE.dimensions} />
          {computed ? (
            <>
              {t('Resulta de la evaluación:')} <RatingBadge rating={computed} axes={RATING_SCALE.dimensions} />
            </>
          ) : null}
        </p>
        <p>{t`El CCI dice por qué: «${score.overrideReason}»`}</p>
      </Message>
    </div>
  )
}

function Results({ detail }: { detail: AssessmentDetail }) {
  const { data, error, refetch } = useQuery(queryOptions(explainAssessment, { params: { id: detail.id } }))
  const framework = useQuery({
    ...queryOptions(readFramework, { params: { id: detail.framework.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) {
    return error ? (
      <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading height={320} label={t('Cargando los niveles')} />
    )
  }
  return (
    <>
      <Section kind="label" title={t('NIVEL ALCANZADO')}>
        <div className={classes.result}>
          <RatingBadge
            size="xl"
            withAxes
            rating={data.dimensions.map(({ level }) => (level === null || level === 'NONE' ? '–' : level)).join('/')}
            axes={RATING_SCALE.dimensions}
          />
          <Explanations explained={data.dimensions} controls={framework.data?.controlList} sealed />
        </div>
      </Section>
      <Section kind="label" title={t('POR DOMINIOS')}>
        <DomainTable domains={data.domains} />
      </Section>
    </>
  )
}

/** Only where an earlier published evaluation of the same service can be read. */
function Comparison({ detail }: { detail: AssessmentDetail }) {
  const { providerId, serviceId } = detail
  const { data } = useQuery(
    queryOptions(listAssessments, { query: { providerId, serviceId, status: 'PUBLISHED', size: 25 } }),
  )
  const others = data?.content.filter(each => each.id !== detail.id && each.createdAt <= detail.createdAt) ?? []
  const [first, ...more] = others
  return first ? <ComparisonPart id={detail.id} others={[first, ...more]} /> : null
}

function factsOf(detail: AssessmentDetail): { label: string; value: ReactNode }[] {
  const { periodFrom, periodTo, reportDate, standard, opinion, subservices } = detail
  const none = <NoValue />
  return [
    { label: t('Evaluador'), value: detail.evaluatorName ?? none },
    { label: t('Norma'), value: standard ? t(standardLabels[standard]) : none },
    { label: t('Opinión'), value: opinion ? t(opinionLabels[opinion]) : none },
    {
      label: periodTo ? t('Periodo') : t('Fecha'),
      value: periodFrom ? [periodFrom, periodTo].flatMap(day => (day ? [dayText(day)] : [])).join(' a ') : none,
    },
    { label: t('Fecha del informe'), value: reportDate ? dayText(reportDate) : none },
    { label: t('Confirmada'), value: detail.confirmedAt ? dayText(detail.confirmedAt) : none },
    { label: t('Alcance'), value: detail.scope || none },
    { label: t('Organizaciones subcontratadas'), value: subservices ? t(subserviceLabels[subservices]) : none },
    { label: t('Controles que se esperan de la entidad'), value: detail.userControls || none },
  ]
}
