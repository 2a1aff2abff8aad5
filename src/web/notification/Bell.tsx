import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { NOTIFICATION_POLL_MS } from '#domain/identity/session/ping.ts'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { call } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { NotificationsBell } from '#web/notification/NotificationsBell.tsx'
import { useStream } from '#web/notification/stream/useStream.ts'
import { unread } from '#web/notification/unread.ts'
import { useMe } from '#web/session/useMe.ts'
import { useRereading } from '#web/shell/useRereading.ts'
import { late, useLate } from '#web/ui/late.ts'

/** Each type has its icon and its address, and only who opens the list needs them. */
const bellItem = late(() => import('#web/notification/bellItem.tsx').then(module => module.bellItem))

/**
 * Bell with unread notifications, polled every 60 s (LAYOUT-06, LAYOUT-07, LIM-01). Opening one marks it read and goes
 * to it (NOTIF-08).
 */
export function Bell() {
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, status } = useQuery({
    ...unread,
    refetchInterval: NOTIFICATION_POLL_MS,
    refetchIntervalInBackground: true,
  })
  useStream()
  useRereading(data && (data.content[0]?.createdAt ?? ''))
  const mark = useMutation({
    mutationFn: (change: { id: string; isRead: boolean }) =>
      call(markNotification, { params: { id: change.id }, body: { isRead: change.isRead } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listNotifications.name] }),
  })
  const [near, setNear] = useState(false)
  const { part: itemOf, failed } = useLate(bellItem, near)
  return (
    <NotificationsBell
      count={data?.totalElements ?? 0}
      items={itemOf && (data?.content ?? []).map(notification => itemOf(notification, me.role.key))}
      status={failed || status === 'error' ? 'error' : status === 'pending' ? 'loading' : 'ready'}
      onNear={() => setNear(true)}
      allHref={paths.notifications()}
      onOpenItem={item => {
        mark.mutate({ id: item.id, isRead: true })
        if (item.href) void navigate({ to: item.href })
      }}
      onToggleRead={item => mark.mutate({ id: item.id, isRead: item.unread })}
    />
  )
}
