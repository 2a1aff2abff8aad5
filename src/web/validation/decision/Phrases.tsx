import { useQuery } from '@tanstack/react-query'
import { readReasons } from '#domain/document/reasons/contract.ts'
import { withReason } from '#domain/document/reasons/reasons.ts'
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

/**
 * The latest reasons for documents of this name, CCI's phrases for this document, and those for all; pressing one writes
 * it into the field (DESK-19).
 */
export function Phrases({ name, fieldId, reason, onReason }: Props) {
  const { data } = useQuery(queryOptions(readReasons, { query: { documentCatalogName: name } }))
  const phrases = [...new Set([...(data?.used ?? []), ...(data?.reasons ?? []), ...(data?.general ?? [])])]
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
            const { text, from, to } = withReason(reason, phrase)
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
