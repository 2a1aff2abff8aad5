import type { Actor } from '#domain/identity/roles.ts'
import { sentence } from '#domain/messages.ts'
import { decide } from '#domain/states/machine.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { changesBetween } from '#domain/supervision/reliance/changes.ts'
import type { Law } from '#domain/supervision/reliance/conditions.ts'
import { lawNamed, lawOf } from '#domain/supervision/reliance/conditions.ts'
import type { SignedContent } from '#domain/supervision/reliance/content.ts'
import type { RelianceFileWire, RelianceWire } from '#domain/supervision/reliance/contract.ts'
import type { Cause } from '#domain/supervision/reliance/due.ts'
import { relianceStatusOn } from '#domain/supervision/reliance/due.ts'
import type { RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { entryNumber } from '#server/platform/audit-log/entry-number.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { gatherFacts } from '#server/supervision/reliance/facts/gather.ts'
import { causesBy } from '#server/supervision/reliance/grounds.ts'
import type { StoredFile } from '#server/supervision/reliance/queries.ts'
import { isSigned, relianceFilesOf } from '#server/supervision/reliance/queries.ts'
import { knownUse } from '#server/supervision/use/queries.ts'

type Moment = { now: string; today: Day }

/** A file in a list, with its status of today. */
export function fileWireOf(file: StoredFile, causes: readonly Cause[], today: Day): RelianceFileWire {
  const { id, number, status, written, signedAt, signedBy } = file
  const { conclusion, reviewOn } = written
  const standing = relianceStatusOn(status, reviewOn, causes, today)
  return { id, number, status: standing, conclusion, reviewOn, signedAt, signedBy, causes: [...causes] }
}

/** What the portal puts into a file: frozen by its signature, read now for a draft. */
export async function fileFactsFor(db: Db, actor: Actor, file: StoredFile, moment: Moment): Promise<RelianceFactsRead> {
  if (file.facts) return file.facts
  // A draft's provider lives, so that its use is found.
  const use = await knownUse(db, actor.participantId, file.useId!, moment.today)
  return gatherFacts(db, actor, use, moment)
}

/** The rules that a file answers to: those that its signature names, for a draft those that apply today (REG-31). */
export async function lawFor(db: Db, file: StoredFile, { ictType }: RelianceFactsRead, today: Day): Promise<Law> {
  const { law } = file.content ? (JSON.parse(file.content) as SignedContent) : { law: '' }
  return lawNamed(law) ?? lawOf(ictType, today, (await centreRulesOf(db)).guidelinesFrom)
}

/** A file as its bank reads it. */
export async function relianceWireOf(db: Db, actor: Actor, file: StoredFile, moment: Moment): Promise<RelianceWire> {
  const { today } = moment
  const facts = await fileFactsFor(db, actor, file, moment)
  const ofUse = file.useId ? await relianceFilesOf(db, actor.participantId, file.useId) : [file]
  const causes = await causesBy(db, ofUse, { by: moment.now, today })
  const previous = ofUse.filter(isSigned).find(each => each.number < file.number)
  const begun = { useLive: file.isUsed, noDraft: !ofUse.some(({ status }) => relianceMachine.is.draft(status)) }
  const begin = decide(
    relianceMachine,
    'begin',
    null,
    { ...begun, complete: true, conclusionAllowed: true },
    actor.role,
  )
  const shown = (each: StoredFile) => fileWireOf(each, causes.get(each.id) ?? [], today)
  const { answers, plan, measures } = file.written
  return {
    ...shown(file),
    useId: file.useId,
    providerId: file.providerId,
    subject: facts.subject,
    law: await lawFor(db, file, facts, today),
    facts: facts.facts,
    factsAt: facts.readAt,
    ...{ answers, plan, measures, contentHash: file.contentHash },
    entry:
      file.contentHash === null ? null : await entryNumber(db, { kind: 'reliance', id: file.id }, 'reliance.signed'),
    previous: previous ? { id: previous.id, number: previous.number, signedAt: previous.signedAt } : null,
    changes: previous
      ? changesBetween(
          { facts: previous.facts.facts, written: previous.written },
          { facts: facts.facts, written: file.written },
        )
      : [],
    history: ofUse.map(each => {
      const { causes: _causes, ...row } = shown(each)
      return row
    }),
    blocked: begin.ok ? null : sentence(begin.reason),
    version: file.version,
  }
}
