import { IconStar, IconStarOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview, readParticipant } from '#domain/participant/contract.ts'
import type { BulkAct } from '#web/list/bulk/BulkBar.tsx'
import { markFavourite } from '#web/participant/search/useFavourite.ts'
import { useMe } from '#web/session/useMe.ts'

/** Marks the providers of the selected rows as favourites, or takes the mark away. */
export function useFavouriteActs() {
  const client = useQueryClient()
  const idEntity = useMe().idGenericEntity
  const act = (fav: boolean): BulkAct<OverviewRow> => {
    // A provider has a row for each of its requests.
    const done = new Set<string>()
    return {
      key: String(fav),
      label: fav ? t('Añadir a favoritos') : t('Quitar de favoritos'),
      icon: fav ? <IconStar /> : <IconStarOff />,
      consequence: t('Los favoritos son de toda su entidad.'),
      refusal: ({ details }) => (details.fav === fav ? (fav ? t('Ya es favorito') : t('No es favorito')) : null),
      act: async ({ idProvider }) => {
        if (done.has(idProvider)) return
        await markFavourite({ idProvider, idEntity, fav })
        done.add(idProvider)
      },
    }
  }
  return {
    acts: [act(true), act(false)],
    refresh: () =>
      Promise.all(
        [readOverview, readAgenda, readParticipant].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
      ),
  }
}
