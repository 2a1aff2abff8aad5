import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Outcome } from '#web/conflict/useConflict.tsx'
import { keepDraft } from '#web/session/drafts.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** Long enough for a word or a few answers in a row. */
const REST_MS = 800

export type SaveState = { kind: 'saved' | 'saving'; at: Date | null } | { kind: 'failed'; error: unknown }

/** How changes of one kind are kept and sent. Changes are plain data: the draft holds them as JSON. */
export type Autosave<Changes extends object> = {
  /** The name of the draft that keeps what is not saved. */
  name: string
  /** What the draft held when the form was opened. */
  kept: Changes
  none: () => Changes
  isNone: (changes: Changes) => boolean
  /** Both changes; the later one wins. */
  join: (earlier: Changes, later: Changes) => Changes
  /** Sends changes, and returns only when they are saved; see `sentOf`. */
  send: (changes: Changes) => Promise<void>
  /** The user took what a colleague saved: what was typed is dropped, and the record must be read again. */
  onTaken: () => void
  /** The reads that a form leaves stale when it closes. */
  stale: readonly string[]
}

/** The saved values won, and what was typed is dropped. */
class Taken extends Error {}

/** What the server answered. Throws while a conflict is not decided, or when the user took the saved values. */
export function sentOf<T>(outcome: Outcome<T>): T {
  if (outcome?.sent) return outcome.sent
  throw outcome ? new Taken() : new Error(t('Otra persona ha cambiado lo mismo: lo suyo aún no se ha guardado.'))
}

/**
 * Saves a form while the user works, one request at a time; what is not saved survives a reload. `change` replaces what
 * is to be saved. `flush` saves it now and resolves to whether everything is saved.
 */
export function useAutosave<Changes extends object>(how: Autosave<Changes>) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null })
  const current = useRef(how)
  current.current = how
  const unsaved = useRef(how.kept)
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const run = useCallback(async () => {
    const { name, none, isNone, join, send, onTaken } = current.current
    setState({ kind: 'saving', at: null })
    let sent = none()
    try {
      while (!isNone(unsaved.current)) {
        sent = unsaved.current
        unsaved.current = none()
        await send(sent)
      }
      keepDraft(name, null)
      setState({ kind: 'saved', at: portalNow() })
      return true
    } catch (error) {
      if (error instanceof Taken) {
        keepDraft(name, null)
        onTaken()
        return false
      }
      unsaved.current = join(sent, unsaved.current)
      keepDraft(name, unsaved.current)
      setState({ kind: 'failed', error })
      return false
    } finally {
      running.current = null
    }
  }, [])

  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    if (!running.current) {
      if (current.current.isNone(unsaved.current)) return Promise.resolve(true)
      running.current = run()
    }
    return running.current
  }, [run])

  const change = useCallback(
    (next: (unsaved: Changes) => Changes) => {
      unsaved.current = next(unsaved.current)
      keepDraft(current.current.name, unsaved.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), REST_MS)
    },
    [flush],
  )

  useEffect(() => {
    const { isNone, stale } = current.current
    if (!isNone(unsaved.current)) change(unsaved => unsaved)
    return () =>
      void flush().then(() => {
        for (const name of stale) void client.invalidateQueries({ queryKey: [name] })
      })
  }, [change, flush, client])

  return { state, unsaved, change, flush }
}
