import { Button } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CRITICAL_PROVIDER, lineColumns } from '#domain/supervision/register/entry/columns.ts'
import type { LineWire } from '#domain/supervision/register/entry/contract.ts'
import { exportLines, listLines } from '#domain/supervision/register/entry/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useMany } from '#web/supervision/register/entry/ManyModal.tsx'
import { RemoveEntry } from '#web/supervision/register/entry/RemoveEntry.tsx'
import { LineModal } from '#web/supervision/register/LineModal.tsx'
import { useLineChoices, useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from './register.module.css'

const shown = ['reference', 'functionCode', 'service', 'ictType', 'reliance', 'substitutability', 'ownAuditOn']
const nameOf = ({ reference, functionCode, service }: LineWire) =>
  [reference, functionCode, service].filter(Boolean).join(' · ')

/** Step 4 of the register: which service each contract provides to which function. */
export function LinesStep() {
  const list = useList(exportLines)
  const { edit, field, use, contract, set } = useRegisterPlace()
  const { contracts, functions } = useLineChoices()
  const [adding, setAdding] = useState(false)
  const [removed, remove] = useState<LineWire | null>(null)
  const chosen = useQuery({ ...queryOptions(listLines, { query: { id: edit ?? '' } }), enabled: edit !== null })
  const opened = edit === null ? null : (chosen.data?.content[0] ?? null)
  const selected = useSelected(list.rows, row => row.id, nameOf)
  const many = useMany('lines', selected, ['servicio', 'servicios'])
  const actions: Column<LineWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={nameOf(row)}
        actions={[
          { label: `Editar ${nameOf(row)}`, icon: <IconEdit />, onClick: () => set(row.id) },
          { label: `Quitar ${nameOf(row)}`, icon: <IconTrash />, onClick: () => remove(row) },
        ]}
      />
    ),
  }
  return (
    <>
      <ListFilters
        list={list}
        given={{
          arrangementId: contracts.map(({ id, reference }) => ({ value: id, label: reference })),
          functionId: functions.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })),
        }}
      />
      <div className={classes.bar}>
        <Button leftSection={<IconPlus />} onClick={() => setAdding(true)}>
          Añadir servicio
        </Button>
        <ExportMenu list={list} />
      </div>
      <ListTable
        list={list}
        columns={[...tableColumns(lineColumns, looks), actions]}
        visible={shown}
        rowKey={row => row.id}
        selection={selected.selection}
        empty={{
          title: 'Todavía no ha añadido ningún servicio',
          text: 'Indique qué servicio presta cada contrato a qué función. Lo que el proveedor ya dijo de su servicio se propone solo.',
        }}
        noResults="Ningún servicio coincide"
      />
      <ListPager list={list} noun={['servicio', 'servicios']} />
      <BulkBar selected={selected} acts={[many.act]} onDone={list.refetch} />
      {many.window}
      {adding || use || contract || opened ? (
        <LineModal
          key={opened?.id ?? use ?? contract ?? 'new'}
          saved={opened}
          use={use}
          of={contract}
          focus={opened ? field : null}
          onClose={() => {
            setAdding(false)
            set(null)
          }}
        />
      ) : null}
      {removed ? <RemoveEntry kind="line" id={removed.id} name={nameOf(removed)} onClose={() => remove(null)} /> : null}
    </>
  )
}

const looks = {
  reference: {
    sub: (row: LineWire) => [row.provider, row.isDesignated ? CRITICAL_PROVIDER : ''].filter(Boolean).join(' · '),
  },
  functionCode: {
    sub: (row: LineWire) =>
      [row.functionName, row.functionEntity, row.isCritical ? 'esencial o importante' : ''].filter(Boolean).join(' · '),
  },
  service: { cell: (row: LineWire) => row.service || <NoValue /> },
}
