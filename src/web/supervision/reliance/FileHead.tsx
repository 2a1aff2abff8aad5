import { lawName } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { NOT_KNOWN } from '#domain/supervision/reliance/facts.ts'
import { relianceStatusLabels } from '#domain/supervision/reliance/standing.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { paths } from '#web/app/paths.ts'
import { relianceBadges } from '#web/supervision/reliance/badges.ts'
import { partName } from '#web/supervision/reliance/FileParts.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './reliance.module.css'

/** The status of a file, the rules that it answers to, and what it is about. */
export function FileHead({ file }: { file: RelianceWire }) {
  const { status, law, factsAt, subject, reviewOn } = file
  const { critical, functions, requiredScore, since } = subject
  return (
    <>
      <div className={`row wrap ${classes.state}`}>
        <StateBadge state={relianceBadges[status]} label={relianceStatusLabels[status]} />
        <span className="dim">{lawName(law)}</span>
      </div>
      <Section kind="label" title="SERVICIO">
        <DescriptionList
          facts={[
            { label: 'Función esencial o importante', value: critical },
            { label: 'Funciones que apoya', value: functions.join('; ') || NOT_KNOWN },
            { label: 'Nivel exigido', value: requiredScore ?? 'Sin exigencia' },
            { label: 'En uso desde', value: since ? formatDay(since) : NOT_KNOWN },
            { label: 'Datos del portal', value: `Leídos el ${formatInstant(factsAt)}` },
            ...(reviewOn && file.signedAt ? [{ label: 'Se revisa hasta el', value: formatDay(reviewOn) }] : []),
          ]}
        />
      </Section>
    </>
  )
}

/** What differs from the file signed before (RELY-11). */
export function FileChanges({ file: { previous, changes } }: { file: RelianceWire }) {
  if (!previous) return null
  return (
    <Section
      kind="label"
      title={`CAMBIOS DESDE EL N.º ${previous.number}`}
      actions={<UiLink href={paths.relianceFile(previous.id)}>Ver el n.º {previous.number}</UiLink>}
    >
      {changes.length === 0 ? (
        <p className="dim">Nada ha cambiado desde que se firmó el {formatInstant(previous.signedAt)}.</p>
      ) : (
        // The roles are repeated because the phone's display:block takes them away.
        // biome-ignore-start lint/a11y/noRedundantRoles: see above
        // biome-ignore-start lint/a11y/useSemanticElements: see above
        <table role="table" className={classes.changes}>
          <caption className="vh">Datos y respuestas que difieren del expediente n.º {previous.number}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {['Parte', 'Qué cambia', 'Antes', 'Ahora'].map(head => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {changes.map(({ part, kind, label, before, now }, index) => (
              <tr key={`${part} ${kind} ${index}`} role="row">
                <th role="rowheader" scope="row">
                  {part === 'conclusion' ? 'Conclusión' : partName(part)}
                </th>
                <td role="cell" data-label="Qué cambia">
                  {label}
                </td>
                <td role="cell" data-label="Antes">
                  {before || <span className="dim">(vacío)</span>}
                </td>
                <td role="cell" data-label="Ahora">
                  {now || <span className="dim">(vacío)</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        // biome-ignore-end lint/a11y/useSemanticElements: see above
        // biome-ignore-end lint/a11y/noRedundantRoles: see above
      )}
    </Section>
  )
}

/** All files of the use, the newest first. */
export function History({ file: { id, history } }: { file: RelianceWire }) {
  if (history.length < 2) return null
  return (
    <Section kind="label" title="VERSIONES">
      <ul className={classes.history}>
        {history.map(each => (
          <li key={each.id}>
            {each.id === id ? (
              <b>N.º {each.number}</b>
            ) : (
              <UiLink href={paths.relianceFile(each.id)}>N.º {each.number}</UiLink>
            )}
            <StateBadge small state={relianceBadges[each.status]} label={relianceStatusLabels[each.status]} />
            <span className="small dim">
              {each.signedAt ? `Firmado por ${each.signedBy} el ${formatInstant(each.signedAt)}` : 'Sin firmar'}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
