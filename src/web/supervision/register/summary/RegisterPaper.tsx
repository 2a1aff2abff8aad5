import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListColumn } from '#domain/list/columns.ts'
import { fieldText } from '#domain/record/words.ts'
import type { LintWire } from '#domain/supervision/register/contract.ts'
import { listPackages } from '#domain/supervision/register/contract.ts'
import { arrangementColumns, functionColumns, lineColumns } from '#domain/supervision/register/entry/columns.ts'
import type { EntityWire } from '#domain/supervision/register/entry/contract.ts'
import { listLines, readRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { entityFields } from '#domain/supervision/register/entry/fields.ts'
import { rateLabel, rateText } from '#domain/supervision/register/entry/rates.ts'
import { terms } from '#domain/supervision/register/entry/terms.ts'
import { memberColumns } from '#domain/supervision/register/group/columns.ts'
import { listMembers } from '#domain/supervision/register/group/contract.ts'
import { levelText } from '#domain/supervision/register/group/level.ts'
import { countsText } from '#domain/supervision/register/lint/rule.ts'
import { packageColumns } from '#domain/supervision/register/package/columns.ts'
import { queryOptions } from '#web/api/api.ts'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { FaultList } from '#web/supervision/register/check/FaultList.tsx'
import {
  ALL_ENTRIES,
  type RegisterStep,
  registerStepLabels,
  steps,
  useLineChoices,
} from '#web/supervision/register/useEntries.ts'
import { useLint } from '#web/supervision/register/useLint.ts'
import { DescriptionList, type Fact } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { usePrinting } from '#web/ui/layout/usePrinting.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import classes from '../register.module.css'

/** The register on paper: its six steps, one part each, with all that they hold (EXP-27). */
export function RegisterPaper() {
  const printing = usePrinting()
  const entity = useQuery(queryOptions(readRegisterEntity)).data
  const { allContracts, functions, isLoading } = useLineChoices()
  const lines = useQuery(queryOptions(listLines, { query: { size: ALL_ENTRIES } })).data?.content
  const members = useQuery(queryOptions(listMembers, { query: { size: ALL_ENTRIES } })).data?.content
  const packages = useQuery(queryOptions(listPackages, { query: { size: ALL_ENTRIES } })).data?.content
  const { data: lint, faults } = useLint(null)
  if (!printing) return null
  if (!entity || !members || isLoading || !lines || !lint || !packages) {
    return (
      <p className={classes.paper}>El registro todavía se está cargando. Espere un momento y vuelva a imprimirlo.</p>
    )
  }
  const parts: Record<RegisterStep, ReactNode> = {
    entity: (
      <>
        <DescriptionList facts={factsOf(entity)} />
        {members.length > 0 ? (
          <Rows label="Grupo y sucursales" columns={memberColumns} rows={members} beside={5} />
        ) : null}
      </>
    ),
    functions: <Rows label="Funciones" columns={functionColumns} rows={functions} beside={7} />,
    arrangements: <Rows label="Contratos" columns={arrangementColumns} rows={allContracts} beside={7} />,
    lines: <Rows label="Servicios" columns={lineColumns} rows={lines} beside={6} />,
    check: (
      <>
        <p>{checkedText(lint)}</p>
        <FaultList label="Errores" faults={faults} shown={faults.length} />
      </>
    ),
    packages: <Rows label="Ficheros generados" columns={packageColumns} rows={packages} beside={7} />,
  }
  return (
    <div className={classes.paper}>
      {steps.map((step, index) => (
        <Section key={step} kind="serif" title={`${index + 1}. ${registerStepLabels[step]}`}>
          {parts[step]}
        </Section>
      ))}
    </div>
  )
}

const checkedText = ({ counts, edition, groupSize }: LintWire) =>
  `${countsText(counts)}. ${levelText(groupSize)}. Comprobado con la edición ${edition}.`

const factsOf = (entity: EntityWire): Fact[] =>
  [
    ...Object.entries(entityFields).map(([name, field]) => ({
      label: field.label,
      value: fieldText(field, entity[name as keyof typeof entityFields]),
    })),
    ...entity.rates.map(each => ({ label: rateLabel(each), value: rateText(each.rate) })),
    ...terms.map(({ column, name }) => ({ label: name, value: entity.terms[column] ?? '' })),
  ].filter(({ value }) => value !== '')

type RowsProps<Row> = {
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** How many columns fit side by side; a row has its other values under itself. */
  beside: number
}

function Rows<Row extends { id: string }>({ label, columns, rows, beside }: RowsProps<Row>) {
  const shown = tableColumns(columns)
  const keys = new Set(shown.slice(beside).map(({ key }) => key))
  const others = columns.filter(column => keys.has(column.key) || keys.has(column.under ?? ''))
  const below = (row: Row) =>
    others
      .flatMap(column => {
        const text = column.text(row)
        return text ? [`${column.label}: ${text}`] : []
      })
      .join(' · ')
  return (
    <DataTable
      label={label}
      columns={shown.slice(0, beside)}
      rows={rows}
      rowKey={row => row.id}
      below={row => below(row) || null}
      empty={{ title: 'Nada todavía' }}
      dense
    />
  )
}
