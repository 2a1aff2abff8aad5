import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentence } from '#domain/messages.ts'
import { outgoingMailColumns } from '#domain/notification/operation/outgoing-mail/columns.ts'
import type { OutgoingMailWire } from '#domain/notification/operation/outgoing-mail/contract.ts'
import {
  exportOutgoingMails,
  listOutgoingMails,
  resendMail,
} from '#domain/notification/operation/outgoing-mail/contract.ts'
import type { MailStatus } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import {
  mailKindLabels,
  mailStatusLabels,
  resendRefusal,
} from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { formatInstant } from '#domain/values/day.ts'
import { call, messageOf } from '#web/api/api.ts'
import type { BulkAct } from '#web/list/bulk/BulkBar.tsx'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import { CopyText } from '#web/ui/table/CopyText.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** A mail that was sent again leaves within seconds. */
const REREAD_MS = 3000

const badges: Readonly<Record<MailStatus, BadgeState>> = {
  WAITING: 'PENDING',
  SENDING: 'PENDING',
  RETRYING: 'NEW',
  FAILED: 'REJECTED',
}

const keyOf = ({ id }: OutgoingMailWire) => id
const nameOf = ({ kind, recipient }: OutgoingMailWire) => `${mailKindLabels[kind]} a ${recipient}`
const send = ({ id }: OutgoingMailWire) => call(resendMail, { params: { id } })
const refusalOf = ({ status, dead }: OutgoingMailWire) => {
  const reason = resendRefusal({ sent: false, status, dead })
  return reason && sentence(reason)
}

const acts: readonly BulkAct<OutgoingMailWire>[] = [
  {
    key: 'resend',
    label: 'Reenviar',
    icon: <IconSend />,
    consequence: 'Salen ahora. Quien ya recibió el suyo no lo recibe otra vez.',
    refusal: refusalOf,
    act: send,
  },
]

/** The mails that wait or were given up, each with its cause and a way to send it again (OPS-01, OPS-02). */
export function MailPart() {
  const client = useQueryClient()
  const list = useList(exportOutgoingMails, { refetchInterval: REREAD_MS })
  const selected = useSelected(list.rows, keyOf, nameOf)
  const refresh = () => client.invalidateQueries({ queryKey: [listOutgoingMails.name] })
  const resending = useMutation({
    mutationFn: send,
    onSuccess: (_answer, mail) => showToast({ title: 'Correo reenviado', text: nameOf(mail) }),
    onError: error => showError(messageOf(error)),
    onSettled: refresh,
  })
  return (
    <Section title="Correos sin entregar" kind="serif" actions={<ExportMenu list={list} />}>
      <ListFilters list={list} />
      <ListTable
        list={list}
        columns={columnsOf(mail => resending.mutate(mail))}
        selection={selected.selection}
        rowKey={keyOf}
        empty={{ title: 'No hay ningún correo sin entregar', text: 'Todo lo que el portal ha escrito ha salido.' }}
        noResults="Ningún correo coincide"
      />
      <ListPager list={list} noun={['correo', 'correos']} />
      <BulkBar selected={selected} acts={acts} onDone={refresh} />
    </Section>
  )
}

const columnsOf = (resend: (mail: OutgoingMailWire) => void): Column<OutgoingMailWire>[] => [
  ...tableColumns(outgoingMailColumns, {
    recipient: { cell: row => <CopyText text={row.recipient} /> },
    status: { width: 150, cell: row => <StateBadge state={badges[row.status]} label={mailStatusLabels[row.status]} /> },
    createdAt: { width: 150, cell: row => <RelativeTime value={row.createdAt} withTime /> },
    lastError: { width: 250 },
    attempts: {
      width: 150,
      sub: row => (row.nextAttemptAt ? `Otra vez el ${formatInstant(row.nextAttemptAt)}` : null),
    },
  }),
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={nameOf(row)}
        actions={[
          {
            label: `Reenviar: ${nameOf(row)}`,
            icon: <IconSend />,
            onClick: () => resend(row),
            blocked: refusalOf(row),
          },
        ]}
      />
    ),
  },
]
