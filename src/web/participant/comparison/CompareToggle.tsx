import { IconScale } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { comparedRefusal } from '#domain/participant/comparison.ts'
import { useCompared } from '#web/participant/comparison/useCompared.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import classes from './comparison.module.css'

/** Adds a provider to the comparison or removes it. */
export function CompareToggle({ idProvider, name }: { idProvider: string; name: string }) {
  const { ids, toggle } = useCompared()
  const chosen = ids.includes(idProvider)
  return (
    <IconButton
      size={40}
      label={t`Comparar: ${name}`}
      icon={
        <span className={classes.toggle}>
          <IconScale />
        </span>
      }
      aria-pressed={chosen}
      blocked={comparedRefusal(ids, idProvider)}
      onClick={() => toggle(idProvider)}
    />
  )
}
