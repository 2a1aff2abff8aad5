import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useMay } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { LateWindow } from '#web/ui/dialog/LateWindow.tsx'
import { late } from '#web/ui/late.ts'

const askInvitationModal = late(() =>
  import('#web/invitation/request/AskInvitationModal.tsx').then(module => module.AskInvitationModal),
)

/** A bank asks CCI to invite a provider that it does not find (EASE-10). */
export function AskInvitation() {
  const may = useMay('invitation-request.make')
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <ActionButton size="xs" leftSection={<IconUserPlus />} onClick={() => setOpened(true)}>
        {t('Pedir el alta de un proveedor')}
      </ActionButton>
      {opened ? <LateWindow of={askInvitationModal} opened onClose={() => setOpened(false)} /> : null}
    </>
  )
}
