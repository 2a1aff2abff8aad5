import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'

/** Marks the link that opens a task; its row is the one around it. */
export const taskLink = { 'data-task': '' } as const

const links = () => [...document.querySelectorAll<HTMLElement>('[data-task]')]
const rowOf = (element: Element | null) => element?.closest('tbody tr') ?? null

/** The task whose row has the focus; without a row in focus the first; null in the row of another list. */
function placeInFocus(all: readonly HTMLElement[]): number | null {
  const row = rowOf(document.activeElement)
  if (!row) return all.length > 0 ? 0 : null
  const at = all.findIndex(link => rowOf(link) === row)
  return at < 0 ? null : at
}

/**
 * The queue by keyboard: V opens the task whose row has the focus, M takes it (DESK-02), and J leads to the first row.
 * From there J and K go on as in every list.
 */
export function useQueueKeys<Row>(rows: readonly Row[], take: (row: Row) => void) {
  const here = (act: (link: HTMLElement, row: Row) => void) => {
    const all = links()
    const at = placeInFocus(all)
    const row = at === null ? undefined : rows[at]
    if (at === null || row === undefined) return false
    act(all[at]!, row)
    return true
  }
  return useDecisionKeys({
    j: () => {
      if (rowOf(document.activeElement)) return false
      links()[0]?.focus()
      return true
    },
    v: () => here(link => link.click()),
    m: () => here((_link, row) => take(row)),
  })
}
