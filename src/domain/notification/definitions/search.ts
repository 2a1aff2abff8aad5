import type { NotificationDefinitions } from '#domain/notification/definition.ts'

/** What a user hears of its own saved searches (ALERT-10). */
export const searchNotifications = {
  SEARCH_MATCHES: {
    reason: 'Novedades en una búsqueda guardada',
    on: {
      'saved-view.matched': ({ searcherId, viewName, count = 0 }) => ({
        to: searcherId ? [{ user: searcherId }] : [],
        message: `Su búsqueda «${viewName}» tiene ${count === 1 ? 'una fila nueva' : `${count} filas nuevas`}.`,
      }),
    },
    about: ({ list }) => ({ list }),
    settled: null,
    mailGroup: 'centre',
    mail: {
      CCI: 'Una búsqueda guardada suya tiene filas nuevas.',
      PROVIDER: 'Una búsqueda guardada suya tiene filas nuevas.',
      AUDIT: 'Una búsqueda guardada suya tiene filas nuevas.',
      ENTITY: 'Una búsqueda guardada suya tiene filas nuevas.',
    },
    target: ({ list }) => list ?? null,
    button: 'Ver la búsqueda',
    icon: 'file',
    mark: 'PENDING',
    private: true,
  },
} satisfies NotificationDefinitions
