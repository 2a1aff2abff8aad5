import { IconEdit, IconEye } from '@tabler/icons-react'
import { assessmentColumns, assessmentStatusLabels } from '#domain/assessment/columns.ts'
import { exportAssessments } from '#domain/assessment/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { msg, t } from '#domain/language/translate.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { paths } from '#web/app/paths.ts'
import { assessmentBadges } from '#web/assessment/badges.ts'
import { ToVerify } from '#web/assessment/finding/ToVerify.tsx'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { ToAssess } from '#web/assessment/ToAssess.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

const shown = ['provider', 'status', 'answered', 'computed', 'framework', 'createdAt']

const columns: Column<AssessmentWire>[] = [
  ...tableColumns(
    assessmentColumns.filter(({ key }) => shown.includes(key)),
    {
      provider: { sub: row => row.service },
      status: {
        cell: row => (
          <StateBadge small state={assessmentBadges[row.status]} label={t(assessmentStatusLabels[row.status])} />
        ),
      },
      computed: {
        cell: row => <Computed of={row} />,
        sub: row => t`Objetivo: ${row.target}`,
      },
      framework: {
        cell: row => t`Edición ${row.framework.edition}`,
        sub: row => <Illustrative of={row.framework} />,
      },
      createdAt: { cell: row => <RelativeTime value={row.createdAt} /> },
    },
  ),
  {
    key: 'actions',
    header: msg('Acciones'),
    actions: true,
    cell: row => {
      const of = t`la evaluación de ${row.providerName}, ${row.service}`
      return (
        <>
          {assessmentMachine.is.open(row.status) ? (
            <IconButton
              size={40}
              label={assessmentMachine.is.draft(row.status) ? t`Rellenar ${of}` : t`Abrir ${of}`}
              icon={<IconEdit />}
              href={paths.assessment(row.validationId)}
            />
          ) : null}
          <IconButton size={40} label={t`Ver ${of}`} icon={<IconEye />} href={paths.assessmentView(row.id)} />
        </>
      )
    },
  },
]

/** A draft is below the scale until its controls are answered: that says nothing yet. */
function Computed({ of: { computed, status } }: { of: AssessmentWire }) {
  if (computed) return <RatingBadge rating={computed} axes={RATING_SCALE.dimensions} />
  return assessmentMachine.is.draft(status) ? <NoValue /> : t('No alcanza el nivel D')
}

/** /assessments: what waits for the evaluator, and the evaluations that it made. */
export function AssessmentsPage() {
  const list = useList(exportAssessments)
  return (
    <>
      <PageHeader
        title={t('Evaluaciones')}
        subtitle={t('Responda los controles del marco para las solicitudes que le nombran evaluador.')}
        actions={
          <>
            <UiLink href={paths.clarifications()}>{t('Aclaraciones')}</UiLink>
            <ExportMenu list={list} />
          </>
        }
      />
      <ToAssess />
      <ToVerify />
      <Section kind="label" title={t('SUS EVALUACIONES')}>
        <ListTable
          list={list}
          columns={columns}
          rowKey={row => row.id}
          empty={{
            title: t('No hay ninguna evaluación'),
            text: t('Aquí verá las que empiece y las que un proveedor envíe en su hoja.'),
          }}
        />
        <ListPager list={list} noun={[t('evaluación'), t('evaluaciones')]} />
      </Section>
    </>
  )
}
