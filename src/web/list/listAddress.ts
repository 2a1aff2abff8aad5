import { storedUser } from '#web/session/storage.ts'

/** What each list was last asked for in this tab, by whom; it does not outlive the page. */
const kept = new Map<string, string>()

const keyOf = (path: string) => `${storedUser()} ${path}`

/** Notes the address of a list that is on the screen. */
export function keepListAddress(path: string, search: string): void {
  kept.set(keyOf(path), search)
}

/** The address of a list as its reader left it, with page, order and filters (ROUTE-34). */
export const listAddress = (path: string): string => `${path}${kept.get(keyOf(path)) ?? ''}`
