import { useQuery } from '@tanstack/react-query'
import { readPhrases } from '#domain/document/reasons/contract.ts'
import { withPhrase } from '#domain/document/reasons/reasons.ts'
import { queryOptions } from '#web/api/api.ts'
import classes from './Phrases.module.css'

type Props = {
  /** The name of the rejected document. */
  name: string
  /** The field of the reason. */
  fieldId: string
  reason: string
  onReason: (reason: string) => void
}

/** The latest reasons for documents of this name and CCI's phrases; pressing one writes it into the field. */
export function Phrases({ name, fieldId, reason, onReason }: Props) {
  const { data } = useQuery(queryOptions(readPhrases, { query: { documentCatalogName: name } }))
  const phrases = [...new Set([...(data?.used ?? []), ...(data?.phrases ?? [])])]
  if (phrases.length === 0) return null
  return (
    <fieldset className={classes.root}>
      <legend className="small dim">Frases</legend>
      {phrases.map(phrase => (
        <button
          key={phrase}
          type="button"
          title={phrase}
          onClick={() => {
            const { text, from, to } = withPhrase(reason, phrase)
            onReason(text)
            // After the field shows the new text.
            requestAnimationFrame(() => {
              const field = document.getElementById(fieldId)
              if (!(field instanceof HTMLTextAreaElement)) return
              field.focus()
              field.setSelectionRange(from, to)
            })
          }}
        >
          {phrase}
        </button>
      ))}
    </fieldset>
  )
}
