import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedUse } from '#domain/supervision/use/contract.ts'
import { exportUses } from '#domain/supervision/use/contract.ts'
import { situationLabels, situations } from '#domain/supervision/use/situation.ts'
import { useCatalogues } from '#web/catalogue/useCatalogues.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { AcceptanceModal } from '#web/supervision/acceptance/AcceptanceModal.tsx'
import { DeclareUseModal } from '#web/supervision/use/DeclareUseModal.tsx'
import { EndUseModal } from '#web/supervision/use/EndUseModal.tsx'
import { ImportUsesModal } from '#web/supervision/use/ImportUsesModal.tsx'
import { LevelLegend } from '#web/supervision/use/LevelRules.tsx'
import { levelColumns, narrowLevelColumns } from '#web/supervision/use/levelColumns.tsx'
import { PolicyModal } from '#web/supervision/use/PolicyModal.tsx'
import { RelatedLinks } from '#web/supervision/use/RelatedLinks.tsx'
import { UseActions } from '#web/supervision/use/UseActions.tsx'
import { UseRowForm } from '#web/supervision/use/UseRowForm.tsx'
import { useRowEdit } from '#web/supervision/use/useRowEdit.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { usePrinting } from '#web/ui/layout/usePrinting.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import classes from './supervision.module.css'

/** In the segments, what is about to lapse stands beside the situations. */
const ENDING = 'ending'

const related: Column<ListedUse> = {
  key: 'related',
  header: 'ENLACES',
  name: 'Enlaces',
  cell: use => <RelatedLinks use={use} />,
}

type Opened = { what: 'declare' | 'import' | 'policy' } | { what: 'accept' | 'end'; use: ListedUse }

/** /required-levels: the services that a bank uses, what it requires of each and what they have (LEVEL-10). */
export function RequiredLevelsPage() {
  const list = useList(exportUses)
  // A desk of 1280 px has no room for the day of expiry in a column of its own.
  const hasRoom = useMediaQuery('(max-width: 767px), (min-width: 1400px)', true, { getInitialValueInEffect: false })
  const printing = usePrinting()
  const edit = useRowEdit()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { setFilter } = list
  const { situation, ending } = list.filters
  const counts = list.data?.counts
  const all = counts && situations.reduce((sum, each) => sum + counts[each], 0)
  const { serviceChoices } = useCatalogues(true)
  const choose = (value: string) => {
    setFilter(ENDING, value === ENDING ? 'true' : null)
    setFilter('situation', value === ENDING ? null : value || null)
  }
  const actions: Column<ListedUse> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <UseActions
        use={row}
        onEdit={() => (row.id === edit.id ? edit.cancel() : edit.begin(row))}
        onAccept={() => setOpened({ what: 'accept', use: row })}
        onReopen={() => setOpened({ what: 'end', use: row })}
      />
    ),
  }
  const formOf = (use: ListedUse) => (
    <UseRowForm
      edit={edit}
      onEndUse={() => {
        edit.cancel()
        setOpened({ what: 'end', use })
      }}
    />
  )
  return (
    <>
      <PageHeader
        title="Niveles exigidos"
        subtitle="Los servicios que utiliza su entidad: lo que exige a cada uno y lo que tiene. Solo su entidad lo lee."
        actions={
          <>
            <Button leftSection={<IconScale />} onClick={() => setOpened({ what: 'policy' })}>
              Política
            </Button>
            <Button leftSection={<IconFileImport />} onClick={() => setOpened({ what: 'import' })}>
              Importar
            </Button>
            <Button variant="filled" leftSection={<IconPlus />} onClick={() => setOpened({ what: 'declare' })}>
              Declarar servicio
            </Button>
          </>
        }
      />
      <div className={classes.counts}>
        <Segments
          label="Situación"
          value={ending ? ENDING : (situation ?? '')}
          onChange={choose}
          segments={[
            { value: '', label: 'Todos', count: all },
            ...situations.map(value => ({ value, label: situationLabels[value], count: counts?.[value] })),
            { value: ENDING, label: 'Por caducar', count: counts?.ending },
          ]}
        />
      </div>
      <ListFilters list={list} given={{ service: serviceChoices }} />
      <div className={classes.bar}>
        <LevelLegend />
        <div className="row">
          <ListTools list={list} />
        </div>
      </div>
      <div className={classes.levelRows}>
        <ListTable
          list={list}
          columns={[...(hasRoom || printing ? levelColumns : narrowLevelColumns), related, actions]}
          below={row => (row.id === edit.id ? formOf(row) : null)}
          rowKey={row => row.id}
          empty={{
            title: 'Todavía no ha declarado ningún servicio',
            text: 'Declare los servicios que utiliza su entidad, uno a uno o con una hoja, y verá aquí cuáles cumplen lo que exige.',
          }}
          noResults="Ningún servicio coincide"
        />
      </div>
      <ListPager list={list} noun={['servicio', 'servicios']} />
      <LeaveQuestion unfinished={edit.dirty} />
      {edit.window}
      <DeclareUseModal opened={opened?.what === 'declare'} onClose={close} />
      <ImportUsesModal opened={opened?.what === 'import'} onClose={close} />
      <PolicyModal opened={opened?.what === 'policy'} onClose={close} />
      {opened && 'use' in opened && opened.what === 'accept' ? (
        <AcceptanceModal use={opened.use} onClose={close} />
      ) : null}
      {opened && 'use' in opened && opened.what === 'end' ? <EndUseModal use={opened.use} onClose={close} /> : null}
    </>
  )
}
