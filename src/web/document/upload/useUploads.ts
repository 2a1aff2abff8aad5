import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { reuploadDocument, uploadDocument } from '#domain/document/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { UploadQueue, type Uploads } from '#web/document/upload/upload-queue.ts'

export type UploadTarget = {
  validationId: string
  /** In onboarding: what is uploaded stays a draft until it is sent (ONB-10). */
  /** What was sent once: the new version waits for CCI again (API-55). */
  reupload?: boolean
  /** Awaited, so that a row goes straight from its progress to the new file. */
  onChanged: () => unknown
  onArrived: (document: string) => void
}

/** The queue of a list of documents, and what it holds. What is on its way is stopped when the list goes. */
export function useUploads(target: UploadTarget): { queue: UploadQueue; uploads: Uploads } {
  const latest = useRef(target)
  latest.current = target
  const queue = useMemo(
    () =>
      new UploadQueue(
        async (document, file, { signal, onProgress }) => {
          const { validationId, reupload, onChanged } = latest.current
          await call(reupload ? reuploadDocument : uploadDocument, {
            body: { document: { validationId, documentCatalogName: document } },
            files: { file },
            signal,
            onProgress,
          })
          // The file has arrived: a list that cannot be read again is not a failed upload.
          await Promise.resolve(onChanged()).catch(() => undefined)
        },
        document => latest.current.onArrived(document),
        messageOf,
      ),
    [],
  )
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot)
  useEffect(() => () => queue.close(), [queue])
  return { queue, uploads }
}
