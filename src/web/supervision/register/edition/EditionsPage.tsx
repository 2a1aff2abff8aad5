import { Button } from '@mantine/core'
import { IconDownload, IconFileImport, IconHistory } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditionWire, LoadWire } from '#domain/supervision/register/edition/contract.ts'
import { editionContent, readEditions } from '#domain/supervision/register/edition/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { LoadEditionModal } from '#web/supervision/register/edition/LoadEditionModal.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

type Asked = { number: string; load?: string; shipped?: 'true' }

/** /register-editions: the editions of the register of information; CCI loads new ones and corrected lists (REG-18). */
export function EditionsPage() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readEditions))
  const [loading, setLoading] = useState(false)
  const download = useMutation({
    mutationFn: async ({ number, ...query }: Asked) =>
      saveBlob(await call(editionContent, { params: { number }, query }), `edicion-${number}.json`),
    onError: failure => showError(messageOf(failure)),
  })
  return (
    <>
      <PageHeader
        title="Ediciones del registro"
        subtitle="Las listas, columnas y referencias con las que cada entidad hace su registro de información. Lo que se carga rige para todas desde que se pone en vigor."
        actions={
          <Button variant="filled" leftSection={<IconFileImport />} onClick={() => setLoading(true)}>
            Cargar una edición
          </Button>
        }
      />
      {data ? (
        <>
          <InForce editions={data.inForce} loads={data.loads} onDownload={asked => download.mutate(asked)} />
          <Loads loads={data.loads} onDownload={asked => download.mutate(asked)} />
        </>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={420} label="Cargando las ediciones" />
      )}
      {loading ? <LoadEditionModal onClose={() => setLoading(false)} /> : null}
    </>
  )
}

type Props = { loads: readonly LoadWire[]; onDownload: (asked: Asked) => void }

function InForce({ editions, loads, onDownload }: Props & { editions: readonly EditionWire[] }) {
  const originOf = ({ load }: EditionWire) => {
    const loaded = loads.find(({ id }) => id === load)
    return loaded ? `Cargada el ${dayText(loaded.at)} por ${loaded.by}` : 'La trae el portal'
  }
  const columns: Column<EditionWire>[] = [
    { key: 'number', header: 'Edición', cell: row => row.number, width: 110 },
    { key: 'from', header: 'Desde la fecha de referencia', cell: row => dayText(row.from) },
    {
      key: 'comparedOn',
      header: 'Listas comparadas con las de la ABE',
      cell: row => (row.comparedOn ? dayText(row.comparedOn) : 'No todas todavía'),
    },
    { key: 'load', header: 'Origen', cell: originOf },
    {
      key: 'actions',
      header: 'Acciones',
      actions: true,
      cell: ({ number, load, isShipped }) => (
        <RowActions
          of={`la edición ${number}`}
          actions={[
            {
              label: `Descargar la edición ${number} en JSON`,
              icon: <IconDownload />,
              onClick: () => onDownload({ number }),
            },
            ...(load && isShipped
              ? [
                  {
                    label: `Descargar la edición ${number} que trae el portal`,
                    icon: <IconHistory />,
                    onClick: () => onDownload({ number, shipped: 'true' }),
                  },
                ]
              : []),
          ]}
        />
      ),
    },
  ]
  return (
    <Section kind="label" title="EN VIGOR">
      <p className="small dim">
        La fecha de referencia de un registro elige su edición: la última que vale desde esa fecha o desde antes. Para
        corregir una lista, descargue la edición, cámbiela y vuelva a cargarla.
      </p>
      <DataTable
        label="Ediciones en vigor"
        columns={columns}
        rows={editions}
        rowKey={row => row.number}
        empty={{ title: 'No hay ediciones', text: '' }}
      />
    </Section>
  )
}

function Loads({ loads, onDownload }: Props) {
  const columns: Column<LoadWire>[] = [
    { key: 'number', header: 'Edición', cell: row => row.number, width: 110 },
    { key: 'name', header: 'Archivo', cell: row => row.name },
    { key: 'at', header: 'Cargada', cell: row => <RelativeTime value={row.at} />, sub: row => row.by },
    { key: 'isInForce', header: 'En vigor', cell: row => (row.isInForce ? 'Sí' : 'No: hay otra más reciente') },
    {
      key: 'actions',
      header: 'Acciones',
      actions: true,
      cell: ({ id, number, at }) => (
        <RowActions
          of={`la carga del ${dayText(at)}`}
          actions={[
            {
              label: `Descargar lo que se cargó el ${dayText(at)}`,
              icon: <IconDownload />,
              onClick: () => onDownload({ number, load: id }),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <Section kind="label" title="CARGAS">
      <DataTable
        label="Cargas"
        columns={columns}
        rows={loads}
        rowKey={row => row.id}
        empty={{
          title: 'Todavía no se ha cargado nada',
          text: 'Cada edición que se cargue queda aquí, para descargarla o volver a ella.',
        }}
      />
    </Section>
  )
}
