/** The narrowest box that a name still fits in; below it a chain is drawn as an indented list. */
const NARROWEST = 170
const WIDEST = 260
const INDENT = 22
export const BOX_HEIGHT = 46
const GAP = 12
const BETWEEN = 34

export type ChainBox = { id: string; parent: string | null; x: number; y: number; width: number }

type Node = { id: string; recipientId: string | null; rank: number }

/** The id of the provider's own box. */
export const ROOT = 'root'

/**
 * The boxes of a chain: one column a rank, each company on the line of the first that works for it; an indented list
 * where the columns would be too narrow. Rows come in the order of the chain.
 */
export function chainBoxes(rows: readonly Node[], width: number) {
  const ranks = Math.max(1, ...rows.map(({ rank }) => rank))
  const column = Math.min(WIDEST, (width - BETWEEN * (ranks - 1)) / ranks)
  const isIndented = column < NARROWEST
  const ids = new Set(rows.map(({ id }) => id))
  const boxes: ChainBox[] = [{ id: ROOT, parent: null, x: 0, y: 0, width: isIndented ? width : column }]
  const begun = new Set<string>()
  let line = 0
  for (const { id, recipientId, rank } of rows) {
    const parent = recipientId !== null && ids.has(recipientId) ? recipientId : ROOT
    if (isIndented || begun.has(parent)) line++
    begun.add(parent)
    const x = (rank - 1) * (isIndented ? INDENT : column + BETWEEN)
    boxes.push({ id, parent, x, y: line * (BOX_HEIGHT + GAP), width: isIndented ? width - x : column })
  }
  const height = line * (BOX_HEIGHT + GAP) + BOX_HEIGHT
  const used = isIndented ? width : ranks * column + (ranks - 1) * BETWEEN
  return { boxes, width: used, height, isIndented }
}

/** The line from a company to one that works for it. */
export function chainLine(from: ChainBox, to: ChainBox, isIndented: boolean): string {
  const middle = to.y + BOX_HEIGHT / 2
  if (isIndented) return `M${from.x + 11} ${from.y + BOX_HEIGHT}V${middle}H${to.x}`
  const start = from.x + from.width
  return `M${start} ${from.y + BOX_HEIGHT / 2}H${start + BETWEEN / 2}V${middle}H${to.x}`
}

const COLUMN = 216
const HEAD = 50
const SERVICE = 44

/** Columns of companies with their services below, in as many bands as the width asks for. */
export function companyColumns(services: readonly number[], width: number) {
  const perBand = Math.max(1, Math.floor((width + GAP) / (COLUMN + GAP)))
  const column = Math.min(COLUMN * 1.5, (width - GAP * (perBand - 1)) / perBand)
  let top = 0
  const columns: { x: number; y: number }[] = []
  for (let first = 0; first < services.length; first += perBand) {
    const band = services.slice(first, first + perBand)
    for (const index of band.keys()) columns.push({ x: index * (column + GAP), y: top })
    top += HEAD + Math.max(...band) * SERVICE + GAP * 2
  }
  return { columns, column, height: Math.max(0, top - GAP * 2), head: HEAD, service: SERVICE }
}

/** A text that is cut where it would leave its box; `letter` is the mean width of a letter in px. */
export function fittedText(text: string, width: number, letter: number): string {
  const letters = Math.max(3, Math.floor(width / letter))
  return text.length <= letters ? text : `${text.slice(0, letters - 1).trimEnd()}…`
}
