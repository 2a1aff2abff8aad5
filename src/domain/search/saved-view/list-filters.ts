import { findingsList } from '#domain/assessment/finding/columns.ts'
import { loginsList } from '#domain/identity/login-statistics/columns.ts'
import { participantUsersList, usersList } from '#domain/identity/user/columns.ts'
import { bulletinsList } from '#domain/incident/bulletin/columns.ts'
import { incidentsList } from '#domain/incident/columns.ts'
import { invitationsList } from '#domain/invitation/columns.ts'
import { asksList } from '#domain/invitation/request/columns.ts'
import { type ListShown, namesOf } from '#domain/list/shown.ts'
import { notificationsList } from '#domain/notification/columns.ts'
import { sectorList } from '#domain/participant/chain/concentration.ts'
import { participantsLists, providersList } from '#domain/participant/columns.ts'
import { concentrationList } from '#domain/supervision/chain/columns.ts'
import { relianceFilesList } from '#domain/supervision/reliance/columns.ts'
import { requiredLevelsList } from '#domain/supervision/use/columns.ts'
import { queueList } from '#domain/validation/columns.ts'

/** The lists with saved searches. */
const savedLists: readonly ListShown[] = [
  providersList,
  participantsLists.ENTITY,
  participantsLists.AUDIT,
  queueList,
  findingsList,
  requiredLevelsList,
  relianceFilesList,
  concentrationList,
  sectorList,
  bulletinsList,
  incidentsList,
  notificationsList,
  invitationsList,
  asksList,
  participantUsersList,
  usersList,
  loginsList,
]

const listsOf = (path: string) => savedLists.filter(({ screens = [] }) => screens.includes(path))

/** The participant whose users the screen shows, which is no filter of its list. */
const besides: Readonly<Record<string, string>> = { '/user-management': 'of' }

/** The screens with saved searches. */
export const viewScreens = [...new Set(savedLists.flatMap(({ screens = [] }) => screens))]
export const hasSavedSearches = (path: string): boolean => listsOf(path).length > 0

/** Whether the searches of a screen tell of new rows (ALERT-10). */
export const canAlert = (path: string): boolean => listsOf(path).some(({ alerts }) => alerts)

const partsOf = (search: string) => search.replace(/^\?/, '').split('&').filter(Boolean)
const nameOf = (part: string) => {
  const [name = ''] = part.split('=')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
const namesIn = (search: string) => partsOf(search).map(nameOf)

/** The filters in an address that its list does not have (ALERT-08). */
export function unknownFilters(path: string, search: string): string[] {
  if (!hasSavedSearches(path)) return []
  const known = ['sort', besides[path], ...listsOf(path).flatMap(namesOf)]
  return namesIn(search).filter(name => !known.includes(name))
}

/** The address of a view without the filters that its list no longer has (ALERT-09). */
export function knownSearch(path: string, search: string): string {
  const unknown = new Set(unknownFilters(path, search))
  return partsOf(search)
    .filter(part => !unknown.has(nameOf(part)))
    .join('&')
}
