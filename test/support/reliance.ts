import { conditions } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { beginReliance, readReliance, signReliance, writeReliance } from '#domain/supervision/reliance/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'

/* Reliance files of a bank, begun, written and signed as a test needs them. */

export const begun = (bank: Caller, { id }: { id: string }): Promise<RelianceWire> =>
  ok(bank.call(beginReliance, { body: { useId: id } }))

/** What makes a file whole: every condition holds, and the bank leans on the reports. */
export const wholeFile = {
  answers: Object.fromEntries(
    conditions.map(each => [each, { verdict: 'HOLDS' as const, text: '', clause: 'Cláusula 14' }]),
  ),
  plan: { nextAuditOn: '2027-09-15', reason: '' },
  conclusion: 'RELY' as const,
  reviewOn: '2027-06-30',
}

export const writing = (bank: Caller, { id }: { id: string }, body: object = wholeFile) =>
  bank.call(writeReliance, { params: { id }, body: body as typeof wholeFile })

export const signing = (bank: Caller, { id }: { id: string }, body: object = {}) =>
  bank.call(signReliance, { params: { id }, body })

/** A signed file of a use. */
export async function signedFile(bank: Caller, use: { id: string }, body: object = wholeFile): Promise<RelianceWire> {
  const file = await begun(bank, use)
  await ok(writing(bank, file, body))
  return ok(signing(bank, file))
}

export const readFile = (bank: Caller, { id }: { id: string }) => bank.call(readReliance, { params: { id } })
/** A file as the bank reads it now. */
export const fileNow = (bank: Caller, file: { id: string }): Promise<RelianceWire> => ok(readFile(bank, file))
