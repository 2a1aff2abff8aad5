import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type DocumentHelpWire, readHelp, saveHelp } from '#domain/catalogue/help/contract.ts'
import { HELP_MAX } from '#domain/catalogue/help/help.ts'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { refusalText } from '#web/document/upload/words.ts'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { catalogueId: string; help: DocumentHelpWire; onClose: () => void }

/** The help text and the template of one document. */
export function HelpModal({ catalogueId, help, onClose }: Props) {
  const client = useQueryClient()
  const { maxFileBytes } = useMe().settings
  const [text, setText] = useState(help.helpText)
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [sent, setSent] = useState(0)
  const controller = useRef<AbortController | null>(null)
  const refusal = file && refusalText(file, maxFileBytes)
  const shown = file?.name ?? (removed ? null : help.template)
  const saving = useMutation({
    mutationFn: () => {
      controller.current = new AbortController()
      return call(saveHelp, {
        params: { id: catalogueId },
        body: {
          documentCatalogName: help.documentCatalogName,
          helpText: text,
          version: help.version,
          ...(removed ? { removeTemplate: 'true' as const } : {}),
        },
        files: { template: file ?? undefined },
        signal: controller.current.signal,
        onProgress: setSent,
      })
    },
    onSuccess: async () => {
      showToast({ title: 'Ayuda guardada', text: help.documentCatalogName })
      await client.invalidateQueries({ queryKey: [readHelp.name] })
      onClose()
    },
  })
  return (
    <FormModal
      opened
      onClose={onClose}
      title={`Ayuda de «${help.documentCatalogName}»`}
      onSubmit={() => {
        if (!refusal) saving.mutate()
      }}
      submitLabel="Guardar"
      loading={saving.isPending}
      submitError={saving.error ? messageOf(saving.error) : null}
      dirty={text !== help.helpText || file !== null || removed}
    >
      <CountedTextarea
        label="Texto de ayuda"
        description="Lo lee quien sube el documento, junto a su nombre."
        autosize
        minRows={3}
        value={text}
        onChange={setText}
        count={characterCount(text)}
        max={HELP_MAX}
      />
      <FileList label="Plantilla">
        <FileRow
          title="Plantilla"
          hint="Un archivo que se descarga, se rellena y se sube."
          state={saving.isPending && file ? 'uploading' : refusal ? 'refused' : shown ? 'done' : 'empty'}
          fileName={shown ?? undefined}
          error={refusal}
          progress={file ? { sent, total: file.size } : undefined}
          accept={FILE_ENDINGS.join(',')}
          onPick={setFile}
          onRemove={() => {
            setFile(null)
            setRemoved(!file)
          }}
          onCancel={() => controller.current?.abort()}
        />
      </FileList>
    </FormModal>
  )
}
