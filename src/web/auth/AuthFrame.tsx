import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#domain/product.ts'
import { readSettings } from '#domain/session/contract.ts'
import { reading } from '#web/api.ts'
import { loginSlides } from '#web/assets/loginSlides.ts'
import { legalFooter } from '#web/shell/legalFooter.ts'
import { AuthLayout } from '#web/ui/AuthLayout.tsx'

/** The frame of the screens before the portal: form on one side, slider on the other (AUTH-02). */
export function AuthFrame({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  const { data: settings } = useQuery(reading(readSettings))
  return (
    <AuthLayout title={title} subtitle={subtitle} slides={loginSlides} footer={legalFooter}>
      <title>{`${title} · ${settings?.productName ?? PRODUCT_NAME}`}</title>
      {children}
    </AuthLayout>
  )
}
