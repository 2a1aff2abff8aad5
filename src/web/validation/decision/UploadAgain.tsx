import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { reuploadDocument } from '#domain/document/contract.ts'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { ApiError, call, messageOf, transportErrors } from '#web/api/api.ts'
import { refusalText } from '#web/document/upload/words.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'

const wasStopped = (error: unknown) => error instanceof ApiError && error.transport === transportErrors.aborted

/** CCI uploads a document for its owner: a new version, which waits for its decision (DOC-16, API-55). */
export function UploadAgain({ document }: { document: DocumentWire }) {
  const { maxFileBytes } = useMe().settings
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  const [sent, setSent] = useState(0)
  const [refused, setRefused] = useState<{ file: File; why: string } | null>(null)
  const { validationId, documentCatalogName } = document
  const upload = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      setSent(0)
      return call(reuploadDocument, {
        body: { document: { validationId, documentCatalogName } },
        files: { file },
        onProgress: setSent,
        signal: stop.current.signal,
      })
    },
    onSuccess: ({ name }) => {
      showToast({ title: 'Archivo subido', text: `${name} es ahora la versión por verificar.` })
      return refreshReview(client)
    },
  })
  const pick = (file: File) => {
    const why = refusalText(file, maxFileBytes)
    setRefused(why ? { file, why } : null)
    upload.reset()
    if (!why) upload.mutate(file)
  }
  const file = refused?.file ?? upload.variables
  const failed = upload.error && !wasStopped(upload.error)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_ENDINGS.join(',')}
        aria-label={`Archivo de ${documentCatalogName}`}
        onChange={event => {
          const picked = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (picked) pick(picked)
        }}
      />
      <ActionButton
        size="xs"
        leftSection={<IconUpload />}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {document.file ? 'Subir otro archivo' : 'Subir archivo'}
      </ActionButton>
      {file && (upload.isPending || failed || refused) ? (
        <FileList label="Archivo que se sube">
          <FileRow
            title={<span className="vh">Archivo nuevo</span>}
            state={refused ? 'refused' : failed ? 'failed' : 'uploading'}
            fileName={file.name}
            progress={{ sent: Math.min(sent, file.size), total: file.size }}
            error={refused?.why ?? (failed ? messageOf(upload.error) : null)}
            onCancel={() => stop.current?.abort()}
            onRetry={() => upload.mutate(file)}
            onRemove={() => {
              setRefused(null)
              upload.reset()
            }}
          />
        </FileList>
      ) : null}
    </>
  )
}
