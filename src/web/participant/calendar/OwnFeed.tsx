import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { FeedState } from '#web/participant/calendar/FeedState.tsx'
import { useFeed } from '#web/participant/calendar/useFeed.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** In 'Mi cuenta': the address of one's calendar, its last reading, and its end (RENEW-23). */
export function OwnFeed() {
  const feed = useFeed({ enabled: true })
  return (
    <Section title={t('Dirección del calendario')} kind="serif">
      {feed.unreadable ? (
        <ErrorState text={messageOf(feed.unreadable)} onRetry={feed.reread} />
      ) : feed.state === undefined ? (
        <Loading height={48} label={t('Cargando la dirección del calendario')} />
      ) : (
        <div className="stack">
          {feed.state ? (
            <FeedState feed={feed.state} />
          ) : (
            <p className="dim">
              <Words of={t('Ningún programa lee su calendario. La dirección se pide en {0}.')}>
                <UiLink href={paths.calendar()}>{t('Calendario')}</UiLink>
              </Words>
            </p>
          )}
          {feed.failure ? <Message kind="error">{feed.failure}</Message> : null}
          {feed.state ? (
            <div>
              <ActionButton size="xs" loading={feed.ending} onClick={feed.end}>
                {t('Anular la dirección')}
              </ActionButton>
            </div>
          ) : null}
        </div>
      )}
    </Section>
  )
}
