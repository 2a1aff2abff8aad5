import { locale } from '#web/ui/language/spoken.ts'
export interface RefusedFile {
  file: File
  reason: string
}

/** Splits picked files by `check`: a reason, or null for a valid file. */
export function pickedFiles(
  files: readonly File[],
  check?: (file: File) => string | null,
): { accepted: File[]; refused: RefusedFile[] } {
  const accepted: File[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const reason = check?.(file) ?? null
    if (reason) refused.push({ file, reason })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** Formats bytes: '318 kB', '2,4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toLocaleString(locale(), { maximumFractionDigits: 1 })} MB`
}
