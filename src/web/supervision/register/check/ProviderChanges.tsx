import { useQuery } from '@tanstack/react-query'
import type { ProviderChangeWire } from '#domain/supervision/register/contract.ts'
import { decideProviderChange, listProviderChanges } from '#domain/supervision/register/contract.ts'
import { withStop } from '#domain/values/text.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from '../register.module.css'

/** 'Datos cambiados por el proveedor': the register says what it said until the bank takes them (REG-10). */
export function ProviderChanges() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(listProviderChanges))
  if (error && !data) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data || data.changes.length === 0) return null
  return (
    <Section kind="label" title={`DATOS CAMBIADOS POR EL PROVEEDOR (${data.changes.length})`}>
      <Message kind="info" title="Su registro dice lo que decía">
        La comprobación y los ficheros usan los datos de antes hasta que acepte los nuevos.
      </Message>
      <ul className={classes.faults} aria-label="Datos cambiados por el proveedor">
        {data.changes.map(change => (
          <ProviderChange key={`${change.providerId} ${change.serviceId}`} change={change} />
        ))}
      </ul>
    </Section>
  )
}

function ProviderChange({ change }: { change: ProviderChangeWire }) {
  const { providerId, serviceId, seen, hasLeft, changes } = change
  const name = [change.provider, change.service].filter(Boolean).join(' · ')
  const deciding = useListWrite({
    mutationFn: (take: boolean) => call(decideProviderChange, { body: { providerId, serviceId, seen, take } }),
    onSuccess: (_answer, take) =>
      showToast(
        take
          ? { title: 'Datos aceptados', text: withStop(`Su registro dice ya lo nuevo de ${name}`) }
          : { title: 'Datos conservados', text: withStop(`Su registro sigue diciendo lo de antes de ${name}`) },
      ),
    onError: error => showError(messageOf(error)),
  })
  const button = (take: boolean, label: string) => (
    <ActionButton
      size="xs"
      variant={take ? 'filled' : 'default'}
      loading={deciding.isPending && deciding.variables === take}
      onClick={() => deciding.mutate(take)}
    >
      {label}
      <span className="vh"> de {name}</span>
    </ActionButton>
  )
  return (
    <li>
      <div>
        <b>{name}</b>
        {hasLeft ? (
          <div className="small">Ha dejado el portal. Su registro conserva lo que se sabía del proveedor.</div>
        ) : (
          changes.map(({ label, before, after }) => (
            <div key={label} className="small">
              {label}: {before || 'vacío'} → {after || 'vacío'}
            </div>
          ))
        )}
      </div>
      <span className={classes.decide}>
        {hasLeft ? null : button(true, 'Aceptar')}
        {button(false, hasLeft ? 'Entendido' : 'Conservar lo de antes')}
      </span>
    </li>
  )
}
