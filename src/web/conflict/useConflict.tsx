import { type ReactNode, useRef, useState } from 'react'
import { type Conflict, conflictWire, type Difference, disputed, type FieldValues } from '#domain/conflict/conflict.ts'
import { ApiError } from '#web/api/api.ts'
import { ConflictWindow } from '#web/conflict/ConflictWindow.tsx'

/** A question to the user. `isSeen`: the user only saw the values and changed none of them. */
type Disputed = Difference & { isSeen: boolean }
type Asked = Omit<Conflict, 'differences'> & { differences: Disputed[] }

/** The server's conflict; null for any other failure. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== 'changedMeanwhile') return null
  return conflictWire.safeParse(error.details.conflict).data ?? null
}

/** `taken`: the saved values win, in the fields of these differences. Null: the user keeps editing. */
export type Outcome<T> = { sent: T; taken?: never } | { taken: Asked; sent?: never } | null

type Edit<T> = {
  /** The version that the edit is based on. */
  version: number
  /** Its values at that time, in the wording of the server's differences. */
  base: FieldValues
  /** Values shown but not sent, on which the decision relies: a change of one is confirmed too. */
  seen?: FieldValues
  /** Sends the edits. `now`: concurrent changes of the fields sent; empty at first. */
  attempt: (version: number, now: FieldValues) => Promise<T>
  /** Returns null instead of asking, for an autosave while the user types. */
  quiet?: boolean
}

type Choice = 'mine' | 'saved' | null

/**
 * Sends edits. Merges a concurrent change unless both touch the same field; then a window, which the caller renders,
 * asks the user.
 * @throws any error of `attempt` that is no conflict
 */
export function useConflict(): { send: <T>(edit: Edit<T>) => Promise<Outcome<T>>; window: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const settle = useRef<(choice: Choice) => void>(() => {})
  const choose = (choice: Choice) => {
    setAsked(null)
    settle.current(choice)
  }
  const ask = (conflict: Asked) =>
    new Promise<Choice>(resolve => {
      settle.current = resolve
      setAsked(conflict)
    })
  const send = async <T,>({ version, base, seen = {}, attempt, quiet }: Edit<T>): Promise<Outcome<T>> => {
    let [begun, was, now] = [version, { ...base, ...seen }, {} as FieldValues]
    for (;;) {
      try {
        return { sent: await attempt(begun, now) }
      } catch (error) {
        const conflict = conflictOf(error)
        // The same request would be refused for ever.
        if (!conflict || conflict.version === begun) throw error
        const open = disputed(conflict.differences, was).map(each => {
          const isSeen = each.field in seen
          return { ...each, isSeen, yours: isSeen ? was[each.field]! : each.yours }
        })
        if (open.length > 0) {
          const choice = quiet ? null : await ask({ ...conflict, differences: open })
          if (choice === null) return null
          if (choice === 'saved') return { taken: { ...conflict, differences: open } }
        }
        begun = conflict.version
        now = { ...now, ...Object.fromEntries(conflict.differences.map(each => [each.field, each.now])) }
        was = { ...was, ...Object.fromEntries(open.map(each => [each.field, each.now])) }
      }
    }
  }
  const window = (
    <ConflictWindow
      conflict={asked}
      inViewOnly={asked?.differences.every(each => each.isSeen)}
      onTake={() => choose('saved')}
      onApply={() => choose('mine')}
      onClose={() => choose(null)}
    />
  )
  return { send, window }
}
