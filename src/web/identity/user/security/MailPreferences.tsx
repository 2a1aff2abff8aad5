import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { yesNo } from '#domain/conflict/conflict.ts'
import { type MailChoice, mailChoicesOf } from '#domain/notification/by-mail.ts'
import { readMailPreferences, setMailPreference } from '#domain/notification/contract.ts'
import { mailGroups } from '#domain/notification/definition.ts'
import { type NotificationType, notificationReasons } from '#domain/notification/notification.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { useMe } from '#web/identity/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './MailPreferences.module.css'

/** Notifications that also go by mail: one switch per type that can reach the role, saved on change (D51). */
export function MailPreferences() {
  const { role } = useMe()
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readMailPreferences))
  const choices = mailChoicesOf(role.key)
  const kept = new Map(data?.preferences.map(preference => [preference.type, preference]))
  return (
    <Section title="Avisos por correo" kind="serif">
      <div className={classes.intro}>
        <p className="dim">
          Todos los avisos están siempre en la campana y en la lista de notificaciones. Elija cuáles quiere recibir
          también en su correo; vale solo para su usuario.
        </p>
        <p className="dim">
          Los correos sobre el propio acceso —la invitación, el enlace para recuperar la contraseña y los avisos de
          seguridad de su cuenta— se envían siempre y no se pueden desactivar.
        </p>
      </div>
      {data ? (
        <div className={classes.groups}>
          {mailGroups.map(({ key, label }) => (
            <Group key={key} label={label} choices={choices.filter(({ group }) => group === key)} kept={kept} />
          ))}
        </div>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={320} label="Cargando sus avisos" />
      )}
    </Section>
  )
}

type Kept = { byMail: boolean; version: number }
const untouched: Kept = { byMail: true, version: 0 }

type GroupProps = {
  label: string
  choices: readonly MailChoice[]
  kept: ReadonlyMap<NotificationType, Kept>
}

function Group({ label, choices, kept }: GroupProps) {
  const id = useId()
  if (choices.length === 0) return null
  return (
    <fieldset className={classes.group} aria-labelledby={id}>
      <h3 id={id} className="label">
        {label}
      </h3>
      {choices.map(choice => (
        <Preference key={choice.type} choice={choice} kept={kept.get(choice.type) ?? untouched} />
      ))}
    </fieldset>
  )
}

function Preference({ choice: { type, text }, kept }: { choice: MailChoice; kept: Kept }) {
  const client = useQueryClient()
  const conflict = useConflict()
  const saving = useMutation({
    mutationFn: (wanted: boolean) =>
      conflict.send({
        version: kept.version,
        base: { byMail: yesNo(kept.byMail) },
        attempt: version => call(setMailPreference, { params: { type }, body: { byMail: wanted, version } }),
      }),
    onError: failure => showError(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: [readMailPreferences.name] }),
  })
  return (
    <>
      {conflict.window}
      <Switch
        label={notificationReasons[type]}
        description={text}
        // While it is being saved, the switch shows the new value.
        checked={saving.isPending ? saving.variables : kept.byMail}
        onChange={event => !saving.isPending && saving.mutate(event.currentTarget.checked)}
      />
    </>
  )
}
