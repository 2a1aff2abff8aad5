import { t } from '#domain/language/translate.ts'

/** The storage of a tab, or null where the browser blocks it: reading the property throws then. */
function storageOfTab(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** What the browser does not keep: it blocks the storage, or has no room. */
const memory = new Map<string, string>()

/**
 * Session storage; in memory where the browser keeps nothing, so that the portal works until the page is loaded again.
 */
export const tabStorage = {
  getItem: (key: string): string | null => memory.get(key) ?? storageOfTab()?.getItem(key) ?? null,
  /** @returns whether it outlives the page. */
  setItem(key: string, value: string): boolean {
    const storage = storageOfTab()
    try {
      storage?.setItem(key, value)
      if (storage) memory.delete(key)
      else memory.set(key, value)
      return storage !== null
    } catch {
      memory.set(key, value)
      return false
    }
  },
  removeItem(key: string): void {
    memory.delete(key)
    storageOfTab()?.removeItem(key)
  },
  clear(): void {
    memory.clear()
    storageOfTab()?.clear()
  },
  get length(): number {
    return memory.size + (storageOfTab()?.length ?? 0)
  },
}

/** A sentence for the sign-in when the browser blocks its storage; null otherwise. */
export const storageNotice = (): string | null =>
  storageOfTab()
    ? null
    : t(
        'Su navegador no deja que el portal guarde nada. Puede usarlo, pero si vuelve a cargar la página tendrá que entrar otra vez.',
      )
