import type { QueryClient } from '@tanstack/react-query'
import { closeSession } from '#domain/session/contract.ts'
import { call } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { forgetAnswers } from '#web/session/forget.ts'
import { clearTab, storedToken } from '#web/session/storage.ts'

/** Signs out: the server ends the session, and whatever the answer, nothing of it stays in the browser (AUTH-20). */
export async function leave(client: QueryClient, navigate: (to: string) => Promise<void>): Promise<void> {
  await call(closeSession, { body: { token: storedToken(), close: 'true' } }).catch(() => undefined)
  clearTab()
  await navigate(paths.signIn())
  // Not before: the screen that is being left would ask again, without a session.
  forgetAnswers(client)
}
