import type { AnswerOf } from '#domain/contract/contract.ts'
import type { previewEdition } from '#domain/supervision/register/edition/contract.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './editions.module.css'

type Seen = AnswerOf<typeof previewEdition>
type Word = { label: string; from: string; to: string }

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
const wordText = ({ label, from, to }: Word) => (from ? `${label}: ${from} → ${to}` : `${label} ${to}`)

/** What an edition changes against the one in force, counted and listed. */
export function EditionChangeList({ seen }: { seen: Seen }) {
  const { number, from, against, isSame, changes } = seen
  const { facts, lists, tables, relations, mustBeFilled } = changes
  const is = `la edición ${against.number}${against.load ? ', la que se cargó' : ', la que trae el portal'}`
  if (isSame) {
    return <Message kind="info" title={`No cambia nada: es ${is}, y está en vigor.`} live />
  }
  const added = lists.flatMap(list => list.added).length
  const removed = lists.flatMap(list => list.removed).length
  const relabelled = lists.flatMap(list => list.relabelled).length
  const rules =
    relations.added.length + relations.removed.length + mustBeFilled.added.length + mustBeFilled.removed.length
  const summary = [
    ...counted(added, 'código nuevo', 'códigos nuevos'),
    ...counted(removed, 'código que desaparece', 'códigos que desaparecen'),
    ...counted(relabelled, 'código con otro nombre', 'códigos con otro nombre'),
    ...counted(tables.length, 'tabla cambia', 'tablas cambian'),
    ...counted(rules, 'regla cambia', 'reglas cambian'),
    ...counted(facts.length, 'dato de la edición cambia', 'datos de la edición cambian'),
  ]
  return (
    <section aria-label="Lo que cambia" className={classes.changes}>
      <Message kind="info" title={`Frente a ${is}`} live>
        <p>{summary.length > 0 ? `${summary.join(', ')}.` : 'Solo cambian el orden o los datos de sus listas.'}</p>
        <p>
          La edición {number} vale desde la fecha de referencia {dayText(from)}.
          {removed > 0
            ? ' Los registros que tienen un código que desaparece lo conservan: su comprobación lo dice, y no se puede volver a elegir.'
            : ''}
        </p>
      </Message>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={classes.scroll} tabIndex={0} aria-label="Cambios, uno a uno">
        <Part title="Edición" lines={[['Cambia', facts.map(wordText)]]} />
        {lists.map(list => (
          <Part
            key={list.list}
            title={`Lista «${list.name}»`}
            lines={[
              ['Nuevos', list.added.map(({ code, label }) => `${code} · ${label}`)],
              ['Desaparecen', list.removed.map(({ code, label }) => `${code} · ${label}`)],
              ['Otro nombre', list.relabelled.map(each => `${each.code} · ${each.from} → ${each.to}`)],
              ['Cambia', list.facts.map(wordText)],
            ]}
          />
        ))}
        {tables.map(({ table, name, key, ...of }) => (
          <Part
            key={table}
            title={`Tabla ${table} ${name}`}
            lines={[
              ['Columnas nuevas', of.added],
              ['Columnas que desaparecen', of.removed],
              ['Clave', key ? [`${key.from.join(' + ') || 'ninguna'} → ${key.to.join(' + ') || 'ninguna'}`] : []],
              ['Cambia', of.changed.map(wordText)],
            ]}
          />
        ))}
        <Part
          title="Referencias entre columnas"
          lines={[
            ['Nuevas', relations.added],
            ['Desaparecen', relations.removed],
          ]}
        />
        <Part
          title="Columnas que hay que llenar"
          lines={[
            ['Nuevas', mustBeFilled.added],
            ['Desaparecen', mustBeFilled.removed],
          ]}
        />
      </section>
    </section>
  )
}

type PartProps = { title: string; lines: readonly (readonly [label: string, values: readonly string[]])[] }

function Part({ title, lines }: PartProps) {
  const some = lines.filter(([, values]) => values.length > 0)
  if (some.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="label">{title}</h3>
      <dl>
        {some.map(([label, values]) => (
          <div key={label}>
            <dt className="small dim">
              {label} ({values.length})
            </dt>
            <dd>
              <ul>
                {values.map(value => (
                  <li key={value}>{value}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
