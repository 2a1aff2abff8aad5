import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Failure, failureOf } from '#web/report-request/failure.ts'
import type { Progress } from '#web/report-request/progress.ts'

/** The fields sent with the files. */
export type Travel = { signal: AbortSignal; onProgress: (sent: number, total: number) => void }

/** Submits a request with its files: progress, cancel, and the error. */
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
    /** The last failure, until the next change. */
    failure: error ? failureOf(error) : null,
    /** Clears the last failure. */
    reset,
  }
}
