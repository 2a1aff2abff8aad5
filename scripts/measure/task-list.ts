import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import type { Hand } from './hand.ts'

export type Task = {
  name: string
  /** From the start screen of the role, to the last thing that the user waits for. */
  run: (hand: Hand) => Promise<void>
}

const heading = ({ page }: Hand, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const shown = ({ page }: Hand, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()
const button = ({ page }: Hand, name: string | RegExp) => page.getByRole('button', { name }).first()
const link = ({ page }: Hand, name: string | RegExp) => page.getByRole('link', { name }).first()
const field = ({ page }: Hand, name: string | RegExp) => page.getByRole('textbox', { name }).first()

/** The first task of every role; it leaves the user signed in on the start screen. */
const entering = (email: string, title: RegExp): Task => ({
  name: 'Sign in and see what to do next',
  run: async hand => {
    await hand.type(hand.page.getByLabel('Correo electrónico'), email)
    await hand.press('Tab')
    await hand.type(hand.page.getByLabel('Contraseña', { exact: true }), DEMO_PASSWORD)
    await hand.press('Enter')
    await heading(hand, title)
  },
})

const readingNotice: Task = {
  name: 'Open the newest notification',
  run: async hand => {
    await hand.click(button(hand, /notificaci(ón|ones) sin leer/))
    const list = hand.page.getByRole('list', { name: 'Lista de notificaciones' })
    await hand.click(list.getByRole('listitem').first().getByRole('link').or(list.getByRole('button')).first())
    await hand.quiet()
  },
}

const changingOwnPosition: Task = {
  name: 'Change the own position',
  run: async hand => {
    await hand.click(hand.page.getByRole('banner').getByRole('button').last())
    await hand.click(hand.page.getByRole('menuitem', { name: 'Mis datos' }))
    await hand.type(field(hand, 'Cargo'), 'Dirección de cumplimiento')
    await hand.click(button(hand, 'Guardar'))
    await shown(hand, /guardad/i)
  },
}

const raisingIncident = (provider: string | null): Task => ({
  name: 'Raise an incident',
  run: async hand => {
    await hand.click(link(hand, 'Incidencias'))
    await hand.click(button(hand, 'Nueva incidencia'))
    const dialog = hand.page.getByRole('dialog', { name: 'Nueva incidencia' })
    if (provider) {
      await hand.click(dialog.getByRole('combobox').first())
      await hand.click(hand.page.getByRole('option', { name: provider }).first())
    }
    await hand.type(dialog.getByRole('textbox', { name: 'Título' }), 'Corte de línea')
    await hand.type(dialog.getByRole('textbox', { name: /Detalle|Descripción/ }), 'Media hora sin línea.')
    await hand.click(dialog.getByRole('button').filter({ hasText: /Enviar|Notificar|Guardar|Crear/ }))
    await dialog.waitFor({ state: 'hidden' })
  },
})

/** The main tasks of each role, in the demo world. */
export const taskList: Record<string, { email: string; tasks: readonly Task[] }> = {
  CCI: {
    email: 'cci@almotacen.example',
    tasks: [
      entering('cci@almotacen.example', /^Cola de verificación/),
      {
        name: 'Open the oldest documentation of the queue and its first document',
        run: async hand => {
          await hand.click(link(hand, /^Verificar documentación/))
          await heading(hand, 'Verificación de documentación')
          await hand.page.locator('canvas').first().waitFor()
        },
      },
      {
        name: 'Open a report to score',
        run: async hand => {
          await hand.click(link(hand, /^Verificar (el )?informe/))
          await heading(hand, 'Verificación de informe')
        },
      },
      {
        name: 'Invite a provider',
        run: async hand => {
          await hand.click(link(hand, 'Invitaciones'))
          await hand.click(hand.page.getByRole('radio', { name: 'Proveedor' }))
          await hand.type(field(hand, 'Correo electrónico'), 'alta@sierranorte.example')
          await hand.click(button(hand, 'Enviar invitación'))
          await hand.page.getByRole('row', { name: /alta@sierranorte/ }).waitFor()
        },
      },
      {
        name: 'Find who signed in from a bank',
        run: async hand => {
          await hand.click(link(hand, 'Estadísticas'))
          await hand.type(field(hand, 'Compañía'), 'CaixaBank')
          await hand.page.waitForURL(/CaixaBank/)
          await hand.page
            .getByRole('row', { name: /CaixaBank/ })
            .first()
            .waitFor()
        },
      },
      {
        name: 'Tell the banks of a pending incident',
        run: async hand => {
          await hand.click(link(hand, /^Gestionar incidencia/))
          await hand.click(button(hand, 'Avisar a las entidades'))
          const dialog = hand.page.getByRole('dialog')
          await hand.click(dialog.getByRole('combobox', { name: 'Gravedad' }))
          await hand.click(hand.page.getByRole('option', { name: 'Alta' }))
          await hand.type(dialog.getByRole('textbox', { name: 'Comunicado' }), 'La línea de ensobrado está parada.')
          await hand.click(dialog.getByRole('button', { name: 'Publicar comunicado' }))
          await dialog.waitFor({ state: 'hidden' })
        },
      },
    ],
  },
  Provider: {
    email: 'proveedor@almotacen.example',
    tasks: [
      entering('proveedor@almotacen.example', /^Buen/),
      {
        name: 'Correct a rejected request',
        run: async hand => {
          await hand.click(link(hand, 'Corregir y enviar'))
          await shown(hand, /hoja de alcance/)
        },
      },
      {
        name: 'Plan the measure of a finding',
        run: async hand => {
          await hand.click(button(hand, /^Ver todo/))
          await hand.click(link(hand, /^Planificar/))
          await hand.click(button(hand, /^Planificar/))
          const dialog = hand.page.getByRole('dialog', { name: 'Planificar la medida' })
          await hand.type(dialog.getByRole('textbox', { name: 'Medida' }), 'Segundo factor')
          await hand.type(dialog.getByRole('textbox', { name: 'Responsable' }), 'Sistemas')
          await hand.type(dialog.getByRole('textbox', { name: 'Fecha prevista' }), '31/03/2027')
          await hand.click(dialog.getByRole('button', { name: 'Guardar la medida' }))
          await dialog.waitFor({ state: 'hidden' })
        },
      },
      {
        name: 'Renew a rating before it expires, up to the new report',
        run: async hand => {
          await hand.click(link(hand, /^Renovar ahora/))
          await heading(hand, /^Enviar solicitud|^Renovar/)
        },
      },
      raisingIncident(null),
      changingOwnPosition,
      readingNotice,
    ],
  },
  Bank: {
    email: 'entidad@almotacen.example',
    tasks: [
      entering('entidad@almotacen.example', /^Sus proveedores/),
      {
        name: 'Compare the favourites',
        run: async hand => {
          await hand.click(link(hand, 'Comparar favoritos'))
          await heading(hand, 'Comparación de proveedores')
        },
      },
      {
        name: 'Find who offers a service',
        run: async hand => {
          await hand.click(hand.page.getByRole('combobox', { name: 'Servicio' }))
          await hand.click(hand.page.getByRole('option', { name: 'Firma electrónica' }))
          await hand.page.waitForURL(/service=/)
        },
      },
      raisingIncident('Cantera Nube'),
      readingNotice,
      {
        name: 'See which services in use are below the required level',
        run: async hand => {
          await hand.click(link(hand, /por debajo del nivel/))
          await heading(hand, 'Niveles exigidos')
        },
      },
      {
        name: 'Acknowledge a bulletin',
        run: async hand => {
          await hand.click(link(hand, /^Acusar recibo/))
          const dialog = hand.page.getByRole('dialog')
          await hand.click(dialog.getByRole('radio', { name: 'Leve' }))
          await hand.click(dialog.getByRole('button', { name: 'Acusar recibo' }))
          await dialog.waitFor({ state: 'hidden' })
        },
      },
      {
        name: 'Accept a level below the required one',
        run: async hand => {
          await hand.click(link(hand, /^Decidir/))
          await hand.click(button(hand, /^Aceptación del riesgo/))
          const dialog = hand.page.getByRole('dialog', { name: 'Aceptar el riesgo' })
          await hand.type(dialog.getByRole('textbox', { name: 'Hasta el' }), '28/02/2027')
          await hand.type(dialog.getByRole('textbox', { name: 'Por qué se acepta' }), 'Sin datos personales.')
          await hand.click(dialog.getByRole('button', { name: 'Aceptar el riesgo' }))
          await dialog.waitFor({ state: 'hidden' })
        },
      },
      {
        name: 'Read a dictamen',
        run: async hand => {
          await hand.click(button(hand, /^Cantera Nube/))
          await hand.click(button(hand, 'Dictamen'))
          await hand.page.getByRole('dialog').waitFor()
        },
      },
      {
        name: 'Download the register of DORA',
        run: async hand => {
          await hand.click(link(hand, /^Registro DORA/))
          await hand.click(hand.page.getByRole('tab', { name: /Descarga/ }))
          const download = hand.page.waitForEvent('download')
          await hand.click(button(hand, /^Descargar CSV/))
          await download
        },
      },
    ],
  },
  Evaluator: {
    email: 'evaluador@almotacen.example',
    tasks: [
      entering('evaluador@almotacen.example', /^Buen/),
      {
        name: 'Read the documents of a request',
        run: async hand => {
          await hand.click(button(hand, /^Documentos de Alojamiento en nube/))
          await hand.page.getByRole('dialog').waitFor()
        },
      },
      {
        name: 'See how long the accreditation lasts, and its documents',
        run: async hand => {
          await hand.click(link(hand, 'Mi documentación'))
          await heading(hand, 'Mi documentación')
        },
      },
      {
        name: 'Open the evaluation that is due',
        run: async hand => {
          await hand.click(link(hand, /^Continuar/))
          await heading(hand, /^Evaluación/)
        },
      },
      changingOwnPosition,
      readingNotice,
    ],
  },
}
