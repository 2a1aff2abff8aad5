import { Checkbox } from '@mantine/core'
import { Fragment } from 'react'
import { useMay } from '#web/identity/session/useMe.ts'
import classes from '#web/shell/search/KeysDialog.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'

type Line = [keys: string[], what: string]

const everywhere: Line[] = [
  [['Ctrl', 'K'], 'Buscar, ir a una pantalla o empezar algo'],
  [['?'], 'Ver todas las teclas'],
  [['Esc'], 'Cerrar lo que está abierto'],
]
const inLists: Line[] = [
  [['↓', 'J'], 'Fila siguiente'],
  [['↑', 'K'], 'Fila anterior'],
  [['Intro'], 'Abrir'],
]
const inQueue: Line[] = [
  [['J'], 'Ir a la primera tarea'],
  [['V'], 'Abrir la tarea'],
  [['M'], 'Tomarla'],
]
const inReviews: Line[] = [
  [['A'], 'Aceptar el documento'],
  [['R'], 'Rechazarlo'],
  [['J', 'K'], 'Documento siguiente o anterior'],
]

/** All keys of the portal, with the choice to turn single keys off (WCAG 2.1.4). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { enabled, setEnabled } = useDecisionKeys()
  const verifies = useMay('document.verify')
  return (
    <Dialog opened={opened} onClose={onClose} title="Teclas">
      <Group title="EN TODO EL PORTAL" lines={everywhere} />
      <Group title="EN UNA LISTA, DESDE UNA FILA" lines={inLists} />
      {verifies ? <Group title="EN LA COLA DE VERIFICACIÓN" lines={inQueue} /> : null}
      {verifies ? <Group title="EN UNA VERIFICACIÓN" lines={inReviews} /> : null}
      <Checkbox
        className={classes.choice}
        label={verifies ? 'Usar ? y las teclas de la verificación' : 'Usar la tecla ?'}
        description="Desactívelo si dicta a la máquina o pulsa teclas sin querer."
        checked={enabled}
        onChange={event => setEnabled(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={classes.group}>
      <h3 className="label">{title}</h3>
      <dl>
        {lines.map(([keys, what]) => (
          <Fragment key={what}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
