import { Select, type SelectProps } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { t } from '#domain/language/translate.ts'
import { type MailChoice, mailChoicesOf } from '#domain/notification/by-mail.ts'
import { readMailPreferences, setMailPreference, setMailPreferences } from '#domain/notification/contract.ts'
import { type MailGroup, mailGroups } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { type MailMode, mailModeLabels, mailModes } from '#domain/notification/digest/mail-mode.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './MailPreferences.module.css'

/** Each type that can reach the role by channel, folded by group: the bell always, mail as chosen, saved on change (D51, ALERT-07, EXP-12). */
export function MailPreferences() {
  const { role, isPrincipal } = useMe()
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readMailPreferences))
  const choices = mailChoicesOf(role.key, isPrincipal)
  const kept = new Map(data?.preferences.map(preference => [preference.type, preference]))
  return (
    <Section title={t('Avisos por correo')} kind="serif">
      <div className={classes.intro}>
        <p className="dim">
          {t(
            'Todos los avisos están siempre en la campana y en la lista de notificaciones. Elija cuáles quiere recibir también en su correo y cuándo; vale solo para su usuario. El resumen diario sale a las 07:30 y el semanal, los lunes a esa hora; si no hay nada que contar, no se envía.',
          )}
        </p>
        <p className="dim">
          {t(
            'Los correos sobre el propio acceso —la invitación, el enlace para recuperar la contraseña y los avisos de seguridad de su cuenta— se envían siempre y no se pueden desactivar.',
          )}
        </p>
      </div>
      {data ? (
        <table className={classes.table}>
          <caption className="vh">{t('Avisos por correo')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('AVISO')}</th>
              <th scope="col">{t('CAMPANA')}</th>
              <th scope="col">{t('CORREO')}</th>
            </tr>
          </thead>
          {mailGroups.map(({ key, label }) => (
            <Group
              key={key}
              group={key}
              label={label}
              choices={choices.filter(({ group }) => group === key)}
              kept={kept}
            />
          ))}
        </table>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={320} label={t('Cargando sus avisos')} />
      )}
    </Section>
  )
}

/** A choice made while another is being saved waits for it. */
const scope = { id: setMailPreference.name }

type Kept = { mode: MailMode; version: number }
const untouched: Kept = { mode: 'NOW', version: 0 }

type GroupProps = {
  group: MailGroup
  label: string
  choices: readonly MailChoice[]
  kept: ReadonlyMap<NotificationType, Kept>
}

const modes = () => mailModes.map(value => ({ value, label: t(mailModeLabels[value]) }))

function Group({ group, label, choices, kept }: GroupProps) {
  const id = useId()
  const client = useQueryClient()
  const saving = useMutation({
    scope,
    mutationFn: (mode: MailMode) => call(setMailPreferences, { body: { group, mode } }),
    onSuccess: saved => client.setQueryData(queryOptions(readMailPreferences).queryKey, saved),
    onError: failure => showError(messageOf(failure)),
  })
  const [open, setOpen] = useState(false)
  if (choices.length === 0) return null
  const chosen = new Set(choices.map(({ type }) => (kept.get(type) ?? untouched).mode))
  const [same] = chosen.size === 1 ? chosen : []
  return (
    <tbody id={id}>
      <tr className={classes.group}>
        <th scope="rowgroup">
          <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? <IconChevronDown aria-hidden="true" /> : <IconChevronRight aria-hidden="true" />}
            {t(label)} <span className="small dim">{choices.length}</span>
          </button>
        </th>
        <Always />
        <td>
          <ModeSelect
            aria-label={t`Todo el grupo: ${t(label)}`}
            placeholder={t('Varios')}
            value={saving.isPending ? saving.variables : (same ?? null)}
            onChoose={mode => saving.mutate(mode)}
          />
        </td>
      </tr>
      {open
        ? choices.map(choice => (
            <Preference key={choice.type} choice={choice} kept={kept.get(choice.type) ?? untouched} />
          ))
        : null}
    </tbody>
  )
}

/** Every notice is in the bell. */
const Always = () => (
  <td>
    <IconCheck aria-hidden="true" />
    <span className="vh">{t('Siempre')}</span>
  </td>
)

function Preference({ choice: { type, text }, kept }: { choice: MailChoice; kept: Kept }) {
  const client = useQueryClient()
  const conflict = useConflict()
  const id = useId()
  const { queryKey } = queryOptions(readMailPreferences)
  const saving = useMutation({
    scope,
    mutationFn: (mode: MailMode) => {
      const { preferences = [] } = client.getQueryData<AnswerOf<typeof readMailPreferences>>(queryKey) ?? {}
      const before = preferences.find(each => each.type === type) ?? untouched
      return conflict.send({
        version: before.version,
        base: { mode: t(mailModeLabels[before.mode]) },
        attempt: version => call(setMailPreference, { params: { type }, body: { mode, version } }),
      })
    },
    onError: failure => showError(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <tr>
      <th scope="row">
        <label htmlFor={id}>{t(notificationReasons[type])}</label>
        <p id={`${id}-text`} className="small dim">
          {t(text)}
        </p>
        {conflict.window}
      </th>
      <Always />
      <td>
        <ModeSelect
          id={id}
          aria-describedby={`${id}-text`}
          // While it is being saved, it shows the new choice.
          value={saving.isPending ? saving.variables : kept.mode}
          onChoose={mode => saving.mutate(mode)}
        />
      </td>
    </tr>
  )
}

type ModeSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: MailMode | null
  onChoose: (mode: MailMode) => void
}

const ModeSelect = ({ value, onChoose, ...props }: ModeSelectProps) => (
  <Select
    {...props}
    size="xs"
    data={modes()}
    value={value}
    allowDeselect={false}
    onChange={mode => mode && mode !== value && onChoose(mode as MailMode)}
  />
)
