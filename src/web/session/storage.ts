import type { Me } from '#domain/session/contract.ts'
import { closeDrafts, openDrafts } from '#web/session/drafts.ts'
import { setPortalNow } from '#web/ui/time/clock.ts'
import { forgetLost } from '#web/unanswered.ts'

/** The keys of session storage, as the specification names them (AUTH-25 to AUTH-30); the last is the portal's own. */
export const keys = {
  token: 'authToken',
  user: 'userConnected',
  role: 'app__role-user',
  participant: 'app__idGenericEntity_user-connected',
  commercialName: 'app__commercialName_user-connected',
  completed: 'app__completed-user',
  csrf: 'app__csrf',
} as const

/** The token that every call carries, or '' without a session. */
export const storedToken = () => sessionStorage.getItem(keys.token) ?? ''
/** The address of the connected user, or '' without one. */
export const storedUser = () => sessionStorage.getItem(keys.user) ?? ''
export const storedCsrf = () => sessionStorage.getItem(keys.csrf) ?? ''

/** Whether the navigation guard lets a screen open: a connected user whose completed flag is the string true (AUTH-22, AUTH-23). */
export const isConnected = () => Boolean(sessionStorage.getItem(keys.user)) && storedToken() !== ''
export const isCompleted = () => sessionStorage.getItem(keys.completed) === 'true'

export function storeTokens(token: string, csrf: string): void {
  sessionStorage.setItem(keys.token, token)
  sessionStorage.setItem(keys.csrf, csrf)
}

export function storeMe(me: Me): void {
  setPortalNow(me.now)
  openDrafts(me.draftKey)
  sessionStorage.setItem(keys.user, me.email)
  sessionStorage.setItem(keys.role, JSON.stringify(me.role))
  sessionStorage.setItem(keys.participant, me.idGenericEntity)
  sessionStorage.setItem(keys.commercialName, me.commercialName || me.nameGenericEntity)
  sessionStorage.setItem(keys.completed, String(me.completed))
}

/** Forgets all that this tab kept: who signs out leaves no draft of what was being typed behind. */
export function clearTab(): void {
  closeDrafts()
  forgetLost()
  sessionStorage.clear()
}

const DESTINATION = 'app__destination'

/** Keeps where somebody was going while the browser is at an identity provider. */
export function keepDestination(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(DESTINATION)
  else sessionStorage.setItem(DESTINATION, next)
}

/** Where somebody was going, once. */
export function takeDestination(): string | undefined {
  const next = sessionStorage.getItem(DESTINATION) ?? undefined
  keepDestination(undefined)
  return next
}

const RENEWED = 'app__renewed'

/** Which missing part the page was loaded anew for last, so that it is not for ever. */
export const renewedFor = () => sessionStorage.getItem(RENEWED)
export const keepRenewedFor = (part: string) => sessionStorage.setItem(RENEWED, part)

/** Forgets the session: what visiting sign-in and reset-password does (AUTH-20, AUTH-21). */
export function clearSession(): void {
  closeDrafts()
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  keepDestination(undefined)
}
