import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { ANSWER_NOTE_MAX, answersByKey, askedControls, JUSTIFICATION_MAX } from '#domain/assessment/assessment.ts'
import { answerControls, editAssessment, listAssessments, readAssessment } from '#domain/assessment/contract.ts'
import { answerFacts, headerFacts } from '#domain/assessment/facts.ts'
import type { Header } from '#domain/assessment/header.ts'
import { headerFaults } from '#domain/assessment/header.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import type { Day } from '#domain/values/day.ts'
import { textRule } from '#domain/values/text.ts'
import { call } from '#web/api/api.ts'
import { type SaveState, sentOf, useAutosave } from '#web/conflict/useAutosave.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { draftName } from '#web/session/draftKey.ts'
import { readDraft } from '#web/session/drafts.ts'
import { useMe } from '#web/session/useMe.ts'

/** The header and the level aimed at, which changes what is asked. */
export type Head = Header & { target: string }
type Unsaved = { answers: Record<string, Answer>; head: Partial<Head> }

const nothing = (): Unsaved => ({ answers: {}, head: {} })
const isNothing = ({ answers, head }: Unsaved) => Object.keys(answers).length + Object.keys(head).length === 0
const joined = (earlier: Unsaved, later: Unsaved): Unsaved => ({
  answers: { ...earlier.answers, ...later.answers },
  head: { ...earlier.head, ...later.head },
})

export type Saving = {
  answers: ReadonlyMap<string, Answer>
  head: Head
  state: SaveState
  answer: (key: string, changes: Partial<Answer>) => void
  write: (changes: Partial<Head>) => void
  /** Saves now what is not saved. Resolves to the version, or null when it failed. */
  flush: () => Promise<number | null>
  /** The conflict window, for the caller to render. */
  window: ReactNode
}

/**
 * The answers and the header of a draft, saved while the user works; what is not saved survives a reload. `onTaken`: in
 * a conflict the user took what a colleague saved, so the evaluation must be read again.
 */
export function useSaving(detail: AssessmentDetail, controls: readonly Control[], onTaken: () => void): Saving {
  const { userId, today } = useMe()
  const conflict = useConflict()
  const name = draftName('assessment', userId, detail.id)
  const [kept] = useState(() => keptOf(name))
  const [answers, setAnswers] = useState(
    () => new Map([...answersByKey(detail.answers), ...Object.entries(kept.answers)]) as ReadonlyMap<string, Answer>,
  )
  const [head, setHead] = useState<Head>(() => ({ ...headOf(detail), ...kept.head }))
  // What the server last said: the base of a conflict.
  const base = useRef({ version: detail.version, answers: answersByKey(detail.answers), head: headOf(detail) })
  const latest = useRef({ answers, head })
  latest.current = { answers, head }

  const send = async (sent: Unsaved) => {
    const params = { id: detail.id }
    if (Object.keys(sent.head).length > 0) {
      const outcome = await conflict.send({
        version: base.current.version,
        base: headerFacts(base.current.head),
        attempt: version => call(editAssessment, { params, body: { ...sent.head, version } }),
      })
      base.current.version = sentOf(outcome).version
      base.current.head = { ...base.current.head, ...sent.head }
    }
    const asked = new Set(askedControls(controls, latest.current.head.target).map(({ key }) => key))
    const changed = Object.values(sent.answers).filter(({ controlKey }) => asked.has(controlKey))
    if (changed.length > 0) {
      const answers = changed.map(({ inherited: _, ...each }) => each)
      const outcome = await conflict.send({
        version: base.current.version,
        base: answerFacts(changed.flatMap(({ controlKey }) => base.current.answers.get(controlKey) ?? [])),
        attempt: version => call(answerControls, { params, body: { answers, version } }),
      })
      base.current.version = sentOf(outcome).version
      base.current.answers = new Map([...base.current.answers, ...Object.entries(sent.answers)])
    }
  }
  const { state, change, flush } = useAutosave({
    ...{ name, kept, none: nothing, isNone: isNothing, join: joined, send, onTaken },
    stale: [readAssessment.name, listAssessments.name],
  })

  const answer = useCallback(
    (key: string, changes: Partial<Answer>) => {
      const now = { ...(latest.current.answers.get(key) ?? unanswered(key)), ...changes, inherited: false }
      latest.current.answers = new Map(latest.current.answers).set(key, now)
      setAnswers(latest.current.answers)
      change(({ answers: { [key]: _, ...others }, head }) => ({
        answers: isTooLong(now) ? others : { ...others, [key]: now },
        head,
      }))
    },
    [change],
  )
  const write = useCallback(
    (changes: Partial<Head>) => {
      const now = { ...latest.current.head, ...changes }
      latest.current.head = now
      setHead(now)
      change(({ answers, head }) => ({ answers, head: withoutFaults({ ...head, ...changes }, now, today) }))
    },
    [change, today],
  )
  const flushed = async () => ((await flush()) ? base.current.version : null)
  return { answers, head, state, answer, write, flush: flushed, window: conflict.window }
}

const unanswered = (controlKey: string): Answer => ({
  controlKey,
  answer: null,
  note: '',
  justification: '',
  inherited: false,
})

const isTooLong = ({ justification, note }: Answer) =>
  textRule(JUSTIFICATION_MAX)(justification) !== null || textRule(ANSWER_NOTE_MAX)(note) !== null

function withoutFaults(changes: Partial<Head>, head: Head, today: Day): Partial<Head> {
  const faults = headerFaults(head, today)
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !Object.hasOwn(faults, field)))
}

export const headOf = (detail: Head): Head => ({
  target: detail.target,
  scope: detail.scope,
  standard: detail.standard,
  opinion: detail.opinion,
  periodFrom: detail.periodFrom,
  periodTo: detail.periodTo,
  reportDate: detail.reportDate,
  subservices: detail.subservices,
  userControls: detail.userControls,
})

/** The kept draft; an earlier or damaged one counts as none. */
function keptOf(name: string): Unsaved {
  const { answers, head } = (readDraft(name) ?? {}) as Partial<Unsaved>
  return { answers: { ...answers }, head: { ...head } }
}
