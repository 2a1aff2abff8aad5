import { useLayoutEffect } from 'react'
import { frameLanguage } from '#web/ui/language/spoken.ts'

/** Tells the page the language of its frame, for screen readers and hyphenation. */
export function usePageLanguage(): void {
  const language = frameLanguage()
  useLayoutEffect(() => {
    document.documentElement.lang = language
    return () => {
      document.documentElement.lang = 'es'
    }
  }, [language])
}
