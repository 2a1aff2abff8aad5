import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'

/** 'Buenos días, Lucía', with the organisation beneath; who has given no name is told where. */
export function Greeting({ actions }: { actions?: ReactNode }) {
  const { name, nameGenericEntity, cif } = useMe()
  const [first] = name.split(' ')
  return (
    <PageHeader
      title={first ? `Buenos días, ${first}` : 'Buenos días'}
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
