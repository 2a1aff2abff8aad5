import type { DocumentWire } from '#domain/document/contract.ts'
import type { FileToSend } from '#domain/document/file-types.ts'
import { fileRefusal } from '#domain/document/file-types.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { sizeText } from '#web/ui/files/files.ts'
import { dayOf, dayText, timeText } from '#web/ui/time/dates.ts'

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** The accepted types and sizes, in words. */
export const filesHint = (maxBytes: number) =>
  t`Varios a la vez. PDF, Word, Excel, PowerPoint, ODF, PNG, JPEG o ZIP, hasta ${megabytes(maxBytes)} cada uno.`

/** The reason why a file is refused before sending, in words, or null. */
export function refusalText(file: FileToSend, maxBytes: number): string | null {
  const refusal = fileRefusal(file, maxBytes)
  if (refusal === 'fileTooLarge') {
    return t`${sizeText(file.size)}: supera el máximo de ${megabytes(maxBytes)}. No se ha subido.`
  }
  if (refusal === 'fileEmpty') return t('El archivo está vacío. No se ha subido.')
  return refusal && t`${sentence(refusal)} No se ha subido.`
}

/** '2,4 MB · subido a las 09:36', with the date if not today; `sent` when CCI has it and has not decided. */
export function uploadedText(
  { size, uploadedAt }: Pick<DocumentWire, 'size' | 'uploadedAt'>,
  now: Date,
  { sent = false } = {},
): string {
  const parts = size === null ? [] : [sizeText(size)]
  if (uploadedAt) {
    const today = dayOf(new Date(uploadedAt)) === dayOf(now)
    const when = today ? t`a las ${timeText(uploadedAt)}` : t`el ${dayText(uploadedAt)}`
    // Not 'enviado' with that time: an onboarding upload reached CCI later, with the rest.
    parts.push(sent ? t`subido ${when} y enviado al CCI` : t`subido ${when}`)
  }
  return parts.join(' · ')
}

/** The id of a document's row, the target of the missing-documents list. */
export const documentRowId = (name: string) => `documento-${foldForSearch(name).replace(/[^a-z\d]+/g, '-')}`
