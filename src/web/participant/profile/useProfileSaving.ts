import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Conflict } from '#domain/conflict/conflict.ts'
import { mergeValues } from '#domain/conflict/merge-values.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { editParticipant, kindsByPath, readOwnParticipant, readParticipant } from '#domain/participant/contract.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { conflictOf } from '#web/conflict/useConflict.tsx'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { forgetDraft, keepDraft } from '#web/participant/profile/kept-draft.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { changesOf, type Values, valuesOf } from '#web/participant/profile/values.ts'
import { portalNow } from '#web/ui/time/clock.ts'

export type KindPath = keyof typeof kindsByPath
export const kindPath = (kind: InvitableKind) =>
  (Object.keys(kindsByPath) as KindPath[]).find(path => kindsByPath[path] === kind)!

/** Pause before a draft is autosaved, in ms. */
const AUTOSAVE_MS = 1500

/** Optimistic lock conflict: the fields that another user changed, and their values. */
export type Dispute = { paths: string[]; theirs: Values; version: number } & Pick<Conflict, 'changedBy' | 'changedAt'>

export type ProfileSaving = {
  saving: boolean
  /** Time of the last save in this visit. */
  savedAt: string | null
  /** Why the last save failed, when no field caused it. */
  failure: string | null
  /** The change waits for four-eyes approval; `failure` holds the message. */
  proposed: boolean
  /** Values sent for approval and still in the form. */
  noted: boolean
  dispute: Dispute | null
  /** Saves the changes. @returns whether everything is saved. */
  save(): Promise<boolean>
  keepMine(): void
  takeTheirs(): void
}

/**
 * Saves a profile form, one save at a time. On an optimistic lock conflict it merges both changes unless they touch the
 * same field; then the user decides. `autosave` saves drafts after a pause in typing.
 */
export function useProfileSaving(
  form: ProfileForm,
  { userId, id, autosave }: { userId: string; id: string; autosave: boolean },
): ProfileSaving {
  const client = useQueryClient()
  const latest = useRef(form)
  latest.current = form
  const running = useRef<Promise<boolean> | null>(null)
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [failed, setFailed] = useState<Values | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [proposed, setProposed] = useState(false)
  const [dispute, setDispute] = useState<Dispute | null>(null)
  const params = { kind: kindPath(form.kind), id }

  const remember = (wire: ParticipantWire) => {
    // CCI also edits other participants here; their data must not enter the cache of the own profile.
    client.setQueryData(queryOptions(readOwnParticipant).queryKey, (own: ParticipantWire | undefined) =>
      own?.id === wire.id ? wire : own,
    )
    void client.invalidateQueries({ queryKey: [readParticipant.name] })
    // The shell shows the commercial name.
    void client.invalidateQueries({ queryKey: [readMe.name] })
  }

  const put = async (base: Values, values: Values, version: number): Promise<boolean> => {
    const changes = changesOf(form.kind, base, values, form.writable)
    if (!changes) return true
    const wire = await call(editParticipant, { params, body: { ...changes, version } })
    latest.current.saved(values, wire.version)
    // The next save may start before the next render.
    latest.current = { ...latest.current, base: values, version: wire.version }
    remember(wire)
    setSavedAt(portalNow().toISOString())
    return true
  }

  /** Another user saved first: saves again on top, unless both changed the same fields. */
  const putOnTop = async (base: Values, values: Values, conflict: Conflict): Promise<boolean> => {
    const wire = await call(readParticipant, { params })
    const theirs = valuesOf(form.kind, wire)
    const { merged, disputed } = mergeValues(base, values, theirs)
    if (disputed.length > 0) {
      const { changedBy, changedAt } = conflict
      setDispute({ paths: disputed, theirs, version: wire.version, changedBy, changedAt })
      return false
    }
    latest.current.adopt(theirs, wire.version, typed => mergeValues(base, typed, theirs).merged)
    latest.current = { ...latest.current, base: theirs, version: wire.version }
    return put(theirs, merged, wire.version)
  }

  const attempt = (loud: boolean): Promise<boolean> => {
    const { base, values, version } = latest.current
    return told(values, loud, () =>
      put(base, values, version).catch(error => {
        const conflict = conflictOf(error)
        if (conflict) return putOnTop(base, values, conflict)
        throw error
      }),
    )
  }

  const told = async (values: Values, loud: boolean, work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work()
    } catch (error) {
      setFailed(values)
      setFailure(messageOf(error))
      setProposed(isProposed(error))
      // A kept draft would be offered again after it was saved.
      if (isProposed(error)) forgetDraft(userId, id)
      if (error instanceof ApiError) latest.current.showRefused(fieldsOf(error), values, loud)
      return false
    }
  }

  /** One save at a time: the next one waits and then sends the remaining changes. */
  const run = async (work: () => Promise<boolean>): Promise<boolean> => {
    await running.current
    setSaving(true)
    setFailure(null)
    running.current = work().finally(() => {
      running.current = null
      setSaving(false)
    })
    return running.current
  }

  const saveAs = async (loud: boolean): Promise<boolean> => {
    await running.current
    return latest.current.dirty ? run(() => attempt(loud)) : true
  }

  const { values, base, version, dirty } = form
  useEffect(() => {
    // Autosave does not resend a refused value.
    if (!autosave || !dirty || saving || dispute || failed === values) return
    const timer = setTimeout(() => void saveAs(false), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [autosave, dirty, saving, dispute, failed, values])

  useEffect(() => {
    keepDraft(userId, id, { version, base, values })
  }, [userId, id, version, base, values])

  return {
    saving,
    savedAt,
    failure,
    proposed,
    noted: proposed && failed === values,
    dispute,
    save: () => saveAs(true),
    keepMine() {
      if (!dispute) return
      const { merged } = mergeValues(form.base, form.values, dispute.theirs)
      const { theirs, version } = dispute
      form.adopt(theirs, version, () => merged)
      setDispute(null)
      void run(() => told(merged, true, () => put(theirs, merged, version)))
    },
    takeTheirs() {
      if (!dispute) return
      const { merged } = mergeValues(form.base, form.values, dispute.theirs)
      const theirs = dispute.paths.map(path => [path, dispute.theirs[path] ?? ''])
      form.adopt(dispute.theirs, dispute.version, () => ({ ...merged, ...Object.fromEntries(theirs) }))
      setDispute(null)
    },
  }
}

/** Fields named by the server's error. */
function fieldsOf(error: ApiError): FieldErrors {
  if (error.code === 'cifExists') return { cif: error.message }
  return error.code === 'nrbeExists' ? { codNRBE: error.message } : error.fields
}
