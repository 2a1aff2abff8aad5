import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { greetingAt } from '#domain/values/greeting.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { portalNow } from '#web/ui/time/clock.ts'

/** 'Buenas tardes, Lucía', with the organisation beneath. Without a name, links to the profile. */
export function Greeting({ actions }: { actions?: ReactNode }) {
  const { name, nameGenericEntity, cif } = useMe()
  const [first] = name.split(' ')
  const greeting = t(greetingAt(portalNow().toISOString()))
  return (
    <PageHeader
      title={first ? `${greeting}, ${first}` : greeting}
      subtitle={
        <>
          {nameGenericEntity}
          {cif ? (
            <>
              {' '}
              {t('· CIF')} <span className="mono">{cif}</span>
            </>
          ) : null}
          {first ? null : (
            <>
              {' · '}
              <UiLink href={paths.ownData()}>{t('Díganos su nombre')}</UiLink>
            </>
          )}
        </>
      }
      actions={actions}
    />
  )
}
