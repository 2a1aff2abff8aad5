import { Button } from '@mantine/core'
import { IconBellPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendNotice } from '#domain/notification/contract.ts'
import { NOTICE_TEXT_MAX } from '#domain/notification/free-text.ts'
import { characterCount, notEmptyRule, textRule } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useMay } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { id: string; name: string }

/** CCI's own notice to a participant (D22). */
export function SendNotice({ id, name }: Props) {
  const may = useMay('notification.send')
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <Button size="xs" leftSection={<IconBellPlus />} onClick={() => setOpened(true)}>
        Enviar un aviso
      </Button>
      {opened ? <NoticeModal id={id} name={name} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

const rule = (message: string) => notEmptyRule(message) ?? textRule(NOTICE_TEXT_MAX)(message)

function NoticeModal({ id, name, onClose }: Props & { onClose: () => void }) {
  const [message, setMessage] = useState('')
  const [error, setError] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: () => call(sendNotice, { body: { idGenericEntity: id, message } }),
    onSuccess: () => {
      showToast({ title: 'Aviso enviado', text: name })
      onClose()
    },
  })
  return (
    <FormModal
      opened
      onClose={onClose}
      title={`Enviar un aviso a ${name}`}
      onSubmit={() => {
        const found = rule(message)
        setError(found)
        if (!found) sending.mutate()
      }}
      submitLabel="Enviar el aviso"
      loading={sending.isPending}
      submitError={sending.error ? messageOf(sending.error) : null}
      dirty={message !== ''}
    >
      <p className="dim">Lo reciben todos sus usuarios, en el portal y por correo.</p>
      <CountedTextarea
        label="Aviso"
        autosize
        minRows={3}
        value={message}
        onChange={value => {
          setMessage(value)
          setError(null)
        }}
        count={characterCount(message)}
        max={NOTICE_TEXT_MAX}
        error={error}
        required
        data-autofocus
      />
    </FormModal>
  )
}
