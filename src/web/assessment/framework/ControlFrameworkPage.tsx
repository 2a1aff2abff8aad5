import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { frameworkColumns, frameworkStatusLabels } from '#domain/assessment/framework/columns.ts'
import type { FrameworkWire } from '#domain/assessment/framework/contract.ts'
import { exportFrameworks } from '#domain/assessment/framework/contract.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { frameworkBadges } from '#web/assessment/badges.ts'
import { FrameworkPart } from '#web/assessment/framework/FrameworkPart.tsx'
import { ImportFramework } from '#web/assessment/framework/ImportFramework.tsx'
import { PublishFramework } from '#web/assessment/framework/PublishFramework.tsx'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** /control-framework: the editions of the list of controls, and one of them by domains (DICT-04). */
export function ControlFrameworkPage() {
  const list = useList(exportFrameworks)
  const [chosen, choose] = useUrlValue('edicion')
  const [importing, setImporting] = useState(false)
  const [publishing, setPublishing] = useState<FrameworkWire | null>(null)
  const published = list.rows.find(({ status }) => frameworkMachine.is.published(status)) ?? null
  const shown = list.rows.find(({ id }) => id === chosen) ?? published ?? list.rows[0]
  return (
    <>
      <PageHeader
        title="Marco de controles"
        subtitle="La lista de controles que responden los evaluadores. Solo una edición está publicada."
        actions={
          <>
            <ExportMenu list={list} />
            <Button variant="filled" leftSection={<IconFileImport />} onClick={() => setImporting(true)}>
              Importar
            </Button>
          </>
        }
      />
      <ListTable
        list={list}
        columns={columns}
        rowKey={row => row.id}
        selectedKey={shown?.id ?? null}
        onSelect={row => choose(row.id)}
        empty={{
          title: 'No hay ningún marco de controles',
          text: 'Importe el suyo en una hoja de cálculo, o empiece por el ilustrativo que trae el portal.',
        }}
      />
      <ListPager list={list} noun={['edición', 'ediciones']} />
      {shown ? (
        <FrameworkPart key={shown.id} framework={shown} published={published} onPublish={() => setPublishing(shown)} />
      ) : null}
      <ImportFramework opened={importing} onClose={() => setImporting(false)} onDone={choose} />
      <PublishFramework framework={publishing} published={published} onClose={() => setPublishing(null)} />
    </>
  )
}

const columns: Column<FrameworkWire>[] = tableColumns(
  frameworkColumns.filter(({ key }) => key !== 'illustrative'),
  {
    name: { sub: row => <Illustrative of={row} /> },
    edition: { width: 130 },
    controls: { align: 'end', width: 120 },
    status: {
      width: 140,
      cell: row => <StateBadge small state={frameworkBadges[row.status]} label={frameworkStatusLabels[row.status]} />,
    },
    createdAt: { cell: row => <RelativeTime value={row.createdAt} /> },
    publishedAt: {
      cell: row => (row.publishedAt ? <RelativeTime value={row.publishedAt} /> : <NoValue />),
    },
  },
)
