import { Button } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { mayListFileAccesses } from '#domain/audit-log/file-accesses.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { FileAccessList } from '#web/audit-log/FileAccessList.tsx'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'

const TITLE = msg('Quién lo ha leído')

/** Who has read these documents, for whose they are and for CCI; nothing for others. */
export function FileAccessButton({ documentation }: { documentation: ValidationWire }) {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  if (!mayListFileAccesses(actorOf(me), documentation.genericEntityId)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconEyeCheck />} onClick={() => setOpened(true)}>
        {t(TITLE)}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t(TITLE)} size={640}>
        {opened ? <FileAccessList validationId={documentation.id} /> : null}
      </Dialog>
    </>
  )
}
