import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview, readOwnParticipant } from '#domain/participant/contract.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Expiry } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { useMe } from '#web/session/useMe.ts'
import { Greeting } from '#web/start/Greeting.tsx'
import { Now } from '#web/start/Now.tsx'
import { Stages } from '#web/start/picture/Stages.tsx'
import { StartPicture } from '#web/start/picture/StartPicture.tsx'
import { SearchLink } from '#web/start/SearchLink.tsx'
import { StartList } from '#web/start/StartList.tsx'
import { useNextSteps } from '#web/start/useNextSteps.ts'
import { WhatChanged } from '#web/start/WhatChanged.tsx'
import { WhatLapses } from '#web/start/WhatLapses.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import pictures from './picture/picture.module.css'
import classes from './start.module.css'

const SHOWN = 3

/** An evaluator's start: what to do now, the providers' list, its accreditation and its requests (ROUTE-09, ROLE-38, ROLE-39). */
export function EvaluatorStart() {
  const own = useQuery(queryOptions(readOwnParticipant))
  const requests = useQuery(
    queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { size: SHOWN, sort: 'sentAt,desc' } }),
  )
  const next = useNextSteps()
  const error = own.error ?? requests.error
  return (
    <>
      <Greeting />
      <div className={pictures.top}>
        <Now {...next} />
        <StartList who="AUDIT" />
        <StartPicture title={t('SUS SOLICITUDES POR ESTADO')}>
          <Stages />
        </StartPicture>
      </div>
      <WhatChanged />
      {error ? (
        <ErrorState
          text={messageOf(error)}
          onRetry={() => {
            void own.refetch()
            void requests.refetch()
          }}
        />
      ) : own.data && requests.data ? (
        <div className={classes.side}>
          <Accreditation until={own.data.expiredAt} />
          <Requests rows={requests.data.content} total={requests.data.totalElements} />
        </div>
      ) : (
        <div className={classes.nowWaits}>
          <Loading height="var(--waits)" />
        </div>
      )}
      <WhatLapses who="AUDIT" />
    </>
  )
}

function Accreditation({ until }: { until: string | null }) {
  const { today } = useMe()
  const valid = isAccredited(until, today)
  return (
    <section aria-labelledby="accreditation">
      <h2 id="accreditation" className="label">
        {t('SU ACREDITACIÓN')}
      </h2>
      <div className={`${classes.line} ${classes.two}`}>
        <div>
          <span className={classes.name}>{valid ? t('Acreditado hasta') : t('Acreditación terminada')}</span>
          <span className="small dim">{t('La fecha la fija el CCI con su documentación.')}</span>
        </div>
        <span className="row wrap">
          <Expiry value={until} />
          <StateBadge state={valid ? 'ACCEPTED' : 'LAPSED'} label={valid ? t('Vigente') : t('No vigente')} />
        </span>
      </div>
    </section>
  )
}

function Requests({ rows, total }: { rows: readonly OverviewRow[]; total: number }) {
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="label">
        {t('SUS SOLICITUDES')}
      </h2>
      {rows.length === 0 ? <p className="dim">{t('Todavía no le ha elegido ningún proveedor.')}</p> : null}
      <ul>
        {rows.map(row => (
          <li key={row.validationId} className={`${classes.line} ${classes.two}`}>
            <div>
              <SearchLink
                className={classes.name}
                filters={{ provider: row.cif, ...(row.validationId ? { row: row.validationId } : {}) }}
              >
                {row.service}
              </SearchLink>
              <span className="small dim">
                {row.details.commercialName || row.provider}
                {row.details.sentAt ? t` · enviada el ${dayText(row.details.sentAt)}` : ''}
              </span>
            </div>
            <StatusBadge status={row.status} />
          </li>
        ))}
      </ul>
      {total > rows.length ? (
        <p className={`small ${classes.rest}`}>
          <SearchLink filters={{ sort: 'sentAt,desc' }}>{t`y ${total - rows.length} más`}</SearchLink>
        </p>
      ) : null}
    </section>
  )
}
