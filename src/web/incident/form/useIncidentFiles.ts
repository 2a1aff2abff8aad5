import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { attachIncidentDocument } from '#domain/incident/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { isSending, UploadQueue } from '#web/document/upload/upload-queue.ts'
import { refusalText } from '#web/document/upload/words.ts'

type Target = {
  /** Null until the incident is raised: files wait until then and upload right after. */
  incidentId: string | null
  maxFileBytes: number
  /** Awaited, so that a row goes straight from its progress to the new file. */
  onChanged: () => Promise<unknown>
  onArrived: (document: string) => void
}

/** The uploads of an incident, one per document. Unmounting cancels the uploads in progress. */
export function useIncidentFiles(target: Target) {
  const latest = useRef(target)
  latest.current = target
  const [held, setHeld] = useState<ReadonlyMap<string, File>>(new Map())
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const queue = useMemo(
    () =>
      new UploadQueue(
        async (documentCatalogName, file, { signal, onProgress }) => {
          const { incidentId: issueId, onChanged } = latest.current
          if (!issueId) return
          const body = { issueDocument: { issueId, documentCatalogName } }
          await call(attachIncidentDocument, { body, files: { file }, signal, onProgress })
          // The file is stored: a failed refetch of the incident is not a failed upload.
          await onChanged().catch(() => undefined)
        },
        document => {
          setArrived(now => new Set(now).add(document))
          latest.current.onArrived(document)
        },
        messageOf,
      ),
    [],
  )
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot)
  useEffect(() => () => queue.close(), [queue])

  const { incidentId, maxFileBytes } = target
  useEffect(() => {
    if (!incidentId || held.size === 0) return
    for (const [document, file] of held) queue.add(document, file)
    setHeld(new Map())
  }, [incidentId, held, queue])

  const hold = (document: string, file: File | null) => {
    const next = new Map(held)
    if (file) next.set(document, file)
    else next.delete(document)
    setHeld(next)
  }
  return {
    uploads,
    /** Chosen files that wait for the incident to be raised. */
    held,
    sending: isSending(uploads),
    /** The documents with a stored file, whether or not the incident was refetched. */
    arrived,
    give(files: readonly { document: string; file: File }[]) {
      const next = new Map(held)
      for (const { document, file } of files) {
        const refusal = refusalText(file, maxFileBytes)
        next.delete(document)
        if (refusal) queue.refuse(document, file, refusal)
        else if (incidentId) queue.add(document, file)
        else {
          queue.drop(document)
          next.set(document, file)
        }
      }
      setHeld(next)
    },
    release: (document: string) => hold(document, null),
    retry: (document: string) => queue.retry(document),
    drop: (document: string) => queue.drop(document),
  }
}
