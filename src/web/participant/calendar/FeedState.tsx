import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

type Feed = { createdAt: string; lastReadAt: string | null } | null | undefined

/** When the address of the calendar was made and last read; nothing without one. */
export function FeedState({ feed }: { feed: Feed }) {
  if (!feed) return null
  return (
    <p className="small">
      Su dirección es del <RelativeTime value={feed.createdAt} withTime />.{' '}
      {feed.lastReadAt ? (
        <>
          Última lectura: <RelativeTime value={feed.lastReadAt} withTime />.
        </>
      ) : (
        'Todavía no la ha leído ningún programa.'
      )}
    </p>
  )
}
