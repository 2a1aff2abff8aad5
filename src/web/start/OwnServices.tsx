import { documentProgress } from '#domain/document/progress.ts'
import { t } from '#domain/language/translate.ts'
import { requestsByUrgency } from '#domain/report-request/by-urgency.ts'
import { ownRequestNote } from '#domain/report-request/request-note.ts'
import type { ReportRequest } from '#domain/validation/by-kind.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { SearchLink } from '#web/start/SearchLink.tsx'
import { ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import { useUsualWait } from '#web/validation/desk/useUsualWait.ts'
import classes from './start.module.css'

const SHOWN = 3

/** 'Sus servicios': each service with its document progress, summary and state. */
export function OwnServices({ requests }: { requests: readonly ReportRequest[] }) {
  const shown = requestsByUrgency(requests).slice(0, SHOWN)
  const rest = requests.length - shown.length
  const usual = useUsualWait(
    'report',
    shown.some(({ status }) => isUnderReview(status)),
  )
  return (
    <section className={classes.side} aria-labelledby="own-services">
      <div className={classes.sideHead}>
        <h2 id="own-services" className="label">
          {t('SUS SERVICIOS')}
        </h2>
        {shown.length > 0 ? <span className="small dim">{t('Documentos aceptados')}</span> : null}
      </div>
      {shown.length === 0 ? <p className="dim">{t('Todavía no ha enviado ningún informe de auditoría.')}</p> : null}
      <ul>
        {shown.map(request => {
          const { accepted, total } = documentProgress(request.catalogDocuments)
          return (
            <li key={request.id} className={classes.line}>
              <div>
                <SearchLink
                  className={classes.name}
                  filters={{
                    row: request.id,
                    ...(request.idServiceCatalog ? { service: request.idServiceCatalog } : {}),
                  }}
                >
                  {request.service}
                </SearchLink>
                {/* A service may occur twice, with two evaluators. */}
                {request.audit ? <span className={`small dimmer ${classes.by}`}>{request.audit}</span> : null}
                <span className="small dim">{ownRequestNote(request)}</span>
              </div>
              <div className={classes.progress}>
                <ProgressNotches
                  notches={request.catalogDocuments.map(document => document.status)}
                  label={t`${accepted} de ${total} documentos aceptados`}
                  width={96}
                />
                <span className="small dim" aria-hidden="true">{t`${accepted} de ${total}`}</span>
              </div>
              <span className={classes.badge}>
                <StatusBadge status={request.status} decidedAt={request.decidedAt} sentAt={request.sentAt} />
              </span>
            </li>
          )
        })}
      </ul>
      {usual ? <p className={`small dim ${classes.rest}`}>{usual}</p> : null}
      {rest > 0 ? (
        <p className={`small ${classes.rest}`}>
          <SearchLink filters={{}}>{t`y ${rest} más`}</SearchLink>
        </p>
      ) : null}
    </section>
  )
}
