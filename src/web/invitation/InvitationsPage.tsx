import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { InvitationList } from '#web/invitation/InvitationList.tsx'
import { InviteForm } from '#web/invitation/InviteForm.tsx'
import { PreloadModal } from '#web/invitation/preload/PreloadModal.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/**
 * CCI invites participants, one by one or entities from a spreadsheet, and tracks the invitations (INV-01 to INV-04).
 */
export function InvitationsPage() {
  const [preloading, setPreloading] = useState(false)
  return (
    <>
      <PageHeader
        title="Invitaciones"
        subtitle="Quien recibe una invitación entra con una contraseña temporal y completa sus datos y su documentación."
        actions={
          <Button leftSection={<IconTableImport />} onClick={() => setPreloading(true)}>
            Precarga masiva de entidades
          </Button>
        }
      />
      <Section title="NUEVA INVITACIÓN">
        <InviteForm />
      </Section>
      <InvitationList />
      <PreloadModal opened={preloading} onClose={() => setPreloading(false)} />
    </>
  )
}
