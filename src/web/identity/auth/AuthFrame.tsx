import type { ReactNode } from 'react'
import { GuestLanguage } from '#web/session/language/GuestLanguage.tsx'
import { legalFooter } from '#web/session/legalFooter.ts'
import { storageNotice } from '#web/session/tabStorage.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { TopMessage } from '#web/ui/feedback/TopMessage.tsx'
import { AuthLayout } from '#web/ui/layout/AuthLayout.tsx'
import { loginSlides } from '#web/ui/theme/assets/loginSlides.ts'
import { productName } from '#web/ui/theme/assets/productName.ts'

/** Frame of the screens before sign-in: form on one side, slider on the other (AUTH-02). */
export function AuthFrame({
  title,
  subtitle,
  language = <GuestLanguage />,
  children,
}: {
  title: string
  subtitle?: string
  /** The choice of the language, with a session that of its user. */
  language?: ReactNode
  children: ReactNode
}) {
  const notice = storageNotice()
  return (
    <AuthLayout
      title={title}
      subtitle={subtitle}
      slides={loginSlides()}
      footer={legalFooter}
      language={language}
      bar={<TopMessage />}
    >
      <title>{`${title} · ${productName()}`}</title>
      {notice ? <Message kind="warning">{notice}</Message> : null}
      {children}
    </AuthLayout>
  )
}
