import { useRef, useState } from 'react'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { changeUse, listUses } from '#domain/supervision/use/contract.ts'
import { factsOfUse } from '#domain/supervision/use/facts.ts'
import { isRating } from '#domain/values/rating.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

const valuesOf = (use: UseWire | null) => ({
  critical: use?.critical ?? 'NOT_ASSESSED',
  requiredScore: use?.requiredScore ?? '',
  note: use?.note ?? '',
})

/** The row of 'Niveles exigidos' that is edited in the form under it (LEVEL-10, EXP-20). */
export function useRowEdit() {
  const [use, setUse] = useState<UseWire | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const edit = useEdit({ version: NO_VERSION, saved: valuesOf(null) })
  const opener = useRef<HTMLElement | null>(null)
  const end = () => {
    opener.current?.focus()
    setUse(null)
    setFault(null)
  }
  const saving = useListWrite({
    mutationFn: (edited: UseWire) =>
      edit.save({
        attempt: ({ critical, requiredScore, note }, version) =>
          call(changeUse, {
            params: { id: edited.id },
            body: { critical: critical, requiredScore: requiredScore || null, note, version },
          }),
        valuesOf,
        facts: factsOfUse,
        read: async () => {
          const query = { idProvider: edited.providerId, service: edited.serviceId }
          return (await call(listUses, { query })).content.find(({ id }) => id === edited.id) ?? edited
        },
      }),
    onSuccess: saved => {
      if (!saved) return
      if (!saved.taken) showToast({ title: 'Guardado', text: `${saved.wire.service}: ${saved.wire.words}` })
      end()
    },
    onError: error => setFault(messageOf(error)),
  })
  return {
    /** The row that is edited. */
    id: use?.id ?? null,
    values: edit.values,
    dirty: use !== null && edit.dirty,
    fault,
    saving: saving.isPending,
    change: edit.change,
    begin(row: UseWire) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      edit.begin(row.version, valuesOf(row))
      setFault(null)
      setUse(row)
    },
    cancel: end,
    save() {
      const { requiredScore } = edit.latest.current.values
      if (requiredScore !== '' && !isRating(requiredScore)) return setFault('Elija un nivel en cada dimensión')
      if (use) saving.mutate(use)
    },
    window: edit.window,
  }
}
export type RowEdit = ReturnType<typeof useRowEdit>
