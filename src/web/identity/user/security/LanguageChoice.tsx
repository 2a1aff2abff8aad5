import { Group, Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { chooseLanguage } from '#domain/identity/session/contract.ts'
import { type Language, languageNames, languages } from '#domain/language/language.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { keepLanguage } from '#web/session/language/chosenLanguage.ts'
import { useMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { Section } from '#web/ui/layout/Section.tsx'

/** The language of the user's screens, mails and notifications (EASE-14). Choosing another loads the page again. */
export function LanguageChoice() {
  const { language } = useMe()
  const choosing = useMutation({
    mutationFn: (chosen: Language) => call(chooseLanguage, { body: { language: chosen } }),
    onSuccess: (_done, chosen) => {
      keepLanguage(chosen)
      window.location.reload()
    },
    onError: failure => showError(messageOf(failure)),
  })
  return (
    <Section title={t('Idioma (Language)')} kind="serif">
      <Radio.Group
        aria-label={t('Idioma (Language)')}
        description={t(
          'El de sus correos, sus avisos y las pantallas que tienen texto en inglés; las demás siguen en español.',
        )}
        // While it is being saved, it shows the new choice.
        value={choosing.isPending || choosing.isSuccess ? choosing.variables : language}
        onChange={chosen => choosing.mutate(chosen as Language)}
      >
        <Group gap="xl" mt="md">
          {languages.map(each => (
            <Radio key={each} value={each} label={<span lang={each}>{languageNames[each]}</span>} />
          ))}
        </Group>
      </Radio.Group>
    </Section>
  )
}
