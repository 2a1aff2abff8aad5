import type { Reader } from '#domain/document/document.ts'
import { historyFor } from '#domain/document/document.ts'

/** Whether a reader has access to a history: the evaluator that a request names has none (D17, ROLE-40). */
export function seesHistory(reader: Reader): boolean {
  return historyFor(reader, [], '1000-01-01') !== null
}
