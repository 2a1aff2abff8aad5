import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { msg, t } from '#domain/language/translate.ts'
import { declarationOrder, independenceLabels, isScoreOpen } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { independenceBadges } from '#web/report-request/independence/words.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** Requests read; an evaluator has fewer. */
const MOST = 100

const isOpen = ({ status }: ValidationWire) => isScoreOpen(status as ReportRequestStatus)
/** A published rating without a declaration takes none any more. */
const isListed = (request: ValidationWire) => request.independence !== undefined || isOpen(request)

const columns = (first: string | undefined): Column<ValidationWire>[] => [
  {
    key: 'provider',
    header: msg('PROVEEDOR'),
    cell: ({ nameGenericEntity }) => nameGenericEntity,
    sub: ({ service }) => service,
  },
  {
    key: 'sentAt',
    header: msg('ENVIADA'),
    cell: ({ sentAt }) => (sentAt ? <RelativeTime value={sentAt} /> : <NoValue />),
  },
  {
    key: 'status',
    header: msg('DECLARACIÓN'),
    cell: ({ independence: of }) =>
      of ? (
        <StateBadge small state={independenceBadges[of.status]} label={t(independenceLabels[of.status])} />
      ) : (
        t('Sin declarar')
      ),
    sub: ({ independence: of }) =>
      of && independenceMachine.is.undecided(of.status)
        ? t('Espera la decisión del CCI')
        : of?.reason && t`Motivo del CCI: «${of.reason}»`,
  },
  {
    key: 'act',
    header: msg('Acciones'),
    actions: true,
    cell: ({ id, nameGenericEntity, service, independence }) => (
      <Button component={UiLink} size="xs" variant={id === first ? 'filled' : 'default'} href={paths.declaration(id)}>
        {independence ? t('Ver la declaración') : t('Declarar')}
        <span className="vh">
          {' '}
          {t`para ${nameGenericEntity},`} {service}
        </span>
      </Button>
    ),
  },
]

/** /independence: the evaluator's declarations, and first the requests that still lack one (EXP-10). */
export function IndependencePage() {
  const { idGenericEntity } = useMe()
  const { data, error, refetch, isFetching } = useQuery(
    queryOptions(listValidations, { query: { type: 'AUDIT_REPORT', idAudit: idGenericEntity, size: MOST } }),
  )
  const rows = (data?.content ?? []).filter(isListed).toSorted(declarationOrder)
  return (
    <>
      <PageHeader
        title={t('Independencia')}
        subtitle={t('Su declaración para cada solicitud que le nombra evaluador.')}
      />
      <DataTable
        label={t('Independencia')}
        columns={columns(rows.find(({ independence }) => !independence)?.id)}
        rows={rows}
        rowKey={({ id }) => id}
        status={data ? 'ready' : error ? 'error' : 'loading'}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
        empty={{
          title: t('No hay nada que declarar'),
          text: t('Aquí verá las solicitudes que le nombren evaluador.'),
        }}
      />
    </>
  )
}
