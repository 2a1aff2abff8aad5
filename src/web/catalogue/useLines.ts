import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedLines } from '#domain/catalogue/catalogue.ts'
import type { FieldValues } from '#domain/conflict/conflict.ts'
import { mergeLines, mergeTaking } from '#domain/conflict/merge-lines.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Keyed, LinesDraft } from '#web/catalogue/lines.ts'
import { errorsByKey, linesWithKeys, withoutKeys } from '#web/catalogue/lines.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'

/** A table of lines: how it is read, compared, checked and saved. `Answer` is what the read answers. */
type Lines<Line, Answer> = {
  read: { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<Answer> }
  enabled?: boolean
  savedOf: (answer: Answer) => { version: number; lines: readonly Line[] }
  nameOf: (line: Line) => string
  facts: (lines: readonly Line[]) => FieldValues
  check: (lines: readonly Line[]) => CheckedLines<Line>
  /** The field of the call that holds the lines. */
  list: string
  send: (lines: Line[], version: number, answer: Answer) => Promise<Answer>
  draft: LinesDraft<Line> | undefined
  setDraft: (draft: LinesDraft<Line> | undefined) => void
}

/** A table as shown. */
export type EditedTable<Line> = LinesDraft<Line> & {
  saved: readonly Line[]
  checked: CheckedLines<Line>
  /** By 'key.field'. */
  errors: FieldErrors
  change(lines: Keyed<Line>[]): void
}

const isSame = (one: readonly object[], other: readonly object[]) => JSON.stringify(one) === JSON.stringify(other)

/** One table of a catalogue: saved state, edits, and its save on top of others' changes. */
export function useLines<Line extends object, Answer>(given: Lines<Line, Answer>) {
  const { read, enabled, savedOf, nameOf, facts, check, list, send, draft, setDraft } = given
  const client = useQueryClient()
  const conflict = useConflict()
  // A refetch does not change the fields under edit.
  const query = useQuery({ ...read, enabled, refetchOnWindowFocus: false })
  const [errors, setErrors] = useState<FieldErrors>({})
  const saved = query.data && savedOf(query.data)
  // Ignores drafts that an older release kept without their base.
  const edit = draft?.base ? draft : saved && draftOf(saved)
  const clear = () => {
    setDraft(undefined)
    setErrors({})
  }

  const save = async (): Promise<boolean> => {
    if (edit?.dirty && query.data) {
      const answer = query.data
      const { version, base } = edit
      const mine = withoutKeys(edit.lines)
      // Not cancelled with a query: the save continues.
      const reread = () => read.queryFn({ signal: new AbortController().signal })
      const outcome = await conflict.send({
        version,
        base: facts(base),
        attempt: async now => {
          const lines = now === version ? mine : mergeLines(base, mine, savedOf(await reread()).lines, nameOf)
          return send(lines, now, answer)
        },
      })
      if (!outcome) return false
      if (outcome.taken) {
        const theirs = savedOf(await reread())
        const names = new Set(outcome.taken.differences.map(({ field }) => field.replace(/^line\./, '')))
        const left = mergeTaking(names, base, mine, theirs.lines, nameOf)
        setDraft(
          isSame(left, theirs.lines) ? undefined : { ...draftOf(theirs), dirty: true, lines: linesWithKeys(left) },
        )
        return false
      }
      client.setQueryData(read.queryKey, outcome.sent)
    }
    clear()
    return true
  }

  return {
    table: saved && edit ? shown(edit, saved.lines) : null,
    error: query.error,
    retry: () => void query.refetch(),
    showFields: (fields: FieldErrors) => setErrors(errorsByKey(fields, list, edit?.lines ?? [])),
    save,
    clear,
    /** The conflict window, for the caller to render. */
    window: conflict.window,
  }

  function shown(edit: LinesDraft<Line>, saved: readonly Line[]): EditedTable<Line> {
    return {
      ...edit,
      saved,
      checked: check(withoutKeys(edit.lines)),
      errors,
      change(lines) {
        const next = check(withoutKeys(lines))
        setDraft({ ...edit, lines, dirty: next.reason !== null || !isSame(next.lines, saved) })
        // A changed line is validated again on saving.
        const untouched = new Set(lines.filter(line => edit.lines.includes(line)).map(line => line.key))
        setErrors(
          Object.fromEntries(Object.entries(errors).filter(([path]) => untouched.has(path.replace(/\..*$/, '')))),
        )
      },
    }
  }
}

const draftOf = <Line extends object>({ version, lines }: { version: number; lines: readonly Line[] }) => ({
  version,
  base: lines,
  dirty: false,
  lines: linesWithKeys(lines),
})
