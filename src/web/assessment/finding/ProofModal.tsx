import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { attachFindingFile, changeFinding } from '#domain/assessment/finding/contract.ts'
import { findingLimits } from '#domain/assessment/finding/finding.ts'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { FindingFiles } from '#web/assessment/finding/FindingFiles.tsx'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const accept = FILE_ENDINGS.join(',')

type Props = { finding: FindingWire; onClose: () => void; onSaved: () => unknown }

/** 'Marcar como hecho': what was done, and up to five files that prove it (FIND-04). Files are kept as they are added. */
export function ProofModal({ finding, onClose, onSaved }: Props) {
  const [now, setNow] = useState(finding)
  const [wrong, setWrong] = useState<string | null>(null)
  const edit = useEdit({
    version: NO_VERSION,
    saved: { proof: '' },
    draft: draftName('finding-proof', useMe().userId, finding.id),
  })
  const { proof } = edit.values
  const adding = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        setNow(await call(attachFindingFile, { params: { id: finding.id }, body: {}, files: { file } }))
      }
    },
    onMutate: () => setWrong(null),
    onSettled: onSaved,
  })
  const saving = useMutation({
    mutationFn: () => call(changeFinding, { params: { id: finding.id }, body: { move: 'complete', proof } }),
    onSuccess: async () => {
      edit.forget()
      showToast({ title: t('Marcado como hecho'), text: t`El evaluador comprobará «${finding.own?.title ?? ''}».` })
      await onSaved()
      onClose()
    },
  })
  // Those of a proof that was sent back stay in the history of the finding.
  const files = now.own?.files ?? []
  const submit = () => {
    const nothing = proof.trim() === '' && files.length === 0
    setWrong(nothing ? sentence('proofMissing') : null)
    if (!nothing) saving.mutate()
  }
  const failure = adding.error ?? saving.error
  return (
    <FormModal
      opened
      onClose={() => {
        edit.forget()
        onClose()
      }}
      title={t('Marcar como hecho')}
      onSubmit={submit}
      submitLabel={t('Marcar como hecho')}
      loading={saving.isPending || adding.isPending}
      submitError={wrong ?? (failure ? messageOf(failure) : null)}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p>
        <b>{finding.own?.title}</b>
        <span className="small dim"> · {finding.service}</span>
      </p>
      {finding.own?.returnedReason ? (
        <Message kind="warning" title={t('Se devolvió la prueba anterior')}>
          {finding.own.returnedReason}
        </Message>
      ) : null}
      <CountedTextarea
        label={t('Qué se ha hecho')}
        autosize
        minRows={3}
        value={proof}
        onChange={value => {
          edit.change({ proof: value })
          setWrong(null)
        }}
        count={characterCount(proof)}
        max={findingLimits.proof}
        data-autofocus
      />
      <FindingFiles finding={now} />
      <FileDrop
        title={t('Archivos que lo prueban')}
        hint={t`Hasta ${findingLimits.files}. Se guardan al añadirlos y no se pueden quitar.`}
        accept={accept}
        multiple
        onFiles={added => adding.mutate([...added])}
      />
    </FormModal>
  )
}
