import classes from './SkipLink.module.css'

/** First tab stop: jumps over the menu to the element `contenido`. */
export function SkipLink() {
  return (
    <a className={classes.root} href="#contenido">
      Saltar al contenido
    </a>
  )
}
