import { Button } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { memberColumns } from '#domain/supervision/register/group/columns.ts'
import type { MemberWire } from '#domain/supervision/register/group/contract.ts'
import { addMember, changeMember, exportMembers, listMembers } from '#domain/supervision/register/group/contract.ts'
import { fieldsOfKind, type MemberKind } from '#domain/supervision/register/group/fields.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { RemoveEntry } from '#web/supervision/register/entry/RemoveEntry.tsx'
import { useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from '../register.module.css'

const shown = ['name', 'kind', 'lei', 'country', 'type']
const words = {
  MEMBER: { add: 'Añadir entidad', opened: 'Entidad', done: 'Entidad guardada', added: 'Entidad añadida' },
  BRANCH: { add: 'Añadir sucursal', opened: 'Sucursal', done: 'Sucursal guardada', added: 'Sucursal añadida' },
} as const
const groupsOf = {
  MEMBER: [
    { names: ['name', 'lei', 'country', 'type'] },
    { title: 'EN EL GRUPO', names: ['hierarchy', 'parentLei', 'joinedOn', 'leftOn'] },
    { title: 'BALANCE', names: ['currency', 'totalAssets'] },
  ],
  BRANCH: [{ names: ['name', 'code', 'country', 'parentLei'] }],
} as const

/** The entities of the group that the bank files for, and branches: rows of B_01.02 and B_01.03 (REG-25). */
export function GroupList() {
  const list = useList(exportMembers)
  const { edit, field, set } = useRegisterPlace()
  const [adding, add] = useState<MemberKind | null>(null)
  const [removed, remove] = useState<MemberWire | null>(null)
  const chosen = useQuery({ ...queryOptions(listMembers, { query: { id: edit ?? '' } }), enabled: edit !== null })
  const opened = edit === null ? null : (chosen.data?.content[0] ?? null)
  const kind = opened?.kind ?? adding
  const isAny = (list.total ?? 0) > 0
  const actions: Column<MemberWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={row.name}
        actions={[
          { label: `Editar ${row.name}`, icon: <IconEdit />, onClick: () => set(row.id) },
          { label: `Quitar ${row.name}`, icon: <IconTrash />, onClick: () => remove(row) },
        ]}
      />
    ),
  }
  return (
    <Section kind="label" title="GRUPO Y SUCURSALES">
      <p className="small dim">
        Solo si su entidad presenta el registro por otras de su grupo, o tiene sucursales. Con una entidad más, el
        fichero pasa a ser consolidado (CON).
      </p>
      <div className={classes.bar}>
        <div className={classes.buttons}>
          {(['MEMBER', 'BRANCH'] as const).map(each => (
            <Button key={each} variant="default" leftSection={<IconPlus />} onClick={() => add(each)}>
              {words[each].add}
            </Button>
          ))}
        </div>
        {isAny ? <ExportMenu list={list} /> : null}
      </div>
      {isAny ? (
        <>
          <ListTable
            list={list}
            columns={[...tableColumns(memberColumns, looks), actions]}
            visible={shown}
            rowKey={row => row.id}
            empty={{ title: 'Ninguna' }}
            noResults="Ninguna"
          />
          <ListPager list={list} noun={['fila', 'filas']} />
        </>
      ) : null}
      {kind ? (
        <RecordModal
          key={opened?.id ?? 'new'}
          title={opened ? `${words[kind].opened} ${opened.name}` : words[kind].add}
          fields={fieldsOfKind[kind]}
          path="group"
          groups={groupsOf[kind]}
          saved={opened}
          focus={opened ? field : null}
          send={(values, version) =>
            opened
              ? call(changeMember, { params: { id: opened.id }, body: { ...values, version } as never })
              : call(addMember, { body: { ...values, kind } as never })
          }
          read={
            opened ? async () => onlyOf((await call(listMembers, { query: { id: opened.id } })).content) : undefined
          }
          onClose={() => {
            add(null)
            set(null)
          }}
          done={words[kind][opened ? 'done' : 'added']}
        />
      ) : null}
      {removed ? (
        <RemoveEntry
          kind={removed.kind === 'MEMBER' ? 'member' : 'branch'}
          id={removed.id}
          name={removed.name}
          onClose={() => remove(null)}
        />
      ) : null}
    </Section>
  )
}

const looks = { kind: { width: 110 }, lei: { sortable: false } }
