import {
  IconBuildingStore,
  IconFileCertificate,
  IconListCheck,
  IconMessageExclamation,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { roleLabels } from '#domain/identity/session/outcome.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { hasWords, searchWords } from '#domain/search/search.ts'
import { isUnderReview, statusLabels } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { maySee } from '#web/app/screen.ts'
import { mainScreens, titleOf } from '#web/app/screens.ts'
import { actorOf } from '#web/session/useMe.ts'
import { menuFor, ownEntries } from '#web/shell/menus.tsx'
import type { VerbOfProvider } from '#web/shell/search/verbs.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'

/** A search result with its target. */
export type Entry = {
  href: string
  label: string
  description?: string
  icon?: ReactNode
  badge?: ReactNode
  /** Remembered among the recent ones. */
  kept?: boolean
  /** Asks for a provider before it leads anywhere. */
  verb?: VerbOfProvider
}
export type EntryGroup = { label: string; entries: Entry[] }

/**
 * The user's screens that match a text, or all for an empty text: the menu, available from the first acceptance on
 * (D49), the notifications and the user's own pages.
 */
export function screensOf(me: Me, text: string): Entry[] {
  const role = me.role.key
  const actor = actorOf(me)
  const menu = me.onboarded ? menuFor(actor) : []
  const screens: Entry[] = [
    ...menu.flatMap(({ label, icon, href = '', entries }) =>
      entries
        ? entries.map(child => ({ href: child.href, label: child.label, description: label, icon }))
        : [{ href, label, icon }],
    ),
    ...mainScreens.flatMap(screen =>
      screen.FoundIcon && maySee(screen, actor) && !(me.onboarded && screen.menu?.[role])
        ? [{ href: screen.path, label: t(titleOf(screen, role)), icon: <screen.FoundIcon /> }]
        : [],
    ),
    ...ownEntries(role).map(({ href, label }) => ({ href, label, icon: <IconUserCircle /> })),
  ]
  const words = searchWords(text)
  const named = new Map(mainScreens.map(({ path, keywords = '' }) => [path as string, keywords]))
  return screens.filter(({ href, label, description = '' }) =>
    hasWords(`${description} ${label} ${named.get(href) ?? ''}`, words),
  )
}

type Role = Me['role']['key']

/** The server's results by kind, with the target for this role; empty kinds are left out. */
export function hitGroups(hits: SearchHits, role: Role): EntryGroup[] {
  const cci = role === 'CCI'
  const services: EntryGroup = {
    label: t('Servicios'),
    entries: hits.services.map(({ id: service, name }) => ({
      href: paths.providers({ service, status: 'QUALIFIED', sort: 'score,desc' }),
      label: name,
      description: t('Proveedores calificados, por nivel'),
      icon: <IconListCheck />,
    })),
  }
  const groups: EntryGroup[] = [
    {
      label: cci ? t('Participantes') : t('Proveedores'),
      entries: hits.participants.map(({ id, kind, name, cif, codNRBE }) => ({
        href: cci ? paths.editParticipant(id, kind) : paths.providers({ provider: name }),
        label: name,
        description: [t(roleLabels[kind]), cif, codNRBE].filter(Boolean).join(' · '),
        icon: <IconBuildingStore />,
      })),
    },
    // CCI looks for a report to verify first; the others for who offers a service.
    ...(cci ? [] : [services]),
    {
      label: t('Informes'),
      entries: hits.requests.map(request => ({
        href: requestPath(request, role),
        label: request.service,
        description: [request.provider, request.audit].filter(Boolean).join(' · '),
        icon: <IconFileCertificate />,
        badge: <StateBadge small state={request.status} label={t(statusLabels[request.status])} />,
      })),
    },
    {
      label: t('Incidencias'),
      entries: hits.incidents.map(({ id, title, providerId, providerName, status }) => ({
        href: paths.openIncident(providerId, id, cci ? 'w' : 'r'),
        label: title,
        description: providerName,
        icon: <IconMessageExclamation />,
        badge: <StateBadge small state={status} label={t(incidentStatusLabels[status])} />,
      })),
    },
    {
      label: t('Usuarios'),
      entries: hits.users.map(({ name, email, participant }) => ({
        href: paths.usersOverview(email),
        label: name || email,
        description: [name && email, participant].filter(Boolean).join(' · '),
        icon: <IconUser />,
      })),
    },
    ...(cci ? [services] : []),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The providers among the results, each with the address that a verb has for it. */
export const providersOf = (hits: SearchHits, of: (provider: string) => string): Entry[] =>
  hits.participants
    .filter(({ kind }) => kind === 'PROVIDER')
    .map(({ id, name, cif }) => ({ href: of(id), label: name, description: cif, icon: <IconBuildingStore /> }))

/** CCI opens the verification or the report; other roles open its row in their list. */
function requestPath(request: SearchHits['requests'][number], role: Role): string {
  const { id, idProvider, provider, idService: service, status } = request
  if (role !== 'CCI') return paths.providers({ ...(role === 'PROVIDER' ? {} : { provider }), service, row: id })
  return isUnderReview(status)
    ? paths.verifyReport(idProvider, id)
    : paths.viewDocumentation(idProvider, id, 'AUDIT_REPORT')
}
