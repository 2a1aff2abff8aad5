import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAssessments, uploadWorkbook } from '#domain/assessment/contract.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf } from '#web/api/api.ts'
import type { Saving } from '#web/assessment/form/useSaving.ts'
import { SheetFaults } from '#web/assessment/SheetFaults.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const endings = '.xlsx,.ods'
const dropId = 'evaluacion-hoja'

type Props = {
  opened: boolean
  onClose: () => void
  detail: AssessmentDetail
  saving: Saving
  onReread: () => Promise<void>
}

/** Reads the filled template: it replaces all answers, or none, and then every fault is named (DICT-09). */
export function WorkbookModal({ opened, onClose, detail, saving, onReread }: Props) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [read, setRead] = useState(0)
  const close = () => {
    setFile(null)
    setMissing(false)
    upload.reset()
    onClose()
  }
  const upload = useMutation({
    mutationFn: async (picked: File) => {
      const version = await saving.flush()
      return call(uploadWorkbook, {
        params: { id: detail.id },
        body: version === null ? {} : { version },
        files: { file: picked },
        onProgress: setRead,
      })
    },
    onSuccess: async ({ answered, asked }) => {
      await Promise.all([onReread(), client.invalidateQueries({ queryKey: [listAssessments.name] })])
      close()
      showNotice(t`Hoja leída: ${answered} de ${asked} controles respondidos.`)
    },
  })
  const take = (picked: File | null) => {
    setFile(picked)
    setMissing(false)
    upload.reset()
  }
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={t('Subir la hoja rellena')}
      size={680}
      submitLabel={t('Leer la hoja')}
      loading={upload.isPending}
      submitError={null}
      onSubmit={() => {
        if (file) return upload.mutate(file)
        setMissing(true)
        focusField(dropId)
      }}
    >
      <p>{t`La hoja es la plantilla de esta solicitud, rellena. Sustituye todas las respuestas${detail.answered > 0 ? t`, también las ${detail.answered} que ya hay` : ''}. Si alguna fila está mal, no cambia ninguna.`}</p>
      {file ? (
        <FileList label={t('Hoja rellena')}>
          <FileRow
            title={t('Hoja rellena')}
            state={upload.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            progress={{ sent: read, total: file.size }}
            accept={endings}
            onPick={take}
            onRemove={() => take(null)}
          />
        </FileList>
      ) : (
        <FileDrop
          kept={false}
          id={dropId}
          multiple={false}
          accept={endings}
          title={t('Arrastre aquí la hoja rellena')}
          hint=".xlsx o .ods"
          error={missing ? sentence('fileMissing') : null}
          onFiles={([picked]) => take(picked ?? null)}
        />
      )}
      {upload.error ? <SheetFaults title={messageOf(upload.error)} error={upload.error} /> : null}
    </FormModal>
  )
}
