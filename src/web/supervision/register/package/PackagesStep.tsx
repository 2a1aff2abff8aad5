import { IconArrowsDiff, IconDownload, IconFileDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FIRST_REFERENCE,
  lastReference,
  proposedReferenceDate,
  referenceDateFault,
} from '#domain/supervision/register/as-of.ts'
import type { LintWire, PackageWire } from '#domain/supervision/register/contract.ts'
import { exportPackages, makePackage, packageContent } from '#domain/supervision/register/contract.ts'
import { listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { blockedText } from '#domain/supervision/register/lint/rule.ts'
import { packageColumns } from '#domain/supervision/register/package/columns.ts'
import type { PackageFormat } from '#domain/supervision/register/package/format.ts'
import { formatLabels, needsCleanRegister, packageFormats } from '#domain/supervision/register/package/format.ts'
import { exportThirdParties } from '#domain/supervision/register/third-party/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { paths } from '#web/app/paths.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useMe } from '#web/session/useMe.ts'
import { LeftOut } from '#web/supervision/register/check/CheckStep.tsx'
import { PackageChanges } from '#web/supervision/register/package/PackageChanges.tsx'
import { useLint } from '#web/supervision/register/useLint.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from '../register.module.css'

const nameOf = ({ format, referenceDate, madeAt }: PackageWire) =>
  `${formatLabels[format]} a ${dayText(referenceDate)}, hecho el ${dayText(madeAt)}`

/** Step 6 of the register: makes its files, keeps them, and compares them (DORA-24, DORA-25). */
export function PackagesStep() {
  const list = useList(exportPackages)
  const [compared, compare] = useState<PackageWire | null>(null)
  const download = useMutation({
    mutationFn: async (file: PackageWire) =>
      saveBlob(await call(packageContent, { params: { id: file.id } }), file.name),
    onError: error => showError(messageOf(error)),
  })
  const actions: Column<PackageWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={nameOf(row)}
        actions={[
          { label: `Descargar ${nameOf(row)}`, icon: <IconDownload />, onClick: () => download.mutate(row) },
          { label: `Cambios de ${nameOf(row)}`, icon: <IconArrowsDiff />, onClick: () => compare(row) },
        ]}
      />
    ),
  }
  return (
    <div className="stack">
      <Message
        kind="info"
        title="El portal no presenta el registro: su entidad lo revisa, lo presenta y responde de él"
      >
        El fichero es individual (IND); si en «Entidad» hay otras de su grupo, es consolidado (CON).
      </Message>
      <MakeFile onMade={file => download.mutate(file)} />
      <ThirdParties />
      <Section kind="label" title="FICHEROS GENERADOS" actions={<ExportMenu list={list} />}>
        <ListTable
          list={list}
          columns={[...tableColumns(packageColumns, looks), actions]}
          rowKey={row => row.id}
          empty={{
            title: 'Todavía no ha hecho ningún fichero',
            text: 'Cada fichero que haga queda aquí, tal como se descargó.',
          }}
        />
        <ListPager list={list} noun={['fichero', 'ficheros']} />
      </Section>
      {compared ? <PackageChanges file={compared} name={nameOf(compared)} onClose={() => compare(null)} /> : null}
    </div>
  )
}

/** The file of the contracts that no file of DORA has (REG-27). */
function ThirdParties() {
  const { data } = useQuery(queryOptions(listArrangements, { query: { kind: 'OTHER', size: 1 } }))
  const { today } = useMe()
  const exporting = useMutation({
    mutationFn: async () => saveBlob(await call(exportThirdParties), `registro-terceros-sin-tic-${today}.xlsx`),
    onError: error => showError(messageOf(error)),
  })
  const count = data?.totalElements ?? 0
  return (
    <Section kind="label" title="TERCEROS SIN SERVICIOS DE TIC">
      <div className={classes.make}>
        <ActionButton
          leftSection={<IconFileDownload />}
          variant="default"
          loading={exporting.isPending}
          blocked={count === 0 ? 'No hay ningún contrato sin servicios de TIC' : null}
          reason="tooltip"
          onClick={() => exporting.mutate()}
        >
          Descargar terceros en Excel
        </ActionButton>
      </div>
      <p className="small dim">
        {count === 1 ? 'Un contrato' : `${count} contratos`} con las columnas de las directrices de la ABE en vigor y su
        origen. No van en los ficheros de DORA, ni en su comprobación.
      </p>
    </Section>
  )
}

const looks = {
  format: { width: 110 },
  name: { cell: (row: PackageWire) => <span className={classes.file}>{row.name}</span>, sub: undefined },
}

/** Which edition a file of this date follows. */
const followed = ({ edition, comparedOn }: LintWire) =>
  `Siguen la edición ${edition}, ${comparedOn ? `con sus listas comparadas con las de la ABE el ${dayText(comparedOn)}` : 'con listas sin comparar todavía con las de la ABE'}.`

function MakeFile({ onMade }: { onMade: (file: PackageWire) => void }) {
  const { today } = useMe()
  const [date, setDate] = useState<string | null>(proposedReferenceDate(today))
  const fault = date === null ? null : referenceDateFault(date, today)
  const { data } = useLint(fault === null ? date : null)
  const making = useListWrite({
    mutationFn: (format: PackageFormat) => call(makePackage, { body: { format, referenceDate: date! } }),
    onSuccess: file => {
      showToast({ title: 'Fichero generado', text: file.name })
      onMade(file)
    },
    onError: error => showError(messageOf(error)),
  })
  const blocking = data?.counts.BLOCKING ?? 0
  const notClean = !data ? 'Comprobando el registro' : blocking > 0 ? `${blockedText(blocking)}.` : null
  const blockedBy = (format: PackageFormat) =>
    date === null
      ? 'Escriba la fecha de referencia'
      : fault !== null
        ? fault
        : needsCleanRegister(format)
          ? notClean
          : null
  return (
    <Section kind="label" title="FICHERO NUEVO">
      {blocking > 0 ? (
        <Message kind="error" title={blockedText(blocking)}>
          {blocking === 1 ? 'Corríjalo' : 'Corríjalos'}, o descárguelo en Excel.{' '}
          <UiLink href={paths.register({ step: 'check' })}>Ver los errores</UiLink>
        </Message>
      ) : null}
      <div className={classes.make}>
        <DateField
          label="Fecha de referencia"
          value={date}
          onChange={setDate}
          min={FIRST_REFERENCE}
          max={lastReference(today)}
          error={fault}
          required
        />
        {packageFormats.map(format => (
          <ActionButton
            key={format}
            variant={needsCleanRegister(format) ? 'filled' : 'default'}
            leftSection={<IconFileDownload />}
            loading={making.isPending && making.variables === format}
            blocked={blockedBy(format)}
            reason="tooltip"
            onClick={() => making.mutate(format)}
          >
            Descargar {formatLabels[format]}
          </ActionButton>
        ))}
      </div>
      <LeftOut references={data?.leftOut ?? []} />
      <p className="small dim">
        El xBRL-CSV es el que pide la autoridad. CSV y Excel son para leerlo, con la lista de sus errores.
        {data ? ` ${followed(data)}` : null}
      </p>
    </Section>
  )
}
