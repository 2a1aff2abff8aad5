import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import type { CrossReference } from '#server/document/watermark/cross-reference.ts'
import { readCrossReference } from '#server/document/watermark/cross-reference.ts'
import { numberIn } from '#server/document/watermark/decoded.ts'

/**
 * Ensures that the marked document is the one that readers see: the library takes the last object of each number in the
 * file, readers follow its cross-reference. Removes objects that no reader reaches.
 * @throws Error when they differ, or when readers may differ from each other
 */
export function keepWhatReadersSee(pdf: PDFDocument, bytes: Buffer): void {
  const { context } = pdf
  const reference = readCrossReference(bytes, context)
  const root = reference.trailer.get(PDFName.of('Root'))
  if (!(root instanceof PDFRef) || root !== context.trailerInfo.Root) throw new Error('another catalogue')
  const info = reference.trailer.get(PDFName.of('Info'))
  context.trailerInfo.Info = info
  const reached = scopeOf(pdf, reference, info ? [root, info] : [root])
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
  checkTree(pdf.catalog.Pages(), new Set())
  checkFirstPage(pdf, bytes, reference)
}

function scopeOf({ context }: PDFDocument, { read }: CrossReference, from: PDFObject[]): Set<PDFRef> {
  const reached = new Set<PDFRef>()
  const absent = new Set<PDFRef>()
  const ahead = [...from]
  for (let object = ahead.pop(); object; object = ahead.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object) || absent.has(object)) continue
      const [named, taken] = [read(object), context.lookup(object)]
      if (!named) {
        absent.add(object)
        // A later object must not take a number that this one refers to.
        context.largestObjectNumber = Math.max(context.largestObjectNumber, object.objectNumber)
      } else if (taken && isSame(named, taken)) {
        reached.add(object)
        ahead.push(taken)
      } else throw new Error(`two objects ${object}`)
    } else if (object instanceof PDFRawStream) ahead.push(object.dict)
    else if (object instanceof PDFDict) ahead.push(...object.values())
    else if (object instanceof PDFArray) for (const each of object.asArray()) ahead.push(each)
  }
  return reached
}

function isSame(one: PDFObject, other: PDFObject): boolean {
  if (one instanceof PDFRawStream) {
    return (
      other instanceof PDFRawStream &&
      one.dict.toString() === other.dict.toString() &&
      Buffer.compare(one.contents, other.contents) === 0
    )
  }
  return !(other instanceof PDFRawStream) && one.toString() === other.toString()
}

/** Readers identify page tree nodes by type or by their kids: no node may be a page for only some of them. */
function checkTree(node: PDFPageTree, above: ReadonlySet<PDFPageTree>): void {
  if (!(node instanceof PDFPageTree) || above.has(node)) throw new Error('a broken tree of pages')
  const kids = node.Kids()
  for (let index = 0; index < kids.size(); index++) {
    const kid = kids.lookup(index)
    if (kid instanceof PDFPageTree) checkTree(kid, new Set([...above, node]))
    else if (!(kid instanceof PDFPageLeaf) || kid.has(PDFName.of('Kids'))) throw new Error('a page that may be none')
  }
}

/** A linearized file names its first page and the start of its table, and some readers rely on it. */
function checkFirstPage(pdf: PDFDocument, bytes: Buffer, { read }: CrossReference): void {
  const head = /(\d+)[\0\s]+(\d+)[\0\s]+obj/.exec(bytes.toString('latin1', 0, 1024))
  if (!head || !bytes.toString('latin1', 0, 1024).includes('Linearized')) return
  const hints = read(PDFRef.of(Number(head[1]), Number(head[2])))
  if (!(hints instanceof PDFDict)) throw new Error('hints that are none')
  // All readers ignore the hints of a file that was changed at its end.
  if (numberIn(hints, 'L') !== bytes.length) return
  const end = /endobj[\0\s]*/g
  end.lastIndex = 0
  const text = bytes.toString('latin1', 0, 4096)
  const behind = end.exec(text) ? end.lastIndex : -1
  const table = /startxref[\0\s]+(\d+)/.exec(bytes.toString('latin1', bytes.lastIndexOf('startxref')))
  const first = pdf.getPages()[0]?.ref.objectNumber
  if (Number(table?.[1]) !== behind || numberIn(hints, 'O') !== first || numberIn(hints, 'P')) {
    throw new Error('hints of another document')
  }
}
