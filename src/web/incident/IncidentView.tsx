import type { IncidentWire } from '#domain/incident/contract.ts'
import { t } from '#domain/language/translate.ts'
import classes from '#web/incident/form/IncidentForm.module.css'
import { IncidentFiles } from '#web/incident/IncidentFiles.tsx'
import { incidentFacts } from '#web/incident/incidentFacts.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** An incident, read-only (ROUTE-19): its text, state and files. */
export function IncidentView({ incident }: { incident: IncidentWire }) {
  return (
    <>
      <DescriptionList facts={incidentFacts(incident)} />
      <Section title={t('Detalle')} kind="serif">
        <p className={classes.detail}>{incident.detail}</p>
      </Section>
      <Section title={t('Documentos')} kind="serif">
        <IncidentFiles documents={incident.documents} />
      </Section>
    </>
  )
}
