import { Button } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { functionColumns } from '#domain/supervision/register/entry/columns.ts'
import type { FunctionWire } from '#domain/supervision/register/entry/contract.ts'
import { exportFunctions, listFunctions } from '#domain/supervision/register/entry/contract.ts'
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
import { FunctionModal } from '#web/supervision/register/FunctionModal.tsx'
import { useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from './register.module.css'

const shown = ['code', 'name', 'critical', 'assessedOn', 'rtoHours', 'impact', 'lines']
const nameOf = ({ code, name }: FunctionWire) => [code, name].filter(Boolean).join(' · ')

/** Step 2 of the register: the functions that services support. */
export function FunctionsStep() {
  const list = useList(exportFunctions)
  const { edit, field, set } = useRegisterPlace()
  const [adding, setAdding] = useState(false)
  const [removed, remove] = useState<FunctionWire | null>(null)
  const chosen = useQuery({ ...queryOptions(listFunctions, { query: { id: edit ?? '' } }), enabled: edit !== null })
  const opened = edit === null ? null : (chosen.data?.content[0] ?? null)
  const selected = useSelected(list.rows, row => row.id, nameOf)
  const many = useMany('functions', selected, ['función', 'funciones'])
  const actions: Column<FunctionWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={nameOf(row)}
        actions={[
          { label: `Editar ${nameOf(row)}`, icon: <IconEdit />, onClick: () => set(row.id) },
          {
            label: `Quitar ${nameOf(row)}`,
            icon: <IconTrash />,
            onClick: () => remove(row),
            blocked: row.lines > 0 ? sentence('functionUsed') : null,
          },
        ]}
      />
    ),
  }
  return (
    <>
      <ListFilters list={list} />
      <div className={classes.bar}>
        <Button leftSection={<IconPlus />} onClick={() => setAdding(true)}>
          Añadir función
        </Button>
        <ExportMenu list={list} />
      </div>
      <ListTable
        list={list}
        columns={[...tableColumns(functionColumns, looks), actions]}
        visible={shown}
        rowKey={row => row.id}
        selection={selected.selection}
        empty={{
          title: 'Todavía no ha añadido ninguna función',
          text: 'Añada las funciones de su entidad que usan servicios de TIC: al menos las esenciales o importantes.',
        }}
        noResults="Ninguna función coincide"
      />
      <ListPager list={list} noun={['función', 'funciones']} />
      <BulkBar selected={selected} acts={[many.act]} onDone={list.refetch} />
      {many.window}
      {adding || opened ? (
        <FunctionModal
          key={opened?.id ?? 'new'}
          saved={opened}
          name={opened ? nameOf(opened) : ''}
          focus={opened ? field : null}
          onClose={() => {
            setAdding(false)
            set(null)
          }}
        />
      ) : null}
      {removed ? (
        <RemoveEntry kind="function" id={removed.id} name={nameOf(removed)} onClose={() => remove(null)} />
      ) : null}
    </>
  )
}

const looks = {
  code: { width: 130 },
  critical: { sub: undefined },
  lines: { width: 90 },
}
