import type { Face } from '#server/document/pdf-letters.ts'

/* The measures of a page, in points, and the styles of its texts. */

export const A4 = { width: 595.28, height: 841.89 }
export const [SIDE, TOP, FOOT] = [62, 64, 78]
export const [WIDTH, BOTTOM] = [A4.width - 2 * SIDE, A4.height - FOOT]
export const [BODY, SMALL, GAP, ENTRY] = [10.5, 8.5, 12, 17]
export const LINE = '#b9c0bc'

export type PaperHead = { title: string; subject: string; author: string; at: string; footer: string }
export type Style = { face?: Face; size?: number; color?: string; after?: number }
export type Cells = readonly string[]
export type CellTag = readonly [type: string, scope?: string]
