import { Button } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import { stillInForce } from '#domain/report-request/renewal/renewal.ts'
import type { ReportRequest } from '#domain/validation/by-kind.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './start.module.css'

/** The ratings that can be renewed before they lapse, from the first day of the window on (RENEW-10). */
export function RenewNow({ requests }: { requests: readonly ReportRequest[] }) {
  const { today } = useMe()
  const renewable = requests
    .filter(({ renewableFrom }) => renewableFrom !== undefined && renewableFrom <= today)
    .toSorted((a, b) => (a.expiredAt ?? '').localeCompare(b.expiredAt ?? ''))
  if (renewable.length === 0) return null
  return (
    <Section title={t('YA PUEDE RENOVAR')} kind="label">
      <ul className={classes.renewable}>
        {renewable.map(({ id, service, audit, expiredAt }) => (
          <li key={id}>
            <div>
              <b>{service}</b>
              {audit ? <span className={`small dimmer ${classes.by}`}>{audit}</span> : null}
              <p className="small dim">{t(stillInForce(expiredAt!))}.</p>
            </div>
            <Button
              component={UiLink}
              href={paths.renewReport(id)}
              aria-label={t`Renovar ahora: ${service}${audit ? `, ${audit}` : ''}`}
            >
              {t('Renovar ahora')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
