import { ShownOnce } from '#web/integration/ShownOnce.tsx'

/** The secret of a webhook, as it is shown once. */
export function ShownSecret({ title, secret, onKept }: { title: string; secret: string; onKept: () => void }) {
  return (
    <ShownOnce title={title} label="Secreto del webhook" text={secret} kept="Lo he guardado" onKept={onKept}>
      Con este secreto su sistema comprueba que cada entrega viene del portal.
    </ShownOnce>
  )
}
