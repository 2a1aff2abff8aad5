import { Button, Select } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { Shell } from '#web/gallery/Shell.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Ledger, LedgerLine } from '#web/ui/form/Facts.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stepper } from '#web/ui/layout/Stepper.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'

export function ScorePart() {
  const [date, setDate] = useState<string | null>('2027-11-09')
  return (
    <Shell crumbs={[{ label: 'Cola', href: '#list' }, { label: 'Verificación de informe' }]} active="providers">
      <PageHeader
        back={{ href: '#list', label: 'Volver a los documentos' }}
        title="Verificación de informe"
        subtitle="Arcadio Mensajería Segura, S.A. · solicitud nueva del 14/11/2026"
        actions={
          <Stepper
            current={1}
            steps={[
              { label: 'Informe', note: '2 de 2 documentos aceptados', href: '#review' },
              { label: 'Calificación', note: 'Fecha, nivel y dictamen' },
            ]}
          />
        }
      />
      <Ledger>
        <LedgerLine label="INFORME">
          <div className="row between">
            <span>
              <b>informe_auditoria_valija_2026.pdf</b>
              <br />
              <span className="small dim">Fecha del informe 09/11/2026 · 48 páginas</span>
            </span>
            <Button size="xs" leftSection={<IconEye />}>
              Ver
            </Button>
          </div>
        </LedgerLine>
        <LedgerLine label="SERVICIO">Transporte de valija</LedgerLine>
        <LedgerLine label="FECHA CADUCIDAD" tall>
          <div style={{ maxWidth: 260 }}>
            <DateField
              label={<span className="vh">Fecha caducidad</span>}
              value={date}
              onChange={setDate}
              description="Propuesta: doce meses después de la fecha del informe."
            />
          </div>
        </LedgerLine>
        <LedgerLine label="CALIFICACIÓN" tall>
          <div className="fields">
            {['Confidencialidad', 'Integridad', 'Disponibilidad'].map(axis => (
              <div key={axis} data-span="2">
                <Select
                  label={axis}
                  data={['A+', 'A', 'B', 'C', 'D']}
                  defaultValue="A"
                  renderOption={({ option }) => (
                    <span className="row">
                      <RatingBadge rating={option.value} /> Nivel {option.label}
                    </span>
                  )}
                />
              </div>
            ))}
          </div>
        </LedgerLine>
      </Ledger>
      <p style={{ paddingTop: 28 }}>
        <RatingBadge size="xl" withAxes rating="A/B/A+" axes={['Confidencialidad', 'Integridad', 'Disponibilidad']} />
      </p>
      <p className="row" style={{ paddingTop: 28 }}>
        {['D', 'C', 'B', 'A', 'A+'].map(level => (
          <RatingBadge key={level} rating={level} />
        ))}
        <RatingBadge rating="B/B/C" old />
      </p>
      <FormFoot
        state="Borrador guardado a las 10:03"
        secondary={{ label: 'Volver', onClick: () => {} }}
        primary={{ label: 'Finalizar', onClick: () => {} }}
      />
    </Shell>
  )
}
