/** The kinds of file that the portal takes, by the ending of their name (D23). */
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

/** A file before it is sent: its name, and its size in bytes. */
export type FileToSend = { readonly name: string; readonly size: number }

/** The ending of a file's name in lower case, with its dot; '' without one. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot).toLowerCase() : ''
}

/**
 * Why a file need not even be sent, or null (D23). The server still looks into it: its content must be what its name
 * says. Sizes in bytes; `endings` narrows what is taken.
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
