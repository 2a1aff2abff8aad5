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
  /** Whether clearing the field saves 'no date'. */
  clearable: boolean
}

const PAUSE_MS = 600

/** The error of a date, or null (FORM-18). `text` is the raw input. */
export function expiryError(day: Day | null, text: string, today: Day): string | null {
  if (day === null) return dayFault(text)
  return expiryRule(day, today)
}

/**
 * A date of tomorrow or later that saves itself shortly after it was typed or picked (FORM-18, LIM-32). `day` is the
 * valid date in the field, else null.
 */
export function useDraftDate({ saved, today, save, clearable }: Options) {
  const [draft, setDraft] = useState<{ day: Day | null; text: string } | null>(null)
  const [typing, setTyping] = useState(false)
  const later = useDebouncedCallback(save, { delay: PAUSE_MS, flushOnUnmount: true })
  useEffect(() => {
    if (!typing && draft && draft.day === saved && draft.day !== null) setDraft(null)
  }, [typing, draft, saved])
  const value = draft ? draft.day : saved
  // A date that cannot be removed stays saved after its field was cleared.
  const emptied = !clearable && saved !== null && draft?.day === null && draft.text.trim() === ''
  const error = emptied ? MESSAGES.notnull : expiryError(value, draft?.text ?? '', today)
  return {
    day: error ? null : value,
    /** Cancels the pending save: the date is sent with another call. */
    cancel: () => later.cancel(),
    /** Takes a day at once, as if it had been typed and left. */
    pick: (day: Day) => {
      setDraft({ day, text: '' })
      setTyping(false)
      later(day)
      later.flush()
    },
    /** Resets to the saved date. */
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
