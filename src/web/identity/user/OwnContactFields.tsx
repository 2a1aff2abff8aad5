import { TextInput } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import classes from '#web/identity/user/OwnContactFields.module.css'
import {
  type OwnContactField,
  ownContactFields,
  ownContactLabels,
  type useOwnContact,
} from '#web/identity/user/useOwnContact.ts'

/** Id of a control, distinct from those of the organization's contact person. */
const ownContactId = (field: OwnContactField) => `usuario.${field}`

const autoComplete: Record<OwnContactField, string> = {
  name: 'given-name',
  surNames: 'family-name',
  position: 'organization-title',
  tlf: 'tel',
}

export interface OwnContactFieldsProps {
  contact: ReturnType<typeof useOwnContact>
  /** E-mail of the account, read-only here; omitted when the screen already shows it. */
  email?: string
  /** Introduction above the fields. */
  note?: string
}

/** Name, surnames, position and phone of the signed-in user. */
export function OwnContactFields({ contact, email, note }: OwnContactFieldsProps) {
  return (
    <fieldset id="seccion-usuario">
      <legend>{t('Su usuario')}</legend>
      {note ? <p className={`small dim ${classes.note}`}>{note}</p> : null}
      <div className="fields">
        {ownContactFields.map(field => (
          <div key={field} data-span={field === 'surNames' ? 4 : 2}>
            <TextInput
              id={ownContactId(field)}
              label={t(ownContactLabels[field])}
              autoComplete={autoComplete[field]}
              inputMode={field === 'tlf' ? 'tel' : undefined}
              maxLength={field === 'tlf' ? 40 : 200}
              value={contact.values[field]}
              error={contact.errors[field]}
              onChange={event => contact.set(field, event.currentTarget.value)}
              onBlur={() => contact.leave(field)}
            />
          </div>
        ))}
        {email ? (
          <div data-span="2">
            <TextInput
              label={t('Correo electrónico')}
              value={email}
              readOnly
              description={t('Con él entra en el portal.')}
            />
          </div>
        ) : null}
      </div>
      {contact.conflict}
    </fieldset>
  )
}

/** Errors of the fields, for the summary of a form. */
export function ownContactErrors({ errors }: OwnContactFieldsProps['contact']) {
  return ownContactFields.flatMap(field => {
    const message = errors[field]
    return message
      ? [{ field: ownContactId(field), label: t(ownContactLabels[field]), message, group: t('Su usuario') }]
      : []
  })
}
