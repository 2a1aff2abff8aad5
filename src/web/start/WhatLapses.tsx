import { useQuery } from '@tanstack/react-query'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { agendaPath, agendaText } from '#domain/participant/calendar/calendar.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { expiryLevel } from '#domain/participant/expiry-level.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { ExpiryTimeline } from '#web/ui/rating/ExpiryTimeline.tsx'
import classes from './start.module.css'

const SHOWN = 8

/**
 * 'Qué caduca en doce meses': the organisation's documents, scores and accreditation, and the scores of a bank's
 * favourites.
 */
export function WhatLapses({ who }: { who: Role }) {
  const { today, idGenericEntity } = useMe()
  const mayCalendar = useMay('calendar.own')
  const { data, error, refetch } = useQuery(queryOptions(readAgenda))
  const coming = (data?.content ?? []).filter(item => expiryLevel(item.expiredAt, today) !== 'late')
  const rest = coming.length - SHOWN
  return (
    <Section
      title={t('QUÉ CADUCA EN DOCE MESES')}
      kind="label"
      actions={
        <span className="row wrap">
          {who === 'ENTITY' ? null : <UiLink href={paths.ownDocumentation()}>{t('Mi documentación')}</UiLink>}
          {mayCalendar ? <UiLink href={paths.calendar()}>{t('Calendario')}</UiLink> : null}
        </span>
      }
    >
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={classes.lapsesWait}>
          <Loading height="var(--waits)" />
        </div>
      ) : coming.length === 0 ? (
        <p className="dim">{t('Nada caduca en los próximos doce meses.')}</p>
      ) : (
        <ExpiryTimeline
          label={t('Qué caduca en doce meses')}
          now={new Date(`${today}T12:00:00Z`)}
          items={coming.slice(0, SHOWN).map(item => ({
            key: `${item.kind}-${item.validationId}-${item.name}`,
            date: item.expiredAt,
            text: agendaText(item, idGenericEntity),
            soon: expiryLevel(item.expiredAt, today) === 'soon',
            href: agendaPath(item, who),
          }))}
        />
      )}
      {rest > 0 ? <p className="small dim">{t`y ${rest} más, más adelante.`}</p> : null}
    </Section>
  )
}
