import type { ReactNode } from 'react'
import { greetingAt } from '#domain/values/greeting.ts'
import { paths } from '#web/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { portalNow } from '#web/ui/clock.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'

/** 'Buenas tardes, Lucía', with the organisation beneath; who has given no name is told where. */
export function Greeting({ actions }: { actions?: ReactNode }) {
  const { name, nameGenericEntity, cif } = useMe()
  const [first] = name.split(' ')
  const greeting = greetingAt(portalNow().toISOString())
  return (
    <PageHeader
      title={first ? `${greeting}, ${first}` : greeting}
      subtitle={
        <>
          {nameGenericEntity}
          {cif ? (
            <>
              {' · CIF '}
              <span className="mono">{cif}</span>
            </>
          ) : null}
          {first ? null : (
            <>
              {' · '}
              <UiLink href={paths.ownData()}>Díganos su nombre</UiLink>
            </>
          )}
        </>
      }
      actions={actions}
    />
  )
}
