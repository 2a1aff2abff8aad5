import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Failure, failureOf } from '#web/report-request/failure.ts'
import type { Progress } from '#web/report-request/progress.ts'

/** What accompanies the files on their way. */
export type Travel = { signal: AbortSignal; onProgress: (sent: number, total: number) => void }

/** Sends a request with its files: how far it is, how to stop it, and what the server said. */
export function useSending<Sent>(
  send: (travel: Travel) => Promise<Sent>,
  onSent: (sent: Sent) => unknown,
  onFailed: (failure: Failure) => void,
) {
  const controller = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      controller.current = new AbortController()
      setProgress({ sent: 0, total: 0 })
      return send({
        signal: controller.current.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      })
    },
    onSuccess: onSent,
    onError: error => onFailed(failureOf(error)),
    onSettled: () => setProgress(null),
  })
  return {
    start: () => mutate(),
    cancel: () => controller.current?.abort(),
    progress: isPending ? progress : null,
    sending: isPending,
    /** The last failure, until something is changed. */
    failure: error ? failureOf(error) : null,
    /** Forgets the last failure. */
    reset,
  }
}
