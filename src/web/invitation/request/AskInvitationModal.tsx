import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { askInvitation, listAsked } from '#domain/invitation/request/contract.ts'
import { askedErrors, askStatusLabels } from '#domain/invitation/request/request.ts'
import { t } from '#domain/language/translate.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { paths } from '#web/app/paths.ts'
import { askBadges } from '#web/invitation/request/badges.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { dayText } from '#web/ui/time/dates.ts'

const nothing = { name: '', cif: '', email: '', reason: '' }
type Field = keyof typeof nothing
const fields: readonly Field[] = ['name', 'cif', 'email', 'reason']
const idOf = (field: Field) => `alta-${field}`

/** The window of AskInvitation. */
export function AskInvitationModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [values, setValues] = useState(nothing)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    const first = fields.find(field => found[field])
    if (first) focusField(idOf(first))
  }
  const asking = useListWrite({
    reads: [listAsked.name],
    mutationFn: () => call(askInvitation, { body: values }),
    onSuccess: ({ name }) => {
      showToast({ title: t('Alta pedida'), text: t`El CCI contestará sobre «${name}».` })
      onClose()
    },
    onError: error => {
      if (error instanceof ApiError) show(error.fields)
    },
  })
  const failure = asking.error instanceof ApiError && Object.keys(asking.error.fields).length > 0 ? null : asking.error
  const here = failure instanceof ApiError ? failure.details.providerId : undefined
  const field = (name: Field) => ({
    id: idOf(name),
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setErrors({ ...errors, [name]: '' })
      if (asking.error) asking.reset()
    },
  })
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('Pedir el alta de un proveedor')}
      size={680}
      onSubmit={() => {
        const found = askedErrors(values)
        show(found)
        if (Object.keys(found).length === 0) asking.mutate()
      }}
      submitLabel={t('Pedir el alta')}
      loading={asking.isPending}
      submitError={failure && !here ? messageOf(failure) : null}
      dirty={Object.values(values).some(value => value !== '')}
    >
      <p className="dim">
        {t('El CCI decide si lo invita y le avisará. Al proveedor no se le dice qué entidad lo ha pedido.')}
      </p>
      {failure && typeof here === 'string' ? (
        <Message kind="info" live>
          {messageOf(failure)} <UiLink href={paths.providerSheet(here)}>{t('Ver su ficha')}</UiLink>
        </Message>
      ) : null}
      <div className="fields">
        <div data-span="4">
          <TextInput label={t('Nombre')} {...field('name')} />
        </div>
        <div data-span="2">
          <TextInput
            label="CIF"
            description={t('Si es extranjero, el que le da Hacienda: empieza por N o W.')}
            {...field('cif')}
          />
        </div>
        <div data-span="6">
          <TextInput label={t('Correo electrónico')} type="email" inputMode="email" {...field('email')} />
        </div>
        <div data-span="6">
          <Textarea label={t('Motivo')} description={t('Lo lee el CCI.')} autosize minRows={2} {...field('reason')} />
        </div>
      </div>
      <OwnAsked />
    </FormModal>
  )
}

/** What the bank asked for before, with the answers. */
function OwnAsked() {
  const { data } = useQuery(queryOptions(listAsked))
  const rows = data?.content ?? []
  if (rows.length === 0) return null
  return (
    <section aria-label={t('Altas que ha pedido su entidad')}>
      <h3 className="label">{t('ALTAS PEDIDAS')}</h3>
      <ul>
        {rows.map(({ id, name, cif, status, askedAt, decisionReason }) => (
          <li key={id} className="row wrap">
            <b>{name}</b> <span className="small dim">{t`${cif} · pedida el ${dayText(askedAt)}`}</span>
            <StateBadge small state={askBadges[status]} label={t(askStatusLabels[status])} />
            {decisionReason ? <span className="small">{decisionReason}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
