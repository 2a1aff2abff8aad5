import { Tabs } from '@mantine/core'
import { IconArrowRight, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type DocumentWire, listDocuments } from '#domain/document/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { sentence } from '#domain/messages.ts'
import { writableByOwner } from '#domain/participant/participant.ts'
import { changeValidation } from '#domain/validation/contract.ts'
import { missingDocuments } from '#domain/validation/validation.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { DocumentUploads } from '#web/document/upload/DocumentUploads.tsx'
import { leave } from '#web/identity/session/leave.ts'
import { inTime } from '#web/identity/session/patience.ts'
import { useRefreshMe } from '#web/identity/session/useMe.ts'
import { OwnContactFields, ownContactErrors } from '#web/identity/user/OwnContactFields.tsx'
import { useOwnContact } from '#web/identity/user/useOwnContact.ts'
import { MissingDocuments } from '#web/participant/onboarding/MissingDocuments.tsx'
import { OnboardingAside } from '#web/participant/onboarding/OnboardingAside.tsx'
import { documentProgress, remainingText, reviewed, sendRefusal } from '#web/participant/onboarding/readiness.ts'
import { useTab } from '#web/participant/onboarding/useTab.ts'
import { DisputeMessage } from '#web/participant/profile/DisputeMessage.tsx'
import { ProfileErrors } from '#web/participant/profile/ProfileErrors.tsx'
import { ProfileSections } from '#web/participant/profile/ProfileSections.tsx'
import { progressOf, sumOf } from '#web/participant/profile/progress.ts'
import type { OwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import { useProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { type ProfileSaving, useProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { legalFooter } from '#web/shell/legalFooter.ts'
import { useLeaving } from '#web/shell/useLeaving.ts'
import { productName } from '#web/theme/assets/productName.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { timeText } from '#web/ui/time/dates.ts'
import { WithAside } from '#web/validation/layout/ProgressAside.tsx'
import classes from './Onboarding.module.css'

export const onboardingTitle = 'Complete su alta'

const purpose: Record<InvitableKind, string> = {
  PROVIDER: 'Lo que el CCI necesita para calificar a su empresa.',
  AUDIT: 'Lo que el CCI necesita para acreditarle como evaluador.',
  ENTITY: 'Lo que el CCI necesita para darle acceso a las calificaciones.',
}

export interface OnboardingProps {
  me: Me
  user: UserWire
  profile: OwnProfile
  documentationId: string
  documents: readonly DocumentWire[]
}

/** Data and documents of the first use: a draft that saves itself until it is sent (ONB-06 to ONB-10). */
export function Onboarding({ me, user, profile, documentationId, documents }: OnboardingProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshMe = useRefreshMe()
  const { kind, wire, rules, sections, years } = profile
  const [tab, openTab] = useTab()
  const [uploading, setUploading] = useState(false)
  const [sending, setSending] = useState(false)
  const [asked, setAsked] = useState(0)
  const writable = useMemo(() => writableByOwner(kind, false), [kind])
  const form = useProfileForm({ userId: me.userId, kind, wire, rules, writable })
  const saving = useProfileSaving(form, { autosave: true })
  const contact = useOwnContact(user)
  const dirty = form.dirty || contact.dirty
  const leaving = useLeaving(dirty)

  const progress = progressOf(sections, form.required, form.errors, form.shown)
  const data = sumOf(progress)
  const given = documentProgress(documents)
  const missing = missingDocuments(reviewed(documents))
  const count = ({ done, total }: { done: number; total: number }) => <small>{`${done} de ${total}`}</small>

  /** The own name and phone with the organization's draft. @returns whether all is saved. */
  const saveAll = async (): Promise<boolean> => {
    if (!contact.check()) {
      openTab('datos')
      return false
    }
    try {
      if (!(await contact.save())) return false
    } catch (error) {
      showError(messageOf(error))
      return false
    }
    return saving.save()
  }
  const save = async () => {
    if (await saveAll()) showToast({ title: 'Borrador guardado', text: 'Puede dejarlo y volver cuando quiera.' })
  }
  const goOn = async () => {
    const [ownFine, profileFine] = [contact.check(), form.check()]
    if (!ownFine || !profileFine) return
    if (contact.dirty && !(await saveAll())) return
    openTab('documentacion')
    document.getElementById('contenido')?.focus()
  }
  const send = async () => {
    setAsked(asked + 1)
    const refusal = sendRefusal(me, form.errors, documents)
    if (refusal === 'dataIncomplete') {
      openTab('datos')
      form.check()
      return showError(sentence(refusal))
    }
    if (refusal === 'documentsMissing') return
    setSending(true)
    try {
      if (!(await saveAll())) return openTab('datos')
      await call(changeValidation, { params: { id: documentationId }, body: { status: 'PENDING' } })
      showToast({ title: 'Documentación enviada', text: 'El CCI la revisa y le avisará.' })
      // Who is completed goes home: the gate sees to it (ONB-09).
      await refreshMe()
    } catch (error) {
      showError(messageOf(error))
    } finally {
      setSending(false)
    }
  }
  const signOut = async () => {
    if (dirty) await inTime(saveAll())
    await leave(client, to => navigate({ to }))
  }

  const saveAction = { label: 'Guardar', onClick: () => void save(), loading: saving.saving && !sending }
  return (
    <BlankLayout
      who={[me.commercialName, me.email].filter(Boolean).join(' · ')}
      onSignOut={() => void signOut()}
      footer={<LegalFooter {...legalFooter} />}
    >
      <title>{`${onboardingTitle} · ${productName()}`}</title>
      <PageHeader
        title={onboardingTitle}
        subtitle={purpose[kind]}
        // For a colleague this is no step of the sign-in (D15).
        back={me.next === 'home' ? { href: paths.start(), label: 'Volver al inicio' } : undefined}
      />
      <Tabs
        // What is being uploaded goes on while the other tab is read.
        keepMountedMode="display-none"
        value={tab}
        onChange={value => openTab(value === 'documentacion' ? value : 'datos')}
        className={classes.tabs}
      >
        <Tabs.List aria-label="Partes de su alta">
          <Tabs.Tab value="datos">
            <b>1</b>Datos generales{count(data)}
          </Tabs.Tab>
          <Tabs.Tab value="documentacion">
            <b>2</b>Documentación requerida{count(given)}
          </Tabs.Tab>
        </Tabs.List>
        <WithAside
          aside={
            <div className={classes.aside}>
              <OnboardingAside tab={tab} onTab={openTab} sections={progress} documents={given} />
            </div>
          }
        >
          <Tabs.Panel value="datos">
            <div className="stack">
              <ProfileErrors form={form} sections={sections} others={ownContactErrors(contact)} />
              <DisputeMessage form={form} saving={saving} />
              <div className={classes.fields}>
                <ProfileSections form={form} sections={sections} years={years} />
                <OwnContactFields
                  contact={contact}
                  note="Puede dejarlo como está y completarlo más adelante, en «Mis datos»."
                />
              </div>
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="documentacion">
            <div className="stack">
              <MissingDocuments names={asked > 0 ? missing : []} attempt={asked} />
              <DocumentUploads
                documents={documents}
                validationId={documentationId}
                onSending={setUploading}
                onChanged={() => client.invalidateQueries({ queryKey: [listDocuments.name] })}
              />
            </div>
          </Tabs.Panel>
        </WithAside>
      </Tabs>
      {tab === 'datos' ? (
        <FormFoot
          state={savingText(saving)}
          secondary={saveAction}
          primary={{ label: 'Continuar', rightIcon: <IconArrowRight />, onClick: () => void goOn() }}
        />
      ) : (
        <FormFoot
          state={[remainingText(data, given), savingText(saving)].filter(Boolean).join(' ')}
          secondary={saveAction}
          primary={{
            label: 'Enviar documentación',
            leftIcon: <IconSend />,
            loading: sending,
            blocked: uploading ? 'Espere a que terminen las subidas.' : null,
            onClick: () => void send(),
          }}
        />
      )}
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={leaving.leave}
        saving={saving.saving}
        onSave={() => void saveAll().then(done => (done ? leaving.leave() : leaving.stay()))}
      />
    </BlankLayout>
  )
}

/** 'Borrador guardado a las 09:41', or why it is not. */
function savingText({ saving, savedAt, failure, disputed }: ProfileSaving): string {
  if (saving) return 'Guardando…'
  if (disputed) return 'Sin guardar: otra persona ha cambiado lo mismo. Mire arriba.'
  if (failure) return `Sin guardar: ${failure}`
  return savedAt ? `Borrador guardado a las ${timeText(savedAt)}` : ''
}
