import { Radio } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import type { StanceWire } from '#domain/supervision/chain/contract.ts'
import { listStances, noteStance } from '#domain/supervision/chain/contract.ts'
import { STANCE_TEXT_MAX, type Stance, stanceErrors, stanceLabelOf, stances } from '#domain/supervision/chain/stance.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { Words } from '#web/ui/language/Words.tsx'

type Noted = Pick<StanceWire, 'stance' | 'text' | 'version'>
const valuesOf = ({ stance, text }: Noted) => ({ stance, text })
const nothing: Noted = { stance: 'NO_OBJECTION', text: '', version: 0 }

type Props = { use: UseWire; row: SubcontractWire; stance: StanceWire | undefined; onClose: () => void }

/** A bank notes what it thinks of a subcontractor; only it reads that (CHAIN-08). */
export function StanceModal({ use, row, stance, onClose }: Props) {
  const saved = stance ?? nothing
  const edit = useEdit({ version: saved.version, saved: valuesOf(saved) })
  const [fault, setFault] = useState<string | undefined>()
  const params = { id: use.id, subcontractId: row.id }
  const saving = useListWrite({
    mutationFn: () =>
      edit.save<Noted>({
        attempt: (values, version) => call(noteStance, { params, body: { ...values, version } }),
        valuesOf,
        facts: ({ stance, text }) => ({ stance: stanceLabelOf[stance], text }),
        read: async () =>
          (await call(listStances, { params: { id: use.id } })).stances.find(
            ({ subcontractId }) => subcontractId === row.id,
          ) ?? saved,
      }),
    onSuccess: outcome => {
      if (!outcome) return
      if (!outcome.taken)
        showToast({
          title: t('Valoración anotada'),
          text: `${row.company.name}: ${t(stanceLabelOf[outcome.wire.stance])}`,
        })
      onClose()
    },
    onError: error => setFault(error instanceof ApiError ? error.fields.text : undefined),
  })
  const chosen = edit.values.stance
  const submit = () => {
    const { text } = stanceErrors({ stance: chosen, text: edit.values.text.trim() })
    setFault(text)
    if (!text) saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Valorar subcontratista')}
      onSubmit={submit}
      submitLabel={t('Anotar')}
      loading={saving.isPending}
      submitError={saving.error && !fault ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p>
        <Words
          of={t(
            '{0}, que trabaja para {1} en «{2}». Es una nota de su entidad: no la lee nadie más y no se comunica a nadie.',
          )}
        >
          <b>{row.company.name}</b>
          {row.recipient}
          {use.service}
        </Words>
      </p>
      <Radio.Group label={t('Valoración')} value={chosen} onChange={value => edit.change({ stance: value as Stance })}>
        <div className="row wrap">
          {stances.map((each, index) => (
            <Radio key={each} value={each} label={t(stanceLabelOf[each])} data-autofocus={index === 0 || undefined} />
          ))}
        </div>
      </Radio.Group>
      <CountedTextarea
        label={t('Texto')}
        autosize
        minRows={3}
        value={edit.values.text}
        onChange={text => {
          edit.change({ text })
          setFault(undefined)
        }}
        count={characterCount(edit.values.text)}
        max={STANCE_TEXT_MAX}
        error={fault}
        required={chosen === 'OBJECTION'}
      />
      {edit.window}
    </FormModal>
  )
}
