import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { InvitationList } from '#web/invitation/InvitationList.tsx'
import { InviteForm } from '#web/invitation/InviteForm.tsx'
import { shownEntities, shownProviders } from '#web/invitation/preload/kinds.ts'
import { PreloadModal } from '#web/invitation/preload/PreloadModal.tsx'
import { AskedInvitations } from '#web/invitation/request/AskedInvitations.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/**
 * CCI invites participants, one by one or from a spreadsheet, answers banks that ask for providers, and tracks the invitations (INV-01 to INV-04).
 */
export function InvitationsPage() {
  const [preloading, setPreloading] = useState(false)
  const [providers, setProviders] = useState(false)
  return (
    <>
      <PageHeader
        title="Invitaciones"
        subtitle="Quien recibe una invitación entra con una contraseña temporal y completa sus datos y su documentación."
        actions={
          <>
            <Button leftSection={<IconTableImport />} onClick={() => setProviders(true)}>
              Precarga masiva de proveedores
            </Button>
            <Button leftSection={<IconTableImport />} onClick={() => setPreloading(true)}>
              Precarga masiva de entidades
            </Button>
          </>
        }
      />
      <Section title="NUEVA INVITACIÓN">
        <InviteForm />
      </Section>
      <AskedInvitations />
      <InvitationList />
      <PreloadModal kind={shownProviders} opened={providers} onClose={() => setProviders(false)} />
      <PreloadModal kind={shownEntities} opened={preloading} onClose={() => setPreloading(false)} />
    </>
  )
}
