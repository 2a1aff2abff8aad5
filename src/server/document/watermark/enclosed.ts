import {
  drawObject,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { decoded, predictorOf } from '#server/document/watermark/decoded.ts'
import type { Box } from '#server/document/watermark/mark.ts'

const CONTENTS = PDFName.of('Contents')
const RESOURCES = PDFName.of('Resources')
const GROUP = PDFName.of('Group')
const ANNOTS = PDFName.of('Annots')

/** Annotation flags: printed, read-only and locked. */
const LOCKED = 4 + 64 + 128 + 512
/** Field flags: a read-only push button. */
const IDLE_BUTTON = 1 + 65536

/**
 * Wraps everything that a page draws in a form XObject, which ends any state left open: a clip, a matrix, a string, a
 * colour space under a common name.
 */
export function encloseContent({ node, doc: { context } }: PDFPage): PDFRef {
  const contents = node.Contents()
  const all = contents instanceof PDFArray ? contents.asArray().map(each => context.lookup(each)) : [contents]
  const streams = all.flatMap(each => {
    if (each === undefined || each === PDFNull) return []
    if (!(each instanceof PDFRawStream)) throw new Error('a content that is no stream')
    return [each]
  })
  const { x, y, width, height } = node.MediaBox().asRectangle()
  const group = node.lookupMaybe(GROUP, PDFDict)?.clone(context)
  group?.set(PDFName.of('I'), context.obj(true))
  const dict = {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height] },
    ...{ Resources: node.getInheritableAttribute(RESOURCES) ?? {}, Group: group },
  }
  const [first, ...others] = streams
  if (!first || others.length > 0) {
    const parts = streams.flatMap(stream => {
      if (predictorOf(stream.dict) > 1) throw new Error('a content with a predictor')
      return [decoded(stream), Buffer.from('\n')]
    })
    return context.register(context.flateStream(Buffer.concat(parts), dict))
  }
  if (['F', 'DP'].some(key => first.dict.has(PDFName.of(key)))) throw new Error('filters under two names')
  const filters = {
    Filter: first.dict.get(PDFName.of('Filter')),
    DecodeParms: first.dict.get(PDFName.of('DecodeParms')),
  }
  return context.register(context.stream(first.contents, { ...dict, ...filters }))
}

/**
 * Replaces a page's content by two drawings, the second above the first. Adds the second to the annotations as well,
 * above all but links: readers draw annotations after the page, and some reset unbalanced graphics state only there. It
 * is a form widget, because some readers draw those last, and draw them even if comments are hidden.
 */
export function putAbove({ node, doc: { context, catalog } }: PDFPage, below: PDFRef, mark: PDFRef, box: Box): void {
  if (showsOtherThanPages(catalog)) throw new Error('a document that shows something else than its pages')
  const draw = (name: string) => [pushGraphicsState(), drawObject(name), popGraphicsState()]
  node.set(CONTENTS, context.register(context.contentStream([...draw('Page'), ...draw('Mark')])))
  node.set(RESOURCES, context.obj({ XObject: { Page: below, Mark: mark } }))
  node.delete(GROUP)
  const annotations = node.Annots()?.asArray() ?? []
  const links = annotations.filter(each => isIdleLink(context.lookup(each)))
  const others = annotations.filter(each => !links.includes(each))
  const above = context.obj({
    ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Btn', Ff: IDLE_BUTTON, F: LOCKED },
    ...{ Rect: [box.x, box.y, box.x + box.width, box.y + box.height], AP: { N: mark } },
  })
  node.set(ANNOTS, context.obj([...others, context.register(above), ...links]))
}

/** Whether an annotation is a link. Removes its border, the only part of a link that draws. */
function isIdleLink(annotation: unknown): boolean {
  if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link')) return false
  for (const key of ['AP', 'AS', 'BS', 'MK']) annotation.delete(PDFName.of(key))
  annotation.set(PDFName.of('Border'), annotation.context.obj([0, 0, 0]))
  return true
}

/** Whether readers show something in place of the pages: XFA forms and file collections. */
function showsOtherThanPages(catalog: PDFDict): boolean {
  const form = catalog.lookup(PDFName.of('AcroForm'))
  const isXfa = form instanceof PDFDict && form.has(PDFName.of('XFA'))
  return isXfa || ['Collection', 'NeedsRendering'].some(key => catalog.has(PDFName.of(key)))
}
