import type { ReactNode } from 'react'
import { useMe } from '#web/session/useMe.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** 'Buenos días, Lucía', with the organisation beneath. */
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
        </>
      }
      actions={actions}
    />
  )
}
