import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import type { RequiredDatum } from '#domain/participant/participant.ts'
import { displayName, writableByCci } from '#domain/participant/participant.ts'
import { figuresFor, fiscalYears } from '#domain/values/company/economic-info.ts'
import { paths } from '#web/app/paths.ts'
import { TimelineButton } from '#web/audit-log/TimelineButton.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { SendNotice } from '#web/notification/SendNotice.tsx'
import { ParticipantDataButton } from '#web/participant/ParticipantDataButton.tsx'
import { DisputeMessage } from '#web/participant/profile/DisputeMessage.tsx'
import { ProfileErrors } from '#web/participant/profile/ProfileErrors.tsx'
import { ProfileSections } from '#web/participant/profile/ProfileSections.tsx'
import { sectionsOf } from '#web/participant/profile/sections.ts'
import { useProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { useProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import classes from './EditParticipantForm.module.css'

const lists: Record<InvitableKind, { path: string; label: string }> = {
  PROVIDER: { path: paths.providers(), label: 'Volver a los proveedores' },
  AUDIT: { path: paths.evaluators(), label: 'Volver a los evaluadores' },
  ENTITY: { path: paths.entities(), label: 'Volver a las entidades' },
}

type Props = { kind: InvitableKind; wire: ParticipantWire; data: readonly RequiredDatum[] }

/**
 * Edit form of a participant. CCI may write every field; rules run on blur and on save, and only a valid form asks for
 * confirmation (FORM-19, FORM-20, FORM-21).
 */
export function EditParticipantForm({ kind, wire: read, data }: Props) {
  const me = useMe()
  const wire = useMemo(() => ({ ...read, economicInfo: figuresFor(read, me.today) }), [read, me.today])
  const { id } = wire
  const years = useMemo(() => fiscalYears(me.today), [me.today])
  const sections = useMemo(() => sectionsOf(kind, data, years), [kind, data, years])
  const rules = useMemo(() => ({ cif: me.settings.cifRule, data }), [me.settings.cifRule, data])
  const writable = useMemo(() => writableByCci(kind), [kind])
  const form = useProfileForm({ userId: me.userId, kind, wire, rules, writable, keepsFigures: true })
  const saving = useProfileSaving(form)
  const [asking, setAsking] = useState(false)
  const unfinished = form.dirty && !saving.noted
  const leaving = useLeaving(unfinished)
  const name = displayName(wire)

  const ask = () => {
    if (form.dirty && form.check()) setAsking(true)
  }
  const save = async () => {
    // The conflict window may open next.
    setAsking(false)
    if (await saving.save()) showToast({ title: 'Datos guardados', text: name })
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        ask()
      }}
    >
      <PageHeader
        title={`Editar ${name}`}
        subtitle="Lo que guarde lo ve también el participante."
        back={{ href: listAddress(lists[kind].path), label: lists[kind].label }}
        actions={
          <>
            <SendNotice id={id} name={name} />
            <ParticipantDataButton id={id} name={name} />
            <TimelineButton kind="participant" id={id} name={name} />
          </>
        }
      />
      <div className={`stack ${classes.messages}`}>
        <ProfileErrors form={form} sections={sections} />
        {form.edit.resumed ? (
          <Message kind="info">Aquí está lo que escribió la última vez y no llegó a guardarse.</Message>
        ) : null}
        {saving.failure && Object.keys(form.shown).length === 0 ? (
          <Message kind={saving.proposed ? 'info' : 'error'} live>
            {saving.failure}
          </Message>
        ) : null}
        <DisputeMessage form={form} saving={saving} />
      </div>
      <ProfileSections form={form} sections={sections} years={years} />
      <FormFoot
        state={unfinished ? 'Hay cambios sin guardar.' : ''}
        primary={{
          label: 'Guardar',
          type: 'submit',
          loading: saving.saving,
          blocked: form.dirty ? null : 'No hay cambios que guardar.',
        }}
      />
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Guardar los cambios"
        consequence="El cambio queda en el registro con su nombre."
        onConfirm={() => void save()}
        confirmLabel="Guardar"
        icon={<IconDeviceFloppy />}
        loading={false}
        submitError={null}
      >
        ¿Guardar los cambios de <b>{name}</b>?
      </ConfirmModal>
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          form.edit.forget()
          leaving.leave()
        }}
      />
    </form>
  )
}
