import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'

/** An address that leads nowhere, or to what this user may not see. */
export function NotFoundPage() {
  return (
    <EmptyState
      title="No se ha encontrado la página"
      text="La dirección no existe o su usuario no puede verla."
      action={<UiLink href={paths.start()}>Ir al inicio</UiLink>}
    />
  )
}
