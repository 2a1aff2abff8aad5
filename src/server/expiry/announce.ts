import type { Portal } from '#server/portal.ts'

export async function announceExpiries(_portal: Portal): Promise<number> {
  return 0
}
