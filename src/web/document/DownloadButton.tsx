import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.ts'

type Props = { what: string; fileName: string; read: () => Promise<Blob>; blocked?: string | null }

/** Downloads one file, or says why it cannot be. */
export function DownloadButton({ what, fileName, read, blocked }: Props) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: blob => saveBlob(blob, fileName),
    onError: error =>
      showToast({ kind: 'error', title: 'No se ha podido descargar', text: messageOf(error), keep: true }),
  })
  return (
    <IconButton
      size={40}
      label={`Descargar ${what}`}
      icon={<IconDownload />}
      blocked={blocked}
      aria-busy={download.isPending}
      onClick={() => {
        if (!download.isPending) download.mutate()
      }}
    />
  )
}
