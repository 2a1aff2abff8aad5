import type { QueryClient } from '@tanstack/react-query'
import { closeSession } from '#domain/session/contract.ts'
import { send } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { forgetAnswers } from '#web/session/forget.ts'
import { tellLeft } from '#web/session/other-tabs.ts'
import { inTime } from '#web/session/patience.ts'
import { clearTab, storedToken } from '#web/session/storage.ts'
import { setUnheard } from '#web/session/unheard.ts'
import { knownMe } from '#web/session/useMe.ts'

type Navigate = (to: string) => Promise<void>

/**
 * Signs out: whatever the portal says, and whether it says anything, at once nothing stays in the browser (AUTH-20). Who
 * cannot be sure that the session ended is told so.
 */
export async function leave(client: QueryClient, navigate: Navigate): Promise<void> {
  const status = inTime(send(closeSession, { token: storedToken(), close: 'true' }))
  const sessionId = knownMe(client)?.sessionId
  if (sessionId) tellLeft(sessionId)
  await depart(client, navigate)
  const ended = [204, 401].includes((await status) ?? 0)
  // Who is in again by then has found the portal well.
  if (!ended && storedToken() === '') setUnheard(true)
}

/** Leaves a session that is over, for the screen that is always there (`src/web/router.tsx`). */
export async function depart(client: QueryClient, navigate: Navigate): Promise<void> {
  clearTab()
  await navigate(paths.signIn())
  // Not before: the screen that is being left would ask again, without a session.
  forgetAnswers(client)
}
