import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { requestActions } from '#domain/report-request/request-actions.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { paths } from '#web/app/paths.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { DeleteRequestModal } from '#web/participant/detail/DeleteRequestModal.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'

/**
 * CCI ends a request that cannot continue, for example because its accepted report has lapsed: the refusal of the score
 * asks for it (D11). Renders nothing where its state does not allow it.
 */
export function DeleteRequestButton({ request }: { request: ValidationWire }) {
  const may = useMay('request.delete')
  const role = useMe().role.key
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const status = request.status as ReportRequestStatus | null
  if (!may || requestActions({ status, evaluatorAccredited: false }, role).delete) return null
  return (
    <>
      <Button size="xs" color="red" leftSection={<IconTrash />} onClick={() => setAsked(true)}>
        Eliminar solicitud
      </Button>
      <DeleteRequestModal
        request={asked ? { validationId: request.id, service: request.service, audit: request.audit } : null}
        note="El proveedor no recibe ningún aviso: dígale que puede enviar otra."
        onClose={() => setAsked(false)}
        onDeleted={() => void navigate({ to: listAddress(paths.providers()) })}
      />
    </>
  )
}
