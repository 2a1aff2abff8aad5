import { useLeaving } from '#web/shell/useLeaving.ts'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'

/** Asks before what is being written in a window goes with the screen under it. */
export function LeaveQuestion({ unfinished }: { unfinished: boolean }) {
  const { asked, stay, leave } = useLeaving(unfinished)
  return <LeaveGuard opened={asked} onStay={stay} onDiscard={leave} />
}
