import { IconEye, IconPaperclip, IconPencil } from '@tabler/icons-react'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import type { Role } from '#domain/roles.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { dayText, timeText } from '#web/ui/dates.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'
import classes from './IncidentList.module.css'

const hrefOf = ({ providerId, id }: IncidentWire, role: Role) =>
  paths.openIncident(providerId, id, role === 'CCI' ? 'w' : 'r')

const provider: Column<IncidentWire> = {
  key: 'provider',
  header: 'PROVEEDOR',
  sortable: true,
  cell: row => <span className={classes.words}>{row.providerName}</span>,
}
const date: Column<IncidentWire> = {
  key: 'createdAt',
  header: 'FECHA',
  sortable: true,
  width: 130,
  cell: row => <RelativeTime value={row.createdAt} />,
}
const files: Column<IncidentWire> = {
  key: 'documents',
  header: 'ARCHIVOS',
  width: 110,
  cell: ({ documents }) => (
    <span className={classes.files}>
      <IconPaperclip size={17} aria-hidden="true" />
      {documents.length}
    </span>
  ),
}
const status: Column<IncidentWire> = {
  key: 'status',
  header: 'ESTADO',
  sortable: true,
  width: 150,
  cell: row => (
    <StateBadge
      state={row.status}
      label={incidentStatusLabels[row.status]}
      tooltip={`Último cambio: ${dayText(row.updatedAt)} ${timeText(row.updatedAt)}`}
    />
  ),
}

/** What each role reads of an incident in the list: an entity raised all of its own, a provider's are about itself. */
export function incidentColumns(role: Role): Column<IncidentWire>[] {
  const what: Column<IncidentWire> = {
    key: 'title',
    header: 'INCIDENCIA',
    sortable: true,
    cell: row => (
      <UiLink className={classes.words} href={hrefOf(row, role)}>
        {row.title}
      </UiLink>
    ),
    sub: role === 'ENTITY' ? undefined : row => `Notificada por ${row.issuerName}`,
  }
  const actions: Column<IncidentWire> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <IconButton
        size={40}
        label={`${role === 'CCI' ? 'Gestionar' : 'Ver'} la incidencia «${row.title}»`}
        icon={role === 'CCI' ? <IconPencil /> : <IconEye />}
        href={hrefOf(row, role)}
      />
    ),
  }
  return [what, ...(role === 'PROVIDER' ? [] : [provider]), date, files, status, actions]
}
