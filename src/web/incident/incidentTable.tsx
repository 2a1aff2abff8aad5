import { IconEye, IconPaperclip, IconPencil } from '@tabler/icons-react'
import type { Role } from '#domain/identity/roles.ts'
import { incidentColumns } from '#domain/incident/columns.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { type Look, tableColumns } from '#web/list/tableColumns.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './IncidentList.module.css'

const hrefOf = ({ providerId, id }: IncidentWire, role: Role) =>
  paths.openIncident(providerId, id, role === 'CCI' ? 'w' : 'r')

/** The columns of the incident list, by role. */
export function incidentTable(role: Role): Column<IncidentWire>[] {
  const looks: Record<string, Look<IncidentWire>> = {
    title: {
      cell: row => (
        <UiLink className={classes.words} href={hrefOf(row, role)}>
          {row.title}
        </UiLink>
      ),
      ...(role === 'ENTITY' ? {} : { sub: row => t`Notificada por ${row.issuerName}` }),
    },
    provider: { cell: row => <span className={classes.words}>{row.providerName}</span> },
    createdAt: { width: 130, cell: row => <RelativeTime value={row.createdAt} /> },
    documents: {
      width: 110,
      cell: ({ documents }) => (
        <span className={classes.files}>
          <IconPaperclip size={17} aria-hidden="true" />
          {documents.length}
        </span>
      ),
    },
    status: {
      width: 150,
      cell: row => (
        <StateBadge
          state={row.status}
          label={incidentStatusLabels[row.status]}
          tooltip={t`Último cambio: ${dayText(row.updatedAt)} ${timeText(row.updatedAt)}`}
        />
      ),
      sub: undefined,
    },
  }
  const actions: Column<IncidentWire> = {
    key: 'actions',
    header: t('Acciones'),
    actions: true,
    cell: row => (
      <IconButton
        size={40}
        label={role === 'CCI' ? t`Gestionar la incidencia «${row.title}»` : t`Ver la incidencia «${row.title}»`}
        icon={role === 'CCI' ? <IconPencil /> : <IconEye />}
        href={hrefOf(row, role)}
      />
    ),
  }
  return [...tableColumns(incidentColumns(role), looks), actions]
}
