import { sendRenewal } from '#domain/report-request/renewal/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { pdf, sheet } from '#test/support/documents.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

type Files = Record<string, { name: string; content: Uint8Array | string }>

/** Sends the early renewal of a published request, with two new files by default. */
export function renew(
  caller: Caller,
  id: string,
  body: Record<string, unknown> = {},
  files: Files = { report: pdf(`renovación ${Math.random()}`), spreadsheet: sheet() },
): Promise<Answer<ValidationWire>> {
  return caller.call(sendRenewal, { params: { id }, body: { concept: 'Alcance del año siguiente', ...body }, files })
}
