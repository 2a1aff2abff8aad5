import { IconArrowRight, IconMail, IconMailOpened } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { notificationColumns } from '#domain/notification/columns.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { exportNotifications, listNotifications, markNotification } from '#domain/notification/contract.ts'
import { targetOf } from '#domain/notification/target.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { type BulkAct, BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { MarkAll } from '#web/notification/MarkAll.tsx'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { keepFocus } from '#web/ui/dialog/keepFocus.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './notifications.module.css'

const nameOf = ({ reason, createdAt }: NotificationWire) => `${reason}, ${dayText(createdAt)} ${timeText(createdAt)}`

const acts = ([true, false] as const).map(
  (isRead): BulkAct<NotificationWire> => ({
    key: String(isRead),
    label: isRead ? t('Marcar como leídas') : t('Marcar como no leídas'),
    icon: isRead ? <IconMailOpened /> : <IconMail />,
    consequence: t('Solo cambia para usted: sus compañeros conservan sus marcas.'),
    refusal: row => (row.isRead === isRead ? (isRead ? t('Ya está leída') : t('Ya está sin leer')) : null),
    act: ({ id }) => call(markNotification, { params: { id }, body: { isRead } }),
  }),
)

/** /notifications: every notification of the organisation, with this user's own read marks (ROUTE-13, NOTIF-04 to NOTIF-08). */
export function NotificationsPage() {
  const role = useMe().role.key
  const list = useList(exportNotifications)
  const navigate = useNavigate()
  const client = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const selected = useSelected(list.rows, ({ id }) => id, nameOf)
  const refresh = () => client.invalidateQueries({ queryKey: [listNotifications.name] })
  const unreadOnly = list.filters.isRead === 'false'
  const unread = useQuery(queryOptions(listNotifications, { query: { isRead: 'false', size: 1 } })).data?.totalElements
  const mark = useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(markNotification, { params: { id }, body: { isRead } }),
    onError: failure => showError(messageOf(failure)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listNotifications.name] })
      // The row may disappear from the unread list, and the focus with it.
      keepFocus(frame.current)
    },
  })
  const go = (row: NotificationWire, href: string) => {
    if (!row.isRead) mark.mutate({ id: row.id, isRead: true })
    void navigate({ to: href })
  }
  const columns: Column<NotificationWire>[] = [
    ...tableColumns(notificationColumns, {
      createdAt: {
        width: 190,
        cell: row => (
          <span className={classes.when} data-unread={!row.isRead || undefined}>
            <RelativeTime value={row.createdAt} withTime />
            {row.isRead ? null : <span className="vh"> {t('Sin leer')}</span>}
          </span>
        ),
        sub: undefined,
      },
      reason: {
        cell: row => {
          const href = targetOf(row.type, row.info, role)
          const words = row.isRead ? row.reason : <b>{row.reason}</b>
          const read = () => {
            if (!row.isRead) mark.mutate({ id: row.id, isRead: true })
          }
          if (href)
            return (
              <UiLink href={href} className={classes.reason} onClick={read}>
                {words}
              </UiLink>
            )
          if (row.isRead) return words
          return (
            <button type="button" className={classes.told} onClick={read}>
              {words} <span className="vh">{t('Al pulsarla queda leída')}</span>
            </button>
          )
        },
      },
      message: { prose: true },
    }),
    {
      key: 'actions',
      header: t('Acciones'),
      actions: true,
      cell: row => {
        const href = targetOf(row.type, row.info, role)
        return (
          <RowActions
            of={row.reason}
            actions={[
              {
                label: t`Ir a: ${row.reason}`,
                icon: <IconArrowRight />,
                blocked: href ? null : t('Este aviso no lleva a ninguna pantalla'),
                onClick: () => href && go(row, href),
              },
              {
                label: row.isRead ? t('Marcar como no leída') : t('Marcar como leída'),
                icon: row.isRead ? <IconMail /> : <IconMailOpened />,
                onClick: () => mark.mutate({ id: row.id, isRead: !row.isRead }),
              },
            ]}
          />
        )
      },
    },
  ]
  return (
    <div ref={frame} tabIndex={-1} className={classes.frame}>
      <PageHeader
        title={t('Notificaciones')}
        subtitle={unread === undefined ? ' ' : unread === 0 ? t('Todo leído.') : t`${unread} sin leer.`}
        actions={
          <>
            <MarkAll unread={unread} />
            <ListTools list={list} />
            <Segments
              label={t('Qué notificaciones se ven')}
              value={unreadOnly ? 'unread' : 'all'}
              onChange={value => list.setFilter('isRead', value === 'unread' ? 'false' : null)}
              segments={[
                { value: 'all', label: t('Todas') },
                { value: 'unread', label: t('Sin leer'), count: unread },
              ]}
            />
          </>
        }
      />
      <ListTable
        list={list}
        columns={columns}
        rowKey={row => row.id}
        selection={selected.selection}
        empty={{
          title: t('No tiene notificaciones'),
          text: t('Aquí verá lo que ocurra con su documentación y sus informes.'),
        }}
        noResults={t('No le queda nada por leer')}
      />
      <ListPager list={list} />
      <BulkBar selected={selected} acts={acts} onDone={refresh} />
    </div>
  )
}
