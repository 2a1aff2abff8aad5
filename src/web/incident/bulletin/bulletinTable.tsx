import { Button } from '@mantine/core'
import { IconClockHour4, IconEye, IconSend } from '@tabler/icons-react'
import { impactLabels, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import { bulletinColumns } from '#domain/incident/bulletin/columns.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { nextReport } from '#domain/incident/bulletin/steps.ts'
import { SeverityBadge } from '#web/incident/bulletin/SeverityBadge.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { portalNow } from '#web/ui/time/clock.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './bulletin.module.css'

/** Shown in the cell of another. */
const elsewhere = ['services', 'impact', 'note']

const nameOf = ({ number, providerName }: BulletinWire) => `comunicado ${number} de ${providerName}`

/** How long the bank has for its next report to the authority (EXP-06). */
function Countdown({ clock }: Pick<BulletinWire, 'clock'>) {
  const { today } = useMe()
  const due = clock ? nextReport(clock, { now: portalNow().toISOString(), today }) : null
  if (due === null) return null
  return (
    <span className={classes.due}>
      Informe: <RelativeTime value={due} withTime flip />
    </span>
  )
}

type Acts = { onAnswer: (row: BulletinWire) => void; onClock: (row: BulletinWire) => void }

/** The columns of 'Comunicados' for a bank. */
export function bulletinTable({ onAnswer, onClock }: Acts): Column<BulletinWire>[] {
  const columns = tableColumns(bulletinColumns('ENTITY'), {
    provider: {
      cell: row => row.providerName,
      sub: row => row.services.map(({ name }) => name).join(', ') || null,
    },
    number: { width: 110, cell: row => row.number, sub: row => phaseLabels[row.phase] },
    severity: { width: 150, cell: row => <SeverityBadge severity={row.severity} /> },
    text: { cell: row => <span className={classes.text}>{row.text}</span> },
    publishedAt: { width: 130, cell: row => <RelativeTime value={row.publishedAt} withTime /> },
    acknowledgedAt: {
      width: 150,
      cell: ({ acknowledgement }) => (
        <StateBadge
          state={acknowledgement ? 'ACCEPTED' : 'PENDING'}
          label={acknowledgement ? 'Acusado' : 'Por acusar'}
          small
        />
      ),
      sub: ({ acknowledgement, clock }) => (
        <>
          {acknowledgement ? `Impacto: ${impactLabels[acknowledgement.impact].toLowerCase()}` : null}
          <Countdown clock={clock} />
        </>
      ),
    },
  }).filter(({ key }) => !elsewhere.includes(key))
  return [
    ...columns,
    {
      key: 'actions',
      header: 'Acciones',
      actions: true,
      cell: row => (
        <span className="row">
          <Button
            size="xs"
            leftSection={row.acknowledgement ? <IconEye size={18} /> : <IconSend size={18} />}
            onClick={() => onAnswer(row)}
            aria-label={`${row.acknowledgement ? 'Ver' : 'Acusar recibo'}: ${nameOf(row)}`}
          >
            {row.acknowledgement ? 'Ver' : 'Acusar recibo'}
          </Button>
          <IconButton
            icon={<IconClockHour4 />}
            label={`Plazos de notificación: ${nameOf(row)}`}
            onClick={() => onClock(row)}
            size={36}
          />
        </span>
      ),
    },
  ]
}
