import { Button, Select, Textarea } from '@mantine/core'
import { IconCheck, IconEye, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Shell } from '#web/gallery/Shell.tsx'
import { samplePdf } from '#web/gallery/samplePdf.ts'
import { ReviewLayout } from '#web/review/ReviewLayout.tsx'
import { ReviewList } from '#web/review/ReviewList.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Facts } from '#web/ui/form/Facts.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'

export function ReviewPart() {
  const [current, setCurrent] = useState('4')
  const [date, setDate] = useState<string | null>('2027-06-30')
  const pdf = useMemo(() => samplePdf(4), [])
  const other = useMemo(() => new Blob(['PK']), [])
  const accepted = <StateBadge small state="ACCEPTED" label="Aceptado" />
  const pending = <StateBadge small state="PENDING" label="Pendiente" />
  return (
    <Shell crumbs={[{ label: 'Cola', href: '#list' }, { label: 'Verificación de documentación' }]} active="providers">
      <ReviewLayout
        title="Verificación de documentación"
        subtitle="Hontanar Centros de Datos, S.A. · Proveedor · enviada el 12/11/2026, hace 9 días"
        back={{ href: '#list', label: 'Volver a la cola' }}
        aside={
          <div className="row">
            <span className="small dim nowrap" id="type">
              Tipo de empresa
            </span>
            <Select
              aria-labelledby="type"
              size="xs"
              w={150}
              defaultValue="MEDIANA"
              data={['PYME', 'MEDIANA', 'GRANDE']}
            />
          </div>
        }
        listLabel="DOCUMENTACIÓN REQUERIDA"
        list={
          <ReviewList
            title="DOCUMENTACIÓN REQUERIDA"
            current={current}
            onSelect={setCurrent}
            items={[
              {
                key: '1',
                title: 'Escritura de constitución',
                fileName: 'escritura_constitucion.pdf',
                badge: accepted,
                note: 'Caduca el 31/12/2030',
              },
              {
                key: '2',
                title: 'Certificado de estar al corriente con la AEAT',
                fileName: 'aeat_corriente_nov26.pdf',
                badge: accepted,
                note: 'Caduca el 12/05/2027',
              },
              {
                key: '3',
                title: 'Certificado de estar al corriente con la Seguridad Social',
                fileName: 'tgss_octubre.docx',
                badge: <StateBadge small state="REJECTED" label="Rechazado" />,
              },
              {
                key: '4',
                title: 'Póliza de responsabilidad civil',
                fileName: 'poliza_rc_2026-27.pdf',
                badge: pending,
                note: 'Caduca el 30/06/2027',
              },
              {
                key: '5',
                title: 'Plan de continuidad de negocio',
                fileName: 'PCN_v4.pdf',
                badge: pending,
                note: 'Sin fecha',
              },
            ]}
          />
        }
        preview={
          <FileViewer
            data={current === '5' ? null : current === '3' ? other : pdf}
            name={current === '3' ? 'tgss_octubre.docx' : 'poliza_rc_2026-27.pdf'}
            onDownload={() => {}}
          />
        }
        decision={
          <div className="stack">
            <div>
              <h2 className="serif">Póliza de responsabilidad civil</h2>
              <StateBadge state="PENDING" label="Pendiente" />
            </div>
            <p className="row small dim">
              <IconEye />
              Revisado por usted a las 09:42. Ya puede decidir.
            </p>
            <DateField
              label="FECHA DE CADUCIDAD"
              value={date}
              onChange={setDate}
              min="2026-11-22"
              description="Mañana o posterior. Vale hasta el final de ese día."
            />
            <Facts
              facts={[
                { label: 'NOMBRE ARCHIVO', value: 'poliza_rc_2026-27.pdf' },
                { label: 'Subido por', value: 'Íñigo Salcedo' },
                { label: 'Versión', value: '2.ª' },
              ]}
            />
            <div className="row">
              <Button variant="filled" fullWidth leftSection={<IconCheck />}>
                Aceptar
              </Button>
              <Button variant="outline" color="red" fullWidth leftSection={<IconX />}>
                Rechazar
              </Button>
            </div>
            <Textarea
              label="Motivo del rechazo"
              placeholder="Diga al proveedor qué falta y cómo corregirlo"
              description="El proveedor lo lee tal cual. Obligatorio para rechazar."
            />
          </div>
        }
        foot={
          <FormFoot
            progress={
              <>
                <ProgressNotches
                  notches={['ACCEPTED', 'ACCEPTED', 'REJECTED', null, null]}
                  label="3 de 5 decididos"
                  width={180}
                />
                <span className="nowrap">
                  <b>3 de 5</b> decididos
                </span>
              </>
            }
            state="Guardado a las 09:44"
            primary={{
              label: 'Finalizar',
              blocked:
                'Faltan: Póliza de responsabilidad civil, Plan de continuidad de negocio (sin fecha de caducidad).',
            }}
          />
        }
      />
    </Shell>
  )
}
