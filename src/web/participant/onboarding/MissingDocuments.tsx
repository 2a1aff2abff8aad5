import { useEffect, useRef } from 'react'
import { documentTitle } from '#domain/document/shipped.ts'
import { sentence } from '#domain/messages.ts'
import { documentRowId } from '#web/document/upload/words.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

export interface MissingDocumentsProps {
  /** The missing documents; renders nothing when there are none. */
  names: readonly string[]
  /** The number of attempts to send; each attempt moves the focus here. */
  attempt: number
}

/** Why the documentation cannot be sent yet, with links to the missing documents (FORM-53). */
export function MissingDocuments({ names, attempt }: MissingDocumentsProps) {
  const ref = useRef<HTMLDivElement>(null)
  const any = names.length > 0
  useEffect(() => {
    if (attempt > 0 && any) ref.current?.focus()
  }, [attempt, any])
  if (!any) return null
  return (
    <Message kind="error" live title={sentence('documentsMissing')} ref={ref} tabIndex={-1}>
      <ul>
        {names.map(name => (
          <li key={name}>
            <a
              href={`#${documentRowId(name)}`}
              onClick={event => {
                event.preventDefault()
                focusField(documentRowId(name))
              }}
            >
              {documentTitle(name)}
            </a>
          </li>
        ))}
      </ul>
    </Message>
  )
}
