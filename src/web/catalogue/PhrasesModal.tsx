import { Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PhrasesWire, readPhrases, savePhrases } from '#domain/document/reasons/contract.ts'
import { phrasesFacts } from '#domain/document/reasons/facts.ts'
import { PHRASES_MAX, phrasesFault, phrasesOf, SLOT } from '#domain/document/reasons/reasons.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { LeaveQuestion } from '#web/shell/LeaveQuestion.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const id = 'frases-de-rechazo'
const title = 'Frases para rechazar'

/** The phrases that CCI offers itself for rejections, one per line. */
export function PhrasesModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...queryOptions(readPhrases, { query: {} }), enabled: opened })
  if (data) return <PhrasesForm key={data.version} opened={opened} kept={data} onClose={onClose} />
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading height={240} />}
    </Dialog>
  )
}

function PhrasesForm({ opened, kept, onClose }: { opened: boolean; kept: PhrasesWire; onClose: () => void }) {
  const client = useQueryClient()
  const conflict = useConflict()
  const before = kept.phrases.join('\n')
  const [text, setText] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const phrases = phrasesOf(text)
  const saving = useMutation({
    mutationFn: () =>
      conflict.send({
        version: kept.version,
        base: phrasesFacts(kept),
        attempt: version => call(savePhrases, { body: { phrases, version } }),
      }),
    onSuccess: async outcome => {
      await client.invalidateQueries({ queryKey: [readPhrases.name] })
      if (!outcome?.sent) return
      showToast({ title: 'Frases guardadas' })
      onClose()
    },
  })
  const dirty = text !== before
  return (
    <>
      <FormModal
        opened={opened}
        onClose={() => {
          setText(before)
          setFault(null)
          onClose()
        }}
        title={title}
        size={640}
        dirty={dirty}
        submitLabel="Guardar"
        loading={saving.isPending}
        submitError={saving.error ? messageOf(saving.error) : null}
        onSubmit={() => {
          const wrong = phrasesFault(phrases)
          setFault(wrong)
          if (wrong) focusField(id)
          else saving.mutate()
        }}
      >
        <Textarea
          id={id}
          label="Frases"
          description={`Una en cada línea, hasta ${PHRASES_MAX}. Los puntos suspensivos (${SLOT}) son el hueco que rellena quien verifica.`}
          autosize
          minRows={8}
          maxRows={16}
          value={text}
          error={fault}
          onChange={event => {
            setText(event.currentTarget.value)
            setFault(null)
          }}
        />
      </FormModal>
      <LeaveQuestion unfinished={opened && dirty} />
      {conflict.window}
    </>
  )
}
