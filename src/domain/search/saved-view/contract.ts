import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { screenPath, screenSearch, VIEW_NAME_MAX, VIEW_SEARCH_MAX } from '#domain/search/saved-view/saved-view.ts'

const name = text(VIEW_NAME_MAX).refine(value => value !== '', msg('Escriba un nombre'))

const savedViewWire = z.object({
  id: identifier,
  name: z.string(),
  /** Address of the list, and its filters and order as they stand in the address. */
  path: z.string(),
  search: z.string(),
  /** Shown in the side menu. */
  pinned: z.boolean(),
  /** Its organisation sees it too. */
  shared: z.boolean(),
  /** Its user hears of new rows once a day. */
  alert: z.boolean(),
  /** The colleague whose it is; null: the caller's own. */
  by: z.string().nullable(),
})
export type SavedView = z.output<typeof savedViewWire>

export const listSavedViews = contract({
  name: 'saved-view.list',
  method: 'GET',
  path: '/saved-views',
  summary: 'Las vistas guardadas de quien llama y las que comparte su organización, por nombre',
  who: 'session.own',
  answer: z.object({ views: z.array(savedViewWire) }),
})

export const saveView = contract({
  name: 'saved-view.save',
  method: 'POST',
  path: '/saved-views',
  summary: 'Guarda los filtros y el orden de una lista con un nombre',
  who: 'session.own',
  body: z.strictObject({
    name,
    path: z.string().max(100).regex(screenPath, msg('No es una pantalla del portal')),
    search: z.string().max(VIEW_SEARCH_MAX).regex(screenSearch, msg('No son filtros de una lista')),
    pinned: z.boolean().default(false),
    shared: z.boolean().default(false),
    alert: z.boolean().default(false),
  }),
  status: 201,
  answer: savedViewWire,
  refusals: ['savedViewExists', 'savedViewsFull'],
  example: { body: { name: 'Caducan este mes', path: '/provider', search: 'status=QUALIFIED', pinned: true } },
})

export const changeView = contract({
  name: 'saved-view.change',
  method: 'PATCH',
  path: '/saved-views/{id}',
  summary: 'Cambia el nombre de una vista guardada, o si está en el menú, se comparte o avisa',
  who: 'session.own',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    name: name.optional(),
    pinned: z.boolean().optional(),
    shared: z.boolean().optional(),
    alert: z.boolean().optional(),
  }),
  answer: savedViewWire,
  refusals: ['notFound', 'savedViewExists'],
})

export const removeView = contract({
  name: 'saved-view.remove',
  method: 'DELETE',
  path: '/saved-views/{id}',
  summary: 'Elimina una vista guardada',
  who: 'session.own',
  params: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['notFound'],
})
