import type { ReactNode } from 'react'
import { legalFooter } from '#web/shell/legalFooter.ts'
import { loginSlides } from '#web/theme/assets/loginSlides.ts'
import { productName } from '#web/theme/assets/productName.ts'
import { AuthLayout } from '#web/ui/layout/AuthLayout.tsx'

/** Frame of the screens before sign-in: form on one side, slider on the other (AUTH-02). */
export function AuthFrame({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  return (
    <AuthLayout title={title} subtitle={subtitle} slides={loginSlides} footer={legalFooter}>
      <title>{`${title} · ${productName()}`}</title>
      {children}
    </AuthLayout>
  )
}
