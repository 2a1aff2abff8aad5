import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { now, Shell } from '#web/gallery/Shell.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { ExpiryTimeline } from '#web/ui/rating/ExpiryTimeline.tsx'
import { ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'

export function StartPart() {
  return (
    <Shell provider crumbs={[{ label: 'Inicio' }]} active="start">
      <PageHeader
        title="Buenos días, Lucía"
        subtitle="Tramontana Custodia Digital, S.L. · CIF B00472183"
        actions={<Button leftSection={<IconPlus />}>Nueva solicitud</Button>}
      />
      <Section title="QUÉ CADUCA EN DOCE MESES" kind="label" actions={<a href="#blank">Mi documentación</a>}>
        <ExpiryTimeline
          label="Qué caduca"
          now={now}
          items={[
            { key: '1', date: '2026-12-14', text: 'Calificación: Custodia documental', soon: true },
            { key: '2', date: '2027-01-31', text: 'Certificado: Seguridad Social', href: '#blank' },
            { key: '3', date: '2027-06-30', text: 'Póliza: Responsabilidad civil' },
            { key: '4', date: '2027-10-09', text: 'Certificado ISO 27001: Mi documentación' },
          ]}
        />
      </Section>
      <Section title="Reglas" kind="serif">
        <div className="stack">
          <div className="row">
            <ProgressNotches notches={['ACCEPTED', 'ACCEPTED']} label="2 de 2" width={96} /> 2 de 2
            <StateBadge state="QUALIFIED" label="Calificado" />
          </div>
          <div className="row">
            <ProgressNotches notches={['ACCEPTED', 'REJECTED']} label="1 de 2" width={96} /> 1 de 2
            <StateBadge state="REJECTED" label="Rechazado" />
          </div>
          <div className="row">
            <ProgressNotches notches={['ACCEPTED', 'ACCEPTED', 'REJECTED', null, null]} label="3 de 5" width={180} /> 3
            de 5
          </div>
        </div>
      </Section>
    </Shell>
  )
}
