import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Declared } from '#domain/validation/paper.ts'
import { isOnPaper, paperOf } from '#domain/validation/paper.ts'
import classes from './Compare.module.css'

type Props = {
  declared: readonly Declared[]
  /** The text of the PDF: '' for a scan, null while unknown or for other files. */
  text: string | null
}

/** What the participant declared, and whether the text of the document says the same. Hints: nothing here decides. */
export function Compare({ declared, text }: Props) {
  const paper = useMemo(() => (text ? paperOf(text) : null), [text])
  if (declared.length === 0) return null
  return (
    <section className={classes.root} aria-label="Para cotejar">
      <h3 className="label">PARA COTEJAR</h3>
      <dl>
        {declared.map(each => (
          <div key={each.label}>
            <dt>{each.label}</dt>
            {paper ? <Mark found={isOnPaper(each, paper)} /> : null}
            <dd>{each.value}</dd>
          </div>
        ))}
      </dl>
      <p className="small dim">
        {paper
          ? 'Pistas del texto del PDF: no deciden por usted.'
          : text === ''
            ? 'El PDF no tiene texto que buscar: cotéjelo a la vista.'
            : 'Lo declarado por el participante: cotéjelo a la vista.'}
      </p>
    </section>
  )
}

function Mark({ found }: { found: boolean }) {
  return (
    <dd className={classes.mark} data-found={found || undefined}>
      {found ? <IconCircleCheck aria-hidden="true" /> : <IconCircleDashed aria-hidden="true" />}
      {found ? 'En el documento' : 'No se encuentra'}
    </dd>
  )
}
