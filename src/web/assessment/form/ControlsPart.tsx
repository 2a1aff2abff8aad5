import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { byDomain, isAnswered, isMet, isSettled, progressOver } from '#domain/assessment/assessment.ts'
import { t } from '#domain/language/translate.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { ControlList } from '#web/assessment/form/ControlList.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { notchesOf } from '#web/ui/rating/ProgressNotches.tsx'
import { ProgressAside, WithAside } from '#web/validation/layout/ProgressAside.tsx'
import classes from './form.module.css'

type Props = {
  asked: readonly Control[]
  answers: ReadonlyMap<string, Answer>
  closed: boolean
  onChange: (key: string, changes: Partial<Answer>) => void
}

const filters = {
  todos: () => true,
  'sin-responder': answer => !isSettled(answer),
  'no-se-cumple': answer => isAnswered(answer) && !isMet(answer),
} satisfies Record<string, (answer: Answer | undefined) => boolean>
type Filter = keyof typeof filters

/** Choice that shows every domain. */
const ALL = ''
/** Controls drawn at once; of more, a button shows the rest. */
const DRAWN_MAX = 60
const NOTCHES = 40

/** The controls asked, by domain, with the progress of each (DICT-11). */
export function ControlsPart({ asked, answers, closed, onChange }: Props) {
  const domains = useMemo(() => byDomain(asked), [asked])
  const [domain, setDomain] = useState(() => [...domains.keys()][0] ?? ALL)
  const [filter, setFilter] = useState<Filter>('todos')
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(DRAWN_MAX)
  const [wanted, setWanted] = useState<{ key: string; time: number } | null>(null)
  const latest = useRef(answers)
  latest.current = answers
  // What was just answered stays in sight until another filter or domain is chosen.
  const shown = useMemo(() => {
    const text = foldForSearch(words.trim())
    if (text !== '') return asked.filter(({ key, statement }) => foldForSearch(`${key} ${statement}`).includes(text))
    const within = domain === ALL ? asked : (domains.get(domain) ?? [])
    return within.filter(({ key }) => filters[filter](latest.current.get(key)))
  }, [asked, domains, domain, filter, words])
  const choose = (next: { domain?: string; filter?: Filter }) => {
    setWords('')
    setDomain(next.domain ?? domain)
    setFilter(next.filter ?? filter)
    setLimit(DRAWN_MAX)
  }
  const count = (of: Filter) => asked.filter(({ key }) => filters[of](answers.get(key))).length
  const next = useCallback(
    (after: string | null) => {
      const place = asked.findIndex(({ key }) => key === after)
      const found = [...asked.slice(place + 1), ...asked.slice(0, place + 1)].find(
        ({ key }) => !isSettled(latest.current.get(key)),
      )
      if (!found) return
      setWords('')
      setDomain(found.domain)
      setFilter('todos')
      setLimit(asked.length)
      setWanted({ key: found.key, time: Date.now() })
    },
    [asked],
  )
  const drawn = byDomain(shown.slice(0, limit))
  const left = count('sin-responder')
  return (
    <WithAside
      aside={<Progress {...{ asked, domains, answers, domain, closed }} onDomain={each => choose({ domain: each })} />}
    >
      <div className={`row wrap between ${classes.tools}`}>
        <Segments
          label={t('Qué controles se ven')}
          value={filter}
          onChange={value => choose({ filter: value as Filter, domain: value === 'todos' ? domain : ALL })}
          segments={[
            { value: 'todos', label: t('Todos'), count: asked.length },
            { value: 'sin-responder', label: t('Sin responder'), count: left },
            { value: 'no-se-cumple', label: t('No se cumple'), count: count('no-se-cumple') },
          ]}
        />
        <TextInput
          className={classes.search}
          type="search"
          size="xs"
          aria-label={t('Buscar un control')}
          placeholder={t('Clave o palabra')}
          leftSection={<IconSearch aria-hidden="true" />}
          value={words}
          onChange={event => {
            setWords(event.currentTarget.value)
            setLimit(DRAWN_MAX)
          }}
        />
        {left > 0 && !closed ? (
          <Button size="xs" leftSection={<IconArrowDown />} onClick={() => next(null)}>
            {t('Siguiente sin responder')}
          </Button>
        ) : null}
      </div>
      <NativeSelect
        className={classes.domain}
        label={t('Dominio')}
        value={domain}
        onChange={event => choose({ domain: event.currentTarget.value })}
        data={[
          { value: ALL, label: t('Todos los dominios') },
          ...[...domains].map(([each, own]) => {
            const { answered } = progressOver(own, answers)
            return { value: each, label: t`${each} (${answered} de ${own.length})` }
          }),
        ]}
      />
      {shown.length === 0 ? (
        <EmptyState
          title={
            filter === 'sin-responder' ? t('No queda ningún control sin responder') : t('No hay controles que mostrar')
          }
        />
      ) : null}
      {[...drawn].map(([each, controls]) => (
        <section key={each} className={classes.group} aria-label={each}>
          <header>
            <h2 className="serif">{each}</h2>
            {closed ? null : <YesToRest {...{ answers, onChange }} controls={domains.get(each) ?? []} />}
          </header>
          <ControlList {...{ controls, answers, closed, wanted, onChange }} label={each} onNext={next} />
        </section>
      ))}
      {shown.length > limit ? (
        <Button onClick={() => setLimit(limit + DRAWN_MAX)}>{t`Mostrar más: quedan ${shown.length - limit}`}</Button>
      ) : null}
    </WithAside>
  )
}

