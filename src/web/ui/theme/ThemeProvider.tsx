import './components.css'
import '@mantine/spotlight/styles.layer.css'
import './mantine.css'
import './forced-colors.css'
import './print.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Toasts } from '#web/ui/feedback/Toasts.tsx'
import { SCHEME_KEY } from '#web/ui/theme/scheme.ts'
import { cssVariablesResolver, theme } from '#web/ui/theme/theme.ts'

const schemeManager = localStorageColorSchemeManager({ key: SCHEME_KEY })

/**
 * Theme and toasts for the whole tree. The colour scheme follows the system until the user chooses.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      {children}
      <Toasts />
    </MantineProvider>
  )
}
