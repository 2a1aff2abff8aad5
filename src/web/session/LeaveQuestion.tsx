import { useLeaving } from '#web/session/useLeaving.ts'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'

/** Asks before the screen under a window changes and discards the text of the window. */
export function LeaveQuestion({ unfinished }: { unfinished: boolean }) {
  const { asked, stay, leave } = useLeaving(unfinished)
  return <LeaveGuard opened={asked} onStay={stay} onDiscard={leave} />
}
