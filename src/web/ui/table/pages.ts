/** Tabs at a time, then an ellipsis (LIM-20). */
export const pagerTabs = 6

/** The pages shown for `page` of `pageCount`: the block of six it is in, and whether there are pages before and after. */
export function pageBlock(page: number, pageCount: number): { pages: number[]; before: boolean; after: boolean } {
  const first = Math.floor((page - 1) / pagerTabs) * pagerTabs + 1
  const last = Math.min(first + pagerTabs - 1, pageCount)
  const pages = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return { pages, before: first > 1, after: last < pageCount }
}
