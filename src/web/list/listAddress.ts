import { storedUser } from '#web/session/storage.ts'

/** The last URL of each list in this tab, per user; lost on reload. */
const kept = new Map<string, string>()

const keyOf = (path: string) => `${storedUser()} ${path}`

/** Remembers the URL of the visible list. */
export function keepListAddress(path: string, search: string): void {
  kept.set(keyOf(path), search)
}

/** The last URL of a list, with page, order and filters (ROUTE-34). */
export const listAddress = (path: string): string => `${path}${kept.get(keyOf(path)) ?? ''}`
