import type { Answer } from '#test/support/portal.ts'

/** The body of a successful answer. */
export async function ok(answer: Promise<Answer<any>>): Promise<any> {
  const { status, body, problem } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(problem)}`)
  return body
}
