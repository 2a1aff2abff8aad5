import { loginColumns } from '#domain/identity/login-statistics/columns.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { ACTIVE_SESSION, elapsedText } from '#domain/identity/login-statistics/login-statistics.ts'
import { paths } from '#web/app/paths.ts'
import { Downloads } from '#web/identity/login-statistics/Downloads.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { SavedViews } from '#web/search/saved-view/SavedViews.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { CopyText } from '#web/ui/table/CopyText.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

const columns = tableColumns(loginColumns, {
  nameGenericEntity: { width: 220 },
  email: { cell: row => <CopyText text={row.email} /> },
  visitDateInput: { width: 135, cell: row => <RelativeTime value={row.visitDateInput} withTime /> },
  endSession: {
    width: 155,
    cell: row =>
      row.active ? (
        <StateBadge state="ACCEPTED" label={ACTIVE_SESSION} />
      ) : (
        <RelativeTime value={row.endSession} withTime />
      ),
  },
  elapsedTime: { align: 'end', width: 125, cell: row => <span className="mono">{elapsedText(row.elapsedTime)}</span> },
  downloadFiles: { cell: row => <Downloads login={row} /> },
})

/** /stadistic-login: users, session lengths and downloads (ROUTE-32, STAT-01, STAT-02, ROLE-17). */
export function StatisticsPage() {
  const list = useList(exportLogins)
  return (
    <>
      <PageHeader
        caps
        title="ESTADÍSTICAS DE LOGIN"
        subtitle="Quién ha entrado, cuánto tiempo ha estado y qué documentos ha descargado."
        actions={
          <>
            <SavedViews label="Sesiones" />
            <UiLink href={paths.verificationStatistics()}>Plazos, rechazos y caducidades</UiLink>
            <ExportMenu list={list} alertsEmpty />
          </>
        }
      />
      <ListFilters list={list} />
      <ListTable
        list={list}
        columns={columns}
        rowKey={row => row.token}
        empty={{ title: 'Nadie ha entrado todavía' }}
        noResults="Ninguna sesión coincide"
      />
      <ListPager list={list} noun={['sesión', 'sesiones']} />
    </>
  )
}
