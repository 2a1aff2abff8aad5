import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { useFavourite } from '#web/participant/search/useFavourite.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import classes from './search.module.css'

type Props = { idProvider: string; name: string; fav: boolean }

/** Toggle for a bank's favourites; its name includes the provider. */
export function FavouriteStar({ idProvider, name, fav }: Props) {
  const favourite = useFavourite()
  return (
    <IconButton
      size={40}
      label={t`Favorito: ${name}`}
      icon={<span className={fav ? classes.star : undefined}>{fav ? <IconStarFilled size={20} /> : <IconStar />}</span>}
      aria-pressed={fav}
      onClick={() => {
        if (!favourite.isPending) favourite.mutate({ idProvider, fav: !fav })
      }}
    />
  )
}
