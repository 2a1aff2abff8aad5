import type { QueryClient } from '@tanstack/react-query'
import { closeSession } from '#domain/identity/session/contract.ts'
import { send } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { forgetAnswers } from '#web/session/forget.ts'
import { tellLeft } from '#web/session/other-tabs.ts'
import { inTime } from '#web/session/patience.ts'
import { clearTab, storedToken } from '#web/session/storage.ts'
import { setUnheard } from '#web/session/unheard.ts'
import { knownMe } from '#web/session/useMe.ts'

type Navigate = (to: string) => Promise<void>

/**
 * Signs out. Clears the browser at once, with or without an answer of the server (AUTH-20). Warns the user when the end
 * of the session is not confirmed.
 */
export async function leavePortal(client: QueryClient, navigate: Navigate): Promise<void> {
  const status = inTime(send(closeSession, { token: storedToken(), close: 'true' }))
  const sessionId = knownMe(client)?.sessionId
  if (sessionId) tellLeft(sessionId)
  await depart(client, navigate)
  const ended = [204, 401].includes((await status) ?? 0)
  // A user who has signed in again needs no warning.
  if (!ended && storedToken() === '') setUnheard(true)
}

/** Leaves an ended session, for the screen that is always loaded (`src/web/main/router.tsx`). */
export async function depart(client: QueryClient, navigate: Navigate): Promise<void> {
  clearTab()
  await navigate(paths.signIn())
  // Not earlier: the screen being left would call again without a session.
  forgetAnswers(client)
}
