import { IconArrowRight, IconMail, IconMailOpened } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { targetOf } from '#domain/notification/notification.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { useListState } from '#web/list/useListState.ts'
import { keepFocus } from '#web/participant/search/keepFocus.ts'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useMe } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showError } from '#web/ui/messages.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'
import classes from './notifications.module.css'

/** LIM-11. */
const PAGE_SIZE = 6

/** /notifications: every notification of the organisation, with this user's own read marks (ROUTE-13, NOTIF-04 to NOTIF-08). */
export function NotificationsPage() {
  const role = useMe().role.key
  const list = useListState(['isRead'], 'createdAt,desc')
  const navigate = useNavigate()
  const client = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const unreadOnly = list.filters.isRead === 'false'
  const { data, error, isPending, refetch, isFetching } = useQuery({
    ...reading(listNotifications, {
      query: { ...(unreadOnly ? { isRead: 'false' } : {}), page: list.page, size: PAGE_SIZE, sort: list.sort },
    }),
    placeholderData: keepPreviousData,
  })
  const unread = useQuery(reading(listNotifications, { query: { isRead: 'false', size: 1 } })).data?.totalElements
  const mark = useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(markNotification, { params: { id }, body: { isRead } }),
    onError: failure => showError(messageOf(failure)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listNotifications.name] })
      // The row may be gone from the unread ones, and the focus with it.
      keepFocus(frame.current)
    },
  })
  const go = (row: NotificationWire, href: string) => {
    if (!row.isRead) mark.mutate({ id: row.id, isRead: true })
    void navigate({ to: href })
  }
  const columns: Column<NotificationWire>[] = [
    {
      key: 'createdAt',
      header: 'FECHA Y HORA',
      sortable: true,
      width: 190,
      cell: row => (
        <span className={classes.when} data-unread={!row.isRead || undefined}>
          <RelativeTime value={row.createdAt} withTime />
          {row.isRead ? null : <span className="vh"> Sin leer</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'MOTIVO',
      cell: row => {
        const href = targetOf(row.type, row.info, role)
        const words = row.isRead ? row.reason : <b>{row.reason}</b>
        return href ? (
          <UiLink
            href={href}
            className={classes.reason}
            onClick={() => {
              if (!row.isRead) mark.mutate({ id: row.id, isRead: true })
            }}
          >
            {words}
          </UiLink>
        ) : (
          words
        )
      },
    },
    { key: 'message', header: 'DETALLE', cell: row => row.message },
    {
      key: 'actions',
      header: 'Acciones',
      actions: true,
      cell: row => {
        const href = targetOf(row.type, row.info, role)
        return (
          <>
            <IconButton
              size={40}
              label={`Ir a: ${row.reason}`}
              icon={<IconArrowRight />}
              blocked={href ? null : 'Este aviso no lleva a ninguna pantalla'}
              onClick={() => href && go(row, href)}
            />
            <IconButton
              size={40}
              label={row.isRead ? 'Marcar como no leída' : 'Marcar como leída'}
              icon={row.isRead ? <IconMail /> : <IconMailOpened />}
              onClick={() => mark.mutate({ id: row.id, isRead: !row.isRead })}
            />
          </>
        )
      },
    },
  ]
  return (
    <div ref={frame} tabIndex={-1} className={classes.frame}>
      <PageHeader
        title="Notificaciones"
        subtitle={unread === undefined ? ' ' : unread === 0 ? 'Todo leído.' : `${unread} sin leer.`}
        actions={
          <Segments
            label="Qué notificaciones se ven"
            value={unreadOnly ? 'unread' : 'all'}
            onChange={value => list.setFilter('isRead', value === 'unread' ? 'false' : null)}
            segments={[
              { value: 'all', label: 'Todas' },
              { value: 'unread', label: 'Sin leer', count: unread },
            ]}
          />
        }
      />
      <DataTable
        label="Notificaciones"
        columns={columns}
        rows={data?.content ?? []}
        rowKey={row => row.id}
        status={error ? 'error' : isPending ? 'loading' : 'ready'}
        skeletonRows={PAGE_SIZE}
        sort={sortOf(list.sort)}
        onSort={sort => list.setSort(sortText(sort))}
        empty={{
          title: 'No tiene notificaciones',
          text: 'Aquí verá lo que ocurra con su documentación y sus informes.',
        }}
        noResults={unreadOnly ? { title: 'No le queda nada por leer', onClear: list.clear } : null}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data ? (
        <Pager
          page={list.page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={page => list.setPage(page - 1)}
        />
      ) : null}
    </div>
  )
}
