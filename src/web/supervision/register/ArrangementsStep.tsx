import { Button } from '@mantine/core'
import { IconEdit, IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { fieldText } from '#domain/record/words.ts'
import { arrangementColumns } from '#domain/supervision/register/entry/columns.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { exportArrangements, listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import { contractKindLabels } from '#domain/supervision/register/entry/third-party.ts'
import { queryOptions } from '#web/api/api.ts'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { ArrangementModal } from '#web/supervision/register/ArrangementModal.tsx'
import { CLAUSES, ClausesModal } from '#web/supervision/register/clause/ClausesModal.tsx'
import { useMany } from '#web/supervision/register/entry/ManyModal.tsx'
import { RemoveEntry } from '#web/supervision/register/entry/RemoveEntry.tsx'
import { type ProposedContract, useProposedContracts, useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from './register.module.css'

const shown = ['provider', 'reference', 'type', 'annualCost', 'startsOn', 'endsOn', 'lines']
const nameOf = ({ reference, provider }: ArrangementWire) => `${reference}, con ${provider}`

/** Step 3 of the register: the contracts. */
export function ArrangementsStep() {
  const list = useList(exportArrangements)
  const { edit, field, set } = useRegisterPlace()
  const proposed = useProposedContracts()
  const [adding, setAdding] = useState<{ proposed: ProposedContract | null } | null>(null)
  const [removed, remove] = useState<ArrangementWire | null>(null)
  const isOfClauses = edit !== null && field === CLAUSES
  const isOpen = edit !== null && !isOfClauses
  const chosen = useQuery({ ...queryOptions(listArrangements, { query: { id: edit ?? '' } }), enabled: isOpen })
  const opened = isOpen ? (chosen.data?.content[0] ?? null) : null
  const selected = useSelected(list.rows, row => row.id, nameOf)
  const many = useMany('arrangements', selected, ['contrato', 'contratos'])
  const actions: Column<ArrangementWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={nameOf(row)}
        actions={[
          { label: `Editar ${nameOf(row)}`, icon: <IconEdit />, onClick: () => set(row.id) },
          ...(row.kind === 'ICT'
            ? [{ label: `Cláusulas de ${nameOf(row)}`, icon: <IconListCheck />, onClick: () => set(row.id, CLAUSES) }]
            : []),
          {
            label: `Quitar ${nameOf(row)}`,
            icon: <IconTrash />,
            onClick: () => remove(row),
            blocked: row.lines > 0 ? sentence('arrangementUsed') : null,
          },
        ]}
      />
    ),
  }
  const [only, ...others] = proposed
  return (
    <>
      <ListFilters list={list} />
      <div className={classes.bar}>
        <Button
          leftSection={<IconPlus />}
          onClick={() => setAdding({ proposed: only && others.length === 0 ? only : null })}
        >
          Añadir contrato
        </Button>
        <ExportMenu list={list} />
      </div>
      <Proposed contracts={proposed} onAdd={contract => setAdding({ proposed: contract })} />
      <ListTable
        list={list}
        columns={[...tableColumns(arrangementColumns, looks), actions]}
        visible={shown}
        rowKey={row => row.id}
        selection={selected.selection}
        empty={{
          title: 'Todavía no ha añadido ningún contrato',
          text: 'Añada los contratos de su entidad, uno a uno o con «Importar».',
        }}
        noResults="Ningún contrato coincide"
      />
      <ListPager list={list} noun={['contrato', 'contratos']} />
      <BulkBar selected={selected} acts={[many.act]} onDone={list.refetch} />
      {many.window}
      {adding || opened ? (
        <ArrangementModal
          key={opened?.id ?? 'new'}
          saved={opened}
          proposed={adding?.proposed ?? null}
          focus={opened ? field : null}
          onClose={() => {
            setAdding(null)
            set(null)
          }}
        />
      ) : null}
      {isOfClauses ? <ClausesModal id={edit} onClose={() => set(null)} /> : null}
      {removed ? (
        <RemoveEntry kind="arrangement" id={removed.id} name={nameOf(removed)} onClose={() => remove(null)} />
      ) : null}
    </>
  )
}

/** How many providers are proposed; the others follow when these have a contract. */
const PROPOSED = 5

/** The providers that the bank uses without a contract in its register. */
function Proposed({ contracts, onAdd }: { contracts: ProposedContract[]; onAdd: (of: ProposedContract) => void }) {
  if (contracts.length === 0) return null
  const more = contracts.length - PROPOSED
  return (
    <div className={classes.proposed}>
      <span className="small">Usa servicios de proveedores sin contrato en el registro:</span>
      {contracts.slice(0, PROPOSED).map(each => (
        <Button key={each.providerId} size="xs" variant="default" onClick={() => onAdd(each)}>
          Contrato con {each.provider}
        </Button>
      ))}
      {more > 0 ? <span className="small dim">y {more} más.</span> : null}
    </div>
  )
}

const looks = {
  annualCost: { align: 'end' },
  type: {
    cell: (row: ArrangementWire) =>
      row.kind === 'ICT' ? fieldText(arrangementFields.type, row.type) || <NoValue /> : contractKindLabels.OTHER,
    sub: (row: ArrangementWire) => (row.kind === 'ICT' ? row.overarching : row.outsourced),
  },
  startsOn: { sub: undefined },
  lines: { width: 90 },
} as const
