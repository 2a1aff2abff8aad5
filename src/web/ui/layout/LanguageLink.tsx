import classes from './LanguageLink.module.css'

type Props = {
  /** The language that it leads to, by its own name. */
  lang: string
  label: string
} & ({ href: string } | { onChoose: () => void })

/** Leads to the page in the other language. */
export function LanguageLink({ lang, label, ...to }: Props) {
  return 'href' in to ? (
    <a className={classes.root} lang={lang} hrefLang={lang} href={to.href}>
      {label}
    </a>
  ) : (
    <button type="button" className={classes.root} lang={lang} onClick={to.onChoose}>
      {label}
    </button>
  )
}
