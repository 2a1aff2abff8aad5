import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { type Above, type MainScreen, menuGroups, type Subject } from '#web/app/screen.ts'
import { screenAt, screens, titleOf } from '#web/app/screens.ts'
import type { Crumb } from '#web/ui/layout/Breadcrumb.tsx'

const lists = { PROVIDER: screens.providers, ENTITY: screens.entities, AUDIT: screens.evaluators }
const crumbOf = (screen: MainScreen, role: Role): Crumb => ({ label: titleOf(screen, role), href: screen.path })

/** Participant that the path names; null when it names none. */
export function pathSubject(pathname: string): Subject {
  const at = screenAt(pathname)
  return at?.screen.subject?.(at.params) ?? null
}

function crumbsAbove(above: Above | null | undefined, role: Role, subject: InvitableKind | null): Crumb[] {
  if (!above) return []
  if (above === 'incidents') {
    return [{ label: msg('Incidencias'), href: role === 'CCI' ? paths.manageIncidents() : paths.incidents() }]
  }
  if (above === 'providers') return [crumbOf(lists.PROVIDER, role)]
  if (above === 'reliance') return [crumbOf(screens.reliance, role)]
  if (above === 'register') return [crumbOf(screens.register, role)]
  if (above === 'integrations') return [{ label: menuGroups.more.label }, crumbOf(screens.integrations, role)]
  if (above === 'assessments') return [crumbOf(screens.assessments, role)]
  if (above === 'independence') return [crumbOf(screens.independence, role)]
  if (above === 'subject') return subject ? [crumbOf(lists[subject], role)] : []
  return [{ label: menuGroups[above].label }]
}

/**
 * Crumbs after 'Home' for each screen (LAYOUT-14).
 * @param subject kind of participant that the screen is about; null when there is none or it is not yet known
 */
export function crumbsOf(pathname: string, role: Role, subject: InvitableKind | null): Crumb[] {
  const screen = screenAt(pathname)?.screen
  if (!screen) return []
  const above = typeof screen.under === 'function' ? screen.under(role) : screen.under
  return [...crumbsAbove(above, role, subject), { label: titleOf(screen, role) }]
}
