import { useMatches } from '@tanstack/react-router'
import { screenAt } from '#web/app/screens.ts'
import { drawIn, frameLanguage } from '#web/ui/language/spoken.ts'
import { usePageLanguage } from '#web/ui/language/usePageLanguage.ts'

/**
 * Whether the screen in the frame is Spanish and the frame is not (EASE-17). Tells the page its language.
 * @param lost at an unknown address, where the frame itself says so
 */
export function useSpanishScreen(lost: boolean): boolean {
  // The screen that is shown, not the one on its way.
  const shown = useMatches({ select: matches => matches.at(-1)?.pathname ?? '' })
  const english = lost || screenAt(shown)?.screen.english === true
  drawIn({ frame: true, screen: english })
  const language = frameLanguage()
  usePageLanguage()
  return language !== 'es' && !english
}
