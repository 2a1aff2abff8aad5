import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { TopMessage } from '#web/ui/feedback/TopMessage.tsx'
import { SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { Logo } from '#web/ui/theme/assets/Logo.tsx'
import classes from './BlankLayout.module.css'

export interface BlankLayoutProps {
  /** 'Company · e-mail' of the signed-in user. */
  who?: string
  onSignOut?: () => void
  signOutLabel?: string
  /** The choice of the language. */
  language?: ReactNode
  children: ReactNode
  /** Optional LegalFooter. */
  footer?: ReactNode
}

/** Frame without a menu: logo, user, sign out. For mandatory data and plain pages. */
export function BlankLayout(props: BlankLayoutProps) {
  const { who, onSignOut, signOutLabel = t('Cerrar sesión'), language, children, footer } = props
  return (
    <div className={classes.root}>
      <SkipLink />
      <header className={classes.bar}>
        <Logo height={36} />
        <div className="row">
          {who ? <span className={`small dim ${classes.who}`}>{who}</span> : null}
          {language}
          {onSignOut ? (
            <Button
              className={classes.out}
              size="xs"
              leftSection={<IconLogout />}
              aria-label={signOutLabel}
              onClick={onSignOut}
            >
              {signOutLabel}
            </Button>
          ) : null}
        </div>
      </header>
      <div className={classes.message}>
        <TopMessage />
      </div>
      <main id="contenido" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {footer}
    </div>
  )
}
