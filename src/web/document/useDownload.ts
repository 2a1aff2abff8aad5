import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** Reads a file and hands it to the browser's downloads under a name; a failure stays in sight until it is dismissed. */
export function useDownload(read: () => Promise<Blob>, name: string) {
  return useMutation({
    mutationFn: read,
    onSuccess: blob => saveBlob(blob, name),
    onError: error =>
      showToast({ kind: 'error', title: 'No se ha podido descargar', text: messageOf(error), keep: true }),
  })
}
