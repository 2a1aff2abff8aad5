import { IconChevronDown, IconChevronUp, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Boundary } from '#web/ui/feedback/Boundary.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { type FileKind, fileKindOf, KIND_BYTES } from '#web/ui/files/fileKind.ts'
import { NoPreview, ViewerFrame, Wait } from '#web/ui/files/ViewerFrame.tsx'
import classes from './FileViewer.module.css'

const loadPdfPages = () => import('#web/ui/files/PdfPages.tsx')
const loadImagePage = () => import('#web/ui/files/ImagePage.tsx')
const views = { pdf: lazy(loadPdfPages), image: lazy(loadImagePage) }
/** A failed import is retried only by a new `lazy`. */
const loadAgain = () => Object.assign(views, { pdf: lazy(loadPdfPages), image: lazy(loadImagePage) })

export interface FileViewerProps {
  /** The file; null while it loads. */
  data: Blob | ArrayBuffer | null
  name: string
  onDownload?: () => void
  /** Called once, when the first page is readable. */
  onShown?: () => void
  /** Called once with the text of a PDF; '' for a scan. */
  onText?: (text: string) => void
  /** The page to go to; another object goes there again. */
  goTo?: { page: number } | null
  /** Why the file could not be loaded. */
  error?: string | null
  onRetry?: () => void
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/**
 * Shows a PDF or an image in place, with pages, zoom and rotation; when focused, +, -, 0 and R do the same. Other kinds
 * have no preview and offer the download.
 */
export function FileViewer(props: FileViewerProps) {
  const { data, name, onDownload, onShown, onText, goTo: asked, error, onRetry } = props
  const [file, setFile] = useState<{ of: Blob | ArrayBuffer; bytes: ArrayBuffer; kind: FileKind } | null>(null)
  const [failed, setFailed] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState(0)
  const tray = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let current = true
    setFailed(false)
    setZoom(1)
    setRotation(0)
    setPage(1)
    setPages(0)
    if (!data) return
    const bytes = data instanceof Blob ? data.arrayBuffer() : Promise.resolve(data)
    bytes.then(
      bytes =>
        current && setFile({ of: data, bytes, kind: fileKindOf(new Uint8Array(bytes.slice(0, KIND_BYTES)), name) }),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [data, name])

  const ready = file && file.of === data ? file : null
  const shows = ready !== null && ready.kind !== 'other' && !failed
  const step = (by: 1 | -1) => {
    const at = zooms.findIndex(value => value >= zoom)
    setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, at + by))] ?? 1)
  }
  const turn = () => setRotation((rotation + 90) % 360)
  const goTo = (number: number) =>
    tray.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' })
  // A page can be asked for before the file has loaded.
  useEffect(() => {
    if (asked && pages > 0) goTo(asked.page)
  }, [asked, pages])
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !shows) return
    const act = { '+': () => step(1), '-': () => step(-1), '0': () => setZoom(1), r: turn }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    // A screen may use the same keys; here they belong to the document.
    event.stopPropagation()
    act()
  }

  let inside: ReactNode
  if (error) inside = <ErrorState title={t('No se ha podido abrir el archivo')} text={error} onRetry={onRetry} />
  else if (failed) inside = <NoPreview text={t('El archivo está dañado o protegido y no se puede mostrar.')} />
  else if (!ready) inside = <Wait />
  else if (ready.kind === 'other') inside = <NoPreview text={t('Descárguelo para leerlo con su programa.')} />
  else {
    const View = views[ready.kind]
    inside = (
      <Boundary
        fallback={retry => (
          <NoViewer
            onRetry={() => {
              loadAgain()
              retry()
            }}
          />
        )}
      >
        <Suspense fallback={<Wait />}>
          <View
            bytes={ready.bytes}
            name={name}
            zoom={zoom}
            rotation={rotation}
            onPages={setPages}
            onPage={setPage}
            onShown={onShown}
            onText={onText}
            onFailed={() => setFailed(true)}
          />
        </Suspense>
      </Boundary>
    )
  }

  return (
    <ViewerFrame
      ref={tray}
      name={name}
      onDownload={onDownload}
      onKeyDown={onKey}
      tools={
        shows && pages > 0 ? (
          <>
            <span className={classes.count} role="status">{t`${page} de ${pages}`}</span>
            {pages > 1 ? (
              <span className={classes.extra}>
                <IconButton
                  size={40}
                  label={t('Página anterior')}
                  icon={<IconChevronUp />}
                  blocked={page <= 1 ? t('Es la primera.') : null}
                  onClick={() => goTo(page - 1)}
                />
                <IconButton
                  size={40}
                  label={t('Página siguiente')}
                  icon={<IconChevronDown />}
                  blocked={page >= pages ? t('Es la última.') : null}
                  onClick={() => goTo(page + 1)}
                />
              </span>
            ) : null}
            <span className={classes.extra}>
              <IconButton size={40} label={t('Reducir')} icon={<IconZoomOut />} onClick={() => step(-1)} />
              <IconButton size={40} label={t('Ampliar')} icon={<IconZoomIn />} onClick={() => step(1)} />
              <IconButton size={40} label={t('Girar')} icon={<IconRotateClockwise />} onClick={turn} />
            </span>
          </>
        ) : null
      }
    >
      {inside}
    </ViewerFrame>
  )
}

function NoViewer({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title={t('No se ha podido cargar el visor')}
      text={t(
        'Vuelva a intentarlo, o descargue el archivo. Si sigue así, guarde lo que esté escribiendo y vuelva a cargar la página.',
      )}
      onRetry={onRetry}
    />
  )
}
