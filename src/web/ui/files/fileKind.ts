export type FileKind = 'pdf' | 'image' | 'other'

/** Kind of a file, by its first 16 bytes; the name decides only for images without a known signature. */
export function kindOf(head: Uint8Array, name: string): FileKind {
  const text = String.fromCharCode(...head)
  if (text.includes('%PDF')) return 'pdf'
  if (text.startsWith('\x89PNG') || text.startsWith('\xff\xd8\xff') || text.startsWith('GIF8')) return 'image'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image'
  return /\.(bmp|avif)$/i.test(name) ? 'image' : 'other'
}
