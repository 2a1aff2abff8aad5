import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Control } from '#domain/assessment/assessment.ts'
import { byDomain, dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FrameworkDetail, FrameworkWire } from '#domain/assessment/framework/contract.ts'
import { readFramework } from '#domain/assessment/framework/contract.ts'
import { frameworkChanges } from '#domain/assessment/framework/framework.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Changes } from '#web/assessment/framework/Changes.tsx'
import { CountTable } from '#web/assessment/framework/CountTable.tsx'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import classes from '../view/view.module.css'

type Props = { framework: FrameworkWire; published: FrameworkWire | null; onPublish: () => void }

/** One edition: its domains, what it would change, and its controls. */
export function FrameworkPart({ framework, published, onPublish }: Props) {
  const isDraft = frameworkMachine.is.draft(framework.status)
  const { data, error, refetch } = useQuery(queryOptions(readFramework, { params: { id: framework.id } }))
  const other = useQuery({
    ...queryOptions(readFramework, { params: { id: published?.id ?? '' } }),
    enabled: isDraft && published !== null,
  })
  return (
    <Section
      title={`${framework.name}, edición ${framework.edition}`.toLocaleUpperCase('es-ES')}
      actions={
        <>
          <Illustrative of={framework} />
          {isDraft ? (
            <ActionButton variant="filled" onClick={onPublish}>
              Publicar
            </ActionButton>
          ) : null}
        </>
      }
    >
      {data ? (
        <>
          {isDraft && other.data ? (
            <Changes changes={frameworkChanges(other.data.controlList, data.controlList)} against={other.data} />
          ) : null}
          <CountTable domains={data.domains} />
          <Controls framework={data} />
        </>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading height={320} />
      )}
    </Section>
  )
}

/** The controls, folded by domain. */
function Controls({ framework }: { framework: FrameworkDetail }) {
  return (
    <Section kind="label" title="CONTROLES">
      {[...byDomain(framework.controlList)].map(([domain, controls]) => (
        <Domain key={domain} domain={domain} controls={controls} />
      ))}
    </Section>
  )
}

function Domain({ domain, controls }: { domain: string; controls: readonly Control[] }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.domain} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{domain}</b>
        <span className="dim">{controls.length === 1 ? '1 control' : `${controls.length} controles`}</span>
      </summary>
      {open ? (
        <DataTable
          dense
          label={`Controles de ${domain}`}
          rows={controls}
          rowKey={row => row.key}
          empty={{ title: 'No hay controles' }}
          columns={[
            { key: 'key', header: 'Control', width: 110, cell: row => <span className="mono">{row.key}</span> },
            { key: 'statement', header: 'Enunciado', prose: true, cell: row => row.statement },
            {
              key: 'dimensions',
              header: 'Dimensiones',
              width: 220,
              cell: row => row.dimensions.map(dimension => dimensionLabels[dimension]).join(', '),
            },
            { key: 'level', header: 'Nivel', width: 80, cell: row => row.level },
          ]}
        />
      ) : null}
    </details>
  )
}
