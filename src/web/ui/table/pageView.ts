/** Props that FileViewer gives the view of each kind of file. */
export interface PageViewProps {
  bytes: ArrayBuffer
  name: string
  /** 1 fits the width. */
  zoom: number
  /** Degrees, clockwise. */
  rotation: number
  onPages: (count: number) => void
  onPage: (page: number) => void
  onShown?: () => void
  /** Called once with the text of a PDF; '' for a scan. */
  onText?: (text: string) => void
  onFailed: () => void
}

/** Width of a page at zoom 1, in CSS px, for a tray of `room` px. */
export function fitWidth(room: number): number {
  return Math.max(220, Math.min(room, 900))
}

/** Canvas pixels per CSS px: sharp, but within the canvas size that browsers allow. */
export function pixelRatio(width: number, height: number): number {
  const most = Math.sqrt(16_000_000 / Math.max(1, width * height))
  return Math.min(window.devicePixelRatio || 1, 2, most)
}
