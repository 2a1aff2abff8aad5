import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerLabels } from '#domain/assessment/assessment.ts'
import { controlChangeLabels, controlChanges } from '#domain/assessment/comparison.ts'
import { compareAssessments } from '#domain/assessment/contract.ts'
import type { AssessmentWire, ComparisonWire } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { ChangeTable } from '#web/assessment/view/ChangeTable.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './view.module.css'

const PAGE = 10

/** What changed from an earlier evaluation of the same service (DICT-24). */
export function ComparisonPart({ id, others }: { id: string; others: readonly [AssessmentWire, ...AssessmentWire[]] }) {
  const [other, setOther] = useState(others[0].id)
  const { data, error, refetch } = useQuery(
    queryOptions(compareAssessments, { params: { id }, query: { with: other } }),
  )
  return (
    <Section
      kind="label"
      title={t('RESPECTO A LA EVALUACIÓN ANTERIOR')}
      actions={
        others.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={t('Evaluación con la que se compara')}
            value={other}
            onChange={event => setOther(event.currentTarget.value)}
            data={others.map(each => ({ value: each.id, label: nameOf(each) }))}
          />
        ) : null
      }
    >
      {data ? (
        <Compared comparison={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading height={320} />
      )}
    </Section>
  )
}

const nameOf = ({ reportDate, createdAt, framework }: AssessmentWire) =>
  t`${dayText(reportDate ?? createdAt)}, edición ${framework.edition}`

function Compared({ comparison: { before, now, dimensions, domains, controls } }: { comparison: ComparisonWire }) {
  return (
    <div className="stack">
      <p className="dim">{t`Círculo hueco: evaluación del ${dayText(before.reportDate ?? before.createdAt)}. Círculo lleno: esta, del ${dayText(now.reportDate ?? now.createdAt)}.${
        before.framework.id === now.framework.id
          ? ''
          : t` El marco ha cambiado de la edición ${before.framework.edition} a la ${now.framework.edition}: los controles que solo tiene una no cuentan como mejora ni como empeora.`
      }`}</p>
      <ChangeTable
        rows={[
          { name: t('En conjunto'), changes: dimensions, whole: true },
          ...domains.map(({ domain, dimensions: changes }) => ({ name: domain, changes })),
        ]}
      />
      <Controls controls={controls} />
    </div>
  )
}

const badges = {
  BETTER: 'ACCEPTED',
  WORSE: 'REJECTED',
  NEW: 'NEW',
  GONE: 'CLOSED',
  NO_LONGER_APPLIES: 'EXPIRED',
} as const

/** The controls that changed, worse first. */
function Controls({ controls }: { controls: ComparisonWire['controls'] }) {
  const [kind, setKind] = useState('')
  const [page, setPage] = useState(1)
  const kinds = controlChanges.filter(each => controls.some(({ change }) => change === each))
  const chosen = kinds
    .filter(each => kind === '' || each === kind)
    .flatMap(each => controls.filter(({ change }) => change === each))
  if (controls.length === 0) return <p>{t('Ningún control ha cambiado.')}</p>
  return (
    <div className={classes.controls}>
      <Segments
        label={t('Qué ha cambiado')}
        value={kind}
        onChange={value => {
          setKind(value)
          setPage(1)
        }}
        segments={[
          { value: '', label: t('Todos'), count: controls.length },
          ...kinds.map(each => ({
            value: each,
            label: t(controlChangeLabels[each]),
            count: controls.filter(({ change }) => change === each).length,
          })),
        ]}
      />
      <DataTable
        label={t('Controles que han cambiado')}
        rows={chosen.slice((page - 1) * PAGE, page * PAGE)}
        rowKey={row => row.key}
        empty={{ title: t('Ningún control ha cambiado') }}
        columns={[
          { key: 'key', header: 'Control', width: 110, cell: row => <span className="mono">{row.key}</span> },
          { key: 'statement', header: t('Enunciado'), prose: true, cell: row => row.statement, sub: row => row.domain },
          { key: 'level', header: t('Nivel'), width: 80, cell: row => row.level },
          {
            key: 'before',
            header: t('Antes y ahora'),
            width: 190,
            cell: row =>
              row.change === 'NEW'
                ? t`Ahora: ${wordOf(row.now)}`
                : row.change === 'GONE'
                  ? t`Antes: ${wordOf(row.before)}`
                  : `${wordOf(row.before)} → ${wordOf(row.now)}`,
          },
          {
            key: 'change',
            header: t('Cambio'),
            width: 160,
            cell: row => <StateBadge small state={badges[row.change]} label={t(controlChangeLabels[row.change])} />,
          },
        ]}
      />
      {chosen.length > PAGE ? (
        <Pager page={page} pageSize={PAGE} total={chosen.length} onChange={setPage} noun={t('controles')} />
      ) : null}
    </div>
  )
}

const wordOf = (answer: ComparisonWire['controls'][number]['now']) =>
  answer === null ? t('sin responder') : t(answerLabels[answer])
