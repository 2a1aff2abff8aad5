import { JobPart } from '#web/notification/operation/JobPart.tsx'
import { MailPart } from '#web/notification/operation/MailPart.tsx'
import { ServerPart } from '#web/notification/operation/ServerPart.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /operation: how each server is (CARE-16), the mails that do not arrive and the background jobs, and how to repeat them (OPS-07). */
export function OperationPage() {
  return (
    <>
      <PageHeader
        title="Correos y procesos"
        subtitle="Cómo está cada servidor, los correos que no han salido todavía y lo que el portal hace solo. Si algo falla, repítalo aquí cuando esté resuelto."
      />
      <ServerPart />
      <MailPart />
      <JobPart />
    </>
  )
}
