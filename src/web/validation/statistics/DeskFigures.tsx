import { useQuery } from '@tanstack/react-query'
import { queueKindLabels } from '#domain/validation/columns.ts'
import { readDeskFigures } from '#domain/validation/desk/contract.ts'
import { queueKinds } from '#domain/validation/desk/due.ts'
import { FIGURE_DAYS } from '#domain/validation/desk/figures.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'

/** How long CCI took of late, and how much of it was in time (DESK-20). */
export function DeskFigures() {
  const { data, error, refetch } = useQuery(queryOptions(readDeskFigures))
  const title = `Los plazos de los últimos ${FIGURE_DAYS} días`
  return (
    <Section title={title} kind="serif">
      <p className="dim">
        Días laborables desde que llega hasta que el CCI decide. «En plazo» cuenta también lo que está fuera de plazo y
        sin decidir. Quien espera lee la mediana; los plazos están en las reglas del centro.
      </p>
      {error && !data ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={title}
          status={data ? 'ready' : 'loading'}
          skeletonRows={queueKinds.length}
          rows={queueKinds.map(kind => ({ kind, ...data?.[kind] }))}
          rowKey={({ kind }) => kind}
          columns={[
            { key: 'kind', header: 'QUÉ', cell: ({ kind }) => queueKindLabels[kind] },
            { key: 'decided', header: 'DECISIONES', align: 'end', cell: row => row.decided ?? 0 },
            { key: 'median', header: 'MEDIANA', align: 'end', cell: row => row.median ?? '–' },
            { key: 'p90', header: 'NUEVE DE CADA DIEZ', align: 'end', cell: row => row.p90 ?? '–' },
            {
              key: 'inTime',
              header: 'EN PLAZO',
              align: 'end',
              cell: row => (row.inTime === null || row.inTime === undefined ? '–' : `${row.inTime} %`),
            },
          ]}
          empty={{ title: 'Todavía no hay datos' }}
          dense
        />
      )}
    </Section>
  )
}
