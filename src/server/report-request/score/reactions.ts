import type { Actor } from '#domain/identity/roles.ts'
import { followPublication, takeBackFindings } from '#server/assessment/finding/follow.ts'
import { publishAssessment, undoPublication } from '#server/assessment/publish.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { certify } from '#server/report-request/certificate/issue.ts'
import type { Seal } from '#server/report-request/certificate/keys.ts'
import { noteRating, takeBackRating } from '#server/supervision/use/note-situations.ts'
import { closeQuestions, reopenQuestions } from '#server/validation/clarification/decision.ts'
import type { RequestRow } from '#server/validation/queries.ts'

/** A score that has just been written. */
type Published = {
  scoreId: string
  /** The score that it corrects. */
  corrects: string | null
  seal: Seal
  /** The evaluation to publish with it. */
  evaluation: AssessmentRow | null
  /** The requests that gave way to this one. */
  gone: readonly string[]
}

/** A consequence of a score in its transaction. `undo` gets what `react` returned, in a later transaction. */
type Reaction<Done> = {
  react(tx: Transaction, actor: Actor, request: RequestRow, published: Published): Promise<Done>
  undo(tx: Transaction, actor: Actor, request: RequestRow, done: Done): Promise<void>
}

const certificate: Reaction<undefined> = {
  react: async (tx, _actor, _request, { seal, scoreId, corrects }) => void (await certify(tx, seal, scoreId, corrects)),
  // It is deleted with its score.
  undo: async () => {},
}

const assessmentId: Reaction<string | undefined> = {
  react: async (tx, actor, _request, { evaluation }) => {
    if (evaluation) await publishAssessment(tx, actor, evaluation)
    return evaluation?.id
  },
  undo: async (tx, actor, _request, id) => {
    if (id) await undoPublication(tx, actor, id)
  },
}

const outgrown: Reaction<string[]> = {
  react: (tx, _actor, request) => noteRating(tx, request),
  undo: (tx, _actor, request, acceptances) => takeBackRating(tx, request, acceptances),
}

const findings: Reaction<Awaited<ReturnType<typeof followPublication>>> = {
  react: (tx, actor, request, { evaluation, gone }) => followPublication(tx, actor, request, { evaluation, gone }),
  undo: takeBackFindings,
}

const threads: Reaction<Awaited<ReturnType<typeof closeQuestions>>> = {
  react: (tx, actor, { id }) => closeQuestions(tx, actor, id),
  undo: (tx, actor, _request, closed) => reopenQuestions(tx, actor, closed),
}

/** In this order; undone in the reverse one. The names are the keys of what an undoable act keeps of each. */
const reactions = { certificate, assessmentId, outgrown, findings, threads }
type Name = keyof typeof reactions

/** What each reaction did. */
export type Done = { [N in Name]?: Awaited<ReturnType<(typeof reactions)[N]['react']>> }

const names = Object.keys(reactions) as Name[]

/** The reactions to a score: a correction is no decision about the request, so its questions stay open (ASK-09). */
const reactionsTo = {
  publication: names,
  correction: names.filter(name => name !== 'threads'),
}

/** Runs the reactions to a score, in its transaction, which holds the locks of request and provider. */
export async function react(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  { to, ...published }: Published & { to: keyof typeof reactionsTo },
): Promise<Done> {
  const done: Record<string, unknown> = {}
  for (const name of reactionsTo[to]) done[name] = await reactions[name].react(tx, actor, request, published)
  return done
}

/** Undoes the reactions to a publication. Skips what an earlier version of the server did not note. */
export async function undoReactions(tx: Transaction, actor: Actor, request: RequestRow, done: Done): Promise<void> {
  for (const name of names.toReversed()) {
    const { undo } = reactions[name] as Reaction<unknown>
    if (done[name] !== undefined) await undo(tx, actor, request, done[name])
  }
}
