import { Button, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { discardReliance, listReliance, reliancePdf, relianceZip } from '#domain/supervision/reliance/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

type Props = {
  file: RelianceWire
  /** Saves what is not saved, so that the paper has it. */
  before?: () => Promise<unknown>
}

/** The file as PDF, with its files as ZIP once it is signed, and discarding a draft (RELY-12, RELY-13). */
export function FileActions({ file, before = async () => {} }: Props) {
  const [discarding, setDiscarding] = useState(false)
  const { id, number, subject } = file
  const name = `expediente ${number} ${subject.service}`
  const pdf = useDownload(async () => {
    await before()
    return call(reliancePdf, { params: { id } })
  }, `${name}.pdf`)
  const zip = useDownload(() => call(relianceZip, { params: { id } }), `${name}.zip`)
  const isDraft = relianceMachine.is.draft(file.status)
  return (
    <>
      <ActionButton leftSection={<IconDownload />} loading={pdf.isPending} onClick={() => pdf.mutate()}>
        {isDraft ? 'Borrador en PDF' : 'Descargar PDF'}
      </ActionButton>
      {isDraft ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" leftSection={<IconDots />}>
              Más
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTrash />} onClick={() => setDiscarding(true)}>
              Descartar el borrador
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <ActionButton leftSection={<IconFileZip />} loading={zip.isPending} onClick={() => zip.mutate()}>
          Descargar con sus archivos
        </ActionButton>
      )}
      <Discard opened={discarding} onClose={() => setDiscarding(false)} file={file} />
    </>
  )
}

function Discard({ opened, onClose, file }: { opened: boolean; onClose: () => void; file: RelianceWire }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const discard = useMutation({
    mutationFn: () => call(discardReliance, { params: { id: file.id } }),
    onSuccess: async () => {
      await navigate({ to: paths.reliance() })
      void client.invalidateQueries({ queryKey: [listReliance.name] })
      showNotice('Borrador descartado.')
    },
  })
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Descartar el borrador"
      consequence={
        file.previous
          ? `El n.º ${file.previous.number}, firmado, sigue como está.`
          : 'Se pierden todas las respuestas. Podrá empezar otro.'
      }
      danger
      confirmLabel="Descartar"
      loading={discard.isPending}
      submitError={discard.error ? messageOf(discard.error) : null}
      onConfirm={() => discard.mutate()}
    >
      ¿Descartar el expediente n.º {file.number} de <b>{file.subject.service}</b>?
    </ConfirmModal>
  )
}
