export type FileKind = 'pdf' | 'image' | 'other'

/** How many bytes of a file `kindOf` looks at: as many may stand before the header of a PDF. */
export const KIND_BYTES = 1024

/** Kind of a file, by its first bytes; the name decides only for images without a known signature. */
export function fileKindOf(head: Uint8Array, name: string): FileKind {
  const text = String.fromCharCode(...head)
  if (text.startsWith('\x89PNG') || text.startsWith('\xff\xd8\xff') || text.startsWith('GIF8')) return 'image'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image'
  if (text.includes('%PDF-')) return 'pdf'
  return /\.(bmp|avif)$/i.test(name) ? 'image' : 'other'
}
