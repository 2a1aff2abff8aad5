import { Button } from '@mantine/core'
import { IconBan, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { keyColumns } from '#domain/integration/key/columns.ts'
import type { ApiKeyWire } from '#domain/integration/key/contract.ts'
import { exportKeys } from '#domain/integration/key/contract.ts'
import { keyStatusLabels } from '#domain/integration/key/key.ts'
import { sentence } from '#domain/messages.ts'
import type { ApiKeyStatus } from '#domain/states/integration.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { MakeKey } from '#web/integration/key/MakeKey.tsx'
import { RevokeKey } from '#web/integration/key/RevokeKey.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from '../integration.module.css'

/** The API keys of the bank: made, shown once, revoked (HOOK-01, HOOK-04). */
export function KeyPart() {
  const list = useList(exportKeys)
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiKeyWire | null>(null)
  return (
    <Section
      title="CLAVES DE API"
      actions={
        <>
          <ExportMenu list={list} />
          <Button size="xs" leftSection={<IconPlus />} onClick={() => setMaking(true)}>
            Crear clave
          </Button>
        </>
      }
    >
      <ListTable
        list={list}
        columns={columnsOf(setRevoked)}
        rowKey={key => key.id}
        empty={{
          title: 'No hay ninguna clave de API',
          text: 'Cree una para cada sistema que lea el portal: así puede revocar una sin parar los demás.',
        }}
      />
      <ListPager list={list} noun={['clave', 'claves']} />
      {making ? <MakeKey onClose={() => setMaking(false)} /> : null}
      {revoked ? <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} /> : null}
    </Section>
  )
}

const badges: Readonly<Record<ApiKeyStatus, BadgeState>> = { ACTIVE: 'ACCEPTED', REVOKED: 'CLOSED', LAPSED: 'LAPSED' }

/** Why a key cannot be revoked, or null. */
function refusalOf(status: ApiKeyStatus): string | null {
  const decision = decideByStatus(apiKeyMachine, 'revoke', status, 'ENTITY')
  return decision.ok ? null : sentence(decision.reason)
}

const columnsOf = (revoke: (key: ApiKeyWire) => void): Column<ApiKeyWire>[] => [
  ...tableColumns(keyColumns, {
    name: { sub: row => <span className="mono">{row.prefix}…</span> },
    scopes: {
      prose: true,
      cell: row => (
        <span className={`small ${classes.scopes}`}>
          {row.scopes.map(scope => (
            <span key={scope} className="mono">
              {scope}
            </span>
          ))}
        </span>
      ),
    },
    status: { width: 130, cell: row => <StateBadge state={badges[row.status]} label={keyStatusLabels[row.status]} /> },
    expiresOn: { width: 130 },
    lastUsedAt: {
      width: 140,
      cell: row => (row.lastUsedAt ? <RelativeTime value={row.lastUsedAt} withTime /> : 'Sin usar'),
    },
    createdAt: { width: 170, cell: row => <RelativeTime value={row.createdAt} /> },
  }),
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={row.name}
        actions={[
          {
            label: `Revocar ${row.name}`,
            icon: <IconBan />,
            onClick: () => revoke(row),
            blocked: refusalOf(row.status),
          },
        ]}
      />
    ),
  },
]
