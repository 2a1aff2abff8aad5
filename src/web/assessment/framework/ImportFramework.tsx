import { Checkbox, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { frameworkExample, importFramework, listFrameworks } from '#domain/assessment/framework/contract.ts'
import { controlLimits } from '#domain/assessment/framework/framework.ts'
import { sentence } from '#domain/messages.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { call, messageOf } from '#web/api/api.ts'
import { CountTable } from '#web/assessment/framework/CountTable.tsx'
import { SheetFaults } from '#web/assessment/SheetFaults.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'

type Props = { opened: boolean; onClose: () => void; onDone: (id: string) => void }

const endings = '.xlsx,.ods,.csv'
const ids = { name: 'marco-nombre', edition: 'marco-edicion', file: 'marco-archivo' }
const formats = ['xlsx', 'csv'] as const

/** Imports an edition as a draft: reads the sheet, shows what it has, and saves it whole or not at all (DICT-01, DICT-04). */
export function ImportFramework({ opened, onClose, onDone }: Props) {
  const form = useImport(onDone, onClose)
  const { file, illustrative, name, edition, preview, saving, wrong } = form
  return (
    <FormModal
      opened={opened}
      onClose={form.close}
      title="Importar un marco de controles"
      size={preview.data ? 1040 : 680}
      submitLabel={preview.data ? 'Importar como borrador' : 'Comprobar'}
      loading={preview.isPending || saving.isPending}
      submitError={null}
      dirty={file !== null || name !== ''}
      onSubmit={form.submit}
    >
      <Introduction />
      <Checkbox
        label="Usar el marco ilustrativo que trae el portal"
        description="Es breve y no es oficial: sirve para probar."
        checked={illustrative}
        onChange={event => form.chooseIllustrative(event.currentTarget.checked)}
      />
      {illustrative ? null : file ? (
        <FileList label="Hoja del marco">
          <FileRow
            title="Hoja del marco"
            state={preview.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            progress={{ sent: file.size, total: file.size }}
            accept={endings}
            onPick={form.pick}
            onRemove={() => form.pick(null)}
          />
        </FileList>
      ) : (
        <FileDrop
          kept={false}
          id={ids.file}
          multiple={false}
          accept={endings}
          title="Arrastre aquí la hoja del marco"
          hint=".xlsx, .ods o .csv"
          error={wrong.file ?? null}
          onFiles={([picked]) => form.pick(picked ?? null)}
        />
      )}
      {illustrative ? null : (
        <div className="fields">
          <TextInput
            id={ids.name}
            data-span="4"
            label="Nombre"
            required
            maxLength={controlLimits.name}
            value={name}
            error={wrong.name}
            onChange={event => form.setName(event.currentTarget.value)}
          />
          <TextInput
            id={ids.edition}
            data-span="2"
            label="Edición"
            required
            placeholder="2026.1"
            maxLength={controlLimits.edition}
            value={edition}
            error={wrong.edition}
            onChange={event => form.setEdition(event.currentTarget.value)}
          />
        </div>
      )}
      <Found form={form} />
    </FormModal>
  )
}

type Form = ReturnType<typeof useImport>

/** What was read of the sheet, or its wrong rows. */
function Found({ form: { preview, saving } }: { form: Form }) {
  const failure = saving.error ?? preview.error
  if (failure) return <SheetFaults title={messageOf(failure)} error={failure} />
  if (!preview.data) return null
  const { controls, changes, domains } = preview.data
  return (
    <>
      <Message kind="done" title={`La hoja está bien: ${controls} controles.`} live>
        {changes ? (
          <p>
            Frente a la publicada: {changes.added.length} nuevos, {changes.changed.length} cambian,{' '}
            {changes.removed.length} desaparecen y {changes.same} siguen igual.
          </p>
        ) : (
          <p>Todavía no hay ninguna edición publicada con la que compararla.</p>
        )}
      </Message>
      <CountTable domains={domains} />
    </>
  )
}

const flagOf = (on: boolean) => (on ? 'true' : 'false')

function useImport(onDone: (id: string) => void, onClose: () => void) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [illustrative, setIllustrative] = useState(false)
  const [name, setName] = useState('')
  const [edition, setEdition] = useState('')
  const [tried, setTried] = useState(false)
  const send = (isPreview: boolean) =>
    call(importFramework, {
      body: {
        name: name.trim(),
        edition: edition.trim(),
        preview: flagOf(isPreview),
        illustrative: flagOf(illustrative),
      },
      files: { file: illustrative ? undefined : (file ?? undefined) },
    })
  const preview = useMutation({ mutationFn: () => send(true) })
  const saving = useMutation({
    mutationFn: () => send(false),
    onSuccess: async ({ framework }) => {
      await client.invalidateQueries({ queryKey: [listFrameworks.name] })
      close()
      if (!framework) return
      onDone(framework.id)
      showNotice(`Edición ${framework.edition} importada como borrador. Revísela y publíquela.`)
    },
  })
  const forget = () => {
    preview.reset()
    saving.reset()
  }
  const close = () => {
    forget()
    setFile(null)
    setIllustrative(false)
    setName('')
    setEdition('')
    setTried(false)
    onClose()
  }
  const missing = {
    ...(illustrative || file ? {} : { file: sentence('fileMissing') }),
    ...(illustrative || name.trim() ? {} : { name: MESSAGES.notnull }),
    ...(illustrative || edition.trim() ? {} : { edition: MESSAGES.notnull }),
  }
  return {
    file,
    illustrative,
    name,
    edition,
    setName,
    setEdition,
    preview,
    saving,
    close,
    wrong: (tried ? missing : {}) as Partial<Record<'file' | 'name' | 'edition', string>>,
    pick(picked: File | null) {
      setFile(picked)
      forget()
    },
    chooseIllustrative(chosen: boolean) {
      setIllustrative(chosen)
      forget()
    },
    submit() {
      setTried(true)
      const [first] = Object.keys(missing) as (keyof typeof ids)[]
      if (first) return focusField(ids[first])
      if (preview.data) saving.mutate()
      else preview.mutate()
    },
  }
}

function Introduction() {
  const template = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveBlob(await call(frameworkExample, { query: { format } }), `marco-de-controles.${format}`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <>
      <p>
        Cada fila es un control: «Control» (su clave), «Dominio», «Enunciado», «Dimensión» (C, I, D o varias) y «Nivel».
        Se importa entero o, si alguna fila está mal, nada.
      </p>
      <div className="row wrap">
        <span className="dim">Ejemplo:</span>
        {formats.map(format => (
          <ActionButton
            key={format}
            size="xs"
            leftSection={<IconDownload />}
            loading={template.isPending && template.variables === format}
            onClick={() => template.mutate(format)}
          >
            <span className="vh">Descargar el ejemplo en </span>.{format}
          </ActionButton>
        ))}
      </div>
    </>
  )
}
