import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { editParticipant, kindsByPath, readOwnParticipant, readParticipant } from '#domain/participant/contract.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { isProposed } from '#web/identity/access/isProposed.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { changesOf, type Values, valuesOf } from '#web/participant/profile/values.ts'
import { portalNow } from '#web/ui/time/clock.ts'

export type KindPath = keyof typeof kindsByPath
export const kindPath = (kind: InvitableKind) =>
  (Object.keys(kindsByPath) as KindPath[]).find(path => kindsByPath[path] === kind)!

/** Pause before a draft is autosaved, in ms. */
const AUTOSAVE_MS = 1500

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
  /** Another user changed the same fields, and the user has not decided. */
  disputed: boolean
  /** Saves the changes. @returns whether everything is saved. */
  save(): Promise<boolean>
}

/**
 * Saves a profile form, one save at a time. `autosave` saves drafts after a pause in typing, and never asks about a
 * conflict by itself.
 */
export function useProfileSaving(form: ProfileForm, { autosave = false } = {}): ProfileSaving {
  const client = useQueryClient()
  const running = useRef<Promise<boolean> | null>(null)
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [failed, setFailed] = useState<Values | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [proposed, setProposed] = useState(false)
  const [disputed, setDisputed] = useState(false)
  const { kind, id, edit, writable } = form
  const params = { kind: kindPath(kind), id }

  const remember = (wire: ParticipantWire) => {
    // CCI also edits other participants here; their data must not enter the cache of the own profile.
    client.setQueryData(queryOptions(readOwnParticipant).queryKey, (own: ParticipantWire | undefined) =>
      own?.id === wire.id ? wire : own,
    )
    void client.invalidateQueries({ queryKey: [readParticipant.name] })
    // The shell shows the commercial name.
    void client.invalidateQueries({ queryKey: [readMe.name] })
  }

  const attempt = async (quiet: boolean): Promise<boolean> => {
    const { base, values } = edit.latest.current
    if (!changesOf(kind, base, values, writable)) return true
    try {
      const saved = await edit.save({
        quiet,
        asTyped: true,
        attempt: (merged, version) =>
          call(editParticipant, { params, body: { ...changesOf(kind, base, merged, writable), version } }),
        valuesOf: wire => valuesOf(kind, wire),
        read: () => call(readParticipant, { params }),
      })
      setDisputed(saved === null)
      if (!saved || saved.taken) return false
      remember(saved.wire)
      setSavedAt(portalNow().toISOString())
      return true
    } catch (error) {
      setFailed(values)
      setFailure(messageOf(error))
      setProposed(isProposed(error))
      // A kept draft would be offered again after it was saved.
      if (isProposed(error)) edit.forget()
      if (error instanceof ApiError) form.showRefused(fieldsOf(error), values, !quiet)
      return false
    }
  }

  /** One save at a time: the next one waits and then sends the remaining changes. */
  const save = async (quiet: boolean): Promise<boolean> => {
    await running.current
    setSaving(true)
    setFailure(null)
    running.current = attempt(quiet).finally(() => {
      running.current = null
      setSaving(false)
    })
    return running.current
  }

  const { values, dirty } = form
  useEffect(() => {
    // Autosave does not resend a refused value.
    if (!autosave || !dirty || saving || disputed || failed === values) return
    const timer = setTimeout(() => void save(true), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [autosave, dirty, saving, disputed, failed, values])

  return { saving, savedAt, failure, proposed, noted: proposed && failed === values, disputed, save: () => save(false) }
}

/** Fields named by the server's error. */
function fieldsOf(error: ApiError): FieldErrors {
  if (error.code === 'cifExists') return { cif: error.message }
  return error.code === 'nrbeExists' ? { codNRBE: error.message } : error.fields
}
