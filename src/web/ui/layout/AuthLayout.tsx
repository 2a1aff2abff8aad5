import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { LegalFooter, type LegalFooterProps } from '#web/ui/layout/LegalFooter.tsx'
import { LoginSlider, type Slide } from '#web/ui/layout/LoginSlider.tsx'
import { SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { Logo } from '#web/ui/theme/assets/Logo.tsx'
import classes from './AuthLayout.module.css'

export interface AuthLayoutProps {
  title: ReactNode
  subtitle?: ReactNode
  /** The form; its parts have gaps of 20 px. */
  children: ReactNode
  slides: readonly Slide[]
  slidesLabel?: string
  footer: LegalFooterProps
  /** The choice of the language. */
  language?: ReactNode
  /** The bar message above the logo. */
  bar?: ReactNode
}

/**
 * Frame of the screens before sign-in: form on one side, slider on the other (AUTH-02); on a phone the form comes
 * first.
 */
export function AuthLayout({ title, subtitle, children, slides, slidesLabel, footer, language, bar }: AuthLayoutProps) {
  return (
    <div className={classes.root}>
      <SkipLink />
      <div className={classes.side}>
        {bar}
        <div className={classes.logo}>
          <Logo height={46} />
          {language}
        </div>
        <main id="contenido" tabIndex={-1} className={classes.main}>
          <div>
            <h1 className={classes.title}>{title}</h1>
            {subtitle ? <p className={`dim ${classes.subtitle}`}>{subtitle}</p> : null}
          </div>
          {children}
        </main>
        <LegalFooter {...footer} className={classes.footer} />
      </div>
      <LoginSlider slides={slides} label={slidesLabel ?? t('Qué hace el portal')} />
    </div>
  )
}
