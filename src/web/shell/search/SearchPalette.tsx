import { Button, Combobox, Loader, Modal, TextInput, useCombobox } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SEARCH_MAX } from '#domain/search/search.ts'
import { messageOf } from '#web/api/api.ts'
import { useMay, useMe } from '#web/identity/session/useMe.ts'
import type { Entry } from '#web/shell/search/entries.tsx'
import { hitGroups, screensOf } from '#web/shell/search/entries.tsx'
import { SearchButton } from '#web/shell/search/SearchButton.tsx'
import classes from '#web/shell/search/SearchPalette.module.css'
import { useHits } from '#web/shell/search/useHits.ts'

const WHAT = 'Buscar participantes, informes o pantallas'

/** Ctrl-K: finds by name everything that the user may see, and the screens. The button opens it too. */
export function SearchPalette() {
  return (
    <>
      <SearchButton onClick={spotlight.open} />
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
        <Modal.Title className="vh">{WHAT}</Modal.Title>
        <Palette />
      </Spotlight.Root>
    </>
  )
}

/** The content; remounted on each opening, so that it opens empty. */
function Palette() {
  const me = useMe()
  const finds = useMay('search.find')
  const navigate = useNavigate()
  const combobox = useCombobox({ opened: true })
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  // Rerender once the list exists, so that the field gets its aria-controls.
  const [, drawAgain] = useState(false)
  useEffect(() => drawAgain(true), [])
  useLayoutEffect(() => input.current?.focus(), [])
  const { hits, error, searching, searches, retry } = useHits(text, finds)
  const screens = screensOf(me, text)
  const groups = [
    ...(screens.length > 0 ? [{ label: 'Pantallas', entries: screens }] : []),
    ...(hits ? hitGroups(hits, me.role.key) : []),
  ]
  const shown = groups.flatMap(({ entries }) => entries.map(({ href }) => href)).join(' ')
  const { selectFirstOption } = combobox
  useEffect(() => {
    // The visible results: Enter opens the first one, and a screen reader announces it.
    const first = shown === '' ? null : selectFirstOption()
    if (first) input.current?.setAttribute('aria-activedescendant', first)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [shown, selectFirstOption])
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const state = searching ? 'Buscando…' : error ? '' : count === 0 ? `Nada coincide con «${text.trim()}».` : ''
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={href => {
        spotlight.close()
        void navigate({ href })
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={input}
          classNames={{ input: classes.input }}
          size="lg"
          aria-label={WHAT}
          placeholder={WHAT}
          leftSection={<IconSearch />}
          rightSection={searching ? <Loader size={18} aria-hidden="true" /> : null}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          // The list would consume Escape to close a drop-down that does not exist here.
          onKeyDown={event => {
            if (event.key === 'Escape') spotlight.close()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={list} className={classes.list} aria-label="Resultados">
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
          <span>No se ha podido buscar. {messageOf(error)}</span>
          <Button size="xs" onClick={retry}>
            Reintentar
          </Button>
        </div>
      ) : null}
      <p className={classes.state} role="status" data-empty={state === '' || undefined}>
        {state}
        {state === '' && searches ? <span className="vh">{`${count} resultados.`}</span> : null}
      </p>
      {text.trim() === '' && finds ? (
        <p className={classes.hint}>
          Por nombre, CIF o NRBE, servicio o incidencia. Con las flechas se elige y con Intro se abre.
        </p>
      ) : null}
    </Combobox>
  )
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
