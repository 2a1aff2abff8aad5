import { IconDownload } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'

type Props = { what: string; fileName: string; read: () => Promise<Blob>; blocked?: string | null }

/** Downloads one file, or shows the error. */
export function DownloadButton({ what, fileName, read, blocked }: Props) {
  const download = useDownload(read, fileName)
  return (
    <IconButton
      size={40}
      label={t`Descargar ${what}`}
      icon={<IconDownload />}
      blocked={blocked}
      aria-busy={download.isPending}
      onClick={() => {
        if (!download.isPending) download.mutate()
      }}
    />
  )
}
