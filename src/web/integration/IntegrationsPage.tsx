import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { KeyPart } from '#web/integration/key/KeyPart.tsx'
import { WebhookPart } from '#web/integration/webhook/WebhookPart.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /integrations: how a bank's own systems read the portal and hear of changes (HOOK-01, HOOK-07). */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader
        title="Claves y webhooks"
        subtitle="Con una clave, los sistemas de su entidad leen el portal. Con un webhook, el portal les dice lo que cambia."
        actions={
          <Button
            component="a"
            href="/api/docs#claves"
            target="_blank"
            rel="noopener"
            size="xs"
            leftSection={<IconBook />}
          >
            Documentación de la API
          </Button>
        }
      />
      <KeyPart />
      <WebhookPart />
    </>
  )
}
