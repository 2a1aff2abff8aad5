import { OPERATOR_FULL_NAME } from '#domain/values/product.ts'
import { PALE } from '#server/document/paper/drawings.ts'
import { Paper } from '#server/document/paper/paper.ts'
import type { SheetPart } from '#server/participant/sheet/content.ts'

/** `made` says who had it made and when, at the foot of each page. */
export type SheetHead = { title: string; subtitle: string; made: string; at: string }

/** A provider's sheet as PDF: its parts as ruled tables. */
export async function sheetPdf(
  { title, subtitle, made, at }: SheetHead,
  parts: readonly SheetPart[],
): Promise<Uint8Array> {
  const paper = await Paper.start({ title, subject: subtitle, author: OPERATOR_FULL_NAME, at, footer: made })
  paper.text(OPERATOR_FULL_NAME, { size: 9.5, color: PALE, after: 2 })
  paper.text(title, { face: 'serif', size: 26, after: 0 }, 'H1')
  if (subtitle) paper.text(subtitle, { face: 'serif', size: 15 })
  for (const { title: part, heads, rows, none } of parts) {
    paper.heading(part)
    if (rows.length > 0) paper.table(heads, rows, sharesOf(heads.length))
    else paper.text(none, { color: PALE })
  }
  return paper.end()
}

/** The widths of the columns: the first two are for names. */
function sharesOf(count: number): number[] {
  if (count < 3) return count === 1 ? [1] : [0.35, 0.65]
  const name = 0.28
  return [name, name, ...Array.from({ length: count - 2 }, () => (1 - 2 * name) / (count - 2))]
}
