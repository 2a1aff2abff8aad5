import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldValues, onTop } from '#domain/conflict/conflict.ts'
import { type Begun, changedPaths, mergeValues, pickValues } from '#domain/conflict/merge-values.ts'
import { keepEditDraft, openEdit } from '#web/conflict/editDraft.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { keepDraft } from '#web/session/drafts.ts'

type Edited<Values> = {
  /** The saved state that the edit is based on. */
  version: number
  base: Values
  values: Values
}

type Start<Values> = {
  version: number
  saved: Values
  /** The draft that keeps unsaved values in this tab; none by default. */
  draft?: string
  /** The part of the draft that still applies. */
  offered?: (begun: Begun) => Begun
  /** The base without what the server could not store, so that the draft keeps it. */
  stored?: (base: Values) => FieldValues
}

type Save<Values, Wire> = {
  /** Sends the values: the typed ones, and others' where only they changed a field. All are codes, as the form holds them. */
  attempt: (values: Values, version: number) => Promise<Wire>
  valuesOf: (wire: Wire) => Values
  /** Reads the saved state: a conflict says what others changed in words, and the form holds codes. */
  read: () => Promise<Wire>
  /** The base in the wording of the server's differences. */
  facts?: (base: Values) => FieldValues
  /** Never opens the window while the user types. */
  quiet?: boolean
  /** What was saved stays as typed, because the user may still be typing it. */
  asTyped?: boolean
}

/** What is saved; `taken` if it is others' and nothing was sent. Null: the user keeps editing. */
export type Saved<Wire> = { wire: Wire; taken: boolean } | null

export type Edit<Values extends FieldValues> = Edited<Values> & {
  /** The edit now, also before the next render. */
  latest: { readonly current: Edited<Values> }
  /** Whether the edit started with a draft. */
  resumed: boolean
  dirty: boolean
  change(changes: Partial<Values> | ((now: Values) => Partial<Values>)): void
  /** Starts over from a saved state, without the draft. */
  begin(version: number, saved: Values): void
  /** Deletes the draft. */
  forget(): void
  save<Wire extends { version: number }>(save: Save<Values, Wire>): Promise<Saved<Wire>>
  /** The conflict window, for the caller to render. */
  window: ReactNode
}

/** The text fields of a form: what was read, what is typed, its draft, and its save on top of others' changes (014). */
export function useEdit<Values extends FieldValues>({
  version,
  saved,
  draft,
  offered,
  stored,
}: Start<Values>): Edit<Values> {
  const [opening] = useState(() => openEdit(draft, version, saved, offered))
  const [edit, setEdit] = useState(opening as Edited<Values>)
  const [resumed, setResumed] = useState(() => changedPaths(saved, opening.values).length > 0)
  const latest = useRef(edit)
  const conflict = useConflict()
  const update = (next: Edited<Values>) => {
    latest.current = next
    setEdit(next)
  }
  const forget = () => void (draft && keepDraft(draft, null))
  // A draft that was only opened stays as it is.
  const untouched = resumed && edit === opening
  useEffect(() => {
    if (draft && !untouched) keepEditDraft(draft, { ...edit, base: stored ? stored(edit.base) : edit.base })
  }, [draft, edit, stored, untouched])
  return {
    ...edit,
    latest,
    resumed,
    dirty: changedPaths(edit.base, edit.values).length > 0,
    change(changes) {
      const { values, ...begun } = latest.current
      update({ ...begun, values: { ...values, ...(typeof changes === 'function' ? changes(values) : changes) } })
    },
    begin(version, saved) {
      forget()
      update({ version, base: saved, values: saved })
      setResumed(false)
    },
    forget,
    async save({ attempt, valuesOf, read, facts = base => base, quiet, asTyped }) {
      const { version, base, values: sent } = latest.current
      const outcome = await conflict.send({
        version,
        base: facts(base),
        quiet,
        attempt: async (begun, now) => {
          const saved = Object.keys(now).length > 0 ? valuesOf(await read()) : base
          return attempt(onTop(base, sent, saved) as Values, begun)
        },
      })
      if (!outcome) return null
      const taken = outcome.taken !== undefined
      const wire = outcome.taken ? await read() : outcome.sent
      const theirs = valuesOf(wire)
      const { merged, disputed } = mergeValues(base, latest.current.values, theirs)
      // What was typed since the sending stays.
      const now = !taken && asTyped ? (mergeValues(base, sent, theirs).merged as Values) : theirs
      const values = taken
        ? { ...merged, ...pickValues(theirs, disputed) }
        : mergeValues(sent, latest.current.values, now).merged
      update({ version: wire.version, base: now, values: values as Values })
      return { wire, taken }
    },
    window: conflict.window,
  }
}
