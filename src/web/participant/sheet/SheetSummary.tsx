import { useQuery } from '@tanstack/react-query'
import { documentationProgress } from '#domain/document/progress.ts'
import { listBulletins } from '#domain/incident/bulletin/contract.ts'
import { t } from '#domain/language/translate.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import type { Documentation, ReportRequest } from '#domain/validation/by-kind.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { FindingSummary } from '#web/assessment/finding/FindingSummary.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { useMay } from '#web/session/useMe.ts'
import { levelColumns } from '#web/supervision/use/levelColumns.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { DetailLine } from '#web/ui/layout/DetailPanel.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** More than a provider has services. */
const ALL = 9999

type Props = {
  id: string
  name: string
  cif: string
  documentation: Documentation | null | undefined
  requests: readonly ReportRequest[]
}

/** What a reader asks first of a provider: may we use it, and what is open? (EXP-22) */
export function SheetSummary({ id, name, cif, documentation, requests }: Props) {
  return (
    <>
      <UsedServices id={id} />
      <Section title={t('SITUACIÓN')}>
        {documentation ? <DocumentationState documentation={documentation} /> : null}
        <RatingsState requests={requests} />
        <IncidentState id={id} cif={cif} />
        <FindingSummary providerId={id} provider={name} />
      </Section>
    </>
  )
}

/** For a bank: what it requires of the services that it uses, and what they have. */
function UsedServices({ id }: { id: string }) {
  const mayRead = useMay('use.manage')
  const { data } = useQuery({
    ...queryOptions(listUses, { query: { idProvider: id, size: ALL } }),
    enabled: mayRead,
  })
  if (!data?.content.length) return null
  return (
    <Section title={t('LO QUE UTILIZA SU ENTIDAD')}>
      <DataTable
        label={t('Lo que utiliza su entidad')}
        rows={data.content}
        rowKey={use => use.id}
        columns={levelColumns.filter(({ key }) => key !== 'provider')}
        empty={{ title: '' }}
      />
    </Section>
  )
}

function DocumentationState({ documentation }: { documentation: Documentation }) {
  const { accepted, total } = documentationProgress(documentation.catalogDocuments)
  const next = documentation.expiredAt && t`próxima caducidad ${dayText(documentation.expiredAt)}`
  return (
    <DetailLine
      title={t('Documentación')}
      badge={<StatusBadge status={documentation.status} decidedAt={documentation.decidedAt} small />}
      note={[t`${accepted} de ${total} documentos en vigor`, next].filter(Boolean).join(' · ')}
    />
  )
}

function RatingsState({ requests }: Pick<Props, 'requests'>) {
  const inForce = requests.filter(({ status }) => reportRequestMachine.is.qualified(status))
  const reviewed = requests.filter(({ reviewSince }) => reviewSince).length
  const next = inForce.flatMap(({ expiredAt }) => expiredAt ?? []).sort()[0]
  return (
    <DetailLine
      title={t('Calificaciones')}
      note={[
        requests.length === 1
          ? t`${inForce.length} en vigor de 1 solicitud`
          : t`${inForce.length} en vigor de ${requests.length} solicitudes`,
        reviewed > 0 && t`${reviewed} en revisión extraordinaria`,
        next && t`próxima caducidad ${dayText(next)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

/** Says that there is an incident also to a bank that may not read it, with the bulletins about it. */
function IncidentState({ id, cif }: Pick<Props, 'id' | 'cif'>) {
  const maySearch = useMay('provider.search')
  const mayRead = useMay('incident.read')
  const { data } = useQuery({
    ...queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider: id, size: 1 } }),
    enabled: maySearch,
  })
  const bulletins = useQuery({
    ...queryOptions(listBulletins, { query: { provider: cif, size: 1 } }),
    enabled: mayRead,
  })
  const issue = data?.content[0]?.issue
  const count = bulletins.data?.totalElements ?? 0
  if (!issue && count === 0) return null
  return (
    <DetailLine
      title={t('Incidencias')}
      badge={issue ? <StatusBadge status={issue} small /> : null}
      note={
        count > 0 ? (
          <UiLink href={paths.bulletins({ provider: cif })}>
            {count === 1 ? t('1 comunicado') : t`${count} comunicados`}
          </UiLink>
        ) : null
      }
    />
  )
}
