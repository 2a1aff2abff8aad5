import { useElementSize } from '@mantine/hooks'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { fitWidth, type PageViewProps, pixelRatio } from '#web/ui/table/pageView.ts'
import classes from './FileViewer.module.css'

declare const __PDFJS_BASE__: string

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * A PDF as a column of pages. A page renders when it comes near, with a text layer for selection and screen readers.
 */
export default function PdfPages(props: PageViewProps) {
  const { bytes, zoom, rotation, onPages, onPage, onShown, onText, onFailed } = props
  const { ref, width: room } = useElementSize()
  const [pages, setPages] = useState<PDFPageProxy[]>([])
  const calls = useRef({ onPages, onPage, onShown, onText, onFailed })
  calls.current = { onPages, onPage, onShown, onText, onFailed }

  useEffect(() => {
    let current = true
    const task = getDocument({
      // The worker takes ownership of the bytes, so it gets a copy.
      data: new Uint8Array(bytes.slice(0)),
      cMapUrl: `${__PDFJS_BASE__}/cmaps/`,
      standardFontDataUrl: `${__PDFJS_BASE__}/standard_fonts/`,
      wasmUrl: `${__PDFJS_BASE__}/wasm/`,
      enableXfa: false,
    })
    task.promise.then(allPages).then(
      all => {
        if (!current) return
        setPages(all)
        calls.current.onPages(all.length)
      },
      () => current && calls.current.onFailed(),
    )
    return () => {
      current = false
      void task.destroy()
    }
  }, [bytes])

  const wantsText = onText !== undefined
  useEffect(() => {
    let current = true
    if (wantsText && pages.length > 0) {
      textOf(pages, () => current).then(
        text => current && calls.current.onText?.(text),
        () => {}, // Without its text the page is still readable.
      )
    }
    return () => {
      current = false
    }
  }, [pages, wantsText])

  return (
    <div ref={ref} className={classes.pages}>
      {room > 0
        ? pages.map(page => (
            <PdfPage
              key={page.pageNumber}
              page={page}
              count={pages.length}
              width={fitWidth(room) * zoom}
              rotation={rotation}
              onSeen={() => calls.current.onPage(page.pageNumber)}
              onDrawn={page.pageNumber === 1 ? () => calls.current.onShown?.() : undefined}
            />
          ))
        : null}
    </div>
  )
}

/** What is read of a long PDF's text. */
const TEXT_PAGES = 40
const TEXT_CHARACTERS = 400_000

async function textOf(pages: readonly PDFPageProxy[], isWanted: () => boolean): Promise<string> {
  let text = ''
  for (const page of pages.slice(0, TEXT_PAGES)) {
    if (!isWanted() || text.length > TEXT_CHARACTERS) break
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
  }
  return text.slice(0, TEXT_CHARACTERS).trim()
}

function allPages(pdf: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
}

interface PdfPageProps {
  page: PDFPageProxy
  count: number
  width: number
  rotation: number
  onSeen: () => void
  onDrawn?: () => void
}

function PdfPage({ page, count, width, rotation, onSeen, onDrawn }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(page.pageNumber === 1)
  const calls = useRef({ onSeen, onDrawn })
  calls.current = { onSeen, onDrawn }

  const turned = (page.rotate + rotation) % 360
  const natural = page.getViewport({ scale: 1, rotation: turned })
  const scale = width / (rotation % 180 === 0 ? natural.width : natural.height)
  const viewport = page.getViewport({ scale, rotation: turned })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const soon = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true), {
      rootMargin: '100% 0px',
    })
    // The current page is the one at the middle of the tray.
    const middle = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && calls.current.onSeen(),
      { root: element.closest('[tabindex]'), rootMargin: '-45% 0px -55% 0px' },
    )
    soon.observe(element)
    middle.observe(element)
    return () => {
      soon.disconnect()
      middle.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = canvas.current
    const words = text.current
    if (!near || !element || !words) return
    const view = page.getViewport({ scale, rotation: turned })
    const ratio = pixelRatio(view.width, view.height)
    element.width = Math.round(view.width * ratio)
    element.height = Math.round(view.height * ratio)
    const drawing = page.render({ canvas: element, viewport: view, transform: [ratio, 0, 0, ratio, 0, 0] })
    words.replaceChildren()
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport: view })
    drawing.promise.then(
      () => calls.current.onDrawn?.(),
      () => {}, // Cancelled by a new zoom or by leaving.
    )
    layer.render().catch(() => {})
    return () => {
      drawing.cancel()
      layer.cancel()
    }
  }, [page, near, scale, turned])

  return (
    <div
      ref={frame}
      className={classes.page}
      data-page={page.pageNumber}
      style={{ width: viewport.width, height: viewport.height, '--total-scale-factor': scale }}
    >
      <canvas ref={canvas} role="img" aria-label={t`Página ${page.pageNumber} de ${count}`} />
      <div ref={text} className={classes.text} />
    </div>
  )
}
