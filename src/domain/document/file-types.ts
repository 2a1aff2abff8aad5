/** The accepted file types, by extension (D23). */
export const FILE_ENDINGS = [
  '.pdf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.doc',
  '.xls',
  '.ppt',
  '.odt',
  '.ods',
  '.odp',
  '.png',
  '.jpg',
  '.jpeg',
  '.zip',
] as const

/** A file before its upload, with its size in bytes. */
export type FileToSend = { readonly name: string; readonly size: number }

/** The extension of a file name in lower case, with its dot; '' without one. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot).toLowerCase() : ''
}

/**
 * Why the browser does not send a file, or null (D23). The server also checks that the content matches the extension.
 * Sizes in bytes; `endings` narrows the accepted types.
 */
export function fileRefusal(
  { name, size }: FileToSend,
  maxBytes: number,
  endings: readonly string[] = FILE_ENDINGS,
): 'fileType' | 'fileEmpty' | 'fileTooLarge' | null {
  if (!endings.includes(endingOf(name))) return 'fileType'
  if (size === 0) return 'fileEmpty'
  return size > maxBytes ? 'fileTooLarge' : null
}
