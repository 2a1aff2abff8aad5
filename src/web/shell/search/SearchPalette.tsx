import { Button, Combobox, Loader, Modal, TextInput, useCombobox } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { SEARCH_MAX } from '#domain/search/search.ts'
import { messageOf } from '#web/api/api.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import type { Entry } from '#web/shell/search/entries.tsx'
import { entryGroupsOf } from '#web/shell/search/groups.tsx'
import { hasRecent } from '#web/shell/search/hasRecent.ts'
import { SearchButton } from '#web/shell/search/SearchButton.tsx'
import classes from '#web/shell/search/SearchPalette.module.css'
import { useHits } from '#web/shell/search/useHits.ts'
import type { VerbOfProvider } from '#web/shell/search/verbs.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { late, useLate } from '#web/ui/late.ts'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'

const KeysDialog = lazy(() =>
  import('#web/shell/search/KeysDialog.tsx').then(module => ({ default: module.KeysDialog })),
)

const recent = late(() => import('#web/shell/search/recent.ts'))

const whats: Record<Role, string> = {
  CCI: msg('Buscar participante, CIF o servicio'),
  ENTITY: msg('Buscar proveedor, CIF o servicio'),
  AUDIT: msg('Buscar proveedor, CIF o servicio'),
  PROVIDER: msg('Buscar servicio o informe'),
}

/** What the field finds; before the first acceptance only screens (D49). */
function useWhat(): string {
  const { role } = useMe()
  return useMay('search.find') ? t(whats[role.key]) : t('Buscar una pantalla')
}

/** Ctrl-K: finds by name everything that the user may see, and the screens. The button opens it too. */
export function SearchPalette() {
  const what = useWhat()
  const [keys, setKeys] = useState(false)
  // Before the palette opens, so that what was opened is there at once.
  useLate(recent, hasRecent(useMe().userId))
  const showKeys = () => {
    spotlight.close()
    setKeys(true)
  }
  useDecisionKeys({ '?': showKeys })
  return (
    <>
      <SearchButton onClick={spotlight.open} what={what} />
      <Spotlight.Root
        shortcut="mod + K"
        tagsToIgnore={[]}
        centered={false}
        // At high browser zoom the results need the height.
        yOffset="clamp(8px, 100dvh - 300px, 80px)"
        overlayProps={{}}
        // No transition: the next keystrokes belong to the field, not to the page beneath.
        transitionProps={{ duration: 0 }}
      >
        <Modal.Title className="vh">{what}</Modal.Title>
        <Palette what={what} onKeys={showKeys} />
      </Spotlight.Root>
      <Suspense>{keys ? <KeysDialog opened onClose={() => setKeys(false)} /> : null}</Suspense>
    </>
  )
}

/** The content; remounted on each opening, so that it opens empty. */
function Palette({ what, onKeys }: { what: string; onKeys: () => void }) {
  const me = useMe()
  const finds = useMay('search.find')
  const navigate = useNavigate()
  const combobox = useCombobox({ opened: true })
  const [text, setText] = useState('')
  const [verb, setVerb] = useState<VerbOfProvider | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const asked = verb ? t`${verb.label} Escriba el proveedor` : what
  // Rerender once the list exists, so that the field gets its aria-controls.
  const [, drawAgain] = useState(false)
  useEffect(() => drawAgain(true), [])
  useLayoutEffect(() => input.current?.focus(), [])
  const { hits, error, searching, searches, retry } = useHits(text, finds)
  const { part: known } = useLate(recent, hasRecent(me.userId))
  const groups = entryGroupsOf(me, text, verb, hits, known?.recentOf(me.userId) ?? [])
  const shown = groups.flatMap(({ entries }) => entries.map(({ href }) => href)).join(' ')
  const { selectFirstOption } = combobox
  useEffect(() => {
    // The visible results: Enter opens the first one, and a screen reader announces it.
    const first = shown === '' ? null : selectFirstOption()
    if (first) input.current?.setAttribute('aria-activedescendant', first)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [shown, selectFirstOption])
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const state = stateOf({ searching, failed: error !== null, count, text: text.trim() })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={href => {
        const entry = groups.flatMap(group => group.entries).find(each => each.href === href)
        if (entry?.verb) {
          setVerb(entry.verb)
          setText('')
          return
        }
        if (entry?.kept) {
          recent.load().then(
            ({ remember }) => remember(me.userId, entry),
            () => undefined,
          )
        }
        spotlight.close()
        void navigate({ href })
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={input}
          classNames={{ input: classes.input }}
          size="lg"
          aria-label={asked}
          placeholder={asked}
          leftSection={<IconSearch />}
          rightSection={searching ? <Loader size={18} aria-hidden="true" /> : null}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={text}
          onChange={event => {
            if (event.currentTarget.value === '?') onKeys()
            else setText(event.currentTarget.value)
          }}
          // The list would consume Escape to close a drop-down that does not exist here.
          onKeyDown={event => {
            if (event.key === 'Escape') spotlight.close()
            if (event.key === 'Backspace' && text === '') setVerb(null)
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={list} className={classes.list} aria-label={t('Resultados')}>
        {groups.map(({ label, entries }) => (
          <Combobox.Group key={label} label={label}>
            {entries.map(entry => (
              <Option key={entry.href} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {error ? (
        <div className={classes.failed} role="alert">
          <span>{t`No se ha podido buscar. ${messageOf(error)}`}</span>
          <Button size="xs" onClick={retry}>
            {t('Reintentar')}
          </Button>
        </div>
      ) : null}
      <p className={classes.state} role="status" data-empty={state === '' || undefined}>
        {state}
        {state === '' && searches ? (
          <span className="vh">{count === 1 ? t('1 resultado.') : t`${count} resultados.`}</span>
        ) : null}
      </p>
      {text.trim() === '' ? (
        <div className={classes.hint}>
          <span>{finds && !verb ? t('Por nombre, CIF o NRBE, servicio o incidencia.') : null}</span>
          <Button variant="subtle" size="xs" onClick={onKeys}>
            {t('Ver las teclas')}
          </Button>
        </div>
      ) : null}
    </Combobox>
  )
}

function stateOf(of: { searching: boolean; failed: boolean; count: number; text: string }): string {
  if (of.searching) return t('Buscando…')
  return of.failed || of.count > 0 || of.text === '' ? '' : t`Nada coincide con «${of.text}».`
}

function Option({ entry: { href, label, description, icon, badge } }: { entry: Entry }) {
  return (
    <Combobox.Option value={href} className={classes.option}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        <span>{label}</span>
        {description ? <small>{description}</small> : null}
      </span>
      {badge}
    </Combobox.Option>
  )
}
