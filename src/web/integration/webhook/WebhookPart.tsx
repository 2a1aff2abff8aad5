import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { webhookColumns } from '#domain/integration/webhook/columns.ts'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import { exportWebhooks } from '#domain/integration/webhook/contract.ts'
import { hookEventNames } from '#domain/integration/webhook/events.ts'
import { paths } from '#web/app/paths.ts'
import { RegisterWebhook } from '#web/integration/webhook/RegisterWebhook.tsx'
import { WebhookBadge } from '#web/integration/webhook/WebhookBadge.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from '../integration.module.css'

/** The webhooks of the bank; each leads to its page (HOOK-07). */
export function WebhookPart() {
  const list = useList(exportWebhooks)
  const [registering, setRegistering] = useState(false)
  return (
    <Section
      title="WEBHOOKS"
      actions={
        <>
          <ExportMenu list={list} />
          <Button size="xs" leftSection={<IconPlus />} onClick={() => setRegistering(true)}>
            Registrar webhook
          </Button>
        </>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        rowKey={webhook => webhook.id}
        empty={{
          title: 'No hay ningún webhook',
          text: 'Registre la dirección de un sistema de su entidad y elija de qué quiere que se entere.',
        }}
      />
      <ListPager list={list} noun={['webhook', 'webhooks']} />
      {registering ? <RegisterWebhook onClose={() => setRegistering(false)} /> : null}
    </Section>
  )
}

const countOf = ({ events: { length } }: WebhookWire) =>
  length === hookEventNames.length ? 'Todos' : length === 1 ? '1 suceso' : `${length} sucesos`

const columns: Column<WebhookWire>[] = tableColumns(webhookColumns, {
  url: {
    prose: true,
    cell: row => (
      <UiLink className={classes.address} href={paths.webhook(row.id)}>
        {row.url}
      </UiLink>
    ),
  },
  events: { width: 130, cell: countOf },
  status: {
    width: 260,
    cell: row => <WebhookBadge status={row.status} />,
    sub: row =>
      row.failingSince ? (
        <>
          No contesta desde el <RelativeTime value={row.failingSince} withTime />
        </>
      ) : null,
  },
  createdAt: { width: 150, cell: row => <RelativeTime value={row.createdAt} /> },
})
