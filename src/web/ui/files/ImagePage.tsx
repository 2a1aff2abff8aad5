import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { fitWidth, type PageViewProps, pixelRatio } from '#web/ui/table/pageView.ts'
import classes from './FileViewer.module.css'

/** Draws an image on a canvas, which needs no URL for the bytes, so the content security policy stays strict. */
export default function ImagePage(props: PageViewProps) {
  const { bytes, zoom, rotation, onPages, onPage, onShown, onFailed } = props
  const { ref, width: room } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const calls = useRef({ onPages, onPage, onShown, onFailed })
  calls.current = { onPages, onPage, onShown, onFailed }

  useEffect(() => {
    let current = true
    createImageBitmap(new Blob([bytes])).then(
      bitmap => {
        if (!current) return bitmap.close()
        setImage(bitmap)
        calls.current.onPages(1)
        calls.current.onPage(1)
        calls.current.onShown?.()
      },
      () => current && calls.current.onFailed(),
    )
    return () => {
      current = false
    }
  }, [bytes])

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || !image || room === 0) return
    const upright = rotation % 180 === 0
    const width = Math.min(fitWidth(room), Math.max(320, upright ? image.width : image.height)) * zoom
    const height = width * (upright ? image.height / image.width : image.width / image.height)
    const ratio = pixelRatio(width, height)
    element.width = Math.round(width * ratio)
    element.height = Math.round(height * ratio)
    element.style.width = `${width}px`
    element.style.height = `${height}px`
    context.translate(element.width / 2, element.height / 2)
    context.rotate((rotation * Math.PI) / 180)
    const across = upright ? element.width : element.height
    const down = upright ? element.height : element.width
    context.drawImage(image, -across / 2, -down / 2, across, down)
  }, [image, zoom, rotation, room])

  return (
    <div ref={ref} className={classes.pages}>
      <div className={classes.page} data-page={1}>
        <canvas ref={canvas} role="img" aria-label={props.name} />
      </div>
    </div>
  )
}
