import { t } from '#domain/language/translate.ts'
import type { DeclarationWire } from '#domain/report-request/independence/contract.ts'
import { independenceQuestions, questionKeys } from '#domain/report-request/independence/independence.ts'
import classes from './independence.module.css'

/** The answers yes, and their explanation. */
export function Conflict({ of: { answers, text } }: { of: DeclarationWire }) {
  if (!answers) return null
  return (
    <div className={`small ${classes.conflict}`}>
      <ul>
        {questionKeys
          .filter(key => answers[key])
          .map(key => (
            <li key={key}>{t`${t(independenceQuestions[key])} Sí.`}</li>
          ))}
      </ul>
      {text ? <p>«{text}»</p> : null}
    </div>
  )
}
