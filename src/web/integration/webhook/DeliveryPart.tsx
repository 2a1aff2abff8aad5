import { IconRotate } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { deliveryColumns } from '#domain/integration/webhook/columns.ts'
import type { DeliveryWire, WebhookWire } from '#domain/integration/webhook/contract.ts'
import { exportDeliveries, repeatDelivery } from '#domain/integration/webhook/contract.ts'
import { hookEventLabel } from '#domain/integration/webhook/events.ts'
import { sentence } from '#domain/messages.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { formatInstant } from '#domain/values/day.ts'
import { call, messageOf } from '#web/api/api.ts'
import { DeliveryBadge } from '#web/integration/webhook/WebhookBadge.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** A delivery that waits has its answer within seconds. */
const REREAD_MS = 3000

/** The deliveries of 30 days, each with its outcome and a way to send it again (HOOK-13). */
export function DeliveryPart({ webhook: { id, status } }: { webhook: WebhookWire }) {
  const list = useList(exportDeliveries, { params: { id }, refetchInterval: REREAD_MS })
  const repeating = useMutation({
    mutationFn: ({ id: deliveryId }: DeliveryWire) => call(repeatDelivery, { params: { id, deliveryId } }),
    onSuccess: ({ type }) => showToast({ title: 'Enviada otra vez', text: hookEventLabel(type) }),
    onError: error => showError(messageOf(error)),
    onSettled: list.refetch,
  })
  const blocked = webhookMachine.is.listening(status) ? null : sentence('webhookInactive')
  return (
    <Section title="Entregas de los últimos 30 días" kind="serif" actions={<ExportMenu list={list} />}>
      <ListFilters list={list} />
      <ListTable
        list={list}
        columns={columnsOf(delivery => repeating.mutate(delivery), blocked)}
        rowKey={delivery => delivery.id}
        empty={{ title: 'Todavía no hay ninguna entrega', text: 'Envíe una prueba para ver si su sistema la acepta.' }}
        noResults="Ninguna entrega coincide"
      />
      <ListPager list={list} noun={['entrega', 'entregas']} />
    </Section>
  )
}

const columnsOf = (repeat: (delivery: DeliveryWire) => void, blocked: string | null): Column<DeliveryWire>[] => [
  ...tableColumns(deliveryColumns, {
    createdAt: { width: 160, cell: row => <RelativeTime value={row.createdAt} withTime /> },
    type: { sub: row => <span className="mono">{row.eventId}</span> },
    status: {
      width: 170,
      cell: row => <DeliveryBadge status={row.status} />,
      sub: row => (row.nextTryAt && row.tries > 0 ? `Otra vez el ${formatInstant(row.nextTryAt)}` : null),
    },
    outcome: { width: 170 },
    durationMs: { width: 110, align: 'end' },
    tries: {
      width: 150,
      sub: row => (row.lastTryAt ? <RelativeTime value={row.lastTryAt} withTime /> : null),
    },
  }),
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => {
      const of = `${hookEventLabel(row.type)}, del ${formatInstant(row.createdAt)}`
      return (
        <RowActions
          of={of}
          actions={[{ label: `Enviar otra vez: ${of}`, icon: <IconRotate />, onClick: () => repeat(row), blocked }]}
        />
      )
    },
  },
]
