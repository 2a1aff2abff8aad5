import { t } from '#domain/language/translate.ts'
import { hasTrouble, type Uploads } from '#web/document/upload/upload-queue.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** The alert over a file list with failed uploads; each row says its own error (ERR-26). */
export function UploadTrouble({ uploads }: { uploads: Uploads }) {
  if (!hasTrouble(uploads)) return null
  return (
    <Message kind="error" live>
      {t('No se han subido todos los archivos: mire qué pasa con cada uno.')}
    </Message>
  )
}
