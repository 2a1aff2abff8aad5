import { levelText } from '#domain/supervision/register/group/level.ts'
import { countsText } from '#domain/supervision/register/lint/rule.ts'
import type { SummaryWire } from '#domain/supervision/register/summary/contract.ts'
import { filingText } from '#domain/supervision/register/summary/filing.ts'
import type { SummaryTable } from '#domain/supervision/register/summary/tables.ts'
import { summaryTables } from '#domain/supervision/register/summary/tables.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { PALE } from '#server/document/paper/drawings.ts'
import { Paper } from '#server/document/paper/paper.ts'

export type PrintedSummary = { product: string; madeAt: string; summary: SummaryWire }

/** Longer names are cut, so that the paper has at most four pages whatever they are. */
const NAME_MAX = 36
const short = (name: string) => ([...name].length > NAME_MAX ? `${firstCharacters(name, NAME_MAX - 1)}…` : name)

const shares: Record<SummaryTable['key'], readonly number[]> = {
  size: [0.22, 0.13, 0.3, 0.17, 0.18],
  providers: [0.4, 0.14, 0.22, 0.24],
  countries: [0.4, 0.14, 0.22, 0.24],
  concentration: [0.36, 0.13, 0.13, 0.14, 0.24],
  changes: [0.55, 0.15, 0.15, 0.15],
  faults: [0.55, 0.45],
}

/** The summary of a register as PDF, for the one who signs (REG-24). */
export async function summaryPdf({ product, madeAt, summary }: PrintedSummary): Promise<Uint8Array> {
  const { entity, referenceDate, edition, groupSize, filing, counts } = summary
  const title = 'Resumen del registro de información'
  const paper = await Paper.start({
    title: `${title}: ${entity}, a ${formatDay(referenceDate)}`,
    subject: 'Reglamento (UE) 2022/2554, artículo 28.3',
    author: entity,
    at: madeAt,
    footer: `${title} a ${formatDay(referenceDate)} · ${entity} · ${product}`,
  })
  paper.text(`${title} a ${formatDay(referenceDate)}`, { size: 9.5, color: PALE, after: 2 })
  paper.text(firstCharacters(entity, 60), { face: 'serif', size: 22, after: 8 }, 'H1')
  paper.table(
    null,
    [
      ['Presentación', `${filingText(filing)}.`],
      ['Errores', `${countsText(counts)}.`],
      ['Edición', `${edition}. ${levelText(groupSize)}.`],
      ['Leído', `${formatInstant(madeAt)} (hora de Madrid)`],
    ],
    [0.22, 0.78],
  )
  for (const { key, title: heading, heads, rows, bars, notes, empty } of summaryTables(summary)) {
    paper.heading(heading)
    if (rows.length === 0) paper.text(empty)
    else
      paper.table(
        heads,
        rows.map(([name, ...cells]) => [key === 'changes' ? name! : short(name!), ...cells]),
        shares[key],
        bars.map(({ value }) => value),
      )
    for (const note of notes) paper.text(note, { size: 9.5, color: PALE, after: 2 })
  }
  return paper.end()
}
