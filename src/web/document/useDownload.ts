import { useMutation } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'

/** Downloads a file under a name. A failure stays visible until it is dismissed. */
export function useDownload(read: () => Promise<Blob>, name: string) {
  return useMutation({
    mutationFn: read,
    onSuccess: blob => saveBlob(blob, name),
    onError: error =>
      showToast({ kind: 'error', title: t('No se ha podido descargar'), text: messageOf(error), keep: true }),
  })
}
