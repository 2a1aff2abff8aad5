import { impactLabels, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { formatInstant } from '#domain/values/day.ts'
import { SeverityBadge } from '#web/incident/bulletin/SeverityBadge.tsx'
import classes from './bulletin.module.css'

/** The published bulletins of an incident, with what became of each (AFFECT-09). */
export function Story({ bulletins }: { bulletins: readonly BulletinWire[] }) {
  if (bulletins.length === 0) return <p className="dim">Aún no se ha publicado ninguno.</p>
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
            <p className="small dim">Afecta a {bulletin.services.map(({ name }) => name).join(', ')}.</p>
          ) : null}
          <p className="small">{answersText(bulletin)}</p>
        </li>
      ))}
    </ol>
  )
}

/** 'Avisadas 3 entidades; 1 ha acusado recibo: Cajamar (impacto leve).' */
function answersText({ told = 0, acknowledged = 0, acknowledgements = [] }: BulletinWire): string {
  const banks = told === 1 ? 'Avisada 1 entidad' : `Avisadas ${told} entidades`
  const done = acknowledged === 1 ? '1 ha acusado recibo' : `${acknowledged} han acusado recibo`
  const who = acknowledgements.map(({ entity, impact }) =>
    impact ? `${entity} (impacto ${impactLabels[impact].toLowerCase()})` : entity,
  )
  return `${banks}; ${done}${who.length > 0 ? `: ${who.join(', ')}` : ''}.`
}
