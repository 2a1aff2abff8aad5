import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { SavedView } from '#domain/search/saved-view/contract.ts'
import { canAlert } from '#domain/search/saved-view/list-filters.ts'
import { VIEW_NAME_MAX } from '#domain/search/saved-view/saved-view.ts'
import { messageOf } from '#web/api/api.ts'
import { useViewChanges } from '#web/search/saved-view/useSavedViews.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = {
  opened: boolean
  path: string
  search: string
  onClose: () => void
  onSaved: (view: SavedView) => void
}

/** Window that names the filters and order of a list. */
export function SaveView({ opened, path, search, onClose, onSaved }: Props) {
  const { save } = useViewChanges()
  const [name, setName] = useState('')
  const [pinned, setPinned] = useState(true)
  const [shared, setShared] = useState(false)
  const [alert, setAlert] = useState(false)
  const [missing, setMissing] = useState(false)
  const close = () => {
    save.reset()
    setName('')
    setShared(false)
    setAlert(false)
    setMissing(false)
    onClose()
  }
  const submit = () => {
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    save.mutate(
      { name, path, search, pinned, shared, alert },
      {
        onSuccess: view => {
          onSaved(view)
          showToast({ title: t('Vista guardada'), text: view.name })
          close()
        },
      },
    )
  }
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={t('Guardar vista')}
      onSubmit={submit}
      submitLabel={t('Guardar')}
      loading={save.isPending}
      submitError={save.error ? messageOf(save.error) : null}
    >
      <p className="dim">{t('Guarda los filtros y el orden que ve ahora. Solo usted la ve, si no la comparte.')}</p>
      <TextInput
        data-autofocus
        label={t('Nombre')}
        placeholder={t('Caducan este trimestre')}
        maxLength={VIEW_NAME_MAX}
        value={name}
        error={missing ? t('Escriba un nombre') : null}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={t('Mostrarla en el menú')}
        checked={pinned}
        onChange={event => setPinned(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('Compartirla con su organización')}
        checked={shared}
        onChange={event => setShared(event.currentTarget.checked)}
      />
      {canAlert(path) ? (
        <Checkbox
          label={t('Avisarme de las filas nuevas, una vez al día')}
          checked={alert}
          onChange={event => setAlert(event.currentTarget.checked)}
        />
      ) : null}
    </FormModal>
  )
}
