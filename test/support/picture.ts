import type { Locator } from 'playwright-core'

/** The number of distinct colours of an area: one if nothing is visible. */
export async function coloursOf(place: Locator): Promise<number> {
  const picture = (await place.screenshot({ animations: 'disabled' })).toString('base64')
  return place.page().evaluate(async png => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), char => char.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    canvas.drawImage(bitmap, 0, 0)
    return new Set(new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size
  }, picture)
}
