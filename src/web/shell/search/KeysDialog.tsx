import { Checkbox } from '@mantine/core'
import { Fragment } from 'react'
import { msg } from '#domain/language/translate.ts'
import { useMay } from '#web/session/useMe.ts'
import classes from '#web/shell/search/KeysDialog.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'

type Line = [keys: string[], what: string]

const everywhere: Line[] = [
  [['Ctrl', 'K'], msg('Buscar, ir a una pantalla o empezar algo')],
  [['?'], msg('Ver todas las teclas')],
  [['Esc'], msg('Cerrar lo que está abierto')],
]
const inLists: Line[] = [
  [['↓', 'J'], msg('Fila siguiente')],
  [['↑', 'K'], msg('Fila anterior')],
  [[msg('Intro')], msg('Abrir')],
]
const inQueue: Line[] = [
  [['J'], msg('Ir a la primera tarea')],
  [['V'], msg('Abrir la tarea')],
  [['M'], msg('Tomarla')],
]
const inReviews: Line[] = [
  [['A'], msg('Aceptar el documento')],
  [['R'], msg('Rechazarlo')],
  [['J', 'K'], msg('Documento siguiente o anterior')],
]

/** All keys of the portal, with the choice to turn single keys off (WCAG 2.1.4). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { enabled, setEnabled } = useDecisionKeys()
  const verifies = useMay('document.verify')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Teclas')}>
      <Group title={t('EN TODO EL PORTAL')} lines={everywhere} />
      <Group title={t('EN UNA LISTA, DESDE UNA FILA')} lines={inLists} />
      {verifies ? <Group title={t('EN LA COLA DE VERIFICACIÓN')} lines={inQueue} /> : null}
      {verifies ? <Group title={t('EN UNA VERIFICACIÓN')} lines={inReviews} /> : null}
      <Checkbox
        className={classes.choice}
        label={verifies ? t('Usar ? y las teclas de la verificación') : t('Usar la tecla ?')}
        description={t('Desactívelo si dicta a la máquina o pulsa teclas sin querer.')}
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
                <kbd key={key}>{t(key)}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
