import { t } from '#domain/language/translate.ts'
import { Words } from '#web/ui/language/Words.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

type Feed = { createdAt: string; lastReadAt: string | null } | null | undefined

/** When the address of the calendar was made and last read; nothing without one. */
export function FeedState({ feed }: { feed: Feed }) {
  if (!feed) return null
  return (
    <p className="small">
      <Words of={t('Su dirección es del {0}.')}>
        <RelativeTime value={feed.createdAt} withTime />
      </Words>{' '}
      {feed.lastReadAt ? (
        <Words of={t('Última lectura: {0}.')}>
          <RelativeTime value={feed.lastReadAt} withTime />
        </Words>
      ) : (
        t('Todavía no la ha leído ningún programa.')
      )}
    </p>
  )
}
