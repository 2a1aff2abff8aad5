import { Tabs } from '@mantine/core'
import { IconArrowRight, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDocuments } from '#domain/document/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import { missingDocuments } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { DocumentUploads } from '#web/document/upload/DocumentUploads.tsx'
import { OwnContactFields, ownContactErrors } from '#web/identity/user/OwnContactFields.tsx'
import { BeforeYouStart } from '#web/participant/onboarding/BeforeYouStart.tsx'
import { MissingDocuments } from '#web/participant/onboarding/MissingDocuments.tsx'
import { OnboardingAside } from '#web/participant/onboarding/OnboardingAside.tsx'
import { remainingText, reviewed, uploadProgress } from '#web/participant/onboarding/readiness.ts'
import { type OnboardingForm, type OnboardingProps, useOnboarding } from '#web/participant/onboarding/useOnboarding.ts'
import { DisputeMessage } from '#web/participant/profile/DisputeMessage.tsx'
import { ProfileErrors } from '#web/participant/profile/ProfileErrors.tsx'
import { ProfileSections } from '#web/participant/profile/ProfileSections.tsx'
import { formProgressOf, sumOf } from '#web/participant/profile/progress.ts'
import type { OwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import type { ProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { OwnLanguage } from '#web/session/language/OwnLanguage.tsx'
import { legalFooter } from '#web/session/legalFooter.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'
import { timeText } from '#web/ui/time/dates.ts'
import { WithAside } from '#web/validation/layout/ProgressAside.tsx'
import classes from './Onboarding.module.css'

export const onboardingTitle = msg('Complete su alta')

const purpose: Record<InvitableKind, string> = {
  PROVIDER: msg('Lo que el CCI necesita para calificar a su empresa.'),
  AUDIT: msg('Lo que el CCI necesita para acreditarle como evaluador.'),
  ENTITY: msg('Lo que el CCI necesita para darle acceso a las calificaciones.'),
}

/** Data and documents of the first use: a draft that saves itself until it is sent (ONB-06 to ONB-10). */
export function Onboarding(props: OnboardingProps) {
  const { me, profile, documents } = props
  const onboarding = useOnboarding(props)
  const { tab, openTab, form, saving } = onboarding
  const [uploading, setUploading] = useState(false)
  const leaving = useLeaving(onboarding.dirty)
  const progress = formProgressOf(profile.sections, form.required, form.errors, form.shown)
  const data = sumOf(progress)
  const given = uploadProgress(documents)
  return (
    <BlankLayout
      who={[me.commercialName, me.email].filter(Boolean).join(' · ')}
      language={<OwnLanguage save={() => (onboarding.dirty ? onboarding.saveAll() : Promise.resolve())} />}
      onSignOut={() => void onboarding.signOut()}
      footer={<LegalFooter {...legalFooter} />}
    >
      <title>{`${t(onboardingTitle)} · ${productName()}`}</title>
      <PageHeader
        title={t(onboardingTitle)}
        subtitle={t(purpose[profile.kind])}
        // For a colleague this is no step of the sign-in (D15).
        back={me.next === 'home' ? { href: paths.start(), label: t('Volver al inicio') } : undefined}
      />
      <BeforeYouStart
        sections={profile.sections}
        years={profile.years}
        documents={documents}
        data={data.total}
        fresh={given.done === 0}
      />
      <Tabs
        // What is being uploaded goes on while the other tab is read.
        keepMountedMode="display-none"
        value={tab}
        onChange={value => openTab(value === 'documentacion' ? value : 'datos')}
        className={classes.tabs}
      >
        <TabsList data={data} given={given} />
        <WithAside
          aside={
            <div className={classes.aside}>
              <OnboardingAside tab={tab} onTab={openTab} sections={progress} documents={given} />
            </div>
          }
        >
          <DataPanel onboarding={onboarding} profile={profile} />
          <DocumentsPanel {...props} attempt={onboarding.attempt} onSending={setUploading} />
        </WithAside>
      </Tabs>
      <Foot onboarding={onboarding} remaining={remainingText(data, given)} uploading={uploading} />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={leaving.leave}
        saving={saving.saving}
        onSave={() => void onboarding.saveAll().then(done => (done ? leaving.leave() : leaving.stay()))}
      />
    </BlankLayout>
  )
}

type Count = { done: number; total: number }

const countText = ({ done, total }: Count) => <small>{t`${done} de ${total}`}</small>

function TabsList({ data, given }: { data: Count; given: Count }) {
  return (
    <Tabs.List aria-label={t('Partes de su alta')}>
      <Tabs.Tab value="datos">
        <b>1</b>
        {t('Datos generales')}
        {countText(data)}
      </Tabs.Tab>
      <Tabs.Tab value="documentacion">
        <b>2</b>
        {t('Documentación requerida')}
        {countText(given)}
      </Tabs.Tab>
    </Tabs.List>
  )
}

function DataPanel({ onboarding, profile }: { onboarding: OnboardingForm; profile: OwnProfile }) {
  const { form, saving, contact } = onboarding
  const { sections, years } = profile
  return (
    <Tabs.Panel value="datos">
      <div className="stack">
        <ProfileErrors form={form} sections={sections} others={ownContactErrors(contact)} />
        <DisputeMessage form={form} saving={saving} />
        <div className={classes.fields}>
          <ProfileSections form={form} sections={sections} years={years} />
          <OwnContactFields
            contact={contact}
            note={t('Puede dejarlo como está y completarlo más adelante, en «Mis datos».')}
          />
        </div>
      </div>
    </Tabs.Panel>
  )
}

type DocumentsPanelProps = OnboardingProps & { attempt: number; onSending: (sending: boolean) => void }

function DocumentsPanel({ documents, documentationId, attempt, onSending }: DocumentsPanelProps) {
  const client = useQueryClient()
  return (
    <Tabs.Panel value="documentacion">
      <div className="stack">
        <MissingDocuments names={attempt > 0 ? missingDocuments(reviewed(documents)) : []} attempt={attempt} />
        <DocumentUploads
          documents={documents}
          validationId={documentationId}
          onSending={onSending}
          onChanged={() => client.invalidateQueries({ queryKey: [listDocuments.name] })}
        />
      </div>
    </Tabs.Panel>
  )
}

type FootProps = { onboarding: OnboardingForm; remaining: string; uploading: boolean }

function Foot({ onboarding, remaining, uploading }: FootProps) {
  const { tab, saving, sending, save, goOn, send } = onboarding
  const saved = savingText(saving)
  const secondary = { label: t('Guardar'), onClick: () => void save(), loading: saving.saving && !sending }
  return tab === 'datos' ? (
    <FormFoot
      state={saved}
      secondary={secondary}
      primary={{ label: t('Continuar'), rightIcon: <IconArrowRight />, onClick: () => void goOn() }}
    />
  ) : (
    <FormFoot
      state={[remaining, saved].filter(Boolean).join(' ')}
      secondary={secondary}
      primary={{
        label: t('Enviar documentación'),
        leftIcon: <IconSend />,
        loading: sending,
        blocked: uploading ? t('Espere a que terminen las subidas.') : null,
        onClick: () => void send(),
      }}
    />
  )
}

/** 'Borrador guardado a las 09:41', or why it is not. */
function savingText({ saving, savedAt, failure, disputed }: ProfileSaving): string {
  if (saving) return t('Guardando…')
  if (disputed) return t('Sin guardar: otra persona ha cambiado lo mismo. Mire arriba.')
  if (failure) return t`Sin guardar: ${failure}`
  return savedAt ? t`Borrador guardado a las ${timeText(savedAt)}` : ''
}
