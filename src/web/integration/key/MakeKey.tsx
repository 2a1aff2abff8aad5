import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { exportKeys, makeKey } from '#domain/integration/key/contract.ts'
import { KEY_NAME_MAX, keyDayFault, keyDays } from '#domain/integration/key/key.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import { apiScopes, scopeLabels } from '#domain/integration/scopes.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { Choices } from '#web/integration/Choices.tsx'
import { ShownOnce } from '#web/integration/ShownOnce.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const ids = { name: 'clave-nombre', scopes: 'clave-ambitos', expiresOn: 'clave-ultimo-dia' } as const
const options = apiScopes.map(value => ({ value, label: scopeLabels[value], code: value }))

/** Makes a key and shows it, once (HOOK-01). */
export function MakeKey({ onClose }: { onClose: () => void }) {
  const { today } = useMe()
  const { from, to } = keyDays(today)
  const proved = useRecentAuth()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const [expiresOn, setExpiresOn] = useState<string | null>(to)
  const [errors, setErrors] = useState<FieldErrors>({})
  const making = useListWrite({
    mutationFn: (body: { name: string; scopes: ApiScope[]; expiresOn: string }) =>
      proved.run(() => call(makeKey, { body })),
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
    reads: [exportKeys.list.name],
  })
  const submit = () => {
    const dayFault = expiresOn === null ? 'Ponga el último día' : keyDayFault(expiresOn, today)
    const wrong: FieldErrors = {
      ...(name.trim() ? {} : { name: 'Ponga un nombre a la clave' }),
      ...(scopes.length > 0 ? {} : { scopes: 'Elija al menos un ámbito' }),
      ...(dayFault ? { expiresOn: dayFault } : {}),
    }
    setErrors(wrong)
    const first = (['name', 'scopes', 'expiresOn'] as const).find(field => wrong[field])
    if (first) return focusField(ids[first])
    if (expiresOn !== null) making.mutate({ name, scopes, expiresOn })
  }
  if (making.data) {
    return (
      <ShownOnce
        title="Clave creada"
        label="Clave de API"
        text={making.data.key}
        kept="La he guardado"
        onKept={onClose}
      >
        Póngala en el sistema «{making.data.apiKey.name}»: la envía en cada llamada.
      </ShownOnce>
    )
  }
  const dirty = name !== '' || scopes.length > 0 || expiresOn !== to
  return (
    <>
      <FormModal
        opened
        onClose={onClose}
        title="Crear clave de API"
        onSubmit={submit}
        submitLabel="Crear"
        loading={making.isPending}
        submitError={making.error && Object.keys(errors).length === 0 ? messageOf(making.error) : null}
        dirty={dirty}
        size={640}
      >
        <LeaveQuestion unfinished={dirty} />
        <TextInput
          id={ids.name}
          label="Nombre"
          description="El del sistema que la usa: así la verá en el registro."
          maxLength={KEY_NAME_MAX}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={errors.name}
          required
          data-autofocus
        />
        <Choices
          id={ids.scopes}
          legend="Qué puede hacer"
          options={options}
          chosen={scopes}
          onChange={setScopes}
          error={errors.scopes}
        />
        <DateField
          id={ids.expiresOn}
          label="Último día"
          description="Se le avisa 30 y 7 días antes."
          value={expiresOn}
          onChange={setExpiresOn}
          min={from}
          max={to}
          error={errors.expiresOn}
          required
        />
      </FormModal>
      {proved.dialog}
    </>
  )
}
