import { IconTrash } from '@tabler/icons-react'
import { removeArrangement, removeFunction, removeLine } from '#domain/supervision/register/entry/contract.ts'
import { removeMember } from '#domain/supervision/register/group/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

const kinds = {
  member: { what: 'la entidad', done: 'Entidad quitada', contract: removeMember },
  branch: { what: 'la sucursal', done: 'Sucursal quitada', contract: removeMember },
  function: { what: 'la función', done: 'Función quitada', contract: removeFunction },
  arrangement: { what: 'el contrato', done: 'Contrato quitado', contract: removeArrangement },
  line: { what: 'el servicio', done: 'Servicio quitado', contract: removeLine },
} as const

type Props = { kind: keyof typeof kinds; id: string; name: string; onClose: () => void }

/** Asks before an entity of the group, a branch, a function, a contract or a line leaves the register. Files that were made keep it. */
export function RemoveEntry({ kind, id, name, onClose }: Props) {
  const { what, done, contract } = kinds[kind]
  const removing = useListWrite({
    mutationFn: () => call(contract, { params: { id } }),
    onSuccess: () => {
      showToast({ title: done, text: name })
      onClose()
    },
  })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={`Quitar ${what}`}
      onConfirm={() => removing.mutate()}
      confirmLabel="Quitar"
      icon={<IconTrash />}
      loading={removing.isPending}
      submitError={removing.error ? messageOf(removing.error) : null}
      consequence="Los ficheros ya hechos no cambian."
    >
      ¿Quitar {what} <b>{name}</b> del registro?
    </ConfirmModal>
  )
}
