import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { ClarificationDetail, MessageWire } from '#domain/validation/clarification/contract.ts'
import { clarificationFileContent, takeClarificationFile } from '#domain/validation/clarification/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileWindow } from '#web/document/FileWindow.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import classes from './clarifications.module.css'

type File = MessageWire['files'][number]

/** The files of a message, to read; the owner makes one the new version of the document asked about (ASK-11). */
export function ThreadFiles({ thread, files }: { thread: ClarificationDetail; files: readonly File[] }) {
  const me = useMe()
  const client = useQueryClient()
  const [opened, setOpened] = useState<File | null>(null)
  const { document } = thread
  const taking = useMutation({
    mutationFn: (file: File) => call(takeClarificationFile, { params: { id: file.id } }),
    onSuccess: async (_thread, file) => {
      showToast({ title: t('Nueva versión subida'), text: t`«${file.name}» es ahora «${document?.name}».` })
      await client.invalidateQueries()
    },
    onError: error => showError(messageOf(error)),
  })
  if (files.length === 0) return null
  return (
    <>
      <ul className={classes.files} aria-label={t('Archivos del mensaje')}>
        {files.map(file => (
          <li key={file.id}>
            <button type="button" className={classes.open} onClick={() => setOpened(file)}>
              {file.name}
            </button>
            {document && me.idGenericEntity === thread.participantId ? (
              <ActionButton
                size="xs"
                loading={taking.isPending && taking.variables.id === file.id}
                onClick={() => taking.mutate(file)}
              >{t`Usar como «${document.name}»`}</ActionButton>
            ) : null}
            <DownloadButton
              what={file.name}
              fileName={file.name}
              read={() => call(clarificationFileContent, { params: { id: file.id } })}
            />
          </li>
        ))}
      </ul>
      <FileWindow
        file={
          opened && {
            title: opened.name,
            name: opened.name,
            from: queryOptions(clarificationFileContent, { params: { id: opened.id } }),
          }
        }
        onClose={() => setOpened(null)}
      />
    </>
  )
}
