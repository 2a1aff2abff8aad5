import { t } from '#domain/language/translate.ts'
import { agendaKindLabels, agendaPath, agendaText, monthLabel, monthOf } from '#domain/participant/calendar/calendar.ts'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import { expiryLevel } from '#domain/participant/expiry-level.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ExpiryDate } from '#web/ui/rating/ExpiryDate.tsx'
import classes from './calendar.module.css'
import { itemKey } from './items.ts'

/** What lapses, month by month. */
export function ExpiryList({ items }: { items: readonly AgendaItem[] }) {
  const { today, idGenericEntity, role } = useMe()
  if (items.length === 0) {
    return (
      <EmptyState title={t('Nada caduca en estos doce meses')} text={t('Elija otro mes, u otra cosa que mostrar.')} />
    )
  }
  const months = [...Map.groupBy(items, item => monthOf(item.expiredAt))]
  return (
    <div className={classes.list}>
      {months.map(([month, those]) => (
        <section key={month} aria-labelledby={`mes-${month}`}>
          <h3 id={`mes-${month}`} className="label">
            {monthLabel(month).toUpperCase()}
          </h3>
          <ul>
            {those.map(item => (
              <li key={itemKey(item)}>
                <ExpiryDate
                  value={item.expiredAt}
                  level={expiryLevel(item.expiredAt, today)}
                  now={new Date(`${today}T12:00:00Z`)}
                />
                <UiLink href={agendaPath(item, role.key)}>{agendaText(item, idGenericEntity)}</UiLink>
                <span className="small dim">{agendaKindLabels[item.kind]}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
