import { useQuery } from '@tanstack/react-query'
import { msg, t } from '#domain/language/translate.ts'
import { COMPARED_MAX } from '#domain/participant/comparison.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview, readOwnParticipant } from '#domain/participant/contract.ts'
import type { Light } from '#domain/start/traffic-lights.ts'
import { lanesOf, lights, lightText } from '#domain/start/traffic-lights.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { Rating } from '#web/list/Rating.tsx'
import { rowKeyOf } from '#web/participant/search/useProviderSearch.ts'
import { useMe } from '#web/session/useMe.ts'
import { Now } from '#web/start/Now.tsx'
import { Portfolio } from '#web/start/picture/Portfolio.tsx'
import { StartPicture } from '#web/start/picture/StartPicture.tsx'
import { SearchLink } from '#web/start/SearchLink.tsx'
import { StartList } from '#web/start/StartList.tsx'
import { useNextSteps } from '#web/start/useNextSteps.ts'
import { WhatChanged } from '#web/start/WhatChanged.tsx'
import { WhatLapses } from '#web/start/WhatLapses.tsx'
import { RequiredLevels } from '#web/supervision/use/RequiredLevels.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { type BadgeState, stateIcons } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import pictures from './picture/picture.module.css'
import classes from './start.module.css'

const lanes: Record<Light, { state: BadgeState; title: string; text: string; filters: Record<string, string> }> = {
  good: {
    state: 'QUALIFIED',
    title: msg('Calificado'),
    text: msg('Vigente más de 60 días'),
    filters: { fav: 'true', status: 'QUALIFIED' },
  },
  soon: {
    state: 'PENDING',
    title: msg('Caduca pronto'),
    text: msg('Quedan 60 días o menos'),
    filters: { fav: 'true', status: 'QUALIFIED', sort: 'expiredAt,asc' },
  },
  none: {
    state: 'LAPSED',
    title: msg('No vigente'),
    text: msg('Caducada, rechazada o sin calificar'),
    filters: { fav: 'true' },
  },
}

const SHOWN = 3
const ALL = 200

/** A bank's start: what to do now, the search, required levels, favourites as traffic lights, changes and expiries (ROUTE-09). */
export function EntityStart() {
  const { nameGenericEntity } = useMe()
  const { data: own } = useQuery(queryOptions(readOwnParticipant))
  const next = useNextSteps()
  return (
    <>
      <PageHeader
        title={t('Sus proveedores, hoy')}
        subtitle={
          <>
            {nameGenericEntity}
            {own?.codNRBE ? (
              <>
                {' '}
                {t('· NRBE')} <span className="mono">{own.codNRBE}</span>
              </>
            ) : null}
          </>
        }
      />
      <div className={pictures.top}>
        <Now {...next} />
        <StartList who="ENTITY" />
        <StartPicture title={t('SU CARTERA FRENTE A LO EXIGIDO')}>
          <Portfolio />
        </StartPicture>
      </div>
      <RequiredLevels />
      <Favourites />
      <WhatChanged />
      <WhatLapses who="ENTITY" />
    </>
  )
}

function Favourites() {
  const { today } = useMe()
  const { data, error, isPending, refetch } = useQuery(
    queryOptions(readOverview, {
      params: { kind: 'PROVIDER' },
      query: { fav: 'true', size: ALL, sort: 'expiredAt,asc' },
    }),
  )
  const rows = data?.content ?? []
  const parted = lanesOf(rows, today)
  const ids = [...new Set(rows.map(({ idProvider }) => idProvider))]
  return (
    <Section
      title={t('SUS FAVORITOS')}
      kind="label"
      actions={
        <div className="row wrap">
          {ids.length > 1 && ids.length <= COMPARED_MAX ? (
            <UiLink href={paths.comparison(ids)}>{t('Comparar favoritos')}</UiLink>
          ) : null}
          {/* Reserves the space of the comparison link while loading; a phone shows it on another line. */}
          {isPending ? <span className={classes.unsaid}>{t('Comparar favoritos')}</span> : null}
          <SearchLink filters={{ fav: 'true' }}>{t('Gestionar favoritos')}</SearchLink>
        </div>
      }
    >
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div className={classes.lanesWait}>
          <Loading height="var(--waits)" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState
          title={t('Todavía no tiene favoritos')}
          text={t('Marque con la estrella los proveedores que usa su entidad y verá aquí cómo están.')}
        />
      ) : (
        <div className={classes.lanes}>
          {lights.map(light => (
            <Lane key={light} light={light} rows={parted[light]} />
          ))}
        </div>
      )}
    </Section>
  )
}

function Lane({ light, rows }: { light: Light; rows: readonly OverviewRow[] }) {
  const { today } = useMe()
  const { state, title, text, filters } = lanes[light]
  const Icon = stateIcons[state]
  const shown = rows.slice(0, SHOWN)
  return (
    <section className={classes.lane} data-s={state} aria-label={`${t(title)}: ${rows.length}`}>
      <header>
        <Icon aria-hidden="true" />
        <div>
          <h3>{t(title)}</h3>
          <p>{t(text)}</p>
        </div>
        <b className={classes.count}>{rows.length}</b>
      </header>
      {shown.length === 0 ? <p className={`small dim ${classes.none}`}>{t('Ninguno de sus favoritos.')}</p> : null}
      <ul>
        {shown.map(row => (
          <li key={rowKeyOf(row)}>
            <div className={classes.pair}>
              <SearchLink className={classes.name} filters={{ provider: row.cif, row: rowKeyOf(row) }}>
                {row.details.commercialName || row.provider}
              </SearchLink>
              <Rating score={row.score} expiredAt={row.expiredAt} />
            </div>
            <div className={`${classes.pair} small`}>
              <span className="dim">{row.service ?? '—'}</span>
              <span className={light === 'good' ? undefined : classes.ending}>{lightText(row, today)}</span>
            </div>
          </li>
        ))}
      </ul>
      {rows.length > shown.length ? (
        <SearchLink className={classes.more} filters={filters}>{t`y ${rows.length - shown.length} más`}</SearchLink>
      ) : null}
    </section>
  )
}
