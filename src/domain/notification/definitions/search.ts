import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions } from '#domain/notification/definition.ts'

/** What a user hears of its own saved searches (ALERT-10). */
export const searchNotifications = {
  SEARCH_MATCHES: {
    reason: msg('Novedades en una vista guardada'),
    on: {
      'saved-view.matched': ({ searcherId, viewName, count = 0 }) => ({
        to: searcherId ? [{ user: searcherId }] : [],
        message:
          count === 1
            ? t`Su búsqueda «${viewName}» tiene una fila nueva.`
            : t`Su búsqueda «${viewName}» tiene ${count} filas nuevas.`,
      }),
    },
    about: ({ list }) => ({ list }),
    settled: null,
    mailGroup: 'centre',
    mail: {
      CCI: msg('Una vista guardada suya tiene filas nuevas.'),
      PROVIDER: msg('Una vista guardada suya tiene filas nuevas.'),
      AUDIT: msg('Una vista guardada suya tiene filas nuevas.'),
      ENTITY: msg('Una vista guardada suya tiene filas nuevas.'),
    },
    target: ({ list }) => list ?? null,
    button: msg('Ver la búsqueda'),
    icon: 'file',
    mark: 'PENDING',
    private: true,
  },
} satisfies NotificationDefinitions
