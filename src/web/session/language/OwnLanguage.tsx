import { useMutation } from '@tanstack/react-query'
import { chooseLanguage } from '#domain/identity/session/contract.ts'
import { languageNames } from '#domain/language/language.ts'
import { call, messageOf } from '#web/api/api.ts'
import { keepLanguage } from '#web/session/language/chosenLanguage.ts'
import { otherLanguage } from '#web/session/language/GuestLanguage.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { LanguageLink } from '#web/ui/layout/LanguageLink.tsx'

/** Chooses the other language for the account, before its first acceptance too. What is saved stays. */
export function OwnLanguage({ save }: { save?: () => Promise<unknown> }) {
  const other = otherLanguage()
  const choosing = useMutation({
    mutationFn: async () => {
      await save?.()
      await call(chooseLanguage, { body: { language: other } })
    },
    onSuccess: () => {
      keepLanguage(other)
      window.location.reload()
    },
    onError: failure => showError(messageOf(failure)),
  })
  return <LanguageLink lang={other} label={languageNames[other]} onChoose={() => choosing.mutate()} />
}
