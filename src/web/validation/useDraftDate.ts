import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Day } from '#domain/values/day.ts'
import { addDays, expiryRule, LAST_EXPIRY } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { dayFault } from '#web/ui/time/dates.ts'

type Options = {
  saved: Day | null
  today: Day
  save: (day: Day | null) => void
  /** Whether an emptied field is saved as no date. */
  clearable: boolean
}

const PAUSE_MS = 600

/** Why a date cannot stand, or null (FORM-18). `text` is what was typed. */
export function expiryError(day: Day | null, text: string, today: Day): string | null {
  if (day === null) return dayFault(text)
  return expiryRule(day, today)
}

/**
 * A date of tomorrow or later that is saved by itself a moment after it was typed or picked (FORM-18, LIM-32).
 * `day` is the date as it stands in the field, null when it is missing or cannot stand.
 */
export function useDraftDate({ saved, today, save, clearable }: Options) {
  const [draft, setDraft] = useState<{ day: Day | null; text: string } | null>(null)
  const [typing, setTyping] = useState(false)
  const later = useDebouncedCallback(save, { delay: PAUSE_MS, flushOnUnmount: true })
  useEffect(() => {
    if (!typing && draft && draft.day === saved && draft.day !== null) setDraft(null)
  }, [typing, draft, saved])
  const value = draft ? draft.day : saved
  // What cannot be taken away, and was emptied, still stands.
  const emptied = !clearable && saved !== null && draft?.day === null && draft.text.trim() === ''
  const error = emptied ? MESSAGES.notnull : expiryError(value, draft?.text ?? '', today)
  return {
    day: error ? null : value,
    /** Forgets the saving that is due: the date goes with something else. */
    cancel: () => later.cancel(),
    /** Back to what is saved. */
    reset: () => setDraft(null),
    field: {
      value,
      min: addDays(today, 1),
      max: LAST_EXPIRY,
      error: typing ? null : error,
      onChange: (day: Day | null, text: string) => {
        setDraft({ day, text })
        setTyping(true)
        const empty = day === null && text.trim() === ''
        if ((day !== null || (empty && clearable)) && !expiryError(day, text, today)) later(day)
        else later.cancel()
      },
      onBlur: () => {
        setTyping(false)
        later.flush()
      },
    },
  }
}
