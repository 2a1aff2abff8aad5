import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { writableByOwner } from '#domain/participant/participant.ts'
import { changeValidation } from '#domain/validation/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useOwnContact } from '#web/identity/user/useOwnContact.ts'
import { sendRefusal } from '#web/participant/onboarding/readiness.ts'
import { useTab } from '#web/participant/onboarding/useTab.ts'
import type { OwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import { useProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { useProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { leavePortal } from '#web/session/leave.ts'
import { inTime } from '#web/session/patience.ts'
import { useRefreshMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

export interface OnboardingProps {
  me: Me
  user: UserWire
  profile: OwnProfile
  documentationId: string
  documents: readonly DocumentWire[]
}

export type OnboardingForm = ReturnType<typeof useOnboarding>

/** The two tabs of the onboarding as one form: its saves, its steps, and its sending (ONB-06 to ONB-10). */
export function useOnboarding({ me, user, profile, documentationId, documents }: OnboardingProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshMe = useRefreshMe()
  const { kind, wire, rules } = profile
  const [tab, openTab] = useTab()
  const [sending, setSending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const writable = useMemo(() => writableByOwner(kind, false), [kind])
  const form = useProfileForm({ userId: me.userId, kind, wire, rules, writable })
  const saving = useProfileSaving(form, { autosave: true })
  const contact = useOwnContact(user)
  const dirty = form.dirty || contact.dirty

  /** Reports a failure. @returns whether the work was done. */
  const attempted = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work()
    } catch (error) {
      showError(messageOf(error))
      return false
    }
  }
  /** The own name and phone with the organization's draft. @returns whether all is saved. */
  const saveAll = async (): Promise<boolean> => {
    if (!contact.check()) {
      openTab('datos')
      return false
    }
    return (await attempted(contact.save)) && saving.save()
  }
  const send = async () => {
    if (!(await saveAll())) {
      openTab('datos')
      return false
    }
    await call(changeValidation, { params: { id: documentationId }, body: { status: 'PENDING' } })
    showToast({ title: t('Documentación enviada'), text: t('El CCI la revisa y le avisará.') })
    // Who is completed goes home: the gate sees to it (ONB-09).
    await refreshMe()
    return true
  }

  return {
    tab,
    openTab,
    form,
    saving,
    contact,
    dirty,
    sending,
    /** The number of times that sending was tried. */
    attempt,
    saveAll,
    async save() {
      if (await saveAll())
        showToast({ title: t('Borrador guardado'), text: t('Puede dejarlo y volver cuando quiera.') })
    },
    async goOn() {
      const [ownFine, profileFine] = [contact.check(), form.check()]
      if (!ownFine || !profileFine) return
      if (contact.dirty && !(await saveAll())) return
      openTab('documentacion')
      document.getElementById('contenido')?.focus()
    },
    async send() {
      setAttempt(attempt + 1)
      const refusal = sendRefusal(me, form.errors, documents)
      if (refusal === 'dataIncomplete') {
        openTab('datos')
        form.check()
        return showError(sentence(refusal))
      }
      if (refusal === 'documentsMissing') return
      setSending(true)
      await attempted(send)
      setSending(false)
    },
    async signOut() {
      if (dirty) await inTime(saveAll())
      await leavePortal(client, to => navigate({ to }))
    },
  }
}
