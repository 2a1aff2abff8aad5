import { t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'

/** A use as a list of another subject mentions it. */
export type MarkedUse = { requiredScore: string | null; words: string }

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
/** 'Exigido A/B/A: por debajo en Integridad'. */
export const useMarkText = ({ requiredScore, words }: MarkedUse) =>
  requiredScore ? t`Exigido ${requiredScore}: ${lowered(words)}` : t('Lo utiliza, sin exigencia')

/** For a bank that uses the service: where it stands with the level that it requires (LEVEL-11). */
export function UseMarkLine({ use, provider }: { use: MarkedUse | undefined; provider: string }) {
  return use ? (
    <UiLink className="small" href={paths.requiredLevels({ provider })}>
      {useMarkText(use)}
    </UiLink>
  ) : null
}
