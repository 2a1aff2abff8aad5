import { impactLabels, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { t } from '#domain/language/translate.ts'
import { formatInstant } from '#domain/values/day.ts'
import { SeverityBadge } from '#web/incident/bulletin/SeverityBadge.tsx'
import classes from './bulletin.module.css'

/** The published bulletins of an incident, with what became of each (AFFECT-09). */
export function Story({ bulletins }: { bulletins: readonly BulletinWire[] }) {
  if (bulletins.length === 0) return <p className="dim">{t('Aún no se ha publicado ninguno.')}</p>
  return (
    <ol className={classes.story}>
      {bulletins.map(bulletin => (
        <li key={bulletin.id}>
          <div className="row wrap">
            <b>
              {bulletin.number}. {phaseLabels[bulletin.phase]}
            </b>
            <SeverityBadge severity={bulletin.severity} />
            <span className="small dim">{formatInstant(bulletin.publishedAt)}</span>
          </div>
          <p className={classes.whole}>{bulletin.text}</p>
          {bulletin.services.length > 0 ? (
            <p className="small dim">{t`Afecta a ${bulletin.services.map(({ name }) => name).join(', ')}.`}</p>
          ) : null}
          <p className="small">{answersText(bulletin)}</p>
        </li>
      ))}
    </ol>
  )
}

/** 'Entidades avisadas: 7. Han acusado recibo: menos de 5 (Cajamar (impacto leve)).' */
function answersText({ told = '', acknowledged = '', acknowledgements = [] }: BulletinWire): string {
  const who = acknowledgements.map(({ entity, impact }) =>
    impact ? t`${entity} (impacto ${impactLabels[impact].toLowerCase()})` : entity,
  )
  return t`Entidades avisadas: ${told}. Han acusado recibo: ${acknowledged}${who.length > 0 ? ` (${who.join(', ')})` : ''}.`
}
