import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import {
  answerLabels,
  answersByKey,
  askedControls,
  byDomain,
  dimensionLabels,
  isMet,
} from '#domain/assessment/assessment.ts'
import { readFramework } from '#domain/assessment/framework/contract.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { queryOptions } from '#web/api/api.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import classes from './view.module.css'

/** The answers, folded by domain: a framework may have 1,500 controls. */
export function AnswersPart({ detail }: { detail: AssessmentDetail }) {
  const { data } = useQuery({
    ...queryOptions(readFramework, { params: { id: detail.framework.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  const answers = answersByKey(detail.answers)
  const domains = [...byDomain(askedControls(data.controlList, detail.target))]
  return (
    <Section kind="label" title={t('RESPUESTAS')}>
      {domains.map(([domain, controls]) => (
        <Domain key={domain} domain={domain} controls={controls} answers={answers} />
      ))}
    </Section>
  )
}

type Props = { domain: string; controls: readonly Control[]; answers: ReadonlyMap<string, Answer> }

function Domain({ domain, controls, answers }: Props) {
  const [open, setOpen] = useState(false)
  const met = controls.filter(({ key }) => isMet(answers.get(key))).length
  return (
    <details className={classes.domain} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{domain}</b>
        <span className="dim">
          {met === 1 ? t`se cumple ${met} de ${controls.length}` : t`se cumplen ${met} de ${controls.length}`}
        </span>
      </summary>
      {open ? (
        <DataTable
          dense
          label={t`Respuestas de ${domain}`}
          rows={controls}
          rowKey={row => row.key}
          empty={{ title: t('No hay controles') }}
          columns={[
            { key: 'key', header: 'Control', width: 110, cell: row => <span className="mono">{row.key}</span> },
            {
              key: 'statement',
              header: t('Enunciado'),
              prose: true,
              cell: row => row.statement,
              sub: row => wordsOf(answers.get(row.key)),
            },
            {
              key: 'level',
              header: t('Nivel y dimensiones'),
              width: 210,
              cell: row => row.level,
              sub: row => row.dimensions.map(dimension => t(dimensionLabels[dimension])).join(', '),
            },
            { key: 'answer', header: t('Respuesta'), width: 140, cell: row => <Given answer={answers.get(row.key)} /> },
          ]}
        />
      ) : null}
    </details>
  )
}

const wordsOf = (answer: Answer | undefined) =>
  [answer?.justification, answer?.note].filter(Boolean).join(' · ') || null

function Given({ answer }: { answer: Answer | undefined }) {
  if (!answer?.answer) return <NoValue />
  const state = answer.answer === 'NOT_APPLICABLE' ? 'CLOSED' : isMet(answer) ? 'ACCEPTED' : 'REJECTED'
  return <StateBadge small state={state} label={t(answerLabels[answer.answer])} />
}
