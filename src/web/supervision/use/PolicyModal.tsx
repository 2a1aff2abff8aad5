import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { readLevelPolicy, saveLevelPolicy } from '#domain/supervision/use/contract.ts'
import { isRating } from '#domain/values/rating.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { LevelSelects } from '#web/supervision/use/LevelSelects.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Policy = AnswerOf<typeof readLevelPolicy>
type Props = { opened: boolean; onClose: () => void }
const TITLE = 'Política de niveles'

/** The levels that uses get when they are declared without one (LEVEL-04). */
export function PolicyModal({ opened, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...queryOptions(readLevelPolicy), enabled: opened })
  if (!opened) return null
  if (data) return <PolicyForm policy={data} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={TITLE}>
      {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading height={160} />}
    </Dialog>
  )
}

const valuesOf = ({ criticalScore, otherScore }: Policy) => ({
  criticalScore: criticalScore ?? '',
  otherScore: otherScore ?? '',
})

function PolicyForm({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const edit = useEdit({ version: policy.version, saved: valuesOf(policy) })
  const [faults, setFaults] = useState<Partial<Record<keyof ReturnType<typeof valuesOf>, string>>>({})
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: ({ criticalScore, otherScore }, version) =>
          call(saveLevelPolicy, {
            body: { criticalScore: criticalScore || null, otherScore: otherScore || null, version },
          }),
        valuesOf,
        read: () => call(readLevelPolicy),
      }),
    onSuccess: saved => {
      if (!saved || saved.taken) return
      showToast({ title: 'Política guardada' })
      onClose()
    },
  })
  const submit = () => {
    const wrong = Object.entries(edit.values).filter(([, value]) => value !== '' && !isRating(value))
    setFaults(Object.fromEntries(wrong.map(([field]) => [field, 'Elija un nivel en cada dimensión'])))
    if (wrong.length === 0) saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={TITLE}
      onSubmit={submit}
      submitLabel="Guardar"
      loading={saving.isPending}
      submitError={saving.error ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <p>Se exige a los servicios que declare sin decir otro nivel. Los que ya están declarados no cambian.</p>
      <LevelSelects
        label="De funciones esenciales o importantes"
        value={edit.values.criticalScore}
        onChange={criticalScore => edit.change({ criticalScore })}
        error={faults.criticalScore}
      />
      <LevelSelects
        label="De las demás"
        value={edit.values.otherScore}
        onChange={otherScore => edit.change({ otherScore })}
        error={faults.otherScore}
      />
      {edit.window}
    </FormModal>
  )
}
