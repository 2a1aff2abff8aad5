import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { answersByKey, askedControls, JUSTIFICATION_MAX, NOTE_MAX } from '#domain/assessment/assessment.ts'
import { answerControls, editAssessment, listAssessments, readAssessment } from '#domain/assessment/contract.ts'
import { answerFacts, headerFacts } from '#domain/assessment/facts.ts'
import type { Header } from '#domain/assessment/header.ts'
import { headerFaults } from '#domain/assessment/header.ts'
import type { AssessmentDetail, AssessmentWire } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { textRule } from '#domain/values/text.ts'
import { call } from '#web/api/api.ts'
import { type Outcome, useConflict } from '#web/conflict/useConflict.tsx'
import { draftName, keepDraft, readDraft } from '#web/session/drafts.ts'
import { useMe } from '#web/session/useMe.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** The header and the level aimed at, which changes what is asked. */
export type Head = Header & { target: string }
type Unsaved = { answers: Record<string, Answer>; head: Partial<Head> }

const nothing = (): Unsaved => ({ answers: {}, head: {} })
const isNothing = ({ answers, head }: Unsaved) => Object.keys(answers).length + Object.keys(head).length === 0

/** Long enough for a word or a few answers in a row. */
const REST_MS = 800

export type SaveState = { kind: 'saved' | 'saving'; at: Date | null } | { kind: 'failed'; error: unknown }

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
  const client = useQueryClient()
  const conflict = useConflict()
  const name = draftName('assessment', userId, detail.id)
  const [kept] = useState(() => keptOf(name))
  const [answers, setAnswers] = useState(
    () => new Map([...answersByKey(detail.answers), ...Object.entries(kept.answers)]) as ReadonlyMap<string, Answer>,
  )
  const [head, setHead] = useState<Head>(() => ({ ...headOf(detail), ...kept.head }))
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null })
  const unsaved = useRef(kept)
  // What the server last said: the base of a conflict.
  const base = useRef({ version: detail.version, answers: answersByKey(detail.answers), head: headOf(detail) })
  const running = useRef<Promise<number | null> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
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
      base.current.version = savedOf(outcome).version
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
      base.current.version = savedOf(outcome).version
      base.current.answers = new Map([...base.current.answers, ...Object.entries(sent.answers)])
    }
  }

  const run = async () => {
    setState({ kind: 'saving', at: null })
    let sent = nothing()
    try {
      while (!isNothing(unsaved.current)) {
        sent = unsaved.current
        unsaved.current = nothing()
        await send(sent)
      }
      keepDraft(name, null)
      setState({ kind: 'saved', at: portalNow() })
      return base.current.version
    } catch (error) {
      if (error instanceof Taken) {
        keepDraft(name, null)
        onTaken()
        return null
      }
      unsaved.current = {
        answers: { ...sent.answers, ...unsaved.current.answers },
        head: { ...sent.head, ...unsaved.current.head },
      }
      keepDraft(name, unsaved.current)
      setState({ kind: 'failed', error })
      return null
    } finally {
      running.current = null
    }
  }
  const flush = (): Promise<number | null> => {
    clearTimeout(timer.current)
    if (!running.current) {
      if (isNothing(unsaved.current)) return Promise.resolve(base.current.version)
      running.current = run()
    }
    return running.current
  }
  const flushing = useRef(flush)
  flushing.current = flush
  const soon = useCallback(() => {
    keepDraft(name, unsaved.current)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flushing.current(), REST_MS)
  }, [name])
  useEffect(() => {
    if (!isNothing(unsaved.current)) soon()
    return () => {
      void flushing.current().then(() => {
        void client.invalidateQueries({ queryKey: [readAssessment.name] })
        void client.invalidateQueries({ queryKey: [listAssessments.name] })
      })
    }
  }, [soon, client])

  const answer = useCallback(
    (key: string, changes: Partial<Answer>) => {
      const now = { ...(latest.current.answers.get(key) ?? unanswered(key)), ...changes, inherited: false }
      latest.current.answers = new Map(latest.current.answers).set(key, now)
      setAnswers(latest.current.answers)
      if (isTooLong(now)) delete unsaved.current.answers[key]
      else unsaved.current.answers[key] = now
      soon()
    },
    [soon],
  )
  const write = useCallback(
    (changes: Partial<Head>) => {
      const now = { ...latest.current.head, ...changes }
      latest.current.head = now
      setHead(now)
      unsaved.current.head = withoutFaults({ ...unsaved.current.head, ...changes }, now, today)
      soon()
    },
    [soon, today],
  )
  return { answers, head, state, answer, write, flush, window: conflict.window }
}

/** The saved values won, and what was typed is dropped. */
class Taken extends Error {}

function savedOf(outcome: Outcome<AssessmentWire>): AssessmentWire {
  if (outcome?.sent) return outcome.sent
  throw outcome ? new Taken() : new Error(t('Otra persona ha cambiado lo mismo: lo suyo aún no se ha guardado.'))
}

const unanswered = (controlKey: string): Answer => ({
  controlKey,
  answer: null,
  note: '',
  justification: '',
  inherited: false,
})

const isTooLong = ({ justification, note }: Answer) =>
  textRule(JUSTIFICATION_MAX)(justification) !== null || textRule(NOTE_MAX)(note) !== null

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
