import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginAssessment, listAssessments } from '#domain/assessment/contract.ts'
import { listFrameworks } from '#domain/assessment/framework/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { formatRating, parseRating } from '#domain/values/rating.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { paths } from '#web/app/paths.ts'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { RatingChoice } from '#web/report-request/score/RatingChoice.tsx'
import { noLevels } from '#web/report-request/score/scoreDraft.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './form.module.css'

type Props = { request: ValidationWire; before: AssessmentWire | undefined }

/** Chooses the level aimed at, which decides what is asked, and begins. */
export function BeginAssessment({ request, before }: Props) {
  const [levels, setLevels] = useState<string[]>([...((before && parseRating(before.target)) ?? noLevels())])
  const [tried, setTried] = useState(false)
  const frameworks = useQuery(queryOptions(listFrameworks, { query: { status: 'PUBLISHED' } }))
  const target = formatRating(levels)
  const begin = useListWrite({
    mutationFn: () => call(beginAssessment, { body: { validationId: request.id, target } }),
    reads: [listAssessments.name],
  })
  if (frameworks.error) {
    return <ErrorState text={messageOf(frameworks.error)} onRetry={() => void frameworks.refetch()} />
  }
  if (!frameworks.data) return <Loading height={320} />
  const framework = frameworks.data.content[0]
  if (!framework) return <Message kind="info">{sentence('frameworkMissing')}</Message>
  if (!reportRequestMachine.is.assessable(request.status as ReportRequestStatus)) {
    return <Message kind="info">{sentence('requestNotAssessable')}</Message>
  }
  return (
    <form
      className={`stack ${classes.begin}`}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (parseRating(target) && !begin.isPending) begin.mutate()
      }}
    >
      {before ? (
        <p>
          <Words of={t('La evaluación que respalda la calificación publicada sigue a la vista: {0}.')}>
            <UiLink href={paths.assessmentView(before.id)}>{t('ver la evaluación')}</UiLink>
          </Words>
        </p>
      ) : null}
      <p className="row wrap">
        <span>
          <Words of={t('Marco de controles: {0}, edición {1}, {2} controles.')}>
            <b>{framework.name}</b>
            {framework.edition}
            {framework.controls}
          </Words>
        </span>
        <Illustrative of={framework} />
      </p>
      <Section kind="label" title={t('NIVEL OBJETIVO')}>
        <p className={`dim ${classes.hint}`}>
          {t('Solo se preguntan los controles que el nivel objetivo pide. Podrá cambiarlo mientras no confirme.')}
        </p>
        <RatingChoice label={t('Nivel objetivo')} levels={levels} demand={tried} onChange={setLevels} />
      </Section>
      {begin.error ? (
        <Message kind="error" live>
          {messageOf(begin.error)}
        </Message>
      ) : null}
      <div className="row wrap">
        <ActionButton type="submit" variant="filled" loading={begin.isPending}>
          {t('Empezar la evaluación')}
        </ActionButton>
        <Button component={UiLink} variant="subtle" href={paths.assessments()}>
          {t('Ahora no')}
        </Button>
      </div>
    </form>
  )
}
