import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  FIRST_REFERENCE,
  lastReference,
  proposedReferenceDate,
  referenceDateFault,
} from '#domain/supervision/register/as-of.ts'
import { levelText } from '#domain/supervision/register/group/level.ts'
import { countsText } from '#domain/supervision/register/lint/rule.ts'
import type { SummaryWire } from '#domain/supervision/register/summary/contract.ts'
import { readSummary, summaryPdf } from '#domain/supervision/register/summary/contract.ts'
import { filingText } from '#domain/supervision/register/summary/filing.ts'
import type { SummaryTable } from '#domain/supervision/register/summary/tables.ts'
import { summaryTables } from '#domain/supervision/register/summary/tables.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { RuledBars } from '#web/ui/rating/RuledBars.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './summary.module.css'

/** /register/summary: the register for the one who signs, on a screen, on paper and as PDF (REG-24). */
export function SummaryPage() {
  const { today } = useMe()
  const [asked, ask] = useUrlValue('date')
  const date = asked ?? proposedReferenceDate(today)
  const fault = referenceDateFault(date, today)
  const query = { referenceDate: fault === null ? date : undefined }
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readSummary, { query }))
  const pdf = useDownload(() => call(summaryPdf, { query }), `resumen del registro a ${date}.pdf`)
  return (
    <>
      <PageHeader
        title="Resumen del registro"
        subtitle={data ? `${data.entity}, a ${dayText(data.referenceDate)}. Para quien lo firma.` : null}
        back={{ href: paths.register(), label: 'Volver al registro' }}
        actions={
          <>
            <Button variant="subtle" leftSection={<IconPrinter />} onClick={() => window.print()}>
              Imprimir
            </Button>
            <ActionButton
              leftSection={<IconDownload />}
              loading={pdf.isPending}
              blocked={fault}
              onClick={() => pdf.mutate()}
            >
              Descargar PDF
            </ActionButton>
          </>
        }
      />
      <div className={classes.date}>
        <DateField
          label="Fecha de referencia"
          value={date}
          onChange={ask}
          min={FIRST_REFERENCE}
          max={lastReference(today)}
          error={fault}
        />
      </div>
      {data ? (
        <Summary summary={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={420} label="Cargando el resumen" />
      )}
    </>
  )
}

function Summary({ summary }: { summary: SummaryWire }) {
  const { filing, counts, edition, groupSize } = summary
  return (
    <div className={`stack ${classes.summary}`}>
      <DescriptionList
        ledger
        facts={[
          {
            label: 'Presentación',
            value: filing ? (
              filingText(filing)
            ) : (
              <>
                {filingText(filing)}.{' '}
                <UiLink href={paths.register({ step: 'entity', field: 'filingOn' })}>Escribirla</UiLink>
              </>
            ),
          },
          {
            label: 'Errores',
            value: (
              <>
                {countsText(counts)}. <UiLink href={paths.register({ step: 'check' })}>Ver la comprobación</UiLink>
              </>
            ),
          },
          { label: 'Edición', value: `${edition}. ${levelText(groupSize)}` },
        ]}
      />
      {summaryTables(summary).map(table => (
        <Part key={table.key} table={table} />
      ))}
    </div>
  )
}

function Part({ table: { title, heads, rows, bars, notes, empty } }: { table: SummaryTable }) {
  return (
    <Section title={title} kind="serif">
      {rows.length === 0 ? <p className="dim">{empty}</p> : null}
      {bars.length > 0 ? (
        <div className={classes.chart}>
          <RuledBars
            label={`Gráfico: ${title}`}
            bars={bars.map((bar, index) => ({ key: `${index}`, label: rows[index]![0]!, ...bar }))}
          />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={`Tabla: ${title}`}
          rows={rows}
          rowKey={row => row[0]!}
          columns={heads.map((header, index) => ({
            key: String(index),
            header,
            align: index === 0 ? 'start' : 'end',
            cell: (row: readonly string[]) => row[index],
          }))}
          empty={{ title: empty }}
          dense
        />
      ) : null}
      {notes.map(note => (
        <p key={note} className="small dim">
          {note}
        </p>
      ))}
    </Section>
  )
}
