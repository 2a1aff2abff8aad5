import { Radio, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { invite, inviteEntity } from '#domain/invitation/contract.ts'
import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import { invitationErrors, kindLabels, normaliseInvitation, temporaryPassword } from '#domain/invitation/invitation.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { pasteEmail } from '#web/identity/pasteEmail.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import classes from './InviteForm.module.css'

const empty = { email: '', name: '', codNRBE: '', contactPerson: '' }
type Field = keyof typeof empty
const order: readonly Field[] = ['name', 'codNRBE', 'contactPerson', 'email']
const idOf = (field: string) => `invitacion-${field}`

/** Maps a form-level refusal to the field that fixes it. */
const fieldOfRefusal: Partial<Record<string, Field>> = {
  invitationEmailMissing: 'email',
  invitationExists: 'email',
  nrbeExists: 'codNRBE',
}

const send = (draft: Required<InvitationDraft>) => {
  const { type, email, ...entity } = draft
  return type === 'ENTITY'
    ? call(inviteEntity, { body: { email, ...entity } })
    : call(invite, { body: { type, email } })
}

/** One invitation: recipient and mail address; an entity's also has the data that CCI knows (INV-01, INV-08). */
export function InviteForm() {
  const [asked] = useUrlValue('invite')
  const first = invitableKinds.find(kind => kind === asked) ?? 'PROVIDER'
  return <Form key={first} first={first} />
}

function Form({ first: firstType }: { first: InvitableKind }) {
  const [type, setType] = useState(firstType)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const refresh = useRefreshInvitations()
  const { tellDone } = useUndo()

  const show = (found: FieldErrors) => {
    setErrors(found)
    const first = order.find(field => found[field])
    if (first) focusField(idOf(first))
  }
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ id, email }) => {
      tellDone({ id, title: 'Invitación enviada', text: `${email} recibe ${temporaryPassword()}.` })
      setValues(empty)
      setErrors({})
      focusField(idOf(type === 'ENTITY' ? 'name' : 'email'))
      return refresh()
    },
    onError: error => {
      const field = error instanceof ApiError ? fieldOfRefusal[error.code] : undefined
      const fields = error instanceof ApiError ? error.fields : {}
      if (field) show({ [field]: messageOf(error) })
      else if (order.some(name => fields[name])) show(fields)
      else showError(messageOf(error))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const draft = { type, ...values }
    const found = invitationErrors(draft)
    show(found)
    if (Object.keys(found).length === 0) sending.mutate(normaliseInvitation(draft))
  }
  const put = (field: Field, value: string) => {
    setValues({ ...values, [field]: value })
    if (errors[field]) setErrors({ ...errors, [field]: '' })
  }
  const text = (field: Field) => ({
    id: idOf(field),
    name: field,
    value: values[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => put(field, event.currentTarget.value),
  })

  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <Radio.Group
        label="Tipo de participante"
        value={type}
        onChange={value => {
          setType(value as InvitableKind)
          setErrors({})
        }}
      >
        <div className={classes.kinds}>
          {invitableKinds.map(kind => (
            <Radio key={kind} value={kind} label={kindLabels[kind]} />
          ))}
        </div>
      </Radio.Group>
      {type === 'ENTITY' ? (
        <div className="fields">
          <div data-span="3">
            <TextInput label="Nombre de la entidad" {...text('name')} />
          </div>
          <div data-span="1">
            <TextInput label="Código NRBE" inputMode="numeric" placeholder="0049" {...text('codNRBE')} />
          </div>
          <div data-span="2">
            <TextInput label="Persona de contacto" {...text('contactPerson')} />
          </div>
        </div>
      ) : null}
      <div className={classes.send}>
        <TextInput
          className={classes.email}
          label="Correo electrónico"
          type="email"
          inputMode="email"
          placeholder="nombre@empresa.es"
          {...text('email')}
          onPaste={pasteEmail(email => put('email', email))}
        />
        <ActionButton type="submit" variant="filled" leftSection={<IconSend />} loading={sending.isPending}>
          Enviar invitación
        </ActionButton>
      </div>
    </form>
  )
}