type RestProps = Pick<Props, 'answers' | 'onChange'> & { controls: readonly Control[] }

/** Answers yes to the controls of a domain that have no answer, and takes back those that were not changed since. */
function YesToRest({ controls, answers, onChange }: RestProps) {
  const [given, setGiven] = useState<readonly string[]>([])
  const rest = controls.filter(({ key }) => !isAnswered(answers.get(key))).map(({ key }) => key)
  const kept = given.filter(key => answers.get(key)?.answer === 'YES')
  const set = (keys: readonly string[], answer: Answer['answer']) => {
    for (const key of keys) onChange(key, { answer })
    setGiven(answer === null ? [] : keys)
  }
  if (rest.length === 0 && kept.length === 0) return null
  return (
    <span className="row wrap">
      {kept.length > 0 ? (
        <>
          <span className="small" role="status">
            {kept.length === 1 ? t('Sí a 1 control.') : t`Sí a ${kept.length} controles.`}
          </span>
          <Button size="xs" onClick={() => set(kept, null)}>
            {t('Deshacer')}
          </Button>
        </>
      ) : null}
      {rest.length > 0 ? (
        <Button size="xs" variant="subtle" onClick={() => set(rest, 'YES')}>
          {t`Sí a los que quedan del dominio (${rest.length})`}
        </Button>
      ) : null}
    </span>
  )
}

type ProgressProps = Pick<Props, 'asked' | 'answers' | 'closed'> & {
  domains: ReadonlyMap<string, readonly Control[]>
  domain: string
  onDomain: (domain: string) => void
}

function Progress({ asked, domains, answers, domain, closed, onDomain }: ProgressProps) {
  const { answered } = progressOver(asked, answers)
  const parts = [...domains].map(([label, own]) => {
    const progress = progressOver(own, answers)
    return {
      key: label,
      label,
      done: progress.answered,
      total: progress.asked,
      wrong: progress.unjustified > 0,
      current: label === domain,
      onClick: () => onDomain(label),
    }
  })
  const notches = Math.min(asked.length, NOTCHES)
  return (
    <ProgressAside
      title={t('CONTROLES RESPONDIDOS')}
      done={answered}
      total={asked.length}
      noun={t('controles respondidos')}
      notches={notchesOf(asked.length === 0 ? 0 : Math.floor((notches * answered) / asked.length), notches)}
      parts={parts}
      note={
        closed ? null : (
          <Words
            of={t(
              'Con el teclado, en un control: {0} Sí y {1} No, y pasa al siguiente; {2} No aplica, {3} y {4} el siguiente y el anterior, {5} el siguiente sin responder.',
            )}
          >
            <kbd>1</kbd>
            <kbd>2</kbd>
            <kbd>3</kbd>
            <kbd>↓</kbd>
            <kbd>↑</kbd>
            <kbd>S</kbd>
          </Words>
        )
      }
    />
  )
}
