import { Now } from '#web/start/Now.tsx'
import { useNextSteps } from '#web/start/useNextSteps.ts'

/** On CCI's start: what waits for it beside its queue; nothing while nothing does. */
export function CentreNow() {
  const next = useNextSteps()
  return next.steps?.some(({ kind }) => kind === 'due') === false ? null : <Now {...next} quiet />
}
