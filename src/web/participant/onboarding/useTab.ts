import { useNavigate, useSearch } from '@tanstack/react-router'

export type OnboardingTab = 'datos' | 'documentacion'

/** The open tab, kept in the URL for the back button and reloads. */
export function useTab(): [OnboardingTab, (tab: OnboardingTab) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const open = tab === 'documentacion' ? 'documentacion' : 'datos'
  return [
    open,
    next => {
      if (next !== open) void navigate({ to: '.', search: { tab: next } as never, resetScroll: true })
    },
  ]
}
