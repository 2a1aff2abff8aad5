import { frameText as t } from '#web/ui/language/spoken.ts'
import classes from './SkipLink.module.css'

/** First tab stop: jumps over the menu to the element `contenido`. */
export function SkipLink() {
  return (
    <a className={classes.root} href="#contenido">
      {t('Saltar al contenido')}
    </a>
  )
}
