import { Button, TextInput } from '@mantine/core'
import { IconBell, IconBellFilled, IconPin, IconPinFilled, IconTrash, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { SavedView } from '#domain/search/saved-view/contract.ts'
import { canAlert } from '#domain/search/saved-view/list-filters.ts'
import { VIEW_NAME_MAX } from '#domain/search/saved-view/saved-view.ts'
import { messageOf } from '#web/api/api.ts'
import { useViewChanges } from '#web/search/saved-view/useSavedViews.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import classes from './saved-views.module.css'

/** Window to rename, pin and delete saved views. */
export function ManageViews({
  opened,
  views,
  onClose,
}: {
  opened: boolean
  views: readonly SavedView[]
  onClose: () => void
}) {
  const frame = useKeptFocus<HTMLUListElement>(views.length)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Vistas guardadas')}>
      {views.length === 0 ? <p>{t('No queda ninguna vista en esta lista.')}</p> : null}
      <ul {...frame} tabIndex={-1} className={classes.list}>
        {views.map(view => (
          <ViewLine key={view.id} view={view} />
        ))}
      </ul>
    </Dialog>
  )
}

function ViewLine({ view }: { view: SavedView }) {
  const { change, remove } = useViewChanges()
  const [name, setName] = useState(view.name)
  const onError = (error: unknown) => showError(messageOf(error))
  const rename = () => {
    if (name.trim() === '' || name.trim() === view.name || change.isPending) return
    change.mutate(
      { id: view.id, name },
      { onSuccess: ({ name: now }) => showToast({ title: t('Nombre cambiado'), text: now }) },
    )
  }
  return (
    <li className={classes.line}>
      <form
        noValidate
        className={classes.name}
        onSubmit={event => {
          event.preventDefault()
          rename()
        }}
      >
        <TextInput
          size="xs"
          aria-label={t`Nombre de la vista ${view.name}`}
          value={name}
          maxLength={VIEW_NAME_MAX}
          error={change.error ? messageOf(change.error) : null}
          onChange={event => {
            change.reset()
            setName(event.currentTarget.value)
          }}
        />
        {name.trim() !== view.name ? (
          <Button type="submit" size="xs">
            {t('Cambiar')}
          </Button>
        ) : null}
      </form>
      <IconButton
        size={40}
        label={t`En el menú: ${view.name}`}
        icon={view.pinned ? <IconPinFilled /> : <IconPin />}
        aria-pressed={view.pinned}
        onClick={() => {
          if (!change.isPending) change.mutate({ id: view.id, pinned: !view.pinned }, { onError })
        }}
      />
      <IconButton
        size={40}
        label={t`Compartir con su organización: ${view.name}`}
        icon={view.shared ? <IconUsers /> : <IconUser />}
        aria-pressed={view.shared}
        onClick={() => {
          if (!change.isPending) change.mutate({ id: view.id, shared: !view.shared }, { onError })
        }}
      />
      {canAlert(view.path) ? (
        <IconButton
          size={40}
          label={t`Avisar de filas nuevas: ${view.name}`}
          icon={view.alert ? <IconBellFilled /> : <IconBell />}
          aria-pressed={view.alert}
          onClick={() => {
            if (!change.isPending) change.mutate({ id: view.id, alert: !view.alert }, { onError })
          }}
        />
      ) : null}
      <IconButton
        size={40}
        label={t`Eliminar la vista ${view.name}`}
        icon={<IconTrash />}
        onClick={() => {
          if (!remove.isPending) remove.mutate(view.id, { onError })
        }}
      />
    </li>
  )
}
