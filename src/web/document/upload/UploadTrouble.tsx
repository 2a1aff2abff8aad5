import { hasTrouble, type Uploads } from '#web/document/upload/upload-queue.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** Says over a list of files that not all have arrived; each row says what became of its own (ERR-26). */
export function UploadTrouble({ uploads }: { uploads: Uploads }) {
  if (!hasTrouble(uploads)) return null
  return (
    <Message kind="error" live>
      No se han subido todos los archivos: mire qué pasa con cada uno.
    </Message>
  )
}
