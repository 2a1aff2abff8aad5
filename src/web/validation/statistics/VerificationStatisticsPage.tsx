import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { exportFileName } from '#domain/list/export.ts'
import { exportStatistics, readStatistics, type StatisticsWire } from '#domain/validation/statistics/contract.ts'
import {
  monthText,
  type StatisticsTable,
  type StatisticsTopic,
  statisticsTable,
  statisticsTopics,
} from '#domain/validation/statistics/statistics.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { type RuledBar, RuledBars } from '#web/ui/rating/RuledBars.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { DeskFigures } from '#web/validation/statistics/DeskFigures.tsx'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const barsOf: Readonly<Record<StatisticsTopic, (statistics: StatisticsWire) => RuledBar[]>> = {
  waiting: ({ waiting }) =>
    waiting.map(({ month, decided, median, p90 }) => ({
      key: month,
      label: monthText(month),
      value: median ?? 0,
      mark: p90,
      text: decided === 0 ? 'Sin decisiones' : `${plural(median ?? 0, 'día', 'días')} · 90 % en ${p90}`,
    })),
  rejections: ({ rejections }) =>
    rejections.map(({ document, decided, rejected }) => ({
      key: document,
      label: document,
      // Shares: one of one is more than four of fifteen.
      value: rejected / decided,
      text: `${Math.round((100 * rejected) / decided)} % · ${rejected} de ${plural(decided, 'decidido', 'decididos')}`,
    })),
  expiries: ({ expiries }) =>
    expiries.map(({ month, documents, scores }) => ({
      key: month,
      label: monthText(month),
      value: documents + scores,
      text:
        [
          documents > 0 && plural(documents, 'documento', 'documentos'),
          scores > 0 && plural(scores, 'calificación', 'calificaciones'),
        ]
          .filter(Boolean)
          .join(', ') || 'Nada',
    })),
  readers: ({ readers }) =>
    readers.map(({ entity, reads, providers }) => ({
      key: entity,
      label: entity,
      value: reads,
      text: `${plural(reads, 'archivo', 'archivos')} de ${plural(providers, 'proveedor', 'proveedores')}`,
    })),
}

const notes: Readonly<Record<StatisticsTopic, string>> = {
  waiting:
    'Días laborables desde que se envía hasta que el CCI decide. La barra es la mediana; la aguja, los días en que se deciden nueve de cada diez.',
  rejections: 'Documentos decididos en los últimos doce meses.',
  expiries: 'Documentos y calificaciones vigentes, por el mes en que caducan.',
  readers: 'Archivos de proveedores leídos en los últimos doce meses.',
}

/** /statistics: how long verifications take, what is rejected, what lapses and which banks read. */
export function VerificationStatisticsPage() {
  const { data, error, isPending, refetch } = useQuery(queryOptions(readStatistics))
  return (
    <>
      <PageHeader
        title="Estadísticas de verificación"
        subtitle="Los últimos doce meses y lo que caduca en los próximos."
        actions={<UiLink href={paths.statistics()}>Estadísticas de login</UiLink>}
      />
      {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {isPending ? <Loading height={400} /> : null}
      {data ? <DeskFigures /> : null}
      {data ? statisticsTopics.map(topic => <Topic key={topic} topic={topic} statistics={data} />) : null}
    </>
  )
}

function Topic({ topic, statistics }: { topic: StatisticsTopic; statistics: StatisticsWire }) {
  const { today } = useMe()
  const { title, file, heads, rows } = statisticsTable(topic, statistics)
  const bars = barsOf[topic](statistics)
  const download = useDownload(() => call(exportStatistics, { params: { topic } }), exportFileName(file, today, 'csv'))
  return (
    <Section
      title={title}
      kind="serif"
      actions={
        <ActionButton
          variant="subtle"
          size="xs"
          leftSection={<IconDownload />}
          aria-label={`Exportar: ${title}`}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Exportar
        </ActionButton>
      }
    >
      <p className="dim">{notes[topic]}</p>
      {bars.length === 0 ? (
        <EmptyState title="Todavía no hay datos" />
      ) : (
        <div className="stack">
          <RuledBars bars={bars} label={title} />
          <details>
            <summary>Ver la tabla</summary>
            <DataTable
              label={`Tabla: ${title}`}
              rows={rows}
              rowKey={row => String(row[0])}
              columns={heads.map((header, index) => ({
                key: String(index),
                header,
                align: index === 0 ? 'start' : 'end',
                cell: (row: StatisticsTable['rows'][number]) => row[index],
              }))}
              empty={{ title: 'Todavía no hay datos' }}
              dense
            />
          </details>
        </div>
      )}
    </Section>
  )
}
