import type { Language } from '#domain/language/language.ts'
import { partLanguage } from '#web/ui/language/spoken.ts'
export interface BarMessage {
  kind: 'notice' | 'error'
  text: string
  /** Where it is not that of the page. */
  lang: Language | undefined
}

/** How long the bar message shows, in ms (LIM-06). */
export const barMessageTime = 8000

let current: BarMessage | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(message: BarMessage | null): void {
  clearTimeout(timer)
  current = message
  if (message) timer = setTimeout(clearMessage, barMessageTime)
  for (const listener of listeners) listener()
}

/** Shows a green message in the top bar for 8 s. */
export function showNotice(text: string): void {
  set({ kind: 'notice', text, lang: partLanguage() })
}

/** Shows a red message in the top bar for 8 s. */
export function showError(text: string): void {
  set({ kind: 'error', text, lang: partLanguage() })
}

export function clearMessage(): void {
  set(null)
}

export function currentMessage(): BarMessage | null {
  return current
}

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
