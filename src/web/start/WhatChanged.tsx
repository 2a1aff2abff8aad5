import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateMark } from '#web/ui/feedback/StateBadge.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './start.module.css'

const SHOWN = 3

/** 'Qué ha cambiado': the latest notifications, read or not. Following one marks it read (NOTIF-08). */
export function WhatChanged() {
  const { role } = useMe()
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(
    queryOptions(listNotifications, { query: { size: SHOWN, sort: 'createdAt,desc' } }),
  )
  const mark = useMutation({
    mutationFn: (id: string) => call(markNotification, { params: { id }, body: { isRead: true } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listNotifications.name] }),
  })
  return (
    <section className={classes.changed} aria-labelledby="what-changed">
      <div className={classes.changedHead}>
        <h2 id="what-changed" className="label">
          {t('QUÉ HA CAMBIADO')}
        </h2>
      </div>
      {isPending ? (
        <div className={classes.changedWaits}>
          <Loading height="var(--waits)" />
        </div>
      ) : null}
      {error && !data ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {data ? (
        data.content.length === 0 ? (
          <p className="dim">{t('Todavía no ha cambiado nada.')}</p>
        ) : (
          <ul>
            {data.content.map(item => (
              <li key={item.id}>
                <StateMark state={notifications[item.type].mark} size={18} />
                {/* A notification whose target is this screen links to the list of notifications. */}
                <UiLink
                  href={hrefOf(targetOf(item.type, item.info, role.key))}
                  onClick={() => {
                    if (!item.isRead) mark.mutate(item.id)
                  }}
                >
                  {item.reason}
                </UiLink>
                <span className="dim" title={item.message}>
                  {item.message}
                </span>
                <span className={`dimmer ${classes.when}`}>
                  <RelativeTime value={item.createdAt} withTime both />
                </span>
              </li>
            ))}
          </ul>
        )
      ) : null}
    </section>
  )
}

const hrefOf = (target: string | null) => (target === null || target === paths.start() ? paths.notifications() : target)
