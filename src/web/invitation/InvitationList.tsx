import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { invitationColumns } from '#domain/invitation/columns.ts'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import { countInvitations, exportInvitations } from '#domain/invitation/contract.ts'
import { invitationStatusLabels } from '#domain/invitation/invitation.ts'
import { withInstants } from '#domain/list/instants.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { queryOptions } from '#web/api/api.ts'
import { InvitationActions, invitationActs } from '#web/invitation/InvitationActions.tsx'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { useMe } from '#web/session/useMe.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { CopyText } from '#web/ui/table/CopyText.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './InvitationList.module.css'

const keyOf = ({ id }: InvitationWire) => id
const emailOf = ({ email }: InvitationWire) => email
const statuses = Object.keys(invitationStatusLabels) as InvitationStatus[]

const columns: Column<InvitationWire>[] = [
  ...tableColumns(invitationColumns, {
    email: { cell: row => <CopyText text={row.email} /> },
    type: { width: 120 },
    createdAt: {
      width: 150,
      cell: row => <RelativeTime value={row.createdAt} />,
      sub: row => (row.sentAt > row.createdAt ? `Otra vez el ${dayText(row.sentAt)}` : null),
    },
    status: {
      width: 170,
      cell: row => <StateBadge state={row.status} label={invitationStatusLabels[row.status]} />,
    },
  }),
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    width: 110,
    cell: row => <InvitationActions invitation={row} />,
  },
]

/** The issued invitations: counts by status, filters, six per page (INV-03, INV-04, LIM-12, LIM-33). */
export function InvitationList() {
  const list = useList(exportInvitations)
  const selected = useSelected(list.rows, keyOf, emailOf)
  const refresh = useRefreshInvitations()
  const role = useMe().role.key
  const acts = useMemo(() => invitationActs(role), [role])
  const { filters } = list
  const { status: _segment, ...fields } = filters
  const { data: counts } = useQuery({
    ...queryOptions(countInvitations, { query: withInstants(fields) }),
    placeholderData: keepPreviousData,
  })
  const all = counts && statuses.reduce((sum, each) => sum + counts[each], 0)
  return (
    <Section title="INVITACIONES EMITIDAS" actions={<ListTools list={list} />}>
      <div className={classes.segments}>
        <Segments
          label="Estado"
          value={filters.status ?? ''}
          onChange={value => list.setFilter('status', value || null)}
          segments={[
            { value: '', label: 'Todas', count: all },
            ...statuses.map(each => ({ value: each, label: plural(each), count: counts?.[each] })),
          ]}
        />
      </div>
      <ListFilters list={list} />
      <ListTable
        list={list}
        columns={columns}
        selection={selected.selection}
        rowKey={row => row.id}
        empty={{
          title: 'No se ha enviado ninguna invitación',
          text: 'Invite al primer participante con el formulario.',
        }}
        noResults="Ninguna invitación coincide"
      />
      <ListPager list={list} noun={['invitación', 'invitaciones']} />
      <BulkBar selected={selected} acts={acts} onDone={refresh} />
    </Section>
  )
}

const plural = (status: InvitationStatus) => `${invitationStatusLabels[status]}s`
