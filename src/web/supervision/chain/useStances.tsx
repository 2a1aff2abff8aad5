import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import type { StanceWire } from '#domain/supervision/chain/contract.ts'
import { listStances } from '#domain/supervision/chain/contract.ts'
import { type Stance, stanceLabelOf } from '#domain/supervision/chain/stance.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { madridDay } from '#domain/values/day.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMay } from '#web/session/useMe.ts'
import { StanceModal } from '#web/supervision/chain/StanceModal.tsx'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'

const looks: Readonly<Record<Stance, BadgeState>> = { NO_OBJECTION: 'ACCEPTED', OBJECTION: 'REJECTED' }

type Of = { providerId: string; serviceId: string }
type Stances = { columns: Column<SubcontractWire>[]; window: ReactNode }

/** For a bank that uses the service: what it has noted about each subcontractor, and the window to note it (CHAIN-08). */
export function useStances({ providerId, serviceId }: Of): Stances {
  const mayNote = useMay('use.manage')
  const [opened, setOpened] = useState<SubcontractWire | null>(null)
  const uses = useQuery({
    ...queryOptions(listUses, { query: { idProvider: providerId, service: serviceId } }),
    enabled: mayNote,
  })
  const use = uses.data?.content[0]
  const noted = useQuery({
    ...queryOptions(listStances, { params: { id: use?.id ?? '' } }),
    enabled: use !== undefined,
  })
  if (!use || !noted.data) return { columns: [], window: null }
  const byId = new Map(noted.data.stances.map(stance => [stance.subcontractId, stance]))
  return {
    columns: columnsOf(byId, setOpened),
    window: opened ? (
      <StanceModal use={use} row={opened} stance={byId.get(opened.id)} onClose={() => setOpened(null)} />
    ) : null,
  }
}

const columnsOf = (
  byId: ReadonlyMap<string, StanceWire>,
  open: (row: SubcontractWire) => void,
): Column<SubcontractWire>[] => [
  {
    key: 'stance',
    header: t('SU VALORACIÓN'),
    width: 170,
    cell: ({ id }) => {
      const stance = byId.get(id)
      return stance ? (
        <StateBadge small state={looks[stance.stance]} label={t(stanceLabelOf[stance.stance])} />
      ) : (
        <NoValue />
      )
    },
    sub: ({ id }) => {
      const stance = byId.get(id)
      return stance
        ? [`${stance.notedBy}, ${dayText(madridDay(stance.at))}`, stance.text].filter(Boolean).join(' · ')
        : null
    },
  },
  {
    key: 'note',
    header: t('Acciones'),
    actions: true,
    cell: row => (
      <RowActions
        of={row.company.name}
        actions={[{ label: t`Valorar ${row.company.name}`, icon: <IconScale />, onClick: () => open(row) }]}
      />
    ),
  },
]
