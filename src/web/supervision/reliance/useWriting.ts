import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type Condition, conditions } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { listReliance, readReliance, writeReliance } from '#domain/supervision/reliance/contract.ts'
import type { ConditionAnswer, Written } from '#domain/supervision/reliance/file.ts'
import { ANSWER_TEXT, CLAUSE_MAX, MEASURES, PLAN_REASON } from '#domain/supervision/reliance/file.ts'
import type { WrittenChange } from '#domain/supervision/reliance/written.ts'
import { factsOfWritten, withChange } from '#domain/supervision/reliance/written.ts'
import { textRule } from '#domain/values/text.ts'
import { call } from '#web/api/api.ts'
import { type SaveState, sentOf, useAutosave } from '#web/conflict/useAutosave.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { draftName } from '#web/session/draftKey.ts'
import { readDraft } from '#web/session/drafts.ts'
import { useMe } from '#web/session/useMe.ts'

export type Writing = {
  written: Written
  /** What the server last said of the file: its facts and what differs from the signed one. */
  file: RelianceWire
  state: SaveState
  answer: (condition: Condition, changes: Partial<ConditionAnswer>) => void
  write: (changes: Omit<WrittenChange, 'answers'>) => void
  /** Saves now what is not saved. Resolves to the version, or null when it failed. */
  flush: () => Promise<number | null>
  /** The conflict window, for the caller to render. */
  window: ReactNode
}

export const writtenOf = ({ answers, plan, conclusion, measures, reviewOn }: RelianceWire): Written => ({
  answers,
  plan,
  conclusion,
  measures,
  reviewOn,
})

/**
 * What a bank writes in a draft, saved while the user works; what is not saved survives a reload. `onTaken`: in a
 * conflict the user took what a colleague saved, so the file must be read again.
 */
export function useWriting(opened: RelianceWire, onTaken: () => void): Writing {
  const { userId } = useMe()
  const conflict = useConflict()
  const name = draftName('reliance', userId, opened.id)
  const [kept] = useState(() => (readDraft(name) ?? {}) as WrittenChange)
  const [file, setFile] = useState(opened)
  const [written, setWritten] = useState(() => withChange(writtenOf(opened), kept))
  const base = useRef({ version: opened.version, written: writtenOf(opened) })
  const latest = useRef(written)
  latest.current = written

  const show = useCallback((given: WrittenChange) => {
    latest.current = withChange(latest.current, given)
    setWritten(latest.current)
  }, [])
  const send = async (sent: WrittenChange) => {
    const outcome = await conflict.send({
      version: base.current.version,
      base: factsOfWritten(base.current.written),
      attempt: version => call(writeReliance, { params: { id: opened.id }, body: { ...sent, version } }),
    })
    const wire = sentOf(outcome)
    const saved = writtenOf(wire)
    const others = othersIn(base.current.written, saved, joined(sent, unsaved.current))
    base.current = { version: wire.version, written: saved }
    setFile(wire)
    show(others)
  }
  const { state, unsaved, change, flush } = useAutosave<WrittenChange>({
    ...{ name, kept, none: () => ({}), isNone: isNothing, join: joined, send, onTaken },
    stale: [readReliance.name, listReliance.name],
  })

  const write = useCallback(
    (given: WrittenChange) => {
      show(given)
      change(unsaved => withoutFaults(joined(unsaved, given)))
    },
    [show, change],
  )
  const answer = useCallback(
    (condition: Condition, changes: Partial<ConditionAnswer>) =>
      write({ answers: { [condition]: { ...latest.current.answers[condition], ...changes } } }),
    [write],
  )
  const flushed = async () => ((await flush()) ? base.current.version : null)
  return { written, file, state, answer, write, flush: flushed, window: conflict.window }
}

/** What a colleague wrote meanwhile, beside what the user writes: the user signs what is on the screen. */
function othersIn(before: Written, saved: Written, { answers: mine = {}, ...others }: WrittenChange): WrittenChange {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const answers = conditions.filter(each => !mine[each] && differs(before.answers[each], saved.answers[each]))
  const keys = (['plan', 'conclusion', 'measures', 'reviewOn'] as const).filter(
    key => others[key] === undefined && differs(before[key], saved[key]),
  )
  return {
    ...Object.fromEntries(keys.map(key => [key, saved[key]])),
    answers: Object.fromEntries(answers.map(each => [each, saved.answers[each]])),
  }
}

const isNothing = ({ answers = {}, ...others }: WrittenChange) =>
  Object.keys(answers).length + Object.keys(others).length === 0

const joined = ({ answers: before = {}, ...others }: WrittenChange, { answers = {}, ...more }: WrittenChange) => {
  const all = { ...before, ...answers }
  return { ...others, ...more, ...(Object.keys(all).length > 0 ? { answers: all } : {}) }
}

/** What is too long is not sent: its field says so. */
function withoutFaults({ answers = {}, ...others }: WrittenChange): WrittenChange {
  const fits = (text: string | undefined, max: number) => text === undefined || textRule(max)(text) === null
  const sound = conditions.flatMap(condition => {
    const answer = answers[condition]
    return answer && fits(answer.text, ANSWER_TEXT.max) && fits(answer.clause, CLAUSE_MAX) ? [[condition, answer]] : []
  })
  const { plan, measures, ...rest } = others
  return {
    ...rest,
    ...(plan && fits(plan.reason, PLAN_REASON.max) ? { plan } : {}),
    ...(measures !== undefined && fits(measures, MEASURES.max) ? { measures } : {}),
    ...(sound.length > 0 ? { answers: Object.fromEntries(sound) } : {}),
  }
}
