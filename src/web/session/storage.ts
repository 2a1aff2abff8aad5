import type { Me } from '#domain/identity/session/contract.ts'
import { forgetLost } from '#web/api/unanswered.ts'
import { closeDrafts, openDrafts } from '#web/session/draftKey.ts'
import { tabStorage } from '#web/session/tabStorage.ts'
import { setPortalNow } from '#web/ui/time/clock.ts'

/** Keys of session storage, as the specification names them (AUTH-25 to AUTH-30); the last is the portal's own. */
export const keys = {
  token: 'authToken',
  user: 'userConnected',
  role: 'app__role-user',
  participant: 'app__idGenericEntity_user-connected',
  commercialName: 'app__commercialName_user-connected',
  completed: 'app__completed-user',
  csrf: 'app__csrf',
} as const

/** Token sent with every call, or '' without a session. */
export const storedToken = () => tabStorage.getItem(keys.token) ?? ''
/** E-mail of the signed-in user, or '' without one. */
export const storedUser = () => tabStorage.getItem(keys.user) ?? ''
export const storedCsrf = () => tabStorage.getItem(keys.csrf) ?? ''

/**
 * Whether the navigation guard opens a screen: a connected user whose completed flag is the string true (AUTH-22,
 * AUTH-23).
 */
export const isConnected = () => Boolean(tabStorage.getItem(keys.user)) && storedToken() !== ''
export const isCompletedHere = () => tabStorage.getItem(keys.completed) === 'true'

export function storeTokens(token: string, csrf: string): void {
  tabStorage.setItem(keys.token, token)
  tabStorage.setItem(keys.csrf, csrf)
}

export function storeMe(me: Me): void {
  setPortalNow(me.now)
  openDrafts(me.draftKey)
  tabStorage.setItem(keys.user, me.email)
  tabStorage.setItem(keys.role, JSON.stringify(me.role))
  tabStorage.setItem(keys.participant, me.idGenericEntity)
  tabStorage.setItem(keys.commercialName, me.commercialName || me.nameGenericEntity)
  tabStorage.setItem(keys.completed, String(me.completed))
}

/** Clears everything that this tab stored, drafts included. */
export function clearTab(): void {
  closeDrafts()
  forgetLost()
  tabStorage.clear()
}

const DESTINATION = 'app__destination'

/** Stores the destination while the browser is at an identity provider. */
export function keepDestination(next: string | undefined): void {
  if (next === undefined) tabStorage.removeItem(DESTINATION)
  else tabStorage.setItem(DESTINATION, next)
}

/** Returns the stored destination once. */
export function takeDestination(): string | undefined {
  const next = tabStorage.getItem(DESTINATION) ?? undefined
  keepDestination(undefined)
  return next
}

const RENEWED = 'app__renewed'

/** The missing part that last caused a page reload, so that the reload does not loop. */
export const renewedFor = () => tabStorage.getItem(RENEWED)
export const keepRenewedFor = (part: string) => tabStorage.setItem(RENEWED, part)

/** Forgets the session when a user visits sign-in or reset-password (AUTH-20, AUTH-21). */
export function clearSession(): void {
  closeDrafts()
  for (const key of Object.values(keys)) tabStorage.removeItem(key)
  keepDestination(undefined)
}
