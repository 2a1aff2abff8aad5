import { type ReactNode, useRef, useState } from 'react'
import { type Conflict, conflictWire, type Difference, disputed, type Facts } from '#domain/conflict/conflict.ts'
import { ApiError } from '#web/api.ts'
import { ConflictWindow } from '#web/conflict/ConflictWindow.tsx'

/** What a person is asked about. `isSeen`: it was in view only, and nothing of it was written here. */
type Disputed = Difference & { isSeen: boolean }
type Asked = Omit<Conflict, 'differences'> & { differences: Disputed[] }

/** What the server says of who was quicker; null when the failure is another. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== 'changedMeanwhile') return null
  return conflictWire.safeParse(error.details.conflict).data ?? null
}

/** `taken`: what is saved stands, in the fields of these differences. Null: one goes on editing. */
export type Outcome<T> = { sent: T; taken?: never } | { taken: Asked; sent?: never } | null

type Edit<T> = {
  /** The one that the edit was begun from. */
  version: number
  /** As it was then, in the words of the server's differences. */
  base: Facts
  /** What is in view and is not sent, for whoever decides about it: another value of it is asked about as well. */
  seen?: Facts
  /** Sends it. `now`: what others made since of the fields that are sent; empty at first. */
  attempt: (version: number, now: Facts) => Promise<T>
}

type Choice = 'mine' | 'saved' | null

/**
 * Sends edits. Where somebody else saved in between, both changes stand unless they touch the same field: then the person
 * decides, in a window that must be rendered.
 * @throws whatever `attempt` throws and is no conflict
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
  const send = async <T,>({ version, base, seen = {}, attempt }: Edit<T>): Promise<Outcome<T>> => {
    let [begun, was, now] = [version, { ...base, ...seen }, {} as Facts]
    for (;;) {
      try {
        return { sent: await attempt(begun, now) }
      } catch (error) {
        const conflict = conflictOf(error)
        // The same again would be refused for ever.
        if (!conflict || conflict.version === begun) throw error
        const open = disputed(conflict.differences, was).map(each => {
          const isSeen = each.field in seen
          return { ...each, isSeen, yours: isSeen ? was[each.field]! : each.yours }
        })
        if (open.length > 0) {
          const choice = await ask({ ...conflict, differences: open })
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
