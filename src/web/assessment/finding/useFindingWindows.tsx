import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { PlanModal } from '#web/assessment/finding/PlanModal.tsx'
import { ProofModal } from '#web/assessment/finding/ProofModal.tsx'
import { ReasonModal } from '#web/assessment/finding/ReasonModal.tsx'
import { VerifyWindow } from '#web/assessment/finding/VerifyWindow.tsx'

export type FindingWindow = 'plan' | 'complete' | 'verify' | 'sendBack' | 'withdraw'
type Opened = { what: FindingWindow; finding: FindingWire }

/** The windows in which a finding is moved: which one is open, and how to open another. */
export function useFindingWindows(): { open: (what: FindingWindow, finding: FindingWire) => void; window: ReactNode } {
  const client = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const shared = { onClose: () => setOpened(null), onSaved: () => client.invalidateQueries() }
  const windowOf = ({ what, finding }: Opened) => {
    if (what === 'plan') return <PlanModal finding={finding} {...shared} />
    if (what === 'complete') return <ProofModal finding={finding} {...shared} />
    if (what === 'verify') {
      return <VerifyWindow finding={finding} {...shared} onSendBack={() => setOpened({ what: 'sendBack', finding })} />
    }
    return <ReasonModal finding={finding} move={what} {...shared} />
  }
  return { open: (what, finding) => setOpened({ what, finding }), window: opened && windowOf(opened) }
}
