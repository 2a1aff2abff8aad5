import type { Role } from '#domain/identity/roles.ts'
import type { MainScreen, OpenScreen } from '#web/app/screen.ts'
import { assessmentScreens } from '#web/app/screens/assessment.ts'
import { chainScreens } from '#web/app/screens/chain.ts'
import { incidentScreens } from '#web/app/screens/incident.ts'
import { openScreens } from '#web/app/screens/open.ts'
import { ownScreens } from '#web/app/screens/own.ts'
import { participantScreens } from '#web/app/screens/participant.ts'
import { settingScreens } from '#web/app/screens/settings.ts'
import { supervisionScreens } from '#web/app/screens/supervision.ts'
import { userScreens } from '#web/app/screens/user.ts'
import { validationScreens } from '#web/app/screens/validation.ts'

/** Every screen by name, in the order of the menus. Routes, addresses, menus, crumbs and Ctrl-K are read from here. */
export const screens = {
  ...openScreens,
  ...ownScreens,
  ...userScreens,
  ...incidentScreens,
  ...participantScreens,
  ...settingScreens,
  ...validationScreens,
  ...supervisionScreens,
  ...assessmentScreens,
  ...chainScreens,
}

export const allScreens: readonly (OpenScreen | MainScreen)[] = Object.values(screens)
export const mainScreens = allScreens.filter(screen => screen.layout === 'main')

export const pathsOf = ({ path, also = [] }: OpenScreen | MainScreen): string[] => [path, ...also]

export const titleOf = ({ title }: MainScreen, role: Role): string => (typeof title === 'string' ? title : title(role))

const partsOf = (path: string) => path.split('/').filter(part => part !== '')

/** Parameters of an address of this pattern; null for any other address. */
function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const [names, values] = [partsOf(pattern), partsOf(pathname)]
  const isParameter = (name: string) => name.startsWith('$')
  if (names.length !== values.length) return null
  if (!names.every((name, index) => isParameter(name) || name === values[index])) return null
  return Object.fromEntries(
    names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1), values[index] ?? '']] : [])),
  )
}

/** The screen at an address in the frame, with the parameters of its path. */
export function screenAt(pathname: string): { screen: MainScreen; params: Record<string, string> } | null {
  for (const screen of mainScreens) {
    for (const path of pathsOf(screen)) {
      const params = paramsOf(path, pathname)
      if (params) return { screen, params }
    }
  }
  return null
}
