import {
  IconBuildingStore,
  IconChartBar,
  IconFileUpload,
  IconHome,
  IconMail,
  IconMessageExclamation,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { SearchButton } from '#web/search/SearchButton.tsx'
import { type NavEntry, NavMenu } from '#web/shell/NavMenu.tsx'
import { type BellItem, NotificationsBell } from '#web/shell/NotificationsBell.tsx'
import { UserMenu } from '#web/shell/UserMenu.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { AppShell } from '#web/ui/layout/AppShell.tsx'
import { Breadcrumb, type Crumb } from '#web/ui/layout/Breadcrumb.tsx'

export const now = new Date('2026-11-21T09:44:00Z')
export const footer = { privacyHref: '#blank' }

const cciMenu: NavEntry[] = [
  {
    key: 'users',
    label: 'Gestión de usuarios',
    icon: <IconUsers />,
    entries: [
      { key: 'users-cci', label: 'CCI', href: '#list' },
      { key: 'users-others', label: 'Participantes', href: '#list' },
    ],
  },
  { key: 'issues', label: 'Incidencias', icon: <IconMessageExclamation />, href: '#feedback', count: 3 },
  {
    key: 'participants',
    label: 'Participantes',
    icon: <IconBuildingStore />,
    entries: [
      { key: 'providers', label: 'Proveedores', href: '#list' },
      { key: 'entities', label: 'Entidades', href: '#list' },
      { key: 'evaluators', label: 'Evaluadores', href: '#list' },
    ],
  },
  { key: 'settings', label: 'Configuración Sistema', icon: <IconSettings />, entries: [], href: '#feedback' },
  { key: 'invitations', label: 'Invitaciones', icon: <IconMail />, href: '#feedback' },
  { key: 'statistics', label: 'Estadísticas', icon: <IconChartBar />, href: '#feedback' },
]
const providerMenu: NavEntry[] = [
  { key: 'start', label: 'Inicio', icon: <IconHome />, href: '#start' },
  { key: 'users', label: 'Gestión de usuarios', icon: <IconUsers />, href: '#list' },
  { key: 'issues', label: 'Incidencias', icon: <IconMessageExclamation />, href: '#feedback' },
  { key: 'report', label: 'Envío informe de auditoría', icon: <IconFileUpload />, href: '#score' },
]
const items: BellItem[] = [
  {
    id: '1',
    icon: <IconMessageExclamation />,
    title: 'Incidencia abierta',
    text: '«Retraso en la recogida de valija», de Arcadio Mensajería Segura.',
    when: '2026-11-21T09:32:00Z',
    unread: true,
    href: '#feedback',
  },
  {
    id: '2',
    icon: <IconChartBar />,
    title: 'Calificación publicada',
    text: 'Cantera Nube: Alojamiento en la nube, A+ / A / A+.',
    when: '2026-11-21T06:40:00Z',
    unread: true,
    href: '#list',
  },
  {
    id: '3',
    icon: <IconMessageExclamation />,
    title: 'Incidencia modificada',
    text: 'El CCI ha cerrado «Facturas duplicadas», de Orzán Cobros.',
    when: '2026-11-19T15:20:00Z',
    unread: false,
  },
]

export function Shell(props: { children: ReactNode; crumbs: Crumb[]; active: string; provider?: boolean }) {
  const [read, setRead] = useState<string[]>([])
  const shown = items.map(item => (read.includes(item.id) ? { ...item, unread: !item.unread } : item))
  return (
    <AppShell
      homeHref="#list"
      menu={<NavMenu entries={props.provider ? providerMenu : cciMenu} active={props.active} />}
      breadcrumb={<Breadcrumb homeHref="#list" crumbs={props.crumbs} />}
      search={<SearchButton onClick={() => showToast({ title: 'Aquí se abre la búsqueda' })} />}
      bell={
        <NotificationsBell
          count={shown.filter(item => item.unread).length}
          items={shown}
          allHref="#list"
          now={now}
          onToggleRead={item => setRead([...read, item.id])}
        />
      }
      userMenu={
        <UserMenu
          name={props.provider ? 'Lucía Ferrer' : 'Marta Olmedo'}
          organization={props.provider ? 'Tramontana Custodia Digital' : 'CCI'}
          entries={[{ key: 'data', label: 'Mis datos', href: '#blank' }]}
          onSignOut={() => {}}
        />
      }
      footer={footer}
    >
      {props.children}
    </AppShell>
  )
}
