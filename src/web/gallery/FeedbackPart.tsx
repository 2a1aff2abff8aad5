import { Alert, Badge, Button, Menu, Select, Textarea, TextInput } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Shell } from '#web/gallery/Shell.tsx'
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/feedback/ConfirmModal.tsx'
import { IconButton } from '#web/ui/feedback/IconButton.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'

const words: Record<BadgeState, string> = {
  QUALIFIED: 'Calificado',
  ACCEPTED: 'Aceptada',
  PENDING: 'Pendiente',
  REJECTED: 'Rechazado',
  LAPSED: 'Caducado',
  EXPIRED: 'Expirado',
  OPEN: 'Abierta',
  CLOSED: 'Cerrada',
}
const columns: Column<string>[] = [
  { key: 'a', header: 'SERVICIO', cell: row => row },
  { key: 'b', header: 'FECHA CADUCIDAD', cell: row => row },
  { key: 'c', header: 'ESTADO', cell: row => row },
]
const table = {
  columns,
  rows: [],
  rowKey: (row: string) => row,
  empty: {
    title: 'No hay calificaciones asociadas a este proveedor',
    text: 'Aparecerán cuando el CCI califique su primer informe.',
  },
}

export function FeedbackPart() {
  const [open, setOpen] = useState<string | null>(new URLSearchParams(location.search).get('open'))
  const close = () => setOpen(null)
  const toasts = () => {
    showToast({ title: 'Eliminado correctamente.', text: 'Vuelve a la lista en 3 segundos.', keep: true })
    showToast({
      kind: 'error',
      title: 'Se ha producido un error al eliminar.',
      text: 'No se ha borrado nada.',
      keep: true,
    })
    showToast({ kind: 'warning', title: 'Sin conexión', text: 'Su borrador está guardado en este equipo.', keep: true })
  }
  return (
    <Shell crumbs={[{ label: 'Incidencias' }]} active="issues">
      <LoadingMask visible={open === 'mask'} />
      <PageHeader
        caps
        title="ESTADOS Y MENSAJES"
        subtitle="Cuente al CCI lo ocurrido con un proveedor. Lo abrirá y le contestará aquí."
        actions={<Button variant="filled">Nueva incidencia</Button>}
      />
      <Section title="BOTONES Y AVISOS" kind="label">
        <div className="row wrap">
          <Button variant="filled" onClick={() => setOpen('form')}>
            Formulario
          </Button>
          <Button onClick={() => setOpen('confirm')}>Confirmación</Button>
          <Button variant="subtle" onClick={() => setOpen('leave')}>
            Salida
          </Button>
          <Button variant="filled" color="red" leftSection={<IconTrash />}>
            Eliminar
          </Button>
          <Button variant="outline" color="red">
            Rechazar
          </Button>
          <Button variant="filled" loading>
            Enviando
          </Button>
          <ActionButton variant="filled" blocked="Faltan 2 documentos por decidir.">
            Finalizar
          </ActionButton>
          <Button data-test="notice" onClick={() => showNotice('El CCI contactará con usted para su gestión')}>
            Aviso
          </Button>
          <Button data-test="error" onClick={() => showError('El estado del dictamen no permite editar la solicitud')}>
            Error
          </Button>
          <Button data-test="toasts" onClick={toasts}>
            Flotantes
          </Button>
          <Menu>
            <Menu.Target>
              <Button data-test="menu">Menú</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconEdit size={20} />}>Editar</Menu.Item>
              <Menu.Item leftSection={<IconTrash size={20} />}>Eliminar</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <IconButton label="Editar" icon={<IconEdit />} />
          <IconButton label="Eliminar" icon={<IconTrash />} blocked="Tiene informes abiertos." />
          <Badge>Sin estado</Badge>
        </div>
      </Section>
      <Section title="ESTADO: COLOR, ICONO Y PALABRA" kind="label">
        <div className="row wrap">
          {Object.entries(words).map(([state, word]) => (
            <StateBadge key={state} state={state as BadgeState} label={word} />
          ))}
        </div>
      </Section>
      <Section title="MENSAJES EN LA PÁGINA" kind="label">
        <div className="stack">
          <Message kind="error">El correo y/o la contraseña introducidos no son correctos.</Message>
          <Message kind="warning" title="Caduca pronto">
            Renueve antes del 14/12/2026.
          </Message>
          <Message kind="done">Documentación enviada.</Message>
          <Message kind="info">Solo lectura.</Message>
          <Alert data-s="PENDING" title="Alert de Mantine">
            Con data-s.
          </Alert>
        </div>
      </Section>
      <Section title="CARGANDO" kind="label">
        <DataTable {...table} label="Cargando" status="loading" skeletonRows={3} />
      </Section>
      <Section title="VACÍO" kind="label">
        <DataTable {...table} label="Vacío" />
      </Section>
      <Section title="SIN RESULTADOS" kind="label">
        <DataTable
          {...table}
          label="Sin resultados"
          noResults={{
            title: 'Ningún servicio coincide',
            text: 'Filtros: Estado Rechazada, Evaluador Somport.',
            onClear: close,
          }}
        />
      </Section>
      <Section title="ERROR" kind="label">
        <DataTable
          {...table}
          label="Error"
          status="error"
          error={{ text: 'El servidor no respondió en 15 s.', reference: '7F3K-22', onRetry: close }}
        />
      </Section>
      <Section title="SIN VISTA PREVIA" kind="label">
        <FileViewer data={new ArrayBuffer(8)} name="anexo.docx" onDownload={close} />
      </Section>
      <FormModal
        opened={open === 'form'}
        onClose={close}
        title="Nueva incidencia"
        onSubmit={() => {}}
        submitLabel="Enviar incidencia"
        loading={false}
        submitError="No se ha podido enviar. No se ha guardado nada."
        dirty
      >
        <Select
          label="Proveedor"
          placeholder="Elija un proveedor"
          data={['Arcadio', 'Cantera']}
          error="Tiene que seleccionar un proveedor al que asignar la incidencia"
        />
        <TextInput label="Título" defaultValue="Retraso en la recogida de valija" />
        <Textarea label="Detalle" defaultValue="La recogida del 18/11/2026 llegó con tres horas de retraso." />
      </FormModal>
      <ConfirmModal
        opened={open === 'confirm'}
        onClose={close}
        title="Eliminar proveedor"
        consequence="Dejará de verse al momento y sus usuarios no podrán entrar."
        onConfirm={close}
        confirmLabel="Eliminar"
        icon={<IconTrash />}
        danger
        loading={false}
        submitError={null}
      >
        ¿Seguro que desea eliminar <b>Mirlo Firma Electrónica</b>, junto con todos sus documentos?
      </ConfirmModal>
      <LeaveGuard opened={open === 'leave'} onStay={close} onDiscard={close} onSave={close}>
        Ha cambiado 2 datos de «Datos generales». ¿Qué hacemos con ellos?
      </LeaveGuard>
    </Shell>
  )
}
