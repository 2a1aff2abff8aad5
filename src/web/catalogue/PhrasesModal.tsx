import { Select, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listDocumentCatalogues } from '#domain/catalogue/contract.ts'
import { reportDocuments } from '#domain/document/document.ts'
import { type ReasonsWire, readReasons, saveReasons } from '#domain/document/reasons/contract.ts'
import { reasonsFacts } from '#domain/document/reasons/facts.ts'
import { REASONS_MAX, reasonsFault, reasonsOf, SLOT } from '#domain/document/reasons/reasons.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const id = 'frases-de-rechazo'
const title = 'Frases para rechazar'

/** The value of the choice for the list of all documents. */
const ALL = 'todos'

/** The phrases that CCI offers itself for rejections, for all documents or for one of the catalogue; one per line. */
export function PhrasesModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [chosen, choose] = useState(ALL)
  const query = chosen === ALL ? {} : { documentCatalogName: chosen }
  const { data, error, refetch } = useQuery({ ...queryOptions(readReasons, { query }), enabled: opened })
  const close = () => {
    choose(ALL)
    onClose()
  }
  if (data) {
    const key = `${chosen} ${data.version}`
    return <PhrasesForm key={key} opened={opened} kept={data} chosen={chosen} onChoose={choose} onClose={close} />
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading height={240} />}
    </Dialog>
  )
}

/** The documents that can have phrases of their own. */
function useDocumentNames(enabled: boolean): string[] {
  const { data } = useQuery({ ...queryOptions(listDocumentCatalogues, { query: {} }), enabled })
  const asked = (data?.content ?? [])
    .filter(({ type }) => type !== 'ISSUE')
    .flatMap(({ docList }) => docList.map(({ documentCatalogName }) => documentCatalogName))
  return [...new Set([...asked, ...reportDocuments])]
}

type FormProps = {
  opened: boolean
  kept: ReasonsWire
  chosen: string
  onChoose: (chosen: string) => void
  onClose: () => void
}

function PhrasesForm({ opened, kept, chosen, onChoose, onClose }: FormProps) {
  const names = useDocumentNames(opened)
  const client = useQueryClient()
  const conflict = useConflict()
  const before = kept.reasons.join('\n')
  const [text, setText] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const reasons = reasonsOf(text)
  const saving = useMutation({
    mutationFn: () =>
      conflict.send({
        version: kept.version,
        base: reasonsFacts(kept),
        attempt: version =>
          call(saveReasons, { body: { reasons, version, ...(chosen === ALL ? {} : { documentCatalogName: chosen }) } }),
      }),
    onSuccess: async outcome => {
      await client.invalidateQueries({ queryKey: [readReasons.name] })
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
          const wrong = reasonsFault(reasons)
          setFault(wrong)
          if (wrong) focusField(id)
          else saving.mutate()
        }}
      >
        <Select
          label="Para qué documento"
          description={
            dirty ? 'Guarde o cancele los cambios antes de pasar a otro.' : 'Las de un documento se ofrecen antes.'
          }
          data={[
            { value: ALL, label: 'Todos los documentos' },
            ...[...new Set([...names, ...(chosen === ALL ? [] : [chosen])])].map(name => ({
              value: name,
              label: name,
            })),
          ]}
          value={chosen}
          allowDeselect={false}
          disabled={dirty}
          onChange={value => value && onChoose(value)}
        />
        <Textarea
          id={id}
          label="Frases"
          description={`Una en cada línea, hasta ${REASONS_MAX}. Los puntos suspensivos (${SLOT}) son el hueco que rellena quien verifica.`}
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
