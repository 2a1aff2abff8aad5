import { UiLink } from '#web/ui/button/UiLink.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import classes from './LegalFooter.module.css'

export interface LegalFooterProps {
  privacyHref: string
  privacyLabel?: string
  copyright?: string
  className?: string
}

/** Data protection and copyright, at the foot of every layout. */
export function LegalFooter({
  privacyHref,
  privacyLabel = t('Protección de datos'),
  copyright = '© 2021 CCI',
  className,
}: LegalFooterProps) {
  return (
    <footer className={`${classes.root} ${className ?? ''}`}>
      <UiLink href={privacyHref}>{privacyLabel}</UiLink>
      <span>{copyright}</span>
    </footer>
  )
}
