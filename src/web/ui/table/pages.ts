/** Number of pages in a block, followed by an ellipsis (LIM-20). */
export const pagerTabs = 6

/** Pages shown for `page` of `pageCount`: its block of six, and whether pages exist before and after it. */
export function pageBlock(page: number, pageCount: number): { pages: number[]; before: boolean; after: boolean } {
  const first = Math.floor((page - 1) / pagerTabs) * pagerTabs + 1
  const last = Math.min(first + pagerTabs - 1, pageCount)
  const pages = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return { pages, before: first > 1, after: last < pageCount }
}
