import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPinFilled, IconSettings } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { type AddressedView, useSavedViews } from '#web/search/saved-view/useSavedViews.ts'
import { viewOf } from '#web/search/saved-view/viewOf.ts'
import { useMe } from '#web/session/useMe.ts'
import { LateWindow } from '#web/ui/dialog/LateWindow.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { late, loadSoon } from '#web/ui/late.ts'

const saveView = late(() => import('#web/search/saved-view/SaveView.tsx').then(module => module.SaveView))
const manageViews = late(() => import('#web/search/saved-view/ManageViews.tsx').then(module => module.ManageViews))

/** Menu of the saved views of this list: choose one, save what is shown, rename, pin and delete. */
export function SavedViews({ label }: { label: string }) {
  const { pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const all = useSavedViews()
  const [saving, setSaving] = useState(false)
  const [managing, setManaging] = useState(false)
  const views = (all ?? []).filter(({ path }) => path === pathname)
  const own = views.filter(({ by }) => by === null)
  const shown = viewOf(searchStr)
  const current = views.find(({ known }) => known === shown)
  // Only the id: filters may hold a name, and this browser may be shared.
  const [last, keepLast] = useLocalStorage<string | null>({
    key: `almotacen-vista-${pathname}-${useMe().userId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const remembered = searchStr === '' ? views.find(({ id }) => id === last) : undefined

  // Once per visit: a list opened without filters shows the view chosen last.
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (all === undefined || asked) return
    setAsked(true)
    if (remembered) void navigate({ to: remembered.href, replace: true })
  }, [all, asked, remembered, navigate])

  const go = (view: AddressedView | null) => {
    keepLast(view?.id ?? null)
    const gone = view?.gone ?? []
    if (gone.length > 0) {
      showToast({
        title: t('La búsqueda se abre sin un filtro'),
        text: t`Esta lista ya no tiene ${gone.map(name => t`«${t(name)}»`).join(', ')}. Guárdela otra vez.`,
      })
    }
    void navigate({ to: view?.href ?? pathname })
  }
  return (
    <>
      <Menu onOpen={() => loadSoon(saveView, manageViews)}>
        <Menu.Target>
          <Button variant="subtle" size="xs" leftSection={<IconBookmark />} aria-label={t`Vistas guardadas: ${label}`}>
            {current?.name ?? t('Vistas')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(view => (
            <Menu.Item
              key={view.id}
              leftSection={view === current ? <IconCheck /> : <IconBookmark />}
              rightSection={view.pinned ? <IconPinFilled size={16} /> : null}
              aria-current={view === current || undefined}
              onClick={() => go(view)}
            >
              {view.name}
              {view.by === null ? null : <span className="small dim"> · {view.by}</span>}
            </Menu.Item>
          ))}
          {views.length > 0 ? <Menu.Item onClick={() => go(null)}>{t('Sin vista: la lista entera')}</Menu.Item> : null}
          {views.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item leftSection={<IconBookmarkPlus />} onClick={() => setSaving(true)}>
            {t('Guardar vista')}
          </Menu.Item>
          {own.length > 0 ? (
            <Menu.Item leftSection={<IconSettings />} onClick={() => setManaging(true)}>
              {t('Cambiar las vistas')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <LateWindow
        of={saveView}
        opened={saving}
        path={pathname}
        search={shown}
        onClose={() => setSaving(false)}
        onSaved={view => keepLast(view.id)}
      />
      <LateWindow of={manageViews} opened={managing} views={own} onClose={() => setManaging(false)} />
    </>
  )
}
